/** The report of a class as one page of HTML, large enough for a projector: it names no student. */
import { type Html, html, pageOf } from "../export/report/html.ts";
import type { Graded } from "../labs/graded.ts";
import type { AnswerValue } from "../labs/judge.ts";
import type { Lab, LabStep, Question } from "../labs/lab.ts";
import { VERSION } from "../origin.ts";
import { type GradedFile, scoreOfFile } from "./course.ts";
import type { Marking } from "./marks.ts";
import type { LabTexts } from "./texts.ts";
import { wordsIn } from "./texts.ts";

const REPORT_CSS = `
body { max-width: 78rem; font-size: 1.15rem; }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(21rem, 1fr)); gap: 1.5rem 2rem; }
.cards > figure, .cards > section { margin: 0; break-inside: avoid; }
.cards figcaption, .cards h3 { font-size: 1rem; font-weight: 600; margin: 0 0 .3rem; }
.bar { fill: var(--a); } .measured { stroke: var(--b); stroke-width: 2; } .measured-text { fill: var(--b); font-weight: 600; }
.figure { font-size: 13px; }
.rows { display: grid; grid-template-columns: max-content 1fr max-content; gap: .1rem .6rem; align-items: center; font-variant-numeric: tabular-nums; }
.rows i { display: block; height: .7rem; background: var(--b); } .rows i.good { background: var(--a); }
.rows > :first-child { grid-column: 1; } .long { max-width: 13rem; }
.dim { opacity: .75; font-size: .95rem; margin: .2rem 0; }
.facts { display: flex; flex-wrap: wrap; gap: .2rem 2rem; }
.facts strong { font-size: 1.6rem; }
`;

export async function classReport(
  gradedFiles: readonly GradedFile[],
  marking: Marking,
  texts: LabTexts,
  pause: () => Promise<void> = async () => undefined,
): Promise<string> {
  const words = wordsIn(texts.language);
  const labs = [...new Map(gradedFiles.map(({ lab }) => [lab.id, lab])).values()];
  const shareOf = (gradedFile: GradedFile) => {
    const { points, of } = scoreOfFile(gradedFile, marking);
    return of === 0 ? 0 : points / of;
  };
  const body: Html[] = [];
  for (const lab of labs) {
    await pause();
    const figures = classFigures(lab, gradedFiles, shareOf);
    const [first] = figures.gradedFiles;
    const seed = first?.graded.submission.seed ?? 0;
    const asked = (of: PredictionFigure | QuestionFigure) =>
      texts.filled(lab, seed, of.step, of.question.text);
    const cards: Html[] = [];
    for (const figure of figures.predictions) cards.push(predictionCard(figure, await asked(figure), texts));
    for (const figure of figures.questions)
      cards.push(
        await questionCard(figure, await asked(figure), texts, (text) =>
          texts.filled(lab, seed, figure.step, text),
        ),
      );
    body.push(html`<h2>${texts.plain(lab.title)}</h2>
<p class="facts"><span><strong>${figures.gradedFiles.length}</strong> ${words.files("").trim()}</span>
<span><strong>${percent(figures.meanScore)}</strong> ${words.mean}</span>
<span><strong>${texts.number(Math.round(figures.minutes.median))}</strong> ${words.minutes} (${words.median("").trim()})</span></p>
<div class="cards">${cards}
<figure><figcaption>${words.minutes}</figcaption>${histogram({ bins: figures.minutes.bins, measured: undefined, label: "", number: (value) => texts.number(Math.round(value)) })}</figure>
<section><h3>${words.taken}</h3><div class="rows">${figures.hints.map(({ step, mean }) =>
      bar(
        texts.plain(step.title),
        mean / Math.max(1, step.hints.length),
        texts.number(Math.round(mean * 100) / 100),
        false,
      ),
    )}</div></section>
</div>
`);
  }
  return pageOf(words.report, VERSION, html`${body}`, { language: texts.language, css: REPORT_CSS });
}

const percent = (share: number) => `${Math.round(100 * share)} %`;

