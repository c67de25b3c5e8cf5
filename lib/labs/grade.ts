/** Grades submissions: every claim is run again on the machines. */
import { parseFieldPath, readField } from "../../scenarios/base/fieldPath.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { commandLine } from "../commandLine.ts";
import { type Origin, originOf } from "../origin.ts";
import { LabBench, type RunMachine, runOnce } from "./bench.ts";
import { type Change, withChanges } from "./changes.ts";
import { compared, type Expectation, type LabPrograms } from "./copies.ts";
import { editionNumber, labDigest } from "./digest.ts";
import type { Flag, Graded, GradedAnswer, GradedTask, Judged, Refused } from "./graded.ts";
import { costOf } from "./graded.ts";
import { BETTER_THAN_KNOWN, judgeAnswer, judgeTask, NOT_HOLDING, pointsFor } from "./judge.ts";
import { type Lab, type LabStep, type LabTask, pointsOf, type Question, stepOf } from "./lab.ts";
import { digestOfSubmission, readSubmission, type Submission } from "./submission.ts";

export type Result = Judged & {
  /** Origin of the grading, not of the submission. Its command grades only this file. */
  readonly origin: Origin;
};

interface GradingHost {
  /** Undefined if there is no such lab. With an edition (labDigest): that one, or another one if it is not known. */
  readonly labOf: (id: string, edition?: string) => Promise<Lab | undefined>;
  readonly runMachine: RunMachine;
  /** sim_version of the machine that grades. */
  readonly model: string;
  /** If set, designs are also judged on machines with values that this text and the student's seed choose. The same text
   * gives the same points. */
  readonly draw?: string | undefined;
  /** The address that opens a scenario at a cycle. Undefined if it is too long. */
  readonly linkOf?: (scenario: Scenario, cycle: number) => string | undefined;
  /** The command that grades a file in the same way. If omitted, it has no options. */
  readonly commandOf?: (file: string) => string;
  /** Called before each machine of a variant is built, so that a page can draw in between. */
  readonly pause?: () => Promise<void>;
}

export class Grader {
  private readonly host: GradingHost;
  private readonly labs = new Map<string, Promise<Lab | undefined>>();
  private readonly benches = new Map<string, Promise<LabBench>>();
  /** Resolves when no bench is being built. */
  private building: Promise<unknown> = Promise.resolve();

  constructor(host: GradingHost) {
    this.host = { ...host, runMachine: runOnce(host.runMachine) };
  }

