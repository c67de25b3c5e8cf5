/** Names the part of a condition that does not hold: "receive.dropped is 12 and must be exactly 0". */
import { type Dimension, isSame, UNITS } from "../expressions/dimension.ts";
import type { LabBench, Ran } from "./bench.ts";
import type { LabGoal, LabStep } from "./lab.ts";
import { numberText } from "./templates.ts";
import { inUnit } from "./value.ts";

/** Undefined if the value beside the goal says it, or if the condition is something else than comparisons that `and`
 * joins. */
export async function unmetPart(
  bench: LabBench,
  step: LabStep,
  { goal = "", reached }: LabGoal,
  ran: Ran | undefined,
): Promise<string | undefined> {
  for (const part of partsOf(goal)) {
    if ((await bench.valueOf(step, part, ran)).value === true) continue;
    const compared = comparisonOf(part);
    if (compared === undefined || isToldBeside(compared, reached)) return undefined;
    const { left, message, right } = compared;
    const { value, quantity } = await bench.valueOf(step, left, ran);
    if (typeof value !== "number") return `${left} has no value`;
    const { value: limit } = await bench.valueOf(step, right, ran);
    const unit = quantity.type.kind === "quantity" ? unitFor(quantity.type.dimension, right) : "";
    const text = (one: typeof limit) => numberText(inUnit(one, unit) ?? Number.NaN, unit);
    return message(left, text(value), text(limit));
  }
  return undefined;
}

/** A limit that the seed chooses stands in no text of the goal. */
const isToldBeside = ({ left, right }: Comparison, reached: LabGoal["reached"]): boolean =>
  left === reached?.value && !right.includes("chosen.");

interface Comparison {
  readonly left: string;
  readonly message: Message;
  readonly right: string;
}

type Message = (name: string, value: string, limit: string) => string;

const MESSAGES: ReadonlyMap<string, Message> = new Map<string, Message>([
  ["<=", (name, value, limit) => `${name} is ${value} and must be at most ${limit}`],
  [">=", (name, value, limit) => `${name} is ${value} and must be at least ${limit}`],
  ["==", (name, value, limit) => `${name} is ${value} and must be exactly ${limit}`],
  ["!=", (name, value, limit) => `${name} is ${value} and must be other than ${limit}`],
  ["<", (name, value, limit) => `${name} is ${value} and must be less than ${limit}`],
  [">", (name, value, limit) => `${name} is ${value} and must be more than ${limit}`],
]);

/** The text with dots in place of all that stands in quotes and brackets. */
function covered(text: string): string {
  let depth = 0;
  let isQuoted = false;
  return Array.from(text, (one) => {
    if (one === '"') isQuoted = !isQuoted;
    else if (!isQuoted && "([".includes(one)) depth++;
    else if (!isQuoted && ")]".includes(one)) depth--;
    return isQuoted || depth > 0 ? "." : one;
  }).join("");
}

function partsOf(goal: string): readonly string[] {
  const text = covered(goal);
  if (/\b(?:or|not)\b/.test(text)) return [];
  const ends = [...text.matchAll(/ and /g)].map(({ index }) => index);
  return [...ends, goal.length].map((end, at) =>
    goal.slice(at === 0 ? 0 : (ends[at - 1] ?? 0) + 5, end).trim(),
  );
}

function comparisonOf(part: string): Comparison | undefined {
  const found = /[<>=!]=|[<>]/.exec(covered(part));
  const message = MESSAGES.get(found?.[0] ?? "");
  if (found === null || message === undefined) return undefined;
  const right = part.slice(found.index + found[0].length).trim();
  return { left: part.slice(0, found.index).trim(), message, right };
}

const USUAL = ["us", "cycles", "/s", "Mb/s", "MHz", "B"];

/** The unit of the limit, as in `130 us`. */
function unitFor(dimension: Dimension, limit: string): string {
  const own = /[\d\s]([A-Za-z/%]+)$/.exec(limit)?.[1] ?? "";
  const fits = (unit: string) => {
    const known = UNITS.get(unit);
    return known !== undefined && isSame(known.dimension, dimension);
  };
  return [own, ...USUAL].find(fits) ?? "";
}
