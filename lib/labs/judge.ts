/** Judges answers. The machines compute the right answers; the lab's file does not contain them. */

import type { LabBench, Ran } from "./bench.ts";
import type { Change } from "./changes.ts";
import { changesOf, withChanges } from "./changes.ts";
import { digestOfChoice } from "./digest.ts";
import { type GoalMet, goalMet, goalMetOn } from "./goals.ts";
import type { LabGoal, LabStep, LabTask, Question } from "./lab.ts";
import { leaderOf } from "./machines.ts";
import { numberText } from "./templates.ts";
import { inUnit } from "./value.ts";

/** A number, the index of an option, or a text. */
export type AnswerValue = number | string;

export interface Judgement {
  readonly right: boolean;
  /** Only for numbers: the right answer in the unit of the question. */
  readonly expected: number | undefined;
  readonly points: number;
}

export async function judgeAnswer(
  bench: LabBench,
  step: LabStep,
  question: Question,
  answer: AnswerValue | undefined,
): Promise<Judgement> {
  const judged = (right: boolean, expected?: number): Judgement => ({
    right,
    expected,
    points: right ? question.points : 0,
  });
  switch (question.kind) {
    case "text":
      return judged(typeof answer === "string" && wordsIn(answer) >= question.atLeastWords);
    case "choice":
      return judged(typeof answer === "number" && (await isRightOption(bench, step, question, answer)));
    case "number":
    case "prediction": {
      const { value } = await bench.valueOf(step, question.value);
      const expected = inUnit(value, question.unit);
      if (question.kind === "prediction") return judged(typeof answer === "number", expected);
      if (typeof answer !== "number" || expected === undefined) return judged(false, expected);
      const width = toleranceOf(question, expected);
      // Typed numbers are decimal, so the comparison tolerates a rounding error.
      return judged(Math.abs(answer - expected) <= width * 1.000_001 + 1e-12, expected);
    }
  }
}

/** Half the width of the accepted range, in the unit of the question. */
export function toleranceOf({ tolerance }: Question & { readonly kind: "number" }, expected: number): number {
  return "relative" in tolerance ? Math.abs(expected) * tolerance.relative : tolerance.absolute;
}

async function isRightOption(
  bench: LabBench,
  step: LabStep,
  question: Question & { readonly kind: "choice" },
  option: number,
): Promise<boolean> {
  const chosen = question.options[option];
  if (chosen === undefined) return false;
  if (question.digest !== undefined)
    return digestOfChoice(bench.lab.id, step.id, question.id, option) === question.digest;
  if (chosen.when === undefined) return false;
  return (await bench.valueOf(step, chosen.when)).value === true;
}

