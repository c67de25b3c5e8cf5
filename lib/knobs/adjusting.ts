/** Numbers that the user drags, steps or types in place. */
import { readNumber } from "../settings/numberText.ts";

export interface Adjusting {
  /** slots: every value. scale: the round numbers of each power of ten. */
  readonly by: "slots" | "scale";
  readonly minimum: number;
  readonly maximum: number;
}

/** Round numbers of each power of ten. */
const ROUND = [1, 1.25, 1.5, 2, 2.5, 3, 4, 5, 6, 8];

/** Moves by this many steps. If the value is between two round numbers, the first step goes to the next one. */
export function adjusted(value: number, steps: number, { by, minimum, maximum }: Adjusting): number {
  const inside = (next: number) => Math.min(maximum, Math.max(minimum, next));
  if (steps === 0) return value;
  if (by === "slots") return inside(Math.round(value) + steps);
  const power = Math.floor(Math.log10(value));
  const shareOf = Number((value / 10 ** power).toPrecision(12));
  const above = ROUND.findIndex((one) => one > shareOf);
  const below = ROUND.findLastIndex((one) => one < shareOf);
  const first = steps > 0 ? (above < 0 ? ROUND.length : above) : below;
  const place = first + (steps > 0 ? steps - 1 : steps + 1);
  const turns = Math.floor(place / ROUND.length);
  const round = ROUND[place - turns * ROUND.length] ?? 1;
  return inside(Number((round * 10 ** (power + turns)).toPrecision(12)));
}

/** Reads "16", "150", "150 MHz", "2.5G". A number without a unit has the unit that is shown. Undefined if the text is
 * not a number of this range. */
export function typedValue(
  text: string,
  shownFactor: number,
  { by, minimum, maximum }: Adjusting,
): number | undefined {
  const plain = text.replace(/\s*(?:Hz|b\/s|bit\/s|frames)\s*$/i, "").trim();
  const alone = /^[\d.,\s\u202f]+$/.test(plain);
  const read = readNumber(plain);
  if (read === undefined) return undefined;
  const value = alone ? read * shownFactor : read;
  const whole = by === "slots" ? Math.round(value) : Number(value.toPrecision(12));
  return whole >= minimum && whole <= maximum ? whole : undefined;
}
