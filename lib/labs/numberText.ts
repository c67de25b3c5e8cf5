/** A number as a student types it: `81`, `1 234.5`, `5,180`, `0,5`, `5.18k`, `1.45 us`, `145 cycles`, `100M / 316`. */
import { withoutGroups } from "../digitGroups.ts";
import { CYCLE, type Dimension, isSame, NUMBER, SECOND, UNITS } from "../expressions/dimension.ts";
import { compileExpression } from "../expressions/index.ts";

type NumberText =
  | { readonly ok: true; readonly value: number }
  | { readonly ok: false; readonly message: string };

/** A number and the SI prefix that follows it without a unit, as the page writes large numbers. "e" would begin a second
 * exponent. */
const PREFIXED = /(?<![\w.,])(\d+(?:\.\d+)?)\s?([kMG])(?![\p{L}\d_.,])/gu;
const EXPONENTS: Readonly<Record<string, number>> = { k: 3, M: 6, G: 9 };

/** Reads a number in `unit`. The clock of the question's machine converts cycles to time and back. */
export function readNumberText(text: string, unit: string, clockHertz?: number): NumberText {
  const refused = (message: string): NumberText => ({ ok: false, message });
  const plain = text
    .replaceAll("−", "-")
    .replace(/\b(?:cycle|Takte?n?)\b/g, "cycles")
    .trim();
  if (plain === "") return refused("Type a number.");
  const ungrouped = withoutGroups(plain);
  // A comma separates groups, or precedes decimals, but not both in one text.
  const isGrouping = commasIn(ungrouped) < commasIn(plain);
  const decimal = isGrouping ? ungrouped : ungrouped.replace(/(?<=\d),(?=\d)/g, ".");
  const whole = decimal.replace(
    PREFIXED,
    (_, digits: string, prefix: string) => `${digits}e${EXPONENTS[prefix]}`,
  );
  const compiled = compileExpression(whole, () => undefined);
  const value = compiled.ok ? compiled.compiled.evaluate(() => undefined) : undefined;
  if (!compiled.ok || typeof value !== "number" || compiled.compiled.type.kind !== "quantity")
    return refused("This is not a number.");
  const { dimension } = compiled.compiled.type;
  const wanted = UNITS.get(unit);
  // "5 %" is a share. "1.6 % * 1000000 / 200" is a number in the unit of the question.
  const isShare = plain.includes("%") && (unit === "%" || !/[*/]/.test(plain));
  if (isSame(dimension, NUMBER) && !isShare) return { ok: true, value };
  const factor = wanted && factorBetween(dimension, wanted.dimension, clockHertz);
  if (wanted === undefined || factor === undefined)
    return refused(`Give it in ${unit === "" ? "plain numbers" : unit}.`);
  return { ok: true, value: Number(((value * factor) / wanted.factor).toPrecision(15)) };
}

const commasIn = (text: string): number => text.split(",").length - 1;

function factorBetween(from: Dimension, to: Dimension, clockHertz: number | undefined): number | undefined {
  if (isSame(from, to)) return 1;
  if (clockHertz === undefined) return undefined;
  if (isSame(from, CYCLE) && isSame(to, SECOND)) return 1 / clockHertz;
  return isSame(from, SECOND) && isSame(to, CYCLE) ? clockHertz : undefined;
}