function predictionCard(figure: PredictionFigure, asked: string, texts: LabTexts): Html {
  const words = wordsIn(texts.language);
  const unit = figure.isRatio ? "×" : figure.question.unit;
  const number = (value: number) => texts.number(Number(value.toPrecision(figure.isRatio ? 2 : 3)));
  const measured = words.measuredHere(figure.isRatio ? "× 1" : texts.number(figure.measured, unit));
  return html`<figure><figcaption>${texts.plain(figure.step.title)}: ${asked}</figcaption>
${histogram({ bins: figure.bins, measured: figure.measured, label: measured, number })}
<p class="dim">${figure.isRatio ? words.ratio : `${words.predicted}, ${unit}`}. ${words.within(percent(figure.near))}.</p></figure>
`;
}

async function questionCard(
  { question, step, given, right, meanAttempts, wrong }: QuestionFigure,
  asked: string,
  texts: LabTexts,
  filled: (text: string) => Promise<string>,
): Promise<Html> {
  const words = wordsIn(texts.language);
  const most = Math.max(given, 1);
  const rows = [bar(words.right, right / most, String(right), true)];
  for (const { value, count } of wrong) {
    const name =
      question.kind === "choice"
        ? await filled(question.options[value]?.text ?? String(value))
        : texts.number(value, question.unit);
    rows.push(bar(name, count / most, String(count), false));
  }
  return html`<section><h3>${texts.plain(step.title)}: ${asked}</h3><div class="rows">${rows}</div>
<p class="dim">${words.given}: ${given}; ${words.attempts}: ${texts.number(Math.round(meanAttempts * 10) / 10)}; ${wrong.length === 0 ? "" : words.wrong}</p></section>
`;
}

function bar(name: string, share: number, value: string, isGood: boolean): Html {
  const width = Math.round(1000 * Math.min(1, share)) / 10;
  return html`<span class="long">${name}</span><i class="${isGood ? "good" : ""}" style="width:${width}%"></i><span>${value}</span>`;
}

interface Histogram {
  readonly bins: readonly Bin[];
  readonly measured: number | undefined;
  /** Label of the line of the measured value. */
  readonly label: string;
  readonly number: (value: number) => string;
}

const WIDTH = 340;
const HEIGHT = 150;
const BASE = 122;
const TOP = 22;

function histogram({ bins, measured, label, number }: Histogram): Html {
  const most = Math.max(1, ...bins.map(({ count }) => count));
  const width = WIDTH / bins.length;
  const bars = bins.map(({ count }, at) => {
    const height = ((BASE - TOP) * count) / most;
    return html`<rect class="bar" x="${(at * width + 1).toFixed(1)}" y="${(BASE - height).toFixed(1)}" width="${(width - 2).toFixed(1)}" height="${height.toFixed(1)}"></rect>${
      count === 0
        ? ""
        : html`<text x="${((at + 0.5) * width).toFixed(1)}" y="${(BASE - height - 3).toFixed(1)}" text-anchor="middle">${count}</text>`
    }`;
  });
  const ticks = [0, bins.length / 2, bins.length].map((at) => {
    const edge = at === bins.length ? bins[at - 1]?.to : bins[at]?.from;
    const anchor = at === 0 ? "start" : at === bins.length ? "end" : "middle";
    return html`<text x="${at * width}" y="${BASE + 18}" text-anchor="${anchor}">${number(edge ?? 0)}</text>`;
  });
  const place = measured === undefined ? undefined : placeOf(measured, bins) * WIDTH;
  const line =
    place === undefined
      ? html``
      : html`<path class="measured" d="M${place.toFixed(1)} ${TOP - 6}V${BASE}"></path><text class="measured-text" x="${place.toFixed(1)}" y="12" text-anchor="${place > WIDTH / 2 ? "end" : "start"}">${label}</text>`;
  return html`<svg class="figure" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img"><path class="grid" d="M0 ${BASE}H${WIDTH}"></path>${bars}${line}${ticks}</svg>`;
}

