/** The questions of a lab for other platforms, once for each variant. The machines of the variant compute the right
 * answers, with the code that grades. */
import { encodeLink } from "../../scenarios/link/link.ts";
import { isSame, UNITS } from "../expressions/dimension.ts";
import { filledQuestion } from "../labs/answers.ts";
import { LabBench, type RunMachine } from "../labs/bench.ts";
import { judgeAnswer, toleranceOf } from "../labs/judge.ts";
import type { Lab, LabStep, Question } from "../labs/lab.ts";
import { mistakenValue, mistakeWidth } from "../labs/mistakes.ts";
import { decimalText, numberText } from "../labs/templates.ts";
import { OWN } from "../labs/value.ts";

export interface ExportedQuestion {
  readonly lab: string;
  readonly step: string;
  readonly question: string;
  /** Title of the lab and of the step. */
  readonly title: string;
  readonly name: string;
  readonly seed: number;
  readonly points: number;
  /** Markdown: the text of the step, a line, the question, and how to answer. */
  readonly text: string;
  /** Open the machines that the answer needs, in this variant. */
  readonly machines: readonly MachineLink[];
  readonly asked: Asked;
}

interface MachineLink {
  readonly title: string;
  readonly address: string;
}

export type Asked = AskedNumber | AskedChoice | AskedText;

export interface AskedNumber {
  readonly kind: "number";
  /** All of them in the unit of the question, which is the first of `units`. */
  readonly right: number;
  readonly tolerance: number;
  readonly units: readonly NamedUnit[];
  /** The first mistake that fits a wrong answer explains it. */
  readonly mistakes: readonly {
    readonly value: number;
    readonly tolerance: number;
    readonly text: string;
  }[];
}

interface NamedUnit {
  readonly name: string;
  /** Factor for conversion to the first unit. */
  readonly multiplier: number;
}

interface AskedChoice {
  readonly kind: "choice";
  readonly options: readonly AskedOption[];
}

interface AskedOption {
  readonly text: string;
  readonly isRight: boolean;
  /** Why the option is wrong. */
  readonly wrong: string | undefined;
}

interface AskedText {
  readonly kind: "text";
  readonly atLeastWords: number;
}

export interface LeftOut {
  readonly lab: string;
  readonly step: string;
  /** Undefined for the task of the step. */
  readonly question: string | undefined;
  readonly reason: string;
}

interface Exported {
  readonly questions: readonly ExportedQuestion[];
  readonly leftOut: readonly LeftOut[];
}

interface ExportOptions {
  readonly seeds: readonly number[];
  readonly language: QuestionLanguage;
  /** Address of the page. */
  readonly base: string;
  /** sim_version of the core that has measured. */
  readonly modelVersion: string;
}

/** Rejects with a MachineError if a machine of the lab is not valid. */
export async function exportedQuestions(
  lab: Lab,
  runMachine: RunMachine,
  options: ExportOptions,
): Promise<Exported> {
  const places = lab.steps.flatMap((step) => step.questions.map((question) => ({ step, question })));
  const asked = places.filter(({ step, question }) => reasonAgainst(step, question) === undefined);
  const known = new Set<string>();
  const byPlace = asked.map((): ExportedQuestion[] => []);
  for (const seed of lab.vary.length === 0 ? [0] : options.seeds) {
    const bench = await LabBench.open(lab, seed, runMachine);
    for (const [index, { step, question }] of asked.entries()) {
      const exported = await exportedQuestion(bench, step, question, options);
      // Two variants may have equal machines.
      const { seed: _seed, name: _name, ...same } = exported;
      const key = JSON.stringify(same);
      if (!known.has(key)) byPlace[index]?.push(exported);
      known.add(key);
    }
  }
  return { questions: byPlace.flat(), leftOut: leftOutOf(lab) };
}

function leftOutOf(lab: Lab): readonly LeftOut[] {
  return lab.steps.flatMap((step) => {
    const questions = step.questions.flatMap((question) => {
      const reason = reasonAgainst(step, question);
      return reason === undefined ? [] : [{ lab: lab.id, step: step.id, question: question.id, reason }];
    });
    const task = { lab: lab.id, step: step.id, question: undefined, reason: TASK };
    return step.task === undefined ? questions : [...questions, task];
  });
}

