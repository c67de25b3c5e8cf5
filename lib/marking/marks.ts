/** Decisions of a teacher and assistants about the answers of a class: a rubric and marks, as one file. Files of
 * several assistants can be merged in any order and repeatedly. */
import { z } from "zod";
import { line, lines } from "../../scenarios/base/field.ts";
import { fieldName } from "../../scenarios/base/fieldName.ts";
import { describeIssues } from "../../scenarios/base/messages.ts";
import { readJson } from "../../scenarios/read/json.ts";
import { canonicalText } from "../labs/digest.ts";

const MARKING_FORMAT = "irqscope-marking";
const MARKING_VERSION = 1;
/** A class of 1000 with sixteen labs has about 10 MB. */
const MARKING_CHARACTER_LIMIT = 32 * 1024 * 1024;
const MARK_LIMIT = 200_000;
const RUBRIC_LIMIT = 2000;
export const ITEM_LIMIT = 20;
export const COMMENT_LIMIT = 2000;
export const ITEM_TEXT_LIMIT = 300;
export const BY_LIMIT = 60;
/** A lab gives at most 100 points for a question. */
const POINT_LIMIT = 100;
/** The end of the year 9999. */
const TIME_LIMIT = 253_402_300_799_999;

const points = z.number().min(-POINT_LIMIT).max(POINT_LIMIT);
/** `lab/step/question`, or `lab/step` for a task. */
const part = line(130).min(1);
const made = {
  /** The person who made the decision. */
  by: line(BY_LIMIT),
  unixMilliseconds: z.int().min(0).max(TIME_LIMIT),
  /** Withdrawn. It stays in the file, so that a merge does not bring it back. */
  isGone: z.literal(true).optional(),
};

const rubricItemSchema = z.strictObject({
  id: line(40).min(1),
  part,
  /** Added to the points of each answer that the item applies to. May be negative. */
  points,
  text: line(ITEM_TEXT_LIMIT).min(1),
  ...made,
});

const markSchema = z.strictObject({
  /** Digest of the submission. */
  submission: line(40).min(1),
  part,
  /** Replaces the computed points. */
  points: points.optional(),
  /** Ids of the items of the rubric that apply. */
  items: z.array(line(40).min(1)).max(ITEM_LIMIT),
  comment: lines(COMMENT_LIMIT),
  /** True if the marker saw another person's mark, and so decides between the two. */
  isFinal: z.literal(true).optional(),
  ...made,
});

const markingSchema = z.strictObject({
  format: z.literal(MARKING_FORMAT),
  version: z.literal(MARKING_VERSION),
  rubric: z.array(rubricItemSchema).max(RUBRIC_LIMIT),
  marks: z.array(markSchema).max(MARK_LIMIT),
});

export type RubricItem = z.output<typeof rubricItemSchema>;
export type Mark = z.output<typeof markSchema>;

/** Each map has the latest state by key. Each assistant has an own key for an answer, so that no mark is lost. */
export interface Marking {
  readonly rubric: ReadonlyMap<string, RubricItem>;
  readonly marks: ReadonlyMap<string, Mark>;
}

export const NO_MARKING: Marking = { rubric: new Map(), marks: new Map() };

const keyOfMark = ({ submission, part, by }: Mark) => `${submission} ${part} ${by}`;
const keyOfItem = ({ id }: RubricItem) => id;

/**
 * The later one. Two from the same instant are ordered by their content, so that every merge chooses the same
 * one.
 */
function later<T extends RubricItem | Mark>(one: T, other: T): T {
  if (one.unixMilliseconds !== other.unixMilliseconds)
    return one.unixMilliseconds > other.unixMilliseconds ? one : other;
  return canonicalText(one) >= canonicalText(other) ? one : other;
}

function mergedMap<T extends RubricItem | Mark>(
  known: ReadonlyMap<string, T>,
  more: Iterable<T>,
  keyOf: (one: T) => string,
): ReadonlyMap<string, T> {
  const merged = new Map(known);
  for (const one of more) {
    const key = keyOf(one);
    const before = merged.get(key);
    merged.set(key, before === undefined ? one : later(before, one));
  }
  return merged;
}

/** Items in the order in which they were made. */
export function rubricOf({ rubric }: Marking, part: string): readonly RubricItem[] {
  return [...rubric.values()].filter((item) => item.part === part && !item.isGone);
}

export function withMarks(marking: Marking, marks: Iterable<Mark>): Marking {
  return { ...marking, marks: mergedMap(marking.marks, marks, keyOfMark) };
}