/** Position from 0 to 1 along the axis of the bins. The steps may be equal ratios. */
function placeOf(value: number, bins: readonly Bin[]): number {
  const at = bins.findIndex(({ from, to }) => value >= from && value < to);
  const bin = bins[at];
  if (bin === undefined) return value < (bins[0]?.from ?? 0) ? 0 : 1;
  return (at + (value - bin.from) / (bin.to - bin.from)) / bins.length;
}

/** Remarks about two files, with both texts side by side, as one page of HTML. */
const PAIRS_CSS = `
body { max-width: 78rem; } td { width: 50%; white-space: pre-wrap; } .program td { font-family: monospace; font-size: .85rem; } section { break-inside: avoid; }
`;

/** Lists each pair once, although both files have the remark. */
export function pairsPage(graded: readonly Graded[]): string {
  const seen = new Set<string>();
  const sections = graded.flatMap(({ file, flags }) =>
    flags.flatMap(({ text, pair }) => {
      if (pair === undefined) return [];
      const places = pair.texts.map(({ place }) => place).join(" ");
      const key = [...[file, pair.file].toSorted(), places].join("\n");
      if (seen.has(key)) return [];
      seen.add(key);
      const rows = pair.texts.map(
        ({ place, isProgram = false, here, there }) =>
          html`<tr><th colspan="2">${place}</th></tr><tr class="${isProgram ? "program" : "text"}"><td>${here}</td><td>${there}</td></tr>`,
      );
      return [
        html`<section><h2>${file} · ${pair.file}</h2><p>${text}</p>
<table><thead><tr><th>${file}</th><th>${pair.file}</th></tr></thead><tbody>${rows}</tbody></table></section>
`,
      ];
    }),
  );
  return pageOf("Pairs of files", VERSION, html`<p>A remark is no proof.</p>${sections}`, { css: PAIRS_CSS });
}

interface PredictionFigure {
  readonly step: LabStep;
  readonly question: Extract<Question, { kind: "prediction" }>;
  /** True if values are multiples of each student's measured value, because the students have different machines. */
  readonly isRatio: boolean;
  /** Value in the unit of the question; 1 for ratios. */
  readonly measured: number;
  readonly bins: readonly Bin[];
  readonly count: number;
  /** Share of predictions within a tenth of the measured value. */
  readonly near: number;
}