const TASK = "a design is graded by running it: use the lab";

function reasonAgainst({ task }: LabStep, { kind }: Question): string | undefined {
  if (kind === "prediction") return "a prediction belongs before the run, and is not scored";
  return kind === "text" && task !== undefined ? "asks about the student's own design" : undefined;
}

async function exportedQuestion(
  bench: LabBench,
  step: LabStep,
  question: Question,
  { language, base, modelVersion }: ExportOptions,
): Promise<ExportedQuestion> {
  const { lab, seed } = bench;
  const words = questionWords(language);
  const write = (value: number, unit?: string) => writtenNumber(value, unit, language);
  const filled = (text: string) => filledQuestion(bench, step, text, write);
  const hint = hintFor(question, language);
  return {
    ...{ lab: lab.id, step: step.id, question: question.id, seed, points: question.points },
    name: words.name(`${lab.id} ${step.id}/${question.id}`, seed),
    title: `${lab.title}: ${step.title}`,
    text: [
      ...(step.text === "" ? [] : [await filled(step.text), "---"]),
      await filled(question.text),
      ...(hint === "" ? [] : [hint]),
    ].join("\n\n"),
    machines: machinesNeeded(bench, step, question).map((machine) => {
      const isOwn = machine === step.machine;
      const scenario = bench.scenarioOf(machine);
      const { cycle, from, to } = (isOwn ? step.view : undefined) ?? {};
      const position = {
        ...(cycle === undefined ? {} : { cycle }),
        ...(from === undefined || to === undefined ? {} : { zoom: { from, to } }),
      };
      const link = encodeLink(scenario, position, undefined, modelVersion);
      // Recorded bytes do not fit into a link, but the lab contains the machine.
      const address = link ?? `#lab=${lab.id}${seed === 0 ? "" : `&seed=${seed}`}&step=${step.id}`;
      return { title: scenario.name, address: base + address };
    }),
    asked: await askedBy(bench, step, question, filled),
  };
}

/** The machine of the step, and those with which its results are compared. */
function machinesNeeded(bench: LabBench, step: LabStep, question: Question): readonly string[] {
  const vocabulary = bench.vocabularyOf(step);
  const needs = expressionsOf(question).flatMap((expression) => {
    const compiled = vocabulary.compile(expression);
    return compiled.ok ? compiled.quantity.needs : [];
  });
  return [...new Set([step.machine, ...needs.map((need) => (need === OWN ? step.machine : need))])];
}

function expressionsOf(question: Question): readonly string[] {
  if (question.kind === "number") return [question.value];
  return question.kind === "choice" ? question.options.flatMap((option) => option.when ?? []) : [];
}

function hintFor(question: Question, language: QuestionLanguage): string {
  const words = questionWords(language);
  if (question.kind === "text") return words.atLeast(question.atLeastWords);
  return question.kind === "number" && question.unit !== "" ? words.giveIn(shownUnit(question.unit)) : "";
}

async function askedBy(
  bench: LabBench,
  step: LabStep,
  question: Question,
  filled: (text: string) => Promise<string>,
): Promise<Asked> {
  switch (question.kind) {
    case "number":
      return askedNumber(bench, step, question, filled);
    case "choice": {
      const options: AskedOption[] = [];
      for (const [index, { text, wrong }] of question.options.entries()) {
        const { right: isRight } = await judgeAnswer(bench, step, question, index);
        const told = wrong === undefined || isRight ? undefined : await filled(wrong);
        options.push({ text: await filled(text), isRight, wrong: told });
      }
      return { kind: "choice", options };
    }
    case "text":
      return { kind: "text", atLeastWords: question.atLeastWords };
    case "prediction":
      throw new Error("a prediction is left out");
  }
}