export function withRubric(marking: Marking, items: Iterable<RubricItem>): Marking {
  return { ...marking, rubric: mergedMap(marking.rubric, items, keyOfItem) };
}

/** Commutative, associative and idempotent. */
export function mergedMarking(one: Marking, other: Marking): Marking {
  return withMarks(withRubric(one, other.rubric.values()), other.marks.values());
}

/** Equal states give equal texts. */
export function markingText({ rubric, marks }: Marking): string {
  const sorted = <T>(map: ReadonlyMap<string, T>) =>
    [...map].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
  const file = {
    format: MARKING_FORMAT,
    version: MARKING_VERSION,
    rubric: sorted(rubric),
    marks: sorted(marks),
  };
  // One line for each mark, because files of assistants are compared line by line.
  return `${JSON.stringify(file, undefined, 1).replace(/\n {2,}/g, " ")}\n`;
}

export function isMarking(text: string): boolean {
  return text.slice(0, 200).includes(`"${MARKING_FORMAT}"`);
}

type ReadMarking =
  | { readonly ok: true; readonly marking: Marking }
  | { readonly ok: false; readonly reason: string };

/** The reason names the field. Never throws. */
export function readMarking(text: string): ReadMarking {
  const refused = (reason: string): ReadMarking => ({ ok: false, reason });
  if (text.length > MARKING_CHARACTER_LIMIT)
    return refused(`is larger than ${MARKING_CHARACTER_LIMIT / 1024} kB`);
  const json = readJson(text);
  if (!json.ok) {
    const { message, path } = json.error;
    return refused(path === undefined ? message : `${fieldName(path)} ${message}`);
  }
  const head = z.looseObject({ format: z.string(), version: z.number() }).safeParse(json.value);
  if (!head.success || head.data.format !== MARKING_FORMAT) return refused("is not a marking file");
  if (head.data.version > MARKING_VERSION)
    return refused(`is a marking file of format ${head.data.version}: a newer irqscope made it`);
  const parsed = markingSchema.safeParse(json.value);
  if (!parsed.success) {
    const [error] = describeIssues(markingSchema, json.value, parsed.error.issues);
    return refused(error === undefined ? "cannot be read" : `${error.field} ${error.message}`);
  }
  const { rubric, marks } = parsed.data;
  return { ok: true, marking: withMarks(withRubric(NO_MARKING, rubric), marks) };
}

/** The marks of one submission by part, the latest first. */
export type MarksOfFile = ReadonlyMap<string, readonly Mark[]>;

const indices = new WeakMap<Marking["marks"], ReadonlyMap<string, MarksOfFile>>();
const NO_MARKS: MarksOfFile = new Map();

export function marksOfFile({ marks }: Marking, submission: string): MarksOfFile {
  const index = indices.get(marks) ?? indexOf(marks);
  indices.set(marks, index);
  return index.get(submission) ?? NO_MARKS;
}

/** The marks of an answer, the latest first. */
type MarksOf = (submission: string, part: string) => readonly Mark[];

export function marksOf(marking: Marking): MarksOf {
  return (submission, part) => marksOfFile(marking, submission).get(part) ?? [];
}

function indexOf(marks: Marking["marks"]): ReadonlyMap<string, MarksOfFile> {
  const index = new Map<string, Map<string, Mark[]>>();
  for (const mark of marks.values()) {
    if (mark.isGone) continue;
    const file = index.get(mark.submission) ?? new Map<string, Mark[]>();
    index.set(mark.submission, file);
    file.set(mark.part, [...(file.get(mark.part) ?? []), mark]);
  }
  for (const file of index.values())
    for (const list of file.values()) if (list.length > 1) list.sort((a, b) => (later(a, b) === a ? -1 : 1));
  return index;
}

/** True if two people gave an answer different points, and the later one did not see the earlier mark. */
export function isDisputed(marks: readonly Mark[], pointsOf: (mark: Mark) => number): boolean {
  const [latest, ...others] = marks;
  if (latest === undefined || latest.isFinal) return false;
  return others.some((one) => pointsOf(one) !== pointsOf(latest));
}

/** Points from 0 to `of`: the mark's own points, or the computed points plus the items of the rubric. */
export function pointsWith(
  { points, items }: Pick<Mark, "points" | "items">,
  { computed, of }: { readonly computed: number; readonly of: number },
  rubric: Marking["rubric"],
): number {
  const sum = items.reduce((total, id) => {
    const item = rubric.get(id);
    return total + (item === undefined || item.isGone ? 0 : item.points);
  }, points ?? computed);
  return Math.min(of, Math.max(0, Math.round(sum * 100) / 100));
}
