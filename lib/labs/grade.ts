/** Submissions against the machines: everything that is claimed is run again. */

import { commandLine } from "../commandLine.ts";
import { type Origin, originOf } from "../origin.ts";
import { LabBench, type RunMachine, runOnce } from "./bench.ts";
import { compared, type Expectation } from "./copies.ts";
import { labDigest } from "./digest.ts";
import type { Flag, Graded, GradedAnswer, GradedTask, Judged, Refused } from "./graded.ts";
import { judgeAnswer, judgeTask } from "./judge.ts";
import { type Lab, type LabStep, pointsOf, type Question } from "./lab.ts";
import { costOf } from "./score.ts";
import { digestOfSubmission, readSubmission, type Submission } from "./submission.ts";
import { workFlags } from "./workDone.ts";

export type Result = Judged & {
  /** Origin of the grading, not of the submission. Its command grades only this file. */
  readonly origin: Origin;
};

interface GradingHost {
  /** Undefined if there is no such lab. */
  readonly labOf: (id: string) => Promise<Lab | undefined>;
  readonly runMachine: RunMachine;
  /** sim_version of the machine that grades. */
  readonly model: string;
  /** The command that grades a file in the same way. If omitted, it has no options. */
  readonly commandOf?: (file: string) => string;
}

export class Grader {
  private readonly host: GradingHost;
  private readonly labs = new Map<string, Promise<Lab | undefined>>();
  private readonly benches = new Map<string, Promise<LabBench>>();

  constructor(host: GradingHost) {
    this.host = { ...host, runMachine: runOnce(host.runMachine) };
  }

