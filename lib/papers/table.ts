/** Every claim with what came out, one line each, for spreadsheets and for docs/papers/results.csv. */
import { csvLine } from "../csv.ts";
import { ORIGIN_COLUMNS, type Origin, originCells } from "../origin.ts";
import type { JudgedExperiment } from "./gallery.ts";

const COLUMNS = [
  ...["source", "experiment", "claim", "kind", "place", "printed", "simulated", "unit", "error %"],
  ...["points held", "points", "verdict", "text"],
  ...ORIGIN_COLUMNS,
];

/** Digits that no rounding of the last operation reaches. */
const DIGITS = 6;

/** `originOf` gives the origin of an experiment. Its command gives the lines of this experiment again. */
export function claimsCsv(
  judged: readonly JudgedExperiment[],
  originOf: (experiment: string) => Origin,
): string {
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
      ...originCells(originOf(experiment.id)),
    ]),
  );
  return [COLUMNS, ...lines].map((line) => `${csvLine(line)}\n`).join("");
}

function number(value: number | undefined): string {
  return value === undefined ? "" : String(Number(value.toPrecision(DIGITS)));
}