interface Bin {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

interface QuestionFigure {
  readonly step: LabStep;
  readonly question: Extract<Question, { kind: "number" | "choice" }>;
  readonly given: number;
  readonly right: number;
  readonly meanAttempts: number;
  /**
   * Wrong values, ordered by descending number of students. The last value of a student counts too if it is
   * wrong.
   */
  readonly wrong: readonly { readonly value: number; readonly count: number }[];
}

interface ClassFigures {
  readonly lab: Lab;
  readonly gradedFiles: readonly GradedFile[];
  readonly predictions: readonly PredictionFigure[];
  readonly questions: readonly QuestionFigure[];
  /** Mean number of hints by step. */
  readonly hints: readonly { readonly step: LabStep; readonly mean: number }[];
  readonly minutes: { readonly median: number; readonly bins: readonly Bin[] };
  /** From 0 to 1. */
  readonly meanScore: number;
}

const BIN_COUNT = 16;
const WRONG_SHOWN = 8;
const NEAR = 0.1;
/** Ratios outside of this range are counted in the first or the last bin. */
const RATIO_RANGE: readonly [number, number] = [1 / 16, 16];

/** Numbers about a class: predictions, wrong answers, attempts, hints, time. */
function classFigures(
  lab: Lab,
  all: readonly GradedFile[],
  shareOf: (gradedFile: GradedFile) => number,
): ClassFigures {
  const gradedFiles = all.filter((gradedFile) => gradedFile.lab.id === lab.id);
  const minutes = gradedFiles.map(({ graded }) => graded.submission.seconds / 60);
  return {
    ...{ lab, gradedFiles },
    predictions: eachQuestion(lab).flatMap(({ step, question }) =>
      question.kind === "prediction" ? (predictionFigure(step, question, gradedFiles) ?? []) : [],
    ),
    questions: eachQuestion(lab).flatMap(({ step, question }) =>
      question.kind === "number" || question.kind === "choice"
        ? [questionFigure(step, question, gradedFiles)]
        : [],
    ),
    hints: lab.steps
      .filter(({ hints }) => hints.length > 0)
      .map((step) => ({
        step,
        mean: meanOf(
          gradedFiles.map(
            ({ graded }) => graded.submission.hints.find((one) => one.step === step.id)?.count ?? 0,
          ),
        ),
      })),
    minutes: {
      median: medianOf(minutes),
      bins: binsOf(minutes, 0, Math.max(lab.minutes * 2, 10), false),
    },
    meanScore: meanOf(gradedFiles.map(shareOf)),
  };
}

const eachQuestion = (lab: Lab) =>
  lab.steps.flatMap((step) => step.questions.map((question) => ({ step, question })));

function predictionFigure(
  step: LabStep,
  question: PredictionFigure["question"],
  gradedFiles: readonly GradedFile[],
): PredictionFigure | undefined {
  const pairs = gradedFiles.flatMap(({ graded }) => {
    const one = graded.answers.find((answer) => answer.step === step.id && answer.question === question.id);
    return typeof one?.given === "number" && one.expected !== undefined
      ? [[one.given, one.expected] as const]
      : [];
  });
  const [first] = pairs;
  if (first === undefined) return undefined;
  const isRatio =
    pairs.some(([, expected]) => expected !== first[1]) && pairs.every(([, expected]) => expected > 0);
  const measured = isRatio ? 1 : first[1];
  const values = pairs.map(([given, expected]) => (isRatio ? given / expected : given));
  const [from, to] = isRatio ? RATIO_RANGE : question.range;
  const isLogarithmic = isRatio || (from > 0 && to > 20 * from);
  return {
    ...{ step, question, isRatio, measured, count: pairs.length },
    bins: binsOf(values, from, to, isLogarithmic),
    near:
      pairs.filter(([given, expected]) => Math.abs(given - expected) <= NEAR * Math.abs(expected)).length /
      pairs.length,
  };
}

function questionFigure(
  step: LabStep,
  question: QuestionFigure["question"],
  gradedFiles: readonly GradedFile[],
): QuestionFigure {
  const counts = new Map<number, number>();
  let [given, right, attempts] = [0, 0, 0];
  for (const { graded } of gradedFiles) {
    const isThis = (one: { readonly step: string; readonly question: string }) =>
      one.step === step.id && one.question === question.id;
    const judged = graded.answers.find(isThis);
    const claim = graded.submission.answers.find(isThis);
    if (claim === undefined || judged?.given === undefined) continue;
    given += 1;
    attempts += claim.attempts;
    if (judged.right) right += 1;
    const values: readonly AnswerValue[] = [...(claim.earlier ?? []), ...(judged.right ? [] : [claim.value])];
    // Each wrong value counts once for each student.
    for (const value of new Set(values))
      if (typeof value === "number") counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  const wrong = [...counts]
    .map(([value, count]) => ({ value, count }))
    .toSorted((a, b) => b.count - a.count || a.value - b.value);
  return {
    ...{ step, question, given, right, meanAttempts: given === 0 ? 0 : attempts / given },
    wrong: wrong.slice(0, WRONG_SHOWN),
  };
}

function binsOf(values: readonly number[], from: number, to: number, isLogarithmic: boolean): readonly Bin[] {
  const edgeAt = (at: number) =>
    isLogarithmic ? from * (to / from) ** (at / BIN_COUNT) : from + ((to - from) * at) / BIN_COUNT;
  return Array.from({ length: BIN_COUNT }, (_, at) => {
    const [low, high] = [edgeAt(at), edgeAt(at + 1)];
    const isIn = (value: number) => (at === 0 || value >= low) && (at === BIN_COUNT - 1 || value < high);
    return { from: low, to: high, count: values.filter(isIn).length };
  });
}

const meanOf = (values: readonly number[]) =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return sorted.length === 0
    ? 0
    : Number.isInteger(middle)
      ? ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
      : (sorted[Math.floor(middle)] ?? 0);
}
