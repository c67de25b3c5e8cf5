/** The first place of a list from which on something holds. */

type BisectionStep =
  | { readonly kind: "ask"; readonly places: readonly number[] }
  | {
      readonly kind: "done";
      /** undefined: it does not hold at the last place, either. */
      readonly first: number | undefined;
    };

/** So many places on each side of the first are looked at, evenly: where one before it holds, or one behind it does not,
 * the answer is one of several. */
const PROBES = 3;

/** `holdsAt`: undefined: not known yet. What holds at a place is taken to hold at all behind it. */
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

/** Of a list of that length. */
export function bisectionPoints(length: number): { readonly least: number; readonly most: number } {
  return {
    least: Math.min(length, 2),
    most: Math.min(length, 2 + Math.ceil(Math.log2(Math.max(1, length - 1))) + 2 * PROBES),
  };
}
