import type { Role, Score } from "../../lib/papers/facts.ts";
import type { Judgement } from "../../lib/papers/judge.ts";
import type { Claim, FreeParameter } from "../../lib/papers/paper.ts";
import { fixedText, plainText, roundedText } from "../text/numbers.ts";
import { paperText } from "../text/papers/paperText.ts";
import { t, tCount } from "../text/t.ts";
import { formatPercent, quantityText } from "../ui/format.ts";

export type Roles = ReadonlyMap<string, Role>;

/** Four digits, with thin gaps, as a paper would print it. */
export function claimNumber(value: number | undefined): string {
  if (value === undefined || !Number.isFinite(value)) return "–";
  const digits = value === 0 ? 0 : Math.floor(Math.log10(Math.abs(value)));
  const decimals = Math.min(4, Math.max(0, 3 - digits));
  return roundedText(value, decimals);
}

export function percentText(share: number): string {
  const text = quantityText({ value: fixedText(100 * share, Math.abs(share) < 0.1 ? 2 : 1), unit: "%" });
  return share > 0 ? `+${text}` : text;
}

/** The values of a free parameter in words if it has words. Switches are on or off. */
export function valueTexts({ values, words }: FreeParameter): readonly string[] {
  return values.map((value, index) => {
    const word = words[index];
    if (word !== undefined) return paperText(word);
    if (typeof value === "boolean") return t(value ? "on" : "off");
    if (typeof value === "number") return plainText(value);
    return Array.isArray(value) ? value.join(" ") : String(value);
  });
}

/** Claims that hold for the scenario as it is, but fail with this value of the parameter. */
export function failingAt(
  { id, values }: FreeParameter,
  index: number,
  judgements: readonly Judgement[],
): readonly string[] {
  const value = JSON.stringify(values[index]);
  return judgements
    .filter(({ holds, sensitivity }) => {
      const points = sensitivity.find(({ free }) => free === id)?.points ?? [];
      return holds && points.some((point) => JSON.stringify(point.value) === value && !point.holds);
    })
    .map(({ claim }) => paperText(claim.text));
}

/** Share of the free parameters' ranges over which the claim holds. Empty if there are no such parameters or the share
 * is 1. */
export function shareText(judgement: Judgement | undefined): string {
  if (judgement === undefined || judgement.points.of < 2 || judgement.share === 1) return "";
  const share = quantityText(formatPercent(judgement.share, 0));
  return judgement.holds && judgement.verdict !== "pass"
    ? t("holds only at {share} of points", { share })
    : t("holds at {share} of points", { share });
}

/** How far it may be off, in words. */
export function toleranceText({ tolerance }: Claim & { readonly kind: "prediction" }): string {
  if ("from" in tolerance)
    return t("{from} to {to}", { from: claimNumber(tolerance.from), to: claimNumber(tolerance.to) });
  return `±${quantityText({ value: claimNumber(100 * tolerance.relative), unit: "%" })}`;
}

/** Signed and without decimals, "+15 %". Below one percent, one decimal. */
export function wholePercent(share: number): string {
  return `${signed(share)}\u202f%`;
}

function signed(share: number): string {
  const text = fixedText(Math.abs(100 * share), Math.abs(share) < 0.0095 ? 1 : 0);
  return Number(text.replace(",", ".")) === 0 ? "0" : `${share < 0 ? "\u2212" : "+"}${text}`;
}

/**
 * Deviations from the printed numbers: each one if there are few ("\u22121, +3, +15 %"), otherwise the
 * smallest and the largest.
 */
export function deviationsText(judgements: readonly Judgement[]): string {
  const errors = judgements.flatMap(({ error }) => error ?? []);
  if (errors.length === 0) return "";
  const least = Math.min(...errors);
  const most = Math.max(...errors);
  if (errors.length > EACH_UP_TO && least !== most)
    return t("{from} to {to}", { from: signed(least), to: wholePercent(most) });
  return `${errors.map(signed).join(", ")}\u202f%`;
}

const EACH_UP_TO = 4;