export function wordsIn(text: string): number {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

/** The actual contents where they differ from the goal. */
export interface Finding {
  /** Id of a goal that is met on the machine of the step and missed on this one. */
  readonly machine: string | undefined;
  readonly message: string;
  /** Set if the goal is missed in a cycle before the last one. */
  readonly cycle?: number | undefined;
}

export function findingText({ machine, message, draw, link }: Finding & FoundByDraw): string {
  const text = machine === undefined ? message : `on machine ${machine}: ${message}`;
  if (draw === undefined) return text;
  const drawn = `with draw ${draw}: ${text}`;
  return link === undefined ? drawn : `${drawn}  ${link}`;
}

interface FoundByDraw {
  readonly draw?: string | undefined;
  readonly link?: string | undefined;
}

export interface TaskJudgement {
  /** One entry for each goal. */
  readonly met: readonly boolean[];
  /** The same for the lab's own machine. */
  readonly given: readonly boolean[];
  /** Goals that the lab's own machine meets give points only if another goal is met too. */
  readonly points: number;
  /** One value for each goal, in its unit. Undefined if the goal shows no value. */
  readonly reached: readonly (number | undefined)[];
  /** One entry for each goal. Undefined if the goal is met, or if its condition says enough. */
  readonly findings: readonly (Finding | undefined)[];
  /** Value in the unit of the task's figure. */
  readonly figure: number | undefined;
  readonly cycle: number;
  readonly stateHash: string;
}

export type TaskOutcome =
  | ({ readonly ok: true } & TaskJudgement)
  | { readonly ok: false; readonly message: string };

export async function judgeTask(
  bench: LabBench,
  step: LabStep,
  task: LabTask,
  changes: readonly Change[],
): Promise<TaskOutcome> {
  const made = withChanges(bench.scenarioOf(step.machine), changes, task.change);
  if (!made.ok) return made;
  const outcome = await bench.run(made.scenario);
  return { ok: true, ...(await judgeRun(bench, step, task, { scenario: made.scenario, outcome })) };
}

export async function judgeRun(
  bench: LabBench,
  step: LabStep,
  task: LabTask,
  ran: Ran,
): Promise<TaskJudgement> {
  const { met, findings } = await metEverywhere(bench, step, task, ran);
  const given = (await metBy(bench, step, task)).map((one) => one.met);
  const figure = await figureOf(bench, step, task, ran);
  return {
    met,
    given,
    findings,
    reached: await reachedBy(bench, step, task, ran),
    points: pointsFor(task, met, given),
    figure,
    cycle: ran.scenario.runCycles,
    stateHash: ran.outcome.stateHash,
  };
}

/** `given`: the goals that the lab's own machine meets. */
export function pointsFor(task: LabTask, met: readonly boolean[], given: readonly boolean[]): number {
  const isProgress = given.every(Boolean) || met.some((one, index) => one && given[index] === false);
  if (!isProgress) return 0;
  return task.goals.reduce((sum, { points }, index) => sum + (met[index] === true ? points : 0), 0);
}

interface MetGoals {
  readonly met: readonly boolean[];
  readonly findings: readonly (Finding | undefined)[];
}

/**
 * True for each goal that is met on the step's machine and, with the same changes, on all other machines that
 * it names.
 */
async function metEverywhere(bench: LabBench, step: LabStep, task: LabTask, ran: Ran): Promise<MetGoals> {
  const found = [...(await metBy(bench, step, task, ran))];
  const findings = found.map(({ message, cycle }): Finding | undefined =>
    message === undefined ? undefined : { machine: undefined, message, cycle },
  );
  const others = new Set(task.goals.flatMap(({ alsoOn = [] }) => alsoOn));
  const made = changesOf(bench.scenarioOf(step.machine), ran.scenario, task.change);
  for (const machine of others) {
    const needed = task.goals.flatMap((goal, index) =>
      !isOfFigure(goal) && goal.alsoOn?.includes(machine) === true && found[index]?.met === true
        ? [[index, goal] as const]
        : [],
    );
    if (needed.length === 0) continue;
    const other = made.ok ? withChanges(bench.scenarioOf(machine), made.changes, task.change) : made;
    const there = other.ok
      ? { scenario: other.scenario, outcome: await bench.run(other.scenario) }
      : undefined;
    for (const [index, goal] of needed) {
      const one: GoalMet =
        there === undefined ? { met: false } : await goalMetOn(machine, bench, step, goal, there);
      found[index] = one;
      if (!one.met)
        findings[index] = {
          ...{ machine, message: one.message ?? (await notHolding(bench, step, goal, there)) },
          cycle: one.cycle,
        };
    }
  }
  const met = withOthers(task, found);
  return {
    met,
    findings: task.goals.map((goal, index) => {
      // A machine that does something else has no comparable figure.
      if (isOfFigure(goal))
        return found.every((one, at) => at === index || one.met) ? findings[index] : undefined;
      return found[index]?.met === true && met[index] === false
        ? { machine: undefined, message: "counts only together with the goals before it" }
        : findings[index];
    }),
  };
}

export const NOT_HOLDING = "the condition does not hold";

async function notHolding(
  bench: LabBench,
  step: LabStep,
  { reached }: LabGoal,
  there?: Ran,
): Promise<string> {
  const value =
    reached && there && inUnit((await bench.valueOf(step, reached.value, there)).value, reached.unit);
  return value === undefined || reached === undefined
    ? NOT_HOLDING
    : `${NOT_HOLDING}: ${numberText(value, reached.unit)}`;
}

/** Closeness to the best figure counts only if all other goals are met, and a goal may require those before it. */
function withOthers({ goals }: LabTask, found: readonly GoalMet[]): readonly boolean[] {
  const isMet = (index: number) => found[index]?.met === true;
  return goals.map((goal, index) => {
    const needed = goals.flatMap((other, at) =>
      !isOfFigure(other) && (isOfFigure(goal) || (goal.withAllBefore === true && at < index)) ? [at] : [],
    );
    return isMet(index) && needed.every(isMet);
  });
}

const isOfFigure = ({ nearBest }: LabGoal): boolean => nearBest !== undefined;

/** One entry for each goal. Without `ran`, judges the unchanged machine of the lab. */
async function metBy(bench: LabBench, step: LabStep, task: LabTask, ran?: Ran): Promise<GoalMet[]> {
  const met: GoalMet[] = [];
  for (const goal of task.goals)
    met.push(isOfFigure(goal) ? { met: true } : await goalMet(bench, step, goal, ran));
  const figure = await figureOf(bench, step, task, ran);
  const found = task.goals.map((goal, index) =>
    isOfFigure(goal) ? nearness(bench, task, goal.nearBest, figure) : (met[index] ?? { met: false }),
  );
  if (ran !== undefined) return found;
  return withOthers(task, found).map((one) => ({ met: one }));
}

/** The measured figure if every goal that is not about the figure itself is met. Otherwise undefined, because a machine
 * that does something else cannot be compared with the best known one. `met` has one entry for each goal. */
export function comparedFigure(
  { goals }: Pick<LabTask, "goals">,
  met: readonly boolean[],
  figure: number | undefined,
): number | undefined {
  return goals.every((goal, index) => isOfFigure(goal) || met[index] === true) ? figure : undefined;
}

/**
 * A figure above the best known one by more than this share does not count as success. The teacher must find
 * the reason.
 */
const SURPRISE = 0.02;

function nearness(bench: LabBench, { figure }: LabTask, nearBest = 1, reached: number | undefined): GoalMet {
  if (figure === undefined || reached === undefined) return { met: false };
  const best = leaderOf(bench.lab, figure, bench.seed);
  const isHigher = figure.better === "higher";
  const { surprise = SURPRISE } = figure;
  if (isHigher ? reached > best * (1 + surprise) : reached < best * (1 - surprise))
    return { met: false, message: BETTER_THAN_KNOWN };
  return { met: isHigher ? reached >= nearBest * best : reached <= best / nearBest };
}

/** Remark on a design that is better than the best known one. */
export const BETTER_THAN_KNOWN = "better than the best that is known: show it to your teacher";

async function figureOf(bench: LabBench, step: LabStep, { figure }: LabTask, ran?: Ran) {
  return figure && inUnit((await bench.valueOf(step, figure.value, ran)).value, figure.unit);
}

async function reachedBy(bench: LabBench, step: LabStep, task: LabTask, ran: Ran) {
  const values: (number | undefined)[] = [];
  for (const { reached } of task.goals)
    values.push(reached && inUnit((await bench.valueOf(step, reached.value, ran)).value, reached.unit));
  return values;
}

type Compared = Pick<TaskJudgement, "met" | "points" | "figure">;

/** More points first, then the better figure. False for two designs that differ in neither. */
export function isBetter(task: LabTask, one: Compared, other: Compared): boolean {
  if (one.points !== other.points) return one.points > other.points;
  const figure = comparedFigure(task, one.met, one.figure);
  const otherFigure = comparedFigure(task, other.met, other.figure);
  if (figure === undefined || otherFigure === undefined)
    return figure !== undefined && otherFigure === undefined;
  return task.figure?.better === "higher" ? figure > otherFigure : figure < otherFigure;
}
