/** The graded files of a class for marking: their parts, their points, and groups of equal and similar answers. */
import { canonicalText, digestOf } from "../labs/digest.ts";
import type { Graded } from "../labs/graded.ts";
import { costOf } from "../labs/graded.ts";
import { groupsBy } from "../labs/groupsBy.ts";
import { type Lab, type LabStep, pointsOf, type Question } from "../labs/lab.ts";
import { moodleFolderOf, type Roster, RosterIndex, type Student } from "../labs/roster.ts";
import { alikeGroups } from "../labs/similarTexts.ts";
import type { Submission } from "../labs/submission.ts";
import type { Origin } from "../origin.ts";
import { isDisputed, type Mark, type Marking, type MarksOfFile, marksOfFile, pointsWith } from "./marks.ts";

/** A question that is not a prediction, or a task. */
export interface Part {
  /** `lab/step/question`, or `lab/step` for a task. */
  readonly id: string;
  readonly lab: string;
  readonly step: LabStep;
  /** Undefined for a task. */
  readonly question: Question | undefined;
  readonly of: number;
}

const parts = new WeakMap<Lab, readonly Part[]>();

export function partsOf(lab: Lab): readonly Part[] {
  const known = parts.get(lab) ?? partsIn(lab);
  parts.set(lab, known);
  return known;
}

function partsIn(lab: Lab): readonly Part[] {
  return lab.steps.flatMap((step) => {
    const questions = step.questions
      .filter(({ kind }) => kind !== "prediction")
      .map((question) => ({
        ...{ id: `${lab.id}/${step.id}/${question.id}`, lab: lab.id, step, question, of: question.points },
      }));
    const of = pointsOf({ ...step, questions: [] });
    const task = { id: `${lab.id}/${step.id}`, lab: lab.id, step, question: undefined, of };
    return step.task === undefined ? questions : [...questions, task];
  });
}

export interface GradedFile {
  /** Digest of the whole file. A second file of a student has another digest. */
  readonly key: string;
  readonly graded: Graded & { readonly origin?: Origin };
  readonly lab: Lab;
  readonly student: Student;
}

/** Calls `pause` between the files, so that a page can answer its user. */
export async function gradedFilesOf(
  results: readonly { readonly status: string }[],
  labFor: (submission: Submission) => Promise<Lab | undefined>,
  roster?: Roster,
  pause: () => Promise<void> = async () => undefined,
): Promise<readonly GradedFile[]> {
  const index = roster && new RosterIndex(roster);
  const gradedFiles: GradedFile[] = [];
  for (const result of results) {
    const lab = isGraded(result) ? await labFor(result.submission) : undefined;
    if (!isGraded(result) || lab === undefined) continue;
    const key = digestOf(canonicalText(result.submission));
    gradedFiles.push({ key, graded: result, lab, student: studentOf(result, index) });
    await pause();
  }
  return gradedFiles;
}

/** The newest edition of each lab by id, whose questions are marked. */
export function newestLabs(gradedFiles: readonly GradedFile[]): ReadonlyMap<string, Lab> {
  const labs = new Map<string, Lab>();
  for (const { lab } of gradedFiles) {
    const known = labs.get(lab.id);
    if (known === undefined || known.edition < lab.edition) labs.set(lab.id, lab);
  }
  return labs;
}

const isGraded = (result: { readonly status: string }): result is Graded => result.status === "graded";

/** The student in the roster, or the one that folder and file name. */
function studentOf({ file, submission }: Graded, index: RosterIndex | undefined): Student {
  const { student: typed } = submission;
  const moodle = moodleFolderOf(file);
  const known = index?.find(file, typed).student;
  const name = typed.name.trim() || (moodle?.name ?? "");
  return {
    id: known?.id ?? "",
    number: known?.number || typed.number.trim(),
    name: known?.name || name,
    folder: moodle?.participant ?? known?.folder ?? "",
  };
}

export interface PartScore {
  readonly part: Part;
  /** Points that irqscope computed; 0 for a text. */
  readonly computed: number;
  readonly points: number;
  /** Points of a text that waits for its reader. */
  readonly pending: number;
  /** The latest one. */
  readonly mark: Mark | undefined;
  readonly isDisputed: boolean;
}

export interface FileScore {
  readonly parts: readonly PartScore[];
  /** Points that hints have cost. */
  readonly hints: number;
  readonly points: number;
  readonly pending: number;
  readonly of: number;
}

interface KnownScore {
  readonly marks: MarksOfFile;
  readonly rubric: Marking["rubric"];
  readonly score: FileScore;
}

const knownScores = new WeakMap<GradedFile, KnownScore>();

/** Computed again only if a mark of the file or the rubric has changed, because a class has 2000 files, and a teacher
 * waits for each mark. */