/** Result of an experiment: the errors of its numbers, and the statements that hold. */
export function outcomeText(judgements: readonly Judgement[], roles: Roles): string {
  const of = (kinds: readonly Role["kind"][], kind: Claim["kind"]) =>
    judgements.filter(
      ({ claim }) => claim.kind === kind && kinds.includes(roles.get(claim.id)?.kind ?? "input"),
    );
  const facts = of(["fact"], "prediction");
  const numbers = deviationsText(facts.length > 0 ? facts : of(["restated"], "prediction"));
  const statements = of(["fact", "reading", "own"], "shape");
  const held = statements.filter(({ verdict }) => verdict === "pass").length;
  const all = statements.length;
  const contradicted = judgements.filter(({ verdict }) => verdict === "contradiction").length;
  return [
    numbers,
    all === 0
      ? ""
      : held === all
        ? tCount(all, "{count} statement holds", "{count} statements hold")
        : t("{held} of {all} statements hold", { held, all }),
    contradicted === 0 ? "" : tCount(contradicted, "{count} contradiction", "{count} contradictions"),
  ]
    .filter(Boolean)
    .join(", ");
}

/** "1 of 10 numbers, 14 of 15 statements". */
export function scoreText({ numbers, statements }: Score): string {
  return [
    numbers.of === 0 ? "" : t("{held} of {all} numbers", { held: numbers.held, all: numbers.of }),
    statements.of === 0 ? "" : t("{held} of {all} statements", { held: statements.held, all: statements.of }),
  ]
    .filter(Boolean)
    .join(", ");
}

/** The first sentence of a reason names the cause, the rest is the proof. */
export function causeOf(reason: string): { readonly cause: string; readonly rest: string } {
  const [cause = reason] = /^.*?\.(?= [A-Z])|^.*$/s.exec(reason) ?? [];
  return { cause, rest: reason.slice(cause.length).trim() };
}

interface SharedReason {
  readonly reason: string;
  /** Texts of the claims that share the reason. */
  readonly claims: readonly string[];
}

/** Reasons of misses, each once. */
export function missReasons(
  judgements: readonly Judgement[],
  nameOf = ({ text }: Claim): string => text,
): readonly SharedReason[] {
  return byReason(
    judgements.flatMap(({ claim, verdict }) =>
      (verdict === "miss" || verdict === "known-miss") &&
      claim.kind !== "calibration" &&
      claim.knownMiss !== undefined
        ? [[claim.knownMiss, nameOf(claim)]]
        : [],
    ),
  );
}

export function toleranceReasons(claims: readonly Claim[]): readonly SharedReason[] {
  return byReason(
    claims.flatMap((claim) => (claim.kind === "prediction" ? [[claim.reason, claim.text]] : [])),
  );
}

function byReason(pairs: readonly (readonly string[])[]): readonly SharedReason[] {
  const claims = new Map<string, string[]>();
  for (const [reason = "", text = ""] of pairs) claims.set(reason, [...(claims.get(reason) ?? []), text]);
  return [...claims]
    .filter(([reason]) => reason !== "")
    .map(([reason, texts]) => ({ reason, claims: texts }));
}

export interface Move {
  readonly claim: string;
  readonly unit: string;
  readonly from: number;
  readonly to: number;
}

/** The prediction that a free parameter changes most, relative to its size, and its range. */
export function widestMove(free: string, judgements: readonly Judgement[]): Move | undefined {
  const moves = judgements.flatMap(({ claim, simulated, sensitivity }) => {
    const points = sensitivity.find((one) => one.free === free)?.points ?? [];
    const values = [simulated, ...points.map((point) => point.simulated)].filter((one) => one !== undefined);
    if (claim.kind !== "prediction" || values.length < 2 || claim.printed === 0) return [];
    const [from, to] = [Math.min(...values), Math.max(...values)];
    return [{ claim: claim.text, unit: claim.unit, from, to, width: (to - from) / Math.abs(claim.printed) }];
  });
  return moves.toSorted((a, b) => b.width - a.width)[0];
}