async function askedNumber(
  bench: LabBench,
  step: LabStep,
  question: Question & { readonly kind: "number" },
  filled: (text: string) => Promise<string>,
): Promise<AskedNumber> {
  const { expected } = await judgeAnswer(bench, step, question, undefined);
  if (expected === undefined)
    throw new Error(`${bench.lab.id} ${step.id}/${question.id} has no value in variant ${bench.seed}`);
  const tolerance = toleranceOf(question, expected);
  const mistakes: AskedNumber["mistakes"][number][] = [];
  for (const { value: expression, text } of question.mistakes) {
    const value = await mistakenValue(bench, step, question, expression);
    if (value === undefined || !Number.isFinite(value)) continue;
    const width = mistakeWidth(question, value);
    mistakes.push({
      value: shortened(value, width),
      tolerance: Number(width.toPrecision(6)),
      text: await filled(text),
    });
  }
  const { clockHertz } = bench.scenarioOf(step.machine).machine;
  return {
    kind: "number",
    right: shortened(expected, tolerance),
    tolerance: Number(tolerance.toPrecision(6)),
    units: unitsFor(question.unit, clockHertz),
    mistakes,
  };
}

/** Six digits, if the tolerance is so large that further digits make no difference. */
function shortened(value: number, tolerance: number): number {
  const short = Number(value.toPrecision(6));
  return Math.abs(short - value) <= tolerance / 1000 ? short : value;
}

/** The unit of the question, its other spelling, and all units into which it can be converted. */
function unitsFor(unit: string, clockHertz: number): readonly NamedUnit[] {
  if (unit === "") return [];
  const own = UNITS.get(unit);
  const first = { name: shownUnit(unit), multiplier: 1 };
  if (own === undefined || unit === "%") return [first];
  const others = Array.from(UNITS, ([name, { factor, dimension }]) =>
    name !== first.name && name !== "%" && isSame(dimension, own.dimension)
      ? [{ name, multiplier: own.factor / factor }]
      : [],
  ).flat();
  if (unit === "cycles") {
    const seconds = ["ns", "µs", "us", "ms"].map((name) => ({
      name,
      multiplier: 1 / (clockHertz * (UNITS.get(name)?.factor ?? 1)),
    }));
    return [first, { name: "Takte", multiplier: 1 }, ...seconds];
  }
  if (!TIMES.has(unit)) return [first, ...others];
  const cycles = own.factor * clockHertz;
  return [first, ...others, { name: "cycles", multiplier: cycles }, { name: "Takte", multiplier: cycles }];
}

const TIMES: ReadonlySet<string> = new Set(["s", "ms", "us", "µs", "ns"]);

/** Writes no separators of thousands, so that a number can be copied into an answer. */
function writtenNumber(value: number, unit: string | undefined, language: QuestionLanguage): string {
  const text = numberText(value, unit).replaceAll("\u202f", "");
  return language === "de" ? text.replace(/(\d)\.(?=\d)/, "$1,").replace("cycles", "Takte") : text;
}

/** Plain digits with a decimal point, as files require. */
export const plainNumber = (value: number): string => decimalText(Number(value.toPrecision(15)));

export type QuestionLanguage = "en" | "de";

interface QuestionWords {
  readonly name: (place: string, seed: number) => string;
  readonly machines: string;
  readonly giveIn: (unit: string) => string;
  readonly atLeast: (words: number) => string;
}

const ENGLISH: QuestionWords = {
  name: (place, seed) => `${place}, variant ${seed}`,
  machines: "Open the machine in irqscope:",
  giveIn: (unit) => (unit === "/s" ? "Give the number per second." : `Give the number in ${unit}.`),
  atLeast: (words) => `Write at least ${words} words.`,
};

const GERMAN: QuestionWords = {
  name: (place, seed) => `${place}, Variante ${seed}`,
  machines: "Die Maschine in irqscope öffnen:",
  giveIn: (unit) =>
    unit === "/s"
      ? "Geben Sie die Zahl je Sekunde an."
      : `Geben Sie die Zahl in ${unit === "cycles" ? "Takten" : unit} an.`,
  atLeast: (words) => `Schreiben Sie mindestens ${words} Wörter.`,
};

/** Words of exported questions that the lab does not contain. */
export function questionWords(language: QuestionLanguage): QuestionWords {
  return language === "de" ? GERMAN : ENGLISH;
}

/** Writes us as µs. */
const shownUnit = (unit: string): string => (unit === "us" ? "µs" : unit);
