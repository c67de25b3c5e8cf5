/** Finds the facts, which the score counts. Other claims are not facts: numbers that follow from others, second
 * readings of a statement, our own questions, and inputs (docs/papers/README.md). */

import { NUMBER } from "../expressions/dimension.ts";
import { compileExpression, type Path, type Value } from "../expressions/index.ts";
import type { Claim, Paper } from "./paper.ts";

export type Role =
  | { readonly kind: "fact" }
  /** True if the claim is arithmetic of these facts, and of inputs. */
  | { readonly kind: "restated"; readonly facts: readonly string[] }
  | { readonly kind: "reading"; readonly facts: readonly [string] }
  | { readonly kind: "own" | "input" | "contradiction" };

/** Role of each claim, by id. */
export function rolesOf(paper: Paper): ReadonlyMap<string, Role> {
  const claims = new Map(paper.experiments.flatMap(({ claims }) => claims.map((claim) => [claim.id, claim])));
  const contradicted = contradictedClaims(paper);
  /** Facts that a restatement is based on. A claim that restates itself ends the search. */
  const factsBelow = (id: string, above: readonly string[]): readonly string[] => {
    const claim = claims.get(id);
    if (claim === undefined || above.includes(id)) throw new Error(`${above[0]} restates no claim: ${id}`);
    if (claim.kind === "calibration") return [];
    if (claim.restates === undefined) return [id];
    return claimsNamed(claim.restates).flatMap((one) => factsBelow(one, [...above, id]));
  };
  const roleOf = (claim: Claim): Role => {
    if (claim.kind === "calibration" || claim.input !== undefined) return { kind: "input" };
    if (contradicted.has(claim.id)) return { kind: "contradiction" };
    if (claim.own) return { kind: "own" };
    if (claim.of !== undefined) return { kind: "reading", facts: [claim.of] };
    if (claim.restates === undefined) return { kind: "fact" };
    const facts = [...new Set(factsBelow(claim.id, []))];
    return facts.length === 0 ? { kind: "input" } : { kind: "restated", facts };
  };
  return new Map([...claims.values()].map((claim) => [claim.id, roleOf(claim)]));
}

/** Ids of the claims that no machine can meet, because the source contradicts itself. */
export function contradictedClaims(paper: Paper): ReadonlySet<string> {
  return new Set(paper.contradictions.flatMap((one) => one.claims));
}

export interface Fact {
  /** A printed number, or a statement. */
  readonly kind: "number" | "statement";
  readonly claim: Claim;
  /** Claims with the same statement. The fact holds only if they also hold. */
  readonly readings: readonly Claim[];
  /** Claims that restate it, alone or with others. */
  readonly restated: readonly Claim[];
}

/** Facts in the order of the source. */
export function factsOf(paper: Paper): readonly Fact[] {
  const roles = rolesOf(paper);
  const claims = paper.experiments.flatMap((experiment) => experiment.claims);
  const told = (fact: string, kind: "reading" | "restated") =>
    claims.filter(({ id }) => {
      const role = roles.get(id);
      return role?.kind === kind && role.facts.includes(fact);
    });
  return claims
    .filter(({ id }) => roles.get(id)?.kind === "fact")
    .map((claim) => ({
      kind: claim.kind === "shape" ? "statement" : "number",
      claim,
      readings: told(claim.id, "reading"),
      restated: told(claim.id, "restated"),
    }));
}

export function factHolds({ claim, readings }: Fact, passes: (claim: string) => boolean): boolean {
  return [claim, ...readings].every(({ id }) => passes(id));
}

export interface Share {
  readonly held: number;
  readonly of: number;
}

export interface Score {
  readonly numbers: Share;
  readonly statements: Share;
}

export function scoreOf(facts: readonly Fact[], passes: (claim: string) => boolean): Score {
  const share = (kind: Fact["kind"]): Share => {
    const some = facts.filter((fact) => fact.kind === kind);
    return { held: some.filter((fact) => factHolds(fact, passes)).length, of: some.length };
  };
  return { numbers: share("number"), statements: share("statement") };
}

/** The printed number of a claim, in the printed unit. */
type PrintedOf = (claim: string) => number | undefined;

/** Arithmetic of the numbers that a source prints: `claim["000-rx-three"] / claim["000-rx-one"]`. No machine runs. */
export function printedNumbers(paper: Paper): ReadonlyMap<string, number> {
  const claims: readonly Claim[] = paper.experiments.flatMap((experiment) => experiment.claims);
  return new Map(claims.flatMap((claim) => (claim.kind === "shape" ? [] : [[claim.id, claim.printed]])));
}

/** Throws an Error that describes the fault of the expression. */
export function printedValue(text: string, printedOf: PrintedOf): Value {
  const { compiled } = compiledOver(text, (id) => printedOf(id) !== undefined);
  return compiled.evaluate((path) => printedOf(claimIn(path) ?? ""));
}

/** Ids of the claims that an expression names, each once. */
function claimsNamed(text: string): readonly string[] {
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

/** The unit of the last printed digit: 0.01 for 3.57, 1 for 900, 1,000 for 280,000. */
export function lastDigit(printed: number): number {
  const [whole = "", decimals = ""] = String(Math.abs(printed)).split(".");
  return decimals === "" ? 10 ** (/(?:000)*$/.exec(whole)?.[0].length ?? 0) : 10 ** -decimals.length;
}

/**
 * The smallest and the largest value of an expression if each of the numbers `isRounded` was rounded to its
 * last digit.
 */
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
