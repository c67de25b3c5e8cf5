/** The right answers of a lab, computed by its machines, for teachers. */
import type { LabBench } from "./bench.ts";
import { goalOn } from "./goals.ts";
import { judgeAnswer, judgeTask, toleranceOf } from "./judge.ts";
import type { LabGoal, LabStep, Question } from "./lab.ts";
import { leaderOf } from "./machines.ts";
import { filledText, templatesOf } from "./templates.ts";

export interface RightAnswer {
  readonly step: string;
  readonly question: string;
  readonly kind: Question["kind"];
  readonly text: string;
  readonly points: number;
  /** A number in `unit`, or the text of an option. Undefined for texts, and if the machine has no value. */
  readonly answer: number | string | undefined;
  readonly unit: string;
  /** Accepted range, from and to. Whole numbers for a count. */
  readonly taken: readonly [number, number] | undefined;
  /** Only for texts: number of words that they need. */
  readonly words: number | undefined;
}

interface RightGoal {
  readonly text: string;
  readonly points: number;
  /** True if the unchanged machine of the lab meets the goal. */
  readonly met: boolean;
  /** The wanted text of a console or contents of memory, in the words of the lab. Undefined if the goal is a condition.
   */
  readonly wanted: string | undefined;
}

export interface RightTask {
  readonly step: string;
  readonly change: readonly string[];
  readonly goals: readonly RightGoal[];
  /** The best known figure. */
  readonly leader: { readonly text: string; readonly value: number; readonly unit: string } | undefined;
}

export interface StepAnswers {
  readonly step: string;
  readonly title: string;
  readonly answers: readonly RightAnswer[];
  readonly task: RightTask | undefined;
}

/** Rejects if a machine of the lab does not run. */
export async function answersOf(bench: LabBench): Promise<readonly StepAnswers[]> {
  const steps: StepAnswers[] = [];
  for (const step of bench.lab.steps) {
    const answers: RightAnswer[] = [];
    for (const question of step.questions) answers.push(await rightAnswer(bench, step, question));
    steps.push({ step: step.id, title: step.title, answers, task: await rightTask(bench, step) });
  }
  return steps;
}

async function rightAnswer(bench: LabBench, step: LabStep, question: Question): Promise<RightAnswer> {
  const { expected } = await judgeAnswer(bench, step, question, undefined);
  return {
    step: step.id,
    question: question.id,
    kind: question.kind,
    text: await filledQuestion(bench, step, question.text),
    points: question.points,
    answer: question.kind === "choice" ? await rightOption(bench, step, question) : expected,
    unit: "unit" in question ? question.unit : "",
    taken: takenOf(question, expected),
    words: question.kind === "text" ? question.atLeastWords : undefined,
  };
}

function takenOf(question: Question, expected: number | undefined): readonly [number, number] | undefined {
  if (question.kind !== "number" || expected === undefined) return undefined;
  const width = toleranceOf(question, expected);
  const [from, to] = [expected - width, expected + width];
  return isCount(question, expected) ? [Math.ceil(from), Math.floor(to)] : [from, to];
}

/** True for a plain metric with a whole value, because counts have no fractions. */
function isCount({ unit, value }: Question & { readonly kind: "number" }, expected: number): boolean {
  const isMetric = /^[\w.[\]"-]+$/.test(value.trim()) && !/\bipc$/.test(value.trim());
  return isMetric && unit === "" && Number.isInteger(expected);
}

async function rightOption(
  bench: LabBench,
  step: LabStep,
  question: Question & { readonly kind: "choice" },
): Promise<string | undefined> {
  for (const [at, { text }] of question.options.entries())
    if ((await judgeAnswer(bench, step, question, at)).right) return filledQuestion(bench, step, text);
  return undefined;
}

async function rightTask(bench: LabBench, step: LabStep): Promise<RightTask | undefined> {
  const { task } = step;
  if (task === undefined) return undefined;
  const untouched = await judgeTask(bench, step, task, []);
  return {
    step: step.id,
    change: task.change,
    goals: task.goals.map((goal, at) => ({
      text: goal.text,
      points: goal.points,
      wanted: wantedBy(goal),
      met: untouched.ok && untouched.met[at] === true,
    })),
    leader: task.figure && {
      text: task.figure.text,
      value: leaderOf(bench.lab, task.figure, bench.seed),
      unit: task.figure.unit,
    },
  };
}

function wantedBy(goal: LabGoal): string | undefined {
  const { console: text, memory, alsoOn = [] } = goal;
  const others = alsoOn.filter((id) => text?.on?.[id] !== undefined || memory?.on?.[id] !== undefined);
  const there = others.map((id) => `on machine ${id}: ${wantedHere(goalOn(goal, id))}`);
  const here = wantedHere(goal);
  return here && [here, ...there].join("; ");
}

function wantedHere({ console: text, memory }: LabGoal): string | undefined {
  if (memory !== undefined) return `from ${memory.at} on: ${memory.words.join(", ")}`;
  if (text === undefined) return undefined;
  if (text.as !== undefined) return `console ${text.name} equals the console of machine ${text.as}`;
  return text.equals === undefined
    ? `console ${text.name} contains ${JSON.stringify(text.contains)}`
    : `console ${text.name} is ${JSON.stringify(text.equals)}`;
}

export async function filledQuestion(
  bench: LabBench,
  step: LabStep,
  text: string,
  write?: (value: number, unit?: string) => string,
): Promise<string> {
  const templates = templatesOf(text, bench.vocabularyOf(step));
  const needs = templates.flatMap(({ quantity }) => (typeof quantity === "string" ? [] : quantity.needs));
  return filledText(text, templates, await bench.measured(step, new Set(needs)), write);
}
