/** Labs, benches and submissions for tests, as a student's page would make them. */
import { existsSync, readFileSync } from "node:fs";
import { LabBench, type RunMachine } from "../../lib/labs/bench.ts";
import type { Change } from "../../lib/labs/changes.ts";
import { loadLab } from "../../lib/labs/gallery.ts";
import { type AnswerValue, judgeAnswer, judgeTask } from "../../lib/labs/judge.ts";
import type { Lab, Question } from "../../lib/labs/lab.ts";
import { applyAction, newProgress, type Progress } from "../../lib/labs/progress.ts";
import { type Submission, submissionOf } from "../../lib/labs/submission.ts";
import { type BestDesigns, bestDesign } from "../../lib/labs/variants.ts";
import { runToOutcome } from "../../lib/papers/outcome.ts";
import { openCore } from "../boundary/support.ts";

export const core = await openCore();

/** Runs one machine after another, each once. */
const known = new Map<string, ReturnType<RunMachine>>();
export const runMachine: RunMachine = (scenario) => {
  const key = JSON.stringify(scenario);
  const outcome = known.get(key) ?? run(scenario);
  known.set(key, outcome);
  return outcome;
};

async function run(scenario: Parameters<RunMachine>[0]) {
  const outcome = runToOutcome(core, scenario, 0);
  if (outcome === undefined) throw new Error("stopped");
  return outcome;
}

export async function openLab(id: string): Promise<Lab> {
  const result = await loadLab(id);
  if (result?.ok) return result.lab;
  throw new Error(`lab ${id}: ${JSON.stringify(result?.errors)}`);
}

export type Solution = BestDesigns & {
  readonly answers: Readonly<Record<string, Readonly<Record<string, AnswerValue>>>>;
  /** Designs that meet their goals with any traffic, where the best design meets them only just. */
  readonly withMargin?: Readonly<Record<string, readonly Change[]>>;
};

export function solutionOf(id: string): Solution {
  const path = new URL(`./solutions/${id}.json`, import.meta.url);
  if (!existsSync(path)) throw new Error(`lab ${id} has no solution`);
  return JSON.parse(readFileSync(path, "utf8"));
}

/** Text answers are for a teacher to read, so tests hold none. */
const wordsFor = ({ atLeastWords }: Question & { readonly kind: "text" }): string =>
  Array.from({ length: atLeastWords }, (_, at) => `word${at}`).join(" ");

/** Wrong answers to every question: predictions beside the result, and texts of the required length without content. */
export function wrongAnswer(question: Question, right: AnswerValue): AnswerValue {
  switch (question.kind) {
    case "number":
      return Number(right) * 3 + 1;
    case "choice":
      return (Number(right) + 1) % question.options.length;
    case "text":
      return "word ".repeat(question.atLeastWords);
    case "prediction":
      return question.range[0];
  }
}

type Choose = (question: Question, right: AnswerValue) => AnswerValue;

/** The source of the program that the last step of a lab gives. */
export function programOf(bench: LabBench): string {
  const machine = bench.lab.steps.at(-1)?.machine ?? "";
  const [source] = bench
    .scenarioOf(machine)
    .software.routines.flatMap((one) =>
      one.kind === "program" && one.program.source !== undefined ? [one.program.source] : [],
    );
  if (source === undefined) throw new Error(`${bench.lab.id} has no program`);
  return source;
}

/** Progress as the page makes it: every answer judged, every design run. */
export async function solved(
  bench: LabBench,
  solution: Solution,
  choose: Choose = (_, right) => right,
): Promise<Progress> {
  let progress = newProgress(bench.lab, bench.seed);
  let at = 1_767_607_200;
  let isFirst = true;
  for (const step of bench.lab.steps) {
    progress = applyAction(progress, { do: "spend", step: step.id, seconds: 300 });
    for (const question of step.questions) {
      const right =
        solution.answers[step.id]?.[question.id] ??
        (question.kind === "text" ? wordsFor(question) : undefined);
      if (right === undefined) throw new Error(`no answer to ${step.id}/${question.id}`);
      const value = choose(question, right);
      const judged = await judgeAnswer(bench, step, question, value);
      const answer = { do: "answer", step: step.id, question } as const;
      at += 100;
      // The first number is right at the second attempt.
      if (question.kind === "number" && isFirst) {
        progress = applyAction(progress, { ...answer, value: -1, right: false }, at - 50);
        isFirst = false;
      }
      progress = applyAction(progress, { ...answer, value, right: judged.right }, at);
    }
    const changes = bestDesign(solution, bench, step);
    if (step.task === undefined || changes === undefined) continue;
    const judged = await judgeTask(bench, step, step.task, changes);
    if (!judged.ok) throw new Error(judged.message);
    progress = applyAction(progress, { do: "tried", step, changes, judged });
  }
  for (const [machine, { runCycles }] of bench.machines) {
    const { stateHash } = await bench.outcomeOf(machine);
    progress = applyAction(progress, { do: "ran", machine, cycle: runCycles, stateHash });
  }
  return progress;
}

export async function openBench(id: string, seed = 0): Promise<LabBench> {
  return LabBench.open(await openLab(id), seed, runMachine);
}

export async function solvedSubmission(id: string, seed = 0): Promise<Submission> {
  const bench = await openBench(id, seed);
  return submissionOf(bench.lab, await solved(bench, solutionOf(id)), core.version);
}
