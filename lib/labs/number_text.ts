/** A number as a student types it: `81`, `1 234.5`, `0,5`, `1.45 us`, `32376 / 400`. */
import { isSame, NUMBER, UNITS } from "../expressions/dimension.ts";
import { compileExpression } from "../expressions/index.ts";

export type NumberText =
  | { readonly ok: true; readonly value: number }
  | { readonly ok: false; readonly message: string };

/** In this unit. */
export function readNumberText(text: string, unit: string): NumberText {
  const refused = (message: string): NumberText => ({ ok: false, message });
  const plain = text
    .replace(/(?<=\d)[\s\u202f\u00a0](?=\d)/g, "")
    .replaceAll("−", "-")
    .trim();
  if (plain === "") return refused("Type a number.");
  if (/\d,\d{3}(?!\d)/.test(plain))
    return refused("A comma could mean thousands or decimals here: write 1234 or 1.234.");
  const compiled = compileExpression(plain.replace(/(?<=\d),(?=\d)/g, "."), () => undefined);
  const value = compiled.ok ? compiled.compiled.evaluate(() => undefined) : undefined;
  if (!compiled.ok || typeof value !== "number" || compiled.compiled.type.kind !== "quantity")
    return refused("This is no number.");
  const { dimension } = compiled.compiled.type;
  if (isSame(dimension, NUMBER) && !plain.includes("%")) return { ok: true, value };
  const wanted = UNITS.get(unit);
  if (wanted === undefined || !isSame(wanted.dimension, dimension))
    return refused(`Give it in ${unit === "" ? "plain numbers" : unit}.`);
  return { ok: true, value: Number((value / wanted.factor).toPrecision(15)) };
}
