/** The work of one student in one lab. It is stored on the student's own device and becomes a submission at the end. */
import { z } from "zod";
import { line, lines } from "../../scenarios/base/field.ts";
import { readJson } from "../../scenarios/read/json.ts";
import { type Change, isProgramField } from "./changes.ts";
import { labDigest } from "./digest.ts";
import type { AnswerValue, TaskJudgement } from "./judge.ts";
import { isBetter } from "./judge.ts";
import {
  fieldValue,
  type Lab,
  type LabStep,
  needsOf,
  type Question,
  SLUG,
  SOURCE_LIMIT,
  stepOf,
} from "./lab.ts";
import { SEED_LIMIT } from "./machines.ts";

export const ANSWER_CHARACTER_LIMIT = 4000;
export const PROGRESS_CHARACTER_LIMIT = 256 * 1024;
/** Limit for seconds spent and for attempts. Larger values cannot be real. */
const COUNT_LIMIT = 1e7;

/** Number of earlier values kept for one answer. */
export const EARLIER_LIMIT = 50;
/** The end of the year 9999. */
const UNIX_SECONDS_LIMIT = 253_402_300_799;

const slug = z.string().regex(SLUG);
const count = z.int().min(0).max(COUNT_LIMIT);
const cycle = z.int().min(0);
/** Seconds since 1970. Of two devices, the later change counts. */
const at = z.int().min(0).max(UNIX_SECONDS_LIMIT).optional();
export const answerValueSchema = z.union([z.number(), lines(ANSWER_CHARACTER_LIMIT)]);
const changeSchema = z.strictObject({
  field: line(300).min(1),
  value: fieldValue,
});
/** When an answer was given (clock of the student's device), its earlier values, and whether the explanation of its step
 * had been shown by then. Files of older versions lack these fields. */
export const givenSchema = {
  at,
  earlier: z.array(z.number()).max(EARLIER_LIMIT).optional(),
  explained: z.literal(true).optional(),
  /** Written before `explained`: the question was left out first, which showed the explanation. */
  wasLeft: z.literal(true).optional(),
};
export const changesSchema = z.array(changeSchema).max(64);
export const studentSchema = z.strictObject({
  name: line(100).default(""),
  number: line(40).default(""),
});
export const stateHashSchema = z.string().regex(/^[0-9a-f]{1,32}$/, "must be a state hash (0 to 9, a to f)");

const answerSchema = z.strictObject({
  value: answerValueSchema,
  attempts: count,
  /** locked: a prediction that was made, or a text. open: no right answer so far. */
  state: z.enum(["open", "right", "locked", "given-up"]),
  ...givenSchema,
  /** Only the start of the text, because a learning platform had no room for more. */
  cut: z.literal(true).optional(),
});

/** Drafts by place (draftPlace). */
const draftsSchema = z.record(line(320), z.strictObject({ text: lines(SOURCE_LIMIT), at }));

const taskSchema = z.strictObject({
  changes: changesSchema,
  met: z.array(z.boolean()).max(8),
  points: count,
  figure: z.number().optional(),
  cycle,
  stateHash: stateHashSchema,
  /** When the design ran first. */
  at,
});

const stepSchema = z.strictObject({
  answers: z.record(slug, answerSchema).default({}),
  hints: count.max(4).default(0),
  seconds: count.default(0),
  /** The best design so far; among equal ones the last. */
  task: taskSchema.optional(),
  /** A design whose run has not ended yet. */
  trying: changesSchema.optional(),
  /** The design on the page. It may not have run, and need not be the best. */
  design: z.strictObject({ changes: changesSchema, at }).optional(),
  /** The previous design and its drafts, kept when the student went back to the machine of the lab. */
  aside: z.strictObject({ changes: changesSchema, drafts: draftsSchema }).optional(),
  /** The student gave up, or is done. */
  taskLeft: z.boolean().default(false),
  taskLeftAt: at,
  /** The student has read the explanation of the step, and left parts of it out or changed a text since. */
  explained: z.literal(true).optional(),
  /** Text that was typed and not yet checked, saved, applied or run. */
  drafts: draftsSchema.optional(),
});

