/** Numbers in words: do the reasons of known misses still say what comes out? */
import type { Claim, Figure } from "./paper.ts";
import { type Finished, factorOf, valueOfRuns } from "./value.ts";

export interface Points {
  readonly held: number;
  readonly of: number;
}

/** In words, each figure that the simulation no longer gives. */
export function staleFigures(
  claim: Claim,
  ownValue: string,
  runsAt: (at: Figure["at"]) => readonly Finished[],
  points: Points,
): readonly string[] {
  if (claim.kind === "calibration") return [];
  return (claim.figures ?? []).flatMap((figure) => {
    if (claim.knownMiss?.includes(figure.text) !== true) return [`${figure.text} is not in the reason`];
    if (figure.points) {
      const today = `${points.held} of ${points.of}`;
      return figure.text === today ? [] : [`${figure.text} points are ${today}`];
    }
    const unit = figure.unit ?? (claim.kind === "prediction" ? claim.unit : "");
    const value = valueOfRuns({ id: claim.id, text: figure.value ?? ownValue, unit }, runsAt(figure.at));
    const today = typeof value === "number" ? Math.abs(value) / factorOf(unit) : Number.NaN;
    return isRounded(figure.text, today) ? [] : [`${figure.text} is ${today.toPrecision(5)}`];
  });
}

/** Whether a text is the value, rounded to the decimals that the text has. */
export function isRounded(text: string, value: number): boolean {
  const plain = text.replaceAll(",", "");
  const decimals = plain.split(".")[1]?.length ?? 0;
  return Math.abs(Number(plain) - value) <= 0.5 * 10 ** -decimals * (1 + 1e-6);
}