  async grade(file: string, text: string): Promise<Graded | Refused> {
    const read = readSubmission(text);
    if (!read.ok) return refused(file, read.reason);
    const { submission } = read;
    try {
      const lab = await this.labFor(submission);
      if (lab === undefined) return refused(file, `belongs to another lab: ${submission.lab}`);
      const drawn: Drawn = {
        benches: await Promise.all(
          drawsOf(lab, this.host.draw).map((draw) => this.benchOf(lab, submission.seed, draw)),
        ),
        linkOf: this.host.linkOf,
      };
      const bench = await this.benchOf(lab, submission.seed);
      const graded = await gradeSubmission(bench, submission, this.host.model, drawn);
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
    const labPrograms = (of: Graded, step: string, field: string) => this.labPrograms(of, step, field);
    return (await compared(results, expected, { pause, labPrograms })).map((result) => ({
      ...result,
      origin: originOf({ version: model }, commandOf(result.file)),
    }));
  }

  /** The machines of a variant, for texts with their numbers. They have run if a file of the variant was graded. */
  openBench(lab: Lab, seed: number): Promise<LabBench> {
    return this.benchOf(lab, seed);
  }

  private async labPrograms({ submission }: Graded, step: string, field: string): Promise<LabPrograms> {
    const lab = await this.labFor(submission);
    const bench = lab && (await this.benchOf(lab, submission.seed));
    const path = parseFieldPath(field) ?? [];
    const own = bench?.lab.steps.find(({ id }) => id === step)?.machine;
    const sourceOf = (machine: Scenario | undefined) => String((machine && readField(machine, path)) ?? "");
    const given = sourceOf(bench?.machines.get(own ?? ""));
    const all = new Set([...(bench?.machines.values() ?? [])].map(sourceOf));
    return { given, references: [...all].filter((source) => source !== given) };
  }

  /** Returns the edition that the file names if it exists. */
  labFor({ lab: id, labDigest: edition }: Pick<Submission, "lab" | "labDigest">): Promise<Lab | undefined> {
    const key = `${id} ${edition}`;
    const lab = this.labs.get(key) ?? this.host.labOf(id, edition);
    this.labs.set(key, lab);
    return lab;
  }

  /** One bench for each lab, seed and draw, so that submissions with the same variant share the runs of its machines. */
  private benchOf(lab: Lab, seed: number, draw?: string): Promise<LabBench> {
    const key = `${lab.id} ${labDigest(lab)} ${seed} ${draw}`;
    const known = this.benches.get(key);
    if (known !== undefined) return known;
    const { runMachine, pause } = this.host;
    // Opens one bench after another, because several at once would block the page.
    const bench = this.building.then(() => LabBench.open(lab, seed, runMachine, { draw, pause }));
    this.building = bench.catch(() => undefined);
    this.benches.set(key, bench);
    return bench;
  }
}

/** Number of times that grading draws values that students never had. */
const DRAWS = 2;

function drawsOf({ vary }: Lab, draw: string | undefined): readonly string[] {
  if (draw === undefined || !vary.some(({ drawn }) => drawn)) return [];
  return Array.from({ length: DRAWS }, (_, at) => `${draw}-${at + 1}`);
}

/** The student's machines with values that grading has drawn. */
interface Drawn {
  readonly benches: readonly LabBench[];
  readonly linkOf?: GradingHost["linkOf"];
}

function refused(file: string, reason: string): Refused {
  return { file, status: "refused", reason };
}

type Ungrouped = Omit<Graded, "file">;

export async function gradeSubmission(
  bench: LabBench,
  submission: Submission,
  model: string,
  drawn: Drawn = { benches: [] },
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
    const task = step.task && (await gradeTask(bench, step, submission, flags, drawn));
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
  drawn: Drawn,
): Promise<GradedTask> {
  const { task } = step;
  const of = (task?.goals ?? []).reduce((sum, goal) => sum + goal.points, 0);
  const none: GradedTask = { step: step.id, met: [], findings: [], figure: undefined, points: 0, of };
  const claim = submission.tasks.find((one) => one.step === step.id);
  if (claim === undefined || task === undefined) return none;
  const judged = await judgeTask(bench, step, task, claim.changes);
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
  const missed =
    counts && judged.points > 0 ? await missedByDraw(step, task, claim.changes, judged.met, drawn) : [];
  const met = judged.met.map((one, index) => one && missed[index] === undefined);
  if (missed.length > 0)
    flags.push({
      kind: "drawn",
      text: `task of ${step.id}: goals are missed on machines that grading has drawn`,
    });
  if (judged.findings.some((finding) => finding?.message === BETTER_THAN_KNOWN))
    flags.push({
      kind: "better",
      text: `task of ${step.id}: the figure ${judged.figure} is ${BETTER_THAN_KNOWN}`,
    });
  const findings = task.goals.flatMap(({ text: goal }, index) => {
    const finding = judged.findings[index] ?? missed[index];
    return finding === undefined ? [] : [{ ...finding, goal }];
  });
  const points = missed.length === 0 ? judged.points : pointsFor(task, met, judged.given);
  return { step: step.id, met, findings, figure: judged.figure, points: counts ? points : 0, of };
}

/** For each goal that the student's machines meet: what is wrong on machines with drawn values. */
async function missedByDraw(
  step: LabStep,
  task: LabTask,
  changes: readonly Change[],
  met: readonly boolean[],
  { benches, linkOf }: Drawn,
): Promise<readonly (Omit<GradedTask["findings"][number], "goal"> | undefined)[]> {
  const missed: (Omit<GradedTask["findings"][number], "goal"> | undefined)[] = [];
  for (const bench of benches) {
    const judged = await judgeTask(bench, step, task, changes);
    for (const [index, isMet] of met.entries()) {
      if (!isMet || missed[index] !== undefined || (judged.ok && judged.met[index] === true)) continue;
      const found = judged.ok ? judged.findings[index] : undefined;
      const message = judged.ok ? (found?.message ?? NOT_HOLDING) : judged.message;
      const machine = bench.scenarioOf(found?.machine ?? step.machine);
      const made = withChanges(machine, changes, task.change);
      const link = made.ok ? linkOf?.(made.scenario, found?.cycle ?? machine.runCycles) : undefined;
      missed[index] = { ...found, machine: found?.machine, message, draw: bench.draw, link };
    }
  }
  return missed;
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
      text: `made with version ${submission.model} of the machine, graded with ${model}: hashes cannot be compared`,
    });
  if (submission.labDigest !== labDigest(lab))
    flags.push({ kind: "other-edition", text: otherEdition(lab, submission) });
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

