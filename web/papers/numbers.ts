import type { Judgement } from "../../lib/papers/judge.ts";
import type { Claim, Experiment, FreeParameter } from "../../lib/papers/paper.ts";
import { fixedText, plainText, roundedText } from "../text/numbers.ts";
import { paperText } from "../text/papers/paperText.ts";
import { t, tCount } from "../text/t.ts";
import { formatPercent, quantityText } from "../ui/format.ts";
import type { ExperimentState } from "./paperRuns.ts";

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

/** Share of the free parameters' ranges over which the claim holds. Empty if there are none, or if it holds everywhere.
 */
export function shareText(judgement: Judgement | undefined): string {
  if (judgement === undefined || judgement.sensitivity.length === 0 || judgement.share === 1) return "";
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

/** Verdict on an experiment that was run. An input (calibration) is met or not met; it cannot hold like a prediction.
 */
export function verdictText(judgements: readonly Judgement[]): {
  readonly holds: boolean;
  readonly text: string;
} {
  const isMet = ({ verdict }: Judgement) => verdict === "pass";
  const inputs = judgements.filter(({ claim }) => claim.kind === "calibration");
  const claims = judgements.filter(({ claim }) => claim.kind !== "calibration");
  const held = claims.filter(isMet).length;
  const met = inputs.filter(isMet).length;
  const parts = [
    claims.length === 0
      ? []
      : held === claims.length
        ? [held === 1 ? tCount(1, "{count} holds", "{count} hold") : t("all {count} hold", { count: held })]
        : [t("{held} of {all} hold", { held, all: claims.length })],
    inputs.length === 0
      ? []
      : met === inputs.length
        ? [tCount(met, "{count} input met", "{count} inputs met")]
        : [t("{held} of {all} inputs met", { held: met, all: inputs.length })],
  ].flat();
  return { holds: judgements.every(isMet), text: parts.join(", ") };
}

/** Claims of a source: the number that were run, and the number of these that hold. */
export function heldText(experiments: readonly Experiment[], states: readonly ExperimentState[]): string {
  const claims = experiments.flatMap((experiment) => experiment.claims).length;
  const judged = states.flatMap((state) => (state.status === "done" ? state.judgements : []));
  if (judged.length === 0) return t("{count} claims", { count: claims });
  const held = judged.filter(({ verdict }) => verdict === "pass").length;
  const rest = claims - judged.length;
  const gaps = { held, all: judged.length };
  return rest === 0
    ? t("{held} of {all} hold", gaps)
    : t("{held} of {all} hold, {rest} not run", { ...gaps, rest });
}

interface SharedReason {
  readonly reason: string;
  /** Texts of the claims that share the reason. */
  readonly claims: readonly string[];
}

/** Reasons of misses, each once. */
export function missReasons(judgements: readonly Judgement[]): readonly SharedReason[] {
  return byReason(
    judgements.flatMap(({ claim, verdict }) =>
      verdict !== "pass" && claim.kind !== "calibration" && claim.knownMiss !== undefined
        ? [[claim.knownMiss, claim.text]]
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

/** The prediction that a free parameter moves most, for its size, and from where to where. */
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