export const progressSchema = z.strictObject({
  lab: slug,
  /** Digest of the lab that was answered (labDigest). */
  edition: line(40).optional(),
  /** Digest of the edition in which the work started, if the lab has changed since. */
  formerEdition: line(40).optional(),
  seed: z.int().min(0).max(SEED_LIMIT),
  student: studentSchema.prefault({}),
  steps: z.record(slug, stepSchema).default({}),
  /** Time of the submission of this work. Undefined if it was not submitted, or if it has changed since. */
  handedInAt: at,
  /** Hashes of the lab's own machines that have run. */
  runs: z.record(slug, z.strictObject({ cycle, stateHash: stateHashSchema })).default({}),
});

export type Progress = z.output<typeof progressSchema>;
export type StepProgress = Progress["steps"][string];
export type AnswerProgress = StepProgress["answers"][string];
export type TaskProgress = NonNullable<StepProgress["task"]>;
type Drafts = z.output<typeof draftsSchema>;
export type Aside = NonNullable<StepProgress["aside"]>;

export function newProgress(lab: Lab, seed: number): Progress {
  return {
    lab: lab.id,
    edition: labDigest(lab),
    seed,
    student: { name: "", number: "" },
    steps: {},
    runs: {},
  };
}

/** Undefined if the text is not progress, or belongs to another lab or seed. */
export function readProgress(text: string, lab: Lab, seed: number): Progress | undefined {
  const progress = progressOf(text, lab.id, seed);
  return progress && inEdition(progress, lab);
}

/** Reads stored progress of any edition of the lab. */
function progressOf(text: string, lab: string, seed: number): Progress | undefined {
  if (text.length > PROGRESS_CHARACTER_LIMIT) return undefined;
  const json = readJson(text);
  const parsed = json.ok ? progressSchema.safeParse(json.value) : undefined;
  return parsed?.success && parsed.data.lab === lab && parsed.data.seed === seed ? parsed.data : undefined;
}

/** The program of a step, the best one before any later one. `stored` is the stored progress of its lab. */
export function storedProgram(stored: string, lab: string, seed: number, step: string): string | undefined {
  const progress = progressOf(stored, lab, seed);
  const done = progress && progressIn(progress, step);
  return (done?.task?.changes ?? (done && standingDesign(done)))
    ?.map(({ field, value }) => (isProgramField(field) ? value : undefined))
    .find((value) => typeof value === "string");
}

/** Converts progress to another edition. Right answers and the best design may no longer be right, so both are open
 * again. Answers, attempts, predictions, texts and the present design stay. */
export function inEdition(progress: Progress, lab: Lab): Progress {
  const edition = labDigest(lab);
  if (progress.edition === edition) return progress;
  const steps = Object.entries(progress.steps).map(([id, before]) => {
    const { task: _task, trying: _trying, explained: _explained, ...step } = before;
    const answers = Object.entries(step.answers).map(([question, answer]) => {
      const state = answer.state === "right" ? ("open" as const) : answer.state;
      return [question, { ...answer, state }] as const;
    });
    const changes = [...standingDesign(before)];
    const design = step.design ?? (changes.length === 0 ? undefined : { changes });
    const kept = design === undefined ? step : { ...step, design };
    return [id, { ...kept, answers: Object.fromEntries(answers) }] as const;
  });
  // Progress without an edition was stored before there were editions.
  const formerEdition = progress.formerEdition ?? progress.edition ?? "";
  return {
    ...progress,
    ...(steps.length === 0 ? {} : { formerEdition }),
    edition,
    handedInAt: undefined,
    steps: Object.fromEntries(steps),
    runs: {},
  };
}

const EMPTY: StepProgress = { answers: {}, hints: 0, seconds: 0, taskLeft: false };

export function progressIn(progress: Progress, step: string): StepProgress {
  return progress.steps[step] ?? EMPTY;
}

function withStep(progress: Progress, step: string, change: Partial<StepProgress>): Progress {
  return { ...progress, steps: { ...progress.steps, [step]: { ...progressIn(progress, step), ...change } } };
}

/** True for a text that was kept, and for a question that was left out before the explanation was shown. */
export function canTakeBack({ answers, explained }: StepProgress, { kind, id }: Question): boolean {
  const state = answers[id]?.state;
  return kind === "text" && state === "locked" ? true : state === "given-up" && explained !== true;
}

/** The place of a draft: of a question, or of a field that a task lets the student change. */
export function draftPlace(of: { readonly question: string } | { readonly field: string }): string {
  return "question" in of ? of.question : `field ${of.field}`;
}

export const isFieldPlace = (place: string): boolean => place.startsWith("field ");

export function draftIn(progress: Progress, step: string, place: string): string | undefined {
  return progressIn(progress, step).drafts?.[place]?.text;
}

