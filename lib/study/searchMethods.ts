/** How a search divides its range of places: bisection for one column, DIRECT for several. */
import direct from "ml-direct";
import type { ScenarioError } from "../../scenarios/base/messages.ts";
import type { Study } from "../../scenarios/study/study.ts";
import { isCondition } from "../sweep/column.ts";
import type { StudyPoint } from "./plan.ts";

type BisectionStep =
  | { readonly kind: "ask"; readonly places: readonly number[] }
  | {
      readonly kind: "done";
      /** Undefined if it does not hold at the last place either. */
      readonly first: number | undefined;
    };

/** Number of evenly spaced probes on each side of the answer. There are several possible answers if the condition holds
 * at a probe before it or fails at one after it. */
const PROBES = 3;

/** `holdsAt` returns undefined if the result is not known yet. Assumes that a condition that holds at a place holds at
 * all later places. */
export function bisectionStep(
  length: number,
  holdsAt: (place: number) => boolean | undefined,
): BisectionStep {
  const last = length - 1;
  const ends = [...new Set([0, last])].filter((place) => holdsAt(place) === undefined);
  if (ends.length > 0) return { kind: "ask", places: ends };
  if (holdsAt(last) === false) return { kind: "done", first: undefined };
  let [below, first] = [holdsAt(0) === true ? -1 : 0, holdsAt(0) === true ? 0 : last];
  while (first - below > 1) {
    const middle = Math.floor((below + first) / 2);
    const holds = holdsAt(middle);
    if (holds === undefined) return { kind: "ask", places: [middle] };
    if (holds) first = middle;
    else below = middle;
  }
  const probes = [...between(-1, first), ...between(first, last + 1)];
  const unknown = probes.filter((place) => holdsAt(place) === undefined);
  return unknown.length > 0 ? { kind: "ask", places: unknown } : { kind: "done", first };
}

function between(from: number, to: number): readonly number[] {
  const places = Array.from({ length: PROBES }, (_, probe) =>
    Math.round(from + ((to - from) * (probe + 1)) / (PROBES + 1)),
  );
  return [...new Set(places)].filter((place) => place > from && place < to);
}

/** Number of points for a list of that length. */
export function bisectionPoints(length: number): { readonly least: number; readonly most: number } {
  return {
    least: Math.min(length, 2),
    most: Math.min(length, 2 + Math.ceil(Math.log2(Math.max(1, length - 1))) + 2 * PROBES),
  };
}

/** The DIRECT algorithm of ml-direct over lists of values. It returns the points that it needs next. */
/** Index of a value in each list. */
export type Places = readonly number[];

/** Undefined if the value is not known yet. Smaller is better. */
type ValueAt = (places: Places) => number | undefined;

type DirectStep =
  /** The values of these places are needed next. */
  | { readonly kind: "ask"; readonly places: readonly Places[] }
  | { readonly kind: "done"; readonly isSettled: boolean };

/** Rounds without a new place: the parts are finer than the lists. */
const IDLE_ROUNDS = 4;
const ROUND_LIMIT = 60;
/** Limit of values in one round. If all values are equal, all parts are divided. */
const CALL_LIMIT = 20_000;

class EnoughError extends Error {}

/** Replays the algorithm from its start: the same values give the same steps. The values of earlier rounds decide the
 * points of a round, so all points of a round are requested together. */
export function directStep(lengths: readonly number[], limit: number, valueAt: ValueAt): DirectStep {
  const all = lengths.reduce((product, length) => product * length, 1);
  const places = new Map<string, Places>();
  let calls = 0;
  const value = (shares: readonly number[]): number => {
    calls += 1;
    if (calls > CALL_LIMIT) throw new EnoughError();
    const at = lengths.map((length, list) => Math.min(length - 1, Math.floor((shares[list] ?? 0) * length)));
    places.set(at.join(" "), at);
    return valueAt(at) ?? 0;
  };
  let state: unknown = {};
  let idle = 0;
  for (let round = 0; round < ROUND_LIMIT && idle < IDLE_ROUNDS; round++) {
    const known = places.size;
    const isWhole = roundOf(lengths.length, value, state, (next) => {
      state = next;
    });
    const missing = [...places.values()].filter((one) => valueAt(one) === undefined);
    const room = limit - (places.size - missing.length);
    if (missing.length > 0 && room > 0) return { kind: "ask", places: missing.slice(0, room) };
    if (missing.length > 0 || places.size >= limit)
      return { kind: "done", isSettled: places.size >= all && missing.length === 0 };
    if (places.size >= all || !isWhole) break;
    idle = places.size === known ? idle + 1 : 0;
  }
  return { kind: "done", isSettled: true };
}

/** One more round over a cube with sides from 0 to 1. Returns false if the round is too large. */
function roundOf(
  dimensions: number,
  value: (shares: readonly number[]) => number,
  initialState: unknown,
  take: (state: unknown) => void,
): boolean {
  const corner = (share: number) => Array.from({ length: dimensions }, () => share);
  try {
    take(direct(value, corner(0), corner(1), { iterations: 1, initialState }).finalState);
    return true;
  } catch (error) {
    if (error instanceof EnoughError) return false;
    throw error;
  }
}

/** Checks that the study has everything that its search needs: columns, metrics, conditions. */
interface SearchedText {
  readonly text: string;
  readonly place: string;
  readonly isSearched: true;
}

/** Metrics that a search needs in addition to the study's metrics. */
export function searchedTexts({ search }: Pick<Study, "search">): readonly SearchedText[] {
  if (search === undefined) return [];
  const of = search.over.includes(search.of)
    ? []
    : [{ text: search.of, place: "search.of", isSearched: true as const }];
  const conditions = search.subjectTo.map((text, index) => ({
    text,
    place: `search.subjectTo[${index}]`,
    isSearched: true as const,
  }));
  return [...of, ...conditions];
}

/** `columns`: columns of the study's points. */
export function searchColumnFault(
  { search, axes }: Pick<Study, "search" | "axes">,
  columns: readonly string[],
): ScenarioError | undefined {
  const free = axes.flatMap((axis) => (axis.kind === "field" ? [axis.name ?? axis.field] : []));
  const index = search?.over.findIndex((column) => !free.includes(column)) ?? -1;
  const column = search?.over[index];
  if (column === undefined) return undefined;
  const message = columns.includes(column)
    ? `"${column}" is of an axis of another kind than field`
    : `"${column}" is not a column; there are: ${free.join(", ")}`;
  return { field: `search.over[${index}]`, message };
}

/** Checks columns and metrics that are known. */
export function searchFault(
  { search }: Pick<Study, "search">,
  points: readonly StudyPoint[],
): ScenarioError | undefined {
  const [first] = points;
  if (search === undefined || first === undefined) return undefined;
  for (const [index, text] of search.subjectTo.entries())
    if (!isCondition(first.scenario, text))
      return {
        field: `search.subjectTo[${index}]: ${text}`,
        message: "is not a condition, as receive.loss < 1 %",
      };
  if (search.over.includes(search.of))
    return points.every(({ values }) => typeof values[search.of] === "number")
      ? undefined
      : { field: "search.of", message: `"${search.of}" has values that are no numbers` };
  return isCondition(first.scenario, search.of)
    ? { field: "search.of", message: "is a condition; it stands in subjectTo" }
    : undefined;
}