export function scoreOfFile(gradedFile: GradedFile, marking: Marking): FileScore {
  const { rubric } = marking;
  const marks = marksOfFile(marking, gradedFile.key);
  const known = knownScores.get(gradedFile);
  if (known !== undefined && known.rubric === rubric && areSame(known.marks, marks)) return known.score;
  const score = computedScore(gradedFile, marks, marking);
  knownScores.set(gradedFile, { marks, rubric, score });
  return score;
}

function areSame(one: MarksOfFile, other: MarksOfFile): boolean {
  return (
    one.size === other.size &&
    [...one].every(([part, marks]) => {
      const others = other.get(part);
      return others?.length === marks.length && marks.every((mark, at) => mark === others[at]);
    })
  );
}

/** Hints cost at most the points of their step. Pending points come last, as before marking. */
function computedScore({ graded, lab }: GradedFile, marks: MarksOfFile, marking: Marking): FileScore {
  const all = partsOf(lab);
  const scores = all.map((part) => scoreOfPart(part, graded, marks.get(part.id) ?? [], marking));
  let [hints, points, pending] = [0, 0, 0];
  for (const step of lab.steps) {
    const own = scores.filter(({ part }) => part.step === step);
    const earned = own.reduce((sum, one) => sum + one.points, 0);
    const waiting = own.reduce((sum, one) => sum + one.pending, 0);
    const taken = graded.submission.hints.find((one) => one.step === step.id)?.count ?? 0;
    const cost = Math.min(earned + waiting, costOf(step, taken));
    hints += cost;
    points += earned - Math.min(earned, cost);
    pending += waiting - Math.max(0, cost - earned);
  }
  const of = all.reduce((sum, part) => sum + part.of, 0);
  return { parts: scores, hints, points: Math.round(points * 100) / 100, pending, of };
}

function scoreOfPart(part: Part, graded: Graded, marks: readonly Mark[], { rubric }: Marking): PartScore {
  const { computed, pending } = computedOf(part, graded);
  const pointsOfMark = (mark: Mark) => pointsWith(mark, { computed, of: part.of }, rubric);
  const [mark] = marks;
  return {
    ...{ part, computed, mark },
    points: mark === undefined ? computed : pointsOfMark(mark),
    pending: mark === undefined ? pending : 0,
    isDisputed: isDisputed(marks, pointsOfMark),
  };
}

export function computedOf({ step, question }: Part, { answers, tasks }: Graded) {
  if (question === undefined)
    return { computed: tasks.find((one) => one.step === step.id)?.points ?? 0, pending: 0 };
  const answer = answers.find((one) => one.step === step.id && one.question === question.id);
  return { computed: answer?.points ?? 0, pending: answer?.pending ?? 0 };
}

/** Answers that are marked together. */
export interface AnswerGroup {
  readonly gradedFiles: readonly GradedFile[];
  /** True if all are the same, apart from capitals, signs and blanks. */
  readonly isEqual: boolean;
}

/** Groups of equal answers to one part, the largest first. Papers without an answer are the last group. */
export function groupsOf(part: Part, gradedFiles: readonly GradedFile[]): readonly AnswerGroup[] {
  const ofLab = gradedFiles.filter(({ lab }) => lab.id === part.lab);
  const texts = ofLab.map((gradedFile) => answerText(part, gradedFile));
  const given = ofLab.flatMap((gradedFile, at) =>
    texts[at] === "" ? [] : [{ gradedFile, text: texts[at] ?? "" }],
  );
  const groups =
    part.question?.kind === "text"
      ? alikeGroups(given.map(({ text }) => text)).map((group) => group.flatMap((at) => given[at] ?? []))
      : groupsBy(given, ({ gradedFile, text }) => `${computedOf(part, gradedFile.graded).computed} ${text}`);
  const none = ofLab.filter((_, at) => texts[at] === "");
  const filled = groups
    .toSorted((a, b) => b.length - a.length)
    .map((group) => ({
      gradedFiles: group.map(({ gradedFile }) => gradedFile),
      isEqual: new Set(group.map(({ text }) => text.replace(/\s+/g, " ").toLowerCase())).size === 1,
    }));
  return none.length === 0 ? filled : [...filled, { gradedFiles: none, isEqual: true }];
}

/** A student's answer as text: words, a number, the number of an option, or the changes of a design. */
export function answerText({ step, question }: Part, { graded }: GradedFile): string {
  if (question === undefined) {
    const { changes = [] } = graded.submission.tasks.find((one) => one.step === step.id) ?? {};
    return changes.map(({ field, value }) => `${field} = ${String(value)}`).join("\n");
  }
  const given = graded.answers.find((one) => one.step === step.id && one.question === question.id)?.given;
  return given === undefined ? "" : String(given).trim();
}