  async grade(file: string, text: string): Promise<Graded | Refused> {
    const read = readSubmission(text);
    if (!read.ok) return refused(file, read.reason);
    const { submission } = read;
    try {
      const lab = await this.labOf(submission.lab);
      if (lab === undefined) return refused(file, `is of another lab: ${submission.lab}`);
      const graded = await gradeSubmission(
        await this.benchOf(lab, submission.seed),
        submission,
        this.host.model,
      );
      return { ...graded, file };
    } catch (error) {
      return refused(file, `cannot be graded: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  /** Called after all files are graded. Works in the order of the files, so the result does not depend on which was
   * done first. */
  async withCopies(
    results: readonly Judged[],
    expected?: Expectation,
    pause?: () => Promise<void>,
  ): Promise<readonly Result[]> {
    const { model, commandOf = (file) => commandLine("grade", [file]) } = this.host;
    return (await compared(results, expected, pause)).map((result) => ({
      ...result,
      origin: originOf({ version: model }, commandOf(result.file)),
    }));
  }

  private labOf(id: string): Promise<Lab | undefined> {
    const lab = this.labs.get(id) ?? this.host.labOf(id);
    this.labs.set(id, lab);
    return lab;
  }

  /** One bench for each lab and seed, so that submissions with the same variant share the runs of its machines. */
  private benchOf(lab: Lab, seed: number): Promise<LabBench> {
    const key = `${lab.id} ${seed}`;
    const bench = this.benches.get(key) ?? LabBench.open(lab, seed, this.host.runMachine);
    this.benches.set(key, bench);
    return bench;
  }
}

function refused(file: string, reason: string): Refused {
  return { file, status: "refused", reason };
}

type Ungrouped = Omit<Graded, "file">;

export async function gradeSubmission(
  bench: LabBench,
  submission: Submission,
  model: string,
): Promise<Ungrouped> {
  const { lab } = bench;
  const flags: Flag[] = [...claimFlags(lab, submission, model)];
  const answers: GradedAnswer[] = [];
  const tasks: GradedTask[] = [];
  let hints = 0;
  let score = 0;
  let pending = 0;
  for (const step of lab.steps) {
    const judged: GradedAnswer[] = [];
    for (const question of step.questions) judged.push(await gradeAnswer(bench, step, question, submission));
    const task = step.task && (await gradeTask(bench, step, submission, flags));
    if (task !== undefined) tasks.push(task);
    answers.push(...judged);
    const earned = judged.reduce((sum, { points }) => sum + points, 0) + (task?.points ?? 0);
    const waiting = judged.reduce((sum, one) => sum + one.pending, 0);
    const cost = Math.min(earned + waiting, costOf(step, hintsTaken(step, submission)));
    hints += cost;
    score += earned - Math.min(earned, cost);
    pending += waiting - Math.max(0, cost - earned);
  }
  if (submission.model === model) flags.push(...(await runFlags(bench, submission)));
  flags.push(...workFlags(lab, submission, answers));
  const of = lab.steps.reduce((sum, step) => sum + pointsOf(step), 0);
  return { status: "graded", submission, score, pending, of, answers, tasks, hints, flags };
}

async function gradeAnswer(
  bench: LabBench,
  step: LabStep,
  question: Question,
  submission: Submission,
): Promise<GradedAnswer> {
  const given = submission.answers.find((one) => one.step === step.id && one.question === question.id)?.value;
  const { right, expected, points } = await judgeAnswer(bench, step, question, given);
  const { id, kind } = question;
  const isText = kind === "text";
  return {
    ...{ step: step.id, question: id, kind, given, right, expected, of: question.points },
    points: isText ? 0 : points,
    pending: isText ? points : 0,
  };
}

async function gradeTask(
  bench: LabBench,
  step: LabStep,
  submission: Submission,
  flags: Flag[],
): Promise<GradedTask> {
  const of = (step.task?.goals ?? []).reduce((sum, goal) => sum + goal.points, 0);
  const none: GradedTask = { step: step.id, met: [], findings: [], figure: undefined, points: 0, of };
  const claim = submission.tasks.find((one) => one.step === step.id);
  if (claim === undefined || step.task === undefined) return none;
  const judged = await judgeTask(bench, step, step.task, claim.changes);
  if (!judged.ok) {
    flags.push({ kind: "not-reproduced", text: `task of ${step.id}: ${judged.message}` });
    return none;
  }
  const isSame = judged.stateHash === claim.stateHash && judged.cycle === claim.cycle;
  if (!isSame) {
    const text = `task of ${step.id}: the machine that is handed in ends in another state than claimed`;
    flags.push({ kind: "not-reproduced", text });
  }
  // If the rules of the machine have changed since, the result of the present run counts.
  const counts = isSame || flags.some(({ kind }) => kind === "other-model");
  const findings = step.task.goals.flatMap(({ text: goal }, index) => {
    const finding = judged.findings[index];
    return finding === undefined ? [] : [{ ...finding, goal }];
  });
  const { met, figure } = judged;
  return { step: step.id, met, findings, figure, points: counts ? judged.points : 0, of };
}

function hintsTaken(step: LabStep, { hints }: Submission): number {
  return hints.find((one) => one.step === step.id)?.count ?? 0;
}

/** Claims of the file about itself. */
function claimFlags(lab: Lab, submission: Submission, model: string): readonly Flag[] {
  const flags: Flag[] = [];
  if (submission.digest !== digestOfSubmission(submission))
    flags.push({ kind: "edited", text: "the file was edited after it was made" });
  if (submission.model !== model)
    flags.push({
      kind: "other-model",
      text: `made with version ${submission.model} of the machine, graded with ${model}: hashes do not compare`,
    });
  if (submission.labDigest !== labDigest(lab))
    flags.push({ kind: "other-edition", text: "made with another edition of the lab" });
  const [twice] = [...repeated(submission.answers), ...repeated(submission.tasks)];
  if (twice !== undefined)
    flags.push({ kind: "edited", text: `answers ${twice} twice: the first one counts` });
  const isKnown = (step: string, question?: string) =>
    lab.steps.some(
      ({ id, questions }) =>
        id === step && (question === undefined || questions.some((one) => one.id === question)),
    );
  const unknown = [
    ...submission.answers.filter(({ step, question }) => !isKnown(step, question)).map(({ step }) => step),
    ...submission.tasks.filter(({ step }) => !isKnown(step)).map(({ step }) => step),
  ];
  const [first] = unknown;
  if (first !== undefined)
    flags.push({ kind: "unknown", text: `answers what the lab does not ask: ${first}` });
  return flags;
}

/** The page never writes such a file. */
function repeated(claims: readonly { readonly step: string; readonly question?: string }[]): string[] {
  const names = claims.map(({ step, question }) => (question === undefined ? step : `${step}/${question}`));
  return names.filter((name, at) => names.indexOf(name) < at);
}

/** The lab's own machines end where the student's page saw them end. */
async function runFlags(bench: LabBench, submission: Submission): Promise<readonly Flag[]> {
  const flags: Flag[] = [];
  for (const { machine, cycle, stateHash } of submission.runs) {
    const scenario = bench.machines.get(machine);
    const outcome = scenario && (await bench.outcomeOf(machine));
    if (outcome?.stateHash === stateHash && scenario?.runCycles === cycle) continue;
    const text =
      outcome === undefined ? "the lab has no such machine" : "it ends in another state than claimed";
    flags.push({ kind: "not-reproduced", text: `machine ${machine}: ${text}` });
  }
  return flags;
}
