/** Arithmetic of the numbers that a source prints: `claim["000-rx-three"] / claim["000-rx-one"]`. No machine runs. */
import { NUMBER } from "../expressions/dimension.ts";
import { compileExpression, type Path, type Value } from "../expressions/index.ts";
import type { Claim, Paper } from "./paper.ts";

/** The number of a claim as it is printed, in the unit that is printed. */
type PrintedOf = (claim: string) => number | undefined;

export function printedNumbers(paper: Paper): ReadonlyMap<string, number> {
  const claims: readonly Claim[] = paper.experiments.flatMap((experiment) => experiment.claims);
  return new Map(claims.flatMap((claim) => (claim.kind === "shape" ? [] : [[claim.id, claim.printed]])));
}

/** Throws an Error that names what is wrong with the expression. */
export function printedValue(text: string, printedOf: PrintedOf): Value {
  const { compiled } = compiledOver(text, (id) => printedOf(id) !== undefined);
  return compiled.evaluate((path) => printedOf(claimIn(path) ?? ""));
}

/** Ids of the claims that an expression names, each once. */
export function claimsNamed(text: string): readonly string[] {
  return compiledOver(text, () => true).named;
}

function compiledOver(text: string, isKnown: (id: string) => boolean) {
  const named = new Set<string>();
  const result = compileExpression(text, (path) => {
    const id = claimIn(path);
    if (id === undefined || !isKnown(id)) return undefined;
    named.add(id);
    return NUMBER;
  });
  if (!result.ok) throw new Error(`${text}: ${result.error.at}: ${result.error.message}`);
  return { compiled: result.compiled, named: [...named] };
}

function claimIn(path: Path): string | undefined {
  const [root, id] = path;
  return path.length === 2 && root === "claim" && typeof id === "string" ? id : undefined;
}

/** The last digit that is printed: 0.01 for 3.57, 1 for 900, 1,000 for 280,000. */
export function lastDigit(printed: number): number {
  const [whole = "", decimals = ""] = String(Math.abs(printed)).split(".");
  return decimals === "" ? 10 ** (/(?:000)*$/.exec(whole)?.[0].length ?? 0) : 10 ** -decimals.length;
}

/** The least and the most that an expression can be if each of the numbers `isRounded` was rounded to its last digit. */
export function rangeOfRounded(
  text: string,
  printedOf: PrintedOf,
  isRounded: (claim: string) => boolean,
): readonly [number, number] {
  const rounded = claimsNamed(text).filter(isRounded);
  const values = Array.from({ length: 2 ** rounded.length }, (_, corner) => {
    const value = printedValue(text, (id) => {
      const printed = printedOf(id);
      const at = rounded.indexOf(id);
      if (printed === undefined || at < 0) return printed;
      return printed + ((corner >> at) & 1 ? 0.5 : -0.5) * lastDigit(printed);
    });
    return typeof value === "number" ? value : Number.NaN;
  });
  return [Math.min(...values), Math.max(...values)];
}
