/** A user's marks in a run: breakpoints and bookmarks. They are written as short lists and read as untrusted. */
import { RUN_CYCLE_LIMIT } from "../base/limits.ts";

export interface Breakpoint {
  /** In the language of docs/expressions.md. Whether it fits the scenario shows when it is watched for. */
  readonly condition: string;
  /** The first hit of the run that stops, from 1 onwards. */
  readonly fromHit: number;
  /** After the first stop, each further stop is this many hits after the previous one. */
  readonly everyHits: number;
  readonly enabled: boolean;
}

export interface Bookmark {
  readonly cycle: number;
  readonly note: string;
}

export const BREAKPOINT_LIMIT = 16;
export const CONDITION_CHARACTER_LIMIT = 200;
export const HIT_NUMBER_LIMIT = 1_000_000_000;
export const BOOKMARK_LIMIT = 64;
export const NOTE_CHARACTER_LIMIT = 200;

export function writeBreakpoints(breakpoints: readonly Breakpoint[]): string {
  return JSON.stringify(
    breakpoints.map(({ condition, fromHit, everyHits, enabled }) => {
      if (!enabled) return [condition, fromHit, everyHits, 0];
      if (everyHits !== 1) return [condition, fromHit, everyHits];
      return fromHit === 1 ? [condition] : [condition, fromHit];
    }),
  );
}

export function writeBookmarks(bookmarks: readonly Bookmark[]): string {
  return JSON.stringify(bookmarks.map(({ cycle, note }) => (note === "" ? [cycle] : [cycle, note])));
}

/** Undefined if the text is not a list of breakpoints. */
export function readBreakpoints(text: string): readonly Breakpoint[] | undefined {
  return readList(text, BREAKPOINT_LIMIT, ([condition, fromHit = 1, everyHits = 1, enabled = 1]) =>
    isText(condition, CONDITION_CHARACTER_LIMIT) &&
    condition.trim() !== "" &&
    isWhole(fromHit, 1, HIT_NUMBER_LIMIT) &&
    isWhole(everyHits, 1, HIT_NUMBER_LIMIT) &&
    isWhole(enabled, 0, 1)
      ? { condition, fromHit, everyHits, enabled: enabled === 1 }
      : undefined,
  );
}

/** Undefined if the text is not a list of bookmarks. They are sorted by cycle, one per cycle. */
export function readBookmarks(text: string): readonly Bookmark[] | undefined {
  const read = readList(text, BOOKMARK_LIMIT, ([cycle, note = ""]) =>
    isWhole(cycle, 0, RUN_CYCLE_LIMIT) && isText(note, NOTE_CHARACTER_LIMIT) ? { cycle, note } : undefined,
  );
  const rises = read?.every((one, index) => index === 0 || one.cycle > (read[index - 1]?.cycle ?? 0));
  return rises ? read : undefined;
}

const PARTS_LIMIT = 4;

/** Undefined if the text is not a list, has more than `limit` parts, or has a part that `readOne` refuses. */
export function readList<T>(
  text: string,
  limit: number,
  readOne: (parts: readonly unknown[]) => T | undefined,
): readonly T[] | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!Array.isArray(value) || value.length > limit) return undefined;
  const read: T[] = [];
  for (const parts of value) {
    const one = Array.isArray(parts) && parts.length <= PARTS_LIMIT ? readOne(parts) : undefined;
    if (one === undefined) return undefined;
    read.push(one);
  }
  return read;
}

/** One line without control characters, which would be invisible or harmful. */
export function isText(value: unknown, limit: number): value is string {
  return typeof value === "string" && value.length <= limit && !/\p{Cc}/u.test(value);
}

function isWhole(value: unknown, least: number, most: number): value is number {
  return Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most;
}
