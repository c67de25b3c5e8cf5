/** The DIRECT algorithm of ml-direct over lists of values, asked for the points that it needs next. */
import direct from "ml-direct";

/** Of each list, the place of a value. */
export type Places = readonly number[];

/** undefined: it is not known yet. Smaller is better. */
type ValueAt = (places: Places) => number | undefined;

type DirectStep =
  /** All of them, before it can go on. */
  | { readonly kind: "ask"; readonly places: readonly Places[] }
  | { readonly kind: "done"; readonly isSettled: boolean };

/** Rounds without a place that is new: the parts are finer than the lists. */
const IDLE_ROUNDS = 4;
const ROUND_LIMIT = 60;
/** Of values in one round: where all are equal, all parts are divided. */
const CALL_LIMIT = 20_000;

class EnoughError extends Error {}

/** The algorithm is gone through from its begin: the same values give the same steps. Which points a round looks at follows
 * from the values of the rounds before it, so those of one round are asked for together. */
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

/** One more round; false: it is too large. Over a cube of sides from 0 to 1. */
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
