/** Every claim with what came out, one line each, for spreadsheets and for docs/papers/results.csv. */
import { csvLine } from "../csv.ts";
import type { JudgedExperiment } from "./gallery.ts";

const COLUMNS = [
  ...["source", "experiment", "claim", "kind", "place", "printed", "simulated", "unit", "error %"],
  ...["points held", "points", "verdict", "text"],
];

/** Digits that no rounding of the last operation reaches. */
const DIGITS = 6;

export function claimsCsv(judged: readonly JudgedExperiment[]): string {
  const lines = judged.flatMap(({ paper, experiment, judgements }) =>
    judgements.map(({ claim, simulated, error, holds, points, verdict }) => [
      paper.id,
      experiment.id,
      claim.id,
      claim.kind,
      claim.place,
      claim.kind === "shape" ? "" : String(claim.printed),
      claim.kind === "shape" ? String(holds) : number(simulated),
      claim.kind === "shape" ? "" : claim.unit,
      error === undefined ? "" : number(100 * error),
      ...(claim.kind === "calibration" ? ["", ""] : [String(points.held), String(points.of)]),
      verdict,
      claim.text,
    ]),
  );
  return [COLUMNS, ...lines].map((line) => `${csvLine(line)}\n`).join("");
}

function number(value: number | undefined): string {
  return value === undefined ? "" : String(Number(value.toPrecision(DIGITS)));
}