/** Without characters that stored progress must not contain. */
function cleanText(text: string): string {
  return text.replace(/\r\n?/g, "\n").replace(/(?![\n\t])[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, "");
}

const cleanLine = (text: string) => cleanText(text).replace(/[\n\t]/g, "");
const cleanValue = (value: AnswerValue) => (typeof value === "string" ? cleanText(value) : value);

export type LabAction =
  | {
      readonly do: "answer";
      readonly step: string;
      readonly question: Question;
      readonly value: AnswerValue;
      readonly right: boolean;
    }
  | { readonly do: "give-up"; readonly step: string; readonly question: string }
  | { readonly do: "hint"; readonly step: string }
  | { readonly do: "spend"; readonly step: string; readonly seconds: number }
  | { readonly do: "ran"; readonly machine: string; readonly cycle: number; readonly stateHash: string }
  /** Undefined if no design is running. */
  | { readonly do: "trying"; readonly step: string; readonly changes: readonly Change[] | undefined }
  /** The design that the student has on the page. Without changes: the machine of the lab. */
  | { readonly do: "design"; readonly step: string; readonly changes: readonly Change[] }
  /**
   * Puts the design and its drafts aside. `instead` replaces them: nothing, or a design that was put aside
   * earlier.
   */
  | { readonly do: "set-aside"; readonly step: string; readonly instead: Aside | undefined }
  | {
      readonly do: "tried";
      readonly step: LabStep;
      readonly changes: readonly Change[];
      readonly judged: TaskJudgement;
    }
  | { readonly do: "leave-task"; readonly step: string }
  /** Opens a kept text, a question that was left out, or, without a question, the task that was left. */
  | { readonly do: "take-back"; readonly step: LabStep; readonly question?: Question }
  /** Shows the explanation. What was left out in the step stays so. */
  | { readonly do: "explain"; readonly step: string }
  /** Undefined removes the typed text. */
  | { readonly do: "draft"; readonly step: string; readonly place: string; readonly text: string | undefined }
  | { readonly do: "introduce"; readonly student: Progress["student"] }
  | { readonly do: "hand-in" };

/** Actions after which the work differs from the submitted work. */
const CHANGES_WORK: readonly LabAction["do"][] = [
  "answer",
  "give-up",
  "hint",
  "tried",
  "leave-task",
  "take-back",
];

/** True if the design to hand in is that of before. */
const isTaskKept = (before: Progress, after: Progress, step: string): boolean =>
  progressIn(before, step).task === progressIn(after, step).task;

/** `atSeconds`: the time of the action, since 1970. */
export function applyAction(before: Progress, action: LabAction, atSeconds?: number): Progress {
  const after = applied(before, action, atSeconds);
  if (after.handedInAt === undefined || after === before || !CHANGES_WORK.includes(action.do)) return after;
  if (action.do === "tried" && isTaskKept(before, after, action.step.id)) return after;
  return { ...after, handedInAt: undefined };
}

function applied(progress: Progress, action: LabAction, atSeconds?: number): Progress {
  const at = atSeconds === undefined ? {} : { at: atSeconds };
  switch (action.do) {
    case "answer":
      return answered(progress, action, atSeconds);
    case "give-up": {
      const nothing: AnswerProgress = { value: "", attempts: 0, state: "open" };
      const before = progressIn(progress, action.step).answers[action.question] ?? nothing;
      if (before.state !== "open") return progress;
      return withAnswer(progress, action.step, action.question, { ...before, state: "given-up", ...at });
    }
    case "hint":
      return withStep(progress, action.step, { hints: progressIn(progress, action.step).hints + 1 });
    case "spend":
      return withStep(progress, action.step, {
        seconds: progressIn(progress, action.step).seconds + action.seconds,
      });
    case "ran": {
      const { machine, cycle, stateHash } = action;
      return { ...progress, runs: { ...progress.runs, [machine]: { cycle, stateHash } } };
    }
    case "trying":
      return withStep(progress, action.step, { trying: action.changes && [...action.changes] });
    case "design":
      return withStep(progress, action.step, { design: { changes: [...action.changes], ...at } });
    case "set-aside":
      return withAside(progress, action.step, action.instead, atSeconds);
    case "tried": {
      const { step, changes, judged } = action;
      const best = progressIn(progress, step.id).task;
      const over = withStep(progress, step.id, { trying: undefined });
      if (isTaskOver(progressIn(progress, step.id))) return over;
      if (step.task === undefined || (best && isBetter(step.task, asJudged(best), judged))) return over;
      const { figure, points, cycle, stateHash } = judged;
      // The page runs the design again whenever its step opens.
      const { changes: had, met, stateHash: hadHash } = best ?? {};
      if (hadHash === stateHash && JSON.stringify([had, met]) === JSON.stringify([changes, judged.met]))
        return over;
      const task = {
        points,
        cycle,
        stateHash,
        changes: [...changes],
        met: [...judged.met],
        ...(figure === undefined ? {} : { figure }),
        ...at,
      };
      return withStep(over, step.id, { task });
    }
    case "leave-task":
      return withTaskLeft(progress, action.step, true, atSeconds);
    case "take-back":
      return takenBack(progress, action.step, action.question, atSeconds);
    case "explain":
      return withStep(progress, action.step, { explained: true });
    case "draft":
      return withDraft(progress, action.step, action.place, action.text, atSeconds);
    case "hand-in":
      return { ...progress, handedInAt: atSeconds ?? 0 };
    case "introduce": {
      const { name, number } = action.student;
      return { ...progress, student: { name: cleanLine(name), number: cleanLine(number) } };
    }
  }
}

function answered(
  progress: Progress,
  { step, question, value, right }: LabAction & { readonly do: "answer" },
  atSeconds?: number,
): Progress {
  const at = atSeconds === undefined ? {} : { at: atSeconds };
  const before = progressIn(progress, step).answers[question.id];
  if (before !== undefined && before.state !== "open") return progress;
  const isKept = question.kind === "prediction" || question.kind === "text";
  const state = isKept ? "locked" : right ? "right" : "open";
  const attempts = (before?.attempts ?? 0) + 1;
  const earlier = earlierOf(before);
  const isLate = progressIn(progress, step).explained === true && value !== before?.value;
  const explained = isLate || before?.explained ? { explained: true as const } : {};
  const kept = { ...explained, ...(earlier.length === 0 ? {} : { earlier }) };
  const answer = { value: cleanValue(value), attempts, state, ...at, ...kept } as const;
  const after = withAnswer(progress, step, question.id, answer);
  // A wrong number stays as typed, because users correct an expression instead of typing it again.
  return state === "open" ? after : withoutDraft(after, step, question.id);
}

function withTaskLeft(progress: Progress, step: string, taskLeft: boolean, at?: number): Progress {
  return withStep(progress, step, { taskLeft, ...(at === undefined ? {} : { taskLeftAt: at }) });
}

function takenBack(progress: Progress, step: LabStep, question?: Question, at?: number): Progress {
  const before = progressIn(progress, step.id);
  if (question === undefined)
    return isTaskOver(before) ? progress : withTaskLeft(progress, step.id, false, at);
  const answer = before.answers[question.id];
  if (answer === undefined || !canTakeBack(before, question)) return progress;
  const stamp = at === undefined ? {} : { at };
  const opened = withAnswer(progress, step.id, question.id, { ...answer, state: "open", ...stamp });
  return isExplained(progress, step) ? withStep(opened, step.id, { explained: true }) : opened;
}

/** True if the task was left and the explanation was shown, so that later designs do not count. */
export const isTaskOver = ({ taskLeft, explained }: StepProgress): boolean => taskLeft && explained === true;

const isTaskMet = ({ task }: StepProgress): boolean => task?.met.every(Boolean) ?? false;

/** True if no later design can gain from the best known figure. */
export const showsBestKnown = (done: StepProgress): boolean => isTaskMet(done) || isTaskOver(done);

function withDraft(progress: Progress, step: string, place: string, text?: string, at?: number): Progress {
  if (text === undefined) return withoutDraft(progress, step, place);
  const stamp = at === undefined ? {} : { at };
  const draft = { text: cleanText(text).slice(0, SOURCE_LIMIT), ...stamp };
  return withStep(progress, step, { drafts: { ...progressIn(progress, step).drafts, [place]: draft } });
}

function withAside(progress: Progress, step: string, instead?: Aside, at?: number): Progress {
  const before = progressIn(progress, step);
  const all = Object.entries(before.drafts ?? {});
  const aside: Aside = {
    changes: [...standingDesign(before)],
    drafts: Object.fromEntries(all.filter(([place]) => isFieldPlace(place))),
  };
  const isEmpty = aside.changes.length === 0 && Object.keys(aside.drafts).length === 0;
  const others: Drafts = Object.fromEntries(all.filter(([place]) => !isFieldPlace(place)));
  const stamp = at === undefined ? {} : { at };
  return withStep(progress, step, {
    trying: undefined,
    design: { changes: instead?.changes ?? [], ...stamp },
    drafts: { ...others, ...instead?.drafts },
    ...(isEmpty && instead === undefined ? {} : { aside: isEmpty ? undefined : aside }),
  });
}

function withoutDraft(progress: Progress, step: string, place: string): Progress {
  const { [place]: gone, ...drafts } = progressIn(progress, step).drafts ?? {};
  if (gone === undefined) return progress;
  return withStep(progress, step, { drafts: Object.keys(drafts).length === 0 ? undefined : drafts });
}

/** The changes of the design that the page shows: the last one, or the best of an older visit. */
export function standingDesign({ design, trying, task }: StepProgress): readonly Change[] {
  return trying ?? design?.changes ?? task?.changes ?? [];
}

/** Earlier values of numbers and options. Texts keep only their last version. */
function earlierOf(before: AnswerProgress | undefined): number[] {
  const { earlier = [], value, attempts } = before ?? { value: "", attempts: 0 };
  const all = typeof value === "number" && attempts > 0 ? [...earlier, value] : earlier;
  return all.slice(-EARLIER_LIMIT);
}

export function asJudged(task: TaskProgress): Pick<TaskJudgement, "met" | "points" | "figure"> {
  return { ...task, figure: task.figure };
}

function withAnswer(progress: Progress, step: string, question: string, answer: AnswerProgress): Progress {
  const { answers } = progressIn(progress, step);
  return withStep(progress, step, { answers: { ...answers, [question]: answer } });
}

/** The machine does not run before the prediction is made. */
export function isHeld(progress: Progress, step: LabStep): boolean {
  const { answers } = progressIn(progress, step.id);
  return step.questions.some(({ kind, id }) => kind === "prediction" && answers[id] === undefined);
}

export interface OpenParts {
  readonly questions: readonly Question[];
  readonly task: boolean;
}

/** The parts of a step that are not done. */
export function openPartsOf(progress: Progress, step: LabStep): OpenParts {
  const done = progressIn(progress, step.id);
  const { answers, taskLeft } = done;
  return {
    questions: step.questions.filter(({ id }) => (answers[id]?.state ?? "open") === "open"),
    task: step.task !== undefined && !taskLeft && !isTaskMet(done),
  };
}

export function isDone(progress: Progress, step: LabStep): boolean {
  const { questions, task } = openPartsOf(progress, step);
  return questions.length === 0 && !task;
}

/** True if the explanation of a step is shown: nothing is open or left out in it, or the student has asked for it. */
export function isExplained(progress: Progress, step: LabStep): boolean {
  const { explained } = progressIn(progress, step.id);
  if (explained || step.after === "") return explained === true;
  return isDone(progress, step) && !isPartLeft(progress, step);
}

/** True if a question of the step was skipped, or its task was left unfinished. */
function isPartLeft(progress: Progress, step: LabStep): boolean {
  const done = progressIn(progress, step.id);
  const { answers, taskLeft } = done;
  const isTaskMissed = step.task !== undefined && taskLeft && !isTaskMet(done);
  return isTaskMissed || step.questions.some(({ id }) => answers[id]?.state === "given-up");
}

export function isOpen(progress: Progress, lab: Lab, step: LabStep): boolean {
  return needsOf(lab, step).every((id) => {
    const needed = stepOf(lab, id);
    return needed !== undefined && isDone(progress, needed);
  });
}

/** For a locked step: the first step that it requires, directly or through others, in which the student can do
 * something now.
 */
export function firstNeeded(progress: Progress, lab: Lab, step: LabStep): LabStep | undefined {
  const needed = needsOf(lab, step)
    .map((id) => stepOf(lab, id))
    .find((one) => one !== undefined && !isDone(progress, one));
  return needed === undefined || isOpen(progress, lab, needed) ? needed : firstNeeded(progress, lab, needed);
}

export interface StepCounts {
  /** Steps in which everything is done. */
  readonly done: number;
  /** Steps in which nothing is open, and a part was skipped. */
  readonly skipped: number;
  readonly of: number;
}

export function countSteps(progress: Progress, { steps }: Lab): StepCounts {
  const closed = steps.filter((step) => isDone(progress, step));
  const skipped = closed.filter((step) => isPartLeft(progress, step)).length;
  return { done: closed.length - skipped, skipped, of: steps.length };
}
