import type { Judgement } from "../../../lib/papers/judge.ts";
import type { FreeParameter } from "../../../lib/papers/paper.ts";

/** Four digits, with thin gaps, as a paper would print it. */
export function claimNumber(value: number | undefined): string {
  if (value === undefined || !Number.isFinite(value)) return "–";
  const digits = value === 0 ? 0 : Math.floor(Math.log10(Math.abs(value)));
  const decimals = Math.min(4, Math.max(0, 3 - digits));
  return new Intl.NumberFormat("en-US", { maximumFractionDigits: decimals })
    .format(value)
    .replaceAll(",", "\u2009");
}

export function percentText(share: number): string {
  const sign = share > 0 ? "+" : "";
  return `${sign}${(100 * share).toFixed(Math.abs(share) < 0.1 ? 2 : 1)} %`;
}

/** The values of a free parameter in words where they have some; switches are on or off. */
export function valueTexts({ values, words }: FreeParameter): readonly string[] {
  return values.map((value, index) => {
    const word = words[index];
    if (word !== undefined) return word;
    if (typeof value === "boolean") return value ? "on" : "off";
    if (typeof value === "number")
      return new Intl.NumberFormat("en-US").format(value).replaceAll(",", "\u2009");
    return Array.isArray(value) ? value.join(" ") : String(value);
  });
}

/** Claims that hold for the scenario as it is and fail with this value of the parameter. */
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
    .map(({ claim }) => claim.text);
}
