/** The report of a class as one page of HTML, large enough for a projector: it names no student. */
import { type Html, html, pageOf } from "../export/report/html.ts";
import type { Graded } from "../labs/graded.ts";
import type { Question } from "../labs/lab.ts";
import { VERSION } from "../origin.ts";
import {
  type Bin,
  classFigures,
  type PredictionFigure,
  type QuestionFigure,
  type WrongAnswers,
} from "./classFigures.ts";
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
.rows { display: grid; grid-template-columns: 1fr max-content; gap: 0 .8rem; align-items: end; line-height: 1.35; font-variant-numeric: tabular-nums; }
.rows > :nth-child(3n + 2) { text-align: right; }
.rows i { grid-column: 1 / -1; height: .35rem; margin: .1rem 0 .5rem; background: var(--b); } .rows i.good { background: var(--a); }
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
    const figures = await classFigures(lab, gradedFiles, shareOf, { openBench: texts.openBench, pause });
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
  { question, step, given, right, meanAttempts, wrong, others }: QuestionFigure,
  asked: string,
  texts: LabTexts,
  filled: (text: string) => Promise<string>,
): Promise<Html> {
  const words = wordsIn(texts.language);
  const most = Math.max(given, 1);
  const rows = [bar(words.right, right / most, String(right), true)];
  for (const one of wrong)
    rows.push(bar(await wrongName(one, question, texts, filled), one.count / most, String(one.count), false));
  if (others > 0) rows.push(bar(words.otherWrong, others / most, String(others), false));
  return html`<section><h3>${texts.plain(step.title)}: ${asked}</h3><div class="rows">${rows}</div>
<p class="dim">${words.given}: ${given}; ${words.attempts}: ${texts.number(Math.round(meanAttempts * 10) / 10)}${wrong.length === 0 ? "" : `; ${words.wrong}`}</p></section>
`;
}

/** The sentence about the mistake, with the value if all gave the same one; or the value relative to the measured one. */
async function wrongName(
  { reason, value }: WrongAnswers,
  question: Question,
  texts: LabTexts,
  filled: (text: string) => Promise<string>,
): Promise<Html> {
  const words = wordsIn(texts.language);
  const unit = "unit" in question ? question.unit : "";
  switch (reason.kind) {
    case "option": {
      const option = question.kind === "choice" ? question.options[reason.option] : undefined;
      const said = option?.wrong === undefined ? "" : await filled(option.wrong);
      return html`${await filled(option?.text ?? String(reason.option))} <span class="dim">${said}</span>`;
    }
    case "mistake": {
      const { mistake } = reason;
      const said = mistake.kind === "told" ? await filled(mistake.text) : words.mistakes[mistake.kind](unit);
      return html`${said} <span class="dim">${value === undefined ? "" : texts.number(value, unit)}</span>`;
    }
    case "near":
      return html`${reason.isHigher ? words.littleHigh : words.littleLow}`;
    case "ratio":
      return html`${words.times(texts.number(reason.ratio))}`;
    case "value":
      return html`${texts.number(reason.value, unit)}`;
  }
}

function bar(name: string | Html, share: number, value: string, isGood: boolean): Html {
  const width = Math.round(1000 * Math.min(1, share)) / 10;
  return html`<span>${name}</span><span>${value}</span><i class="${isGood ? "good" : ""}" style="width:${width}%"></i>`;
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
const TOP = 36;

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
      : html`<path class="measured" d="M${place.toFixed(1)} 16V${BASE}"></path><text class="measured-text" x="${place.toFixed(1)}" y="12" text-anchor="${place > WIDTH / 2 ? "end" : "start"}">${label}</text>`;
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