function otherEdition({ edition }: Lab, { labDigest: theirs }: Submission): string {
  const number = editionNumber(theirs);
  return number === edition
    ? "made with another edition of the lab"
    : `made with edition ${number} of the lab, graded with edition ${edition}`;
}

/** The page never writes such a file. */
function repeated(claims: readonly { readonly step: string; readonly question?: string }[]): string[] {
  const names = claims.map(({ step, question }) => (question === undefined ? step : `${step}/${question}`));
  return names.filter((name, at) => names.indexOf(name) < at);
}

/** The run of the lab's own machines ends at the cycle that the student's page reported. */
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

/** A smaller number of right answers may be fast. */
const ANSWERS_AT_LEAST = 5;
/** Seconds. A student who reads the question, runs a machine and types a number needs longer. */
const SECONDS_EACH = 5;

/** Signs that the maker of a file did not work on the page: no runs, no time, no wrong attempt. Each can be forged, and
 * none is proof. */
export function workFlags(
  lab: Lab,
  submission: Submission,
  answers: readonly GradedAnswer[],
): readonly Flag[] {
  const scored = answers.filter(
    ({ kind, given }) => (kind === "number" || kind === "choice") && given !== undefined,
  );
  // A lab in code has few numbers and choices, and two designs.
  const isMuch = scored.length + submission.tasks.length >= ANSWERS_AT_LEAST;
  const texts = [
    ...runsMissing(lab, submission, scored),
    ...(isMuch ? secondsMissing(submission, scored.length) : []),
    ...(scored.length < ANSWERS_AT_LEAST ? [] : attemptsMissing(submission, scored)),
  ];
  return [...texts.map((text): Flag => ({ kind: "no-work", text })), ...explainedFlags(submission, answers)];
}

function explainedFlags(submission: Submission, answers: readonly GradedAnswer[]): readonly Flag[] {
  const late = answers.filter(({ step, question }) =>
    submission.answers.some(
      (one) => one.step === step && one.question === question && (one.explained || one.wasLeft),
    ),
  );
  const texts = late.filter(({ kind }) => kind === "text").length;
  const right = late.filter(({ kind, right }) => kind !== "text" && right).length;
  return [
    ...(right === 0 ? [] : [`right answers given after the explanation was shown: ${right}`]),
    ...(texts === 0 ? [] : [`texts changed after the explanation was shown: ${texts}`]),
  ].map((text): Flag => ({ kind: "after-explanation", text }));
}

/** The page runs the machine of a step before it judges an answer of that step. */
function runsMissing(lab: Lab, { runs }: Submission, scored: readonly GradedAnswer[]): readonly string[] {
  const ran = new Set(runs.map(({ machine }) => machine));
  const needed = new Set(
    scored.flatMap(({ step, right }) => (right ? (stepOf(lab, step)?.machine ?? []) : [])),
  );
  const missing = [...needed].filter((machine) => !ran.has(machine));
  if (missing.length === 0) return [];
  return [`answers were judged right without a run of the machine: ${missing.join(", ")}`];
}

function secondsMissing({ version, seconds, answers }: Submission, count: number): readonly string[] {
  const least = SECONDS_EACH * count;
  if (seconds < least) return [`the page was open for ${seconds} s, for ${count} numbers and choices`];
  const times = answers.flatMap(({ at }) => at ?? []);
  if (version > 1 && times.length === 0) return ["answers have no time"];
  const span = times.length === 0 ? least : Math.max(...times) - Math.min(...times);
  return span < least ? [`all answers were given within ${span} s`] : [];
}

function attemptsMissing({ answers }: Submission, scored: readonly GradedAnswer[]): readonly string[] {
  const isFirst = ({ step, question, right }: GradedAnswer) =>
    right && answers.some((one) => one.step === step && one.question === question && one.attempts <= 1);
  return scored.every(isFirst) ? ["every number and choice was right at the first attempt"] : [];
}

interface Counts {
  readonly graded: number;
  readonly refused: number;
  readonly passedOver: number;
  /** Number of submitted files: the sum of the counts above. */
  readonly of: number;
  /** Files of the operating system, not counted in `of`. */
  readonly ofSystem: number;
}

/** Counts the files of a class: graded, and each other result. */
export function countsOf(results: readonly Pick<Result, "status">[]): Counts {
  const count = (status: Result["status"]) => results.filter((one) => one.status === status).length;
  const ofSystem = count("of-system");
  return {
    ...{ graded: count("graded"), refused: count("refused"), passedOver: count("passed-over") },
    ...{ of: results.length - ofSystem, ofSystem },
  };
}
