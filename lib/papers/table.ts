/** Writes every claim with its result, one line each, for spreadsheets and for docs/papers/results.csv. Lines of the
 * kind "curve" follow, one for each point of a curve. */
import { csvLine } from "../csv.ts";
import { ORIGIN_COLUMNS, type Origin, originCells } from "../origin.ts";
import { type Role, rolesOf } from "./facts.ts";
import type { JudgedExperiment } from "./gallery.ts";
import type { Judgement } from "./judge.ts";

const COLUMNS = [
  ...["source", "experiment", "claim", "kind", "counts as", "of", "place", "printed", "simulated", "unit"],
  ...["error %", "least", "most", "points held", "points", "verdict", "text", "state hashes"],
  ...ORIGIN_COLUMNS,
];

/** Number of digits that no rounding of the last operation affects. */
const DIGITS = 6;

/** `originOf` gives the origin of an experiment. The command in it reproduces the lines of the experiment. */
export function claimsCsv(
  judged: readonly JudgedExperiment[],
  originOf: (experiment: string) => Origin,
): string {
  const lines = judged.flatMap((one) => {
    const { paper, experiment, state } = one;
    const roles = rolesOf(paper);
    const before = [paper.id, experiment.id];
    const behind = [state, ...originCells(originOf(experiment.id))];
    return [
      ...one.judgements.map((judgement) => [
        ...before,
        ...claimCells(judgement, roles.get(judgement.claim.id)),
        ...behind,
      ]),
      ...one.curves.flatMap(({ curve, points }) =>
        points.map(({ at, value }) => [
          ...before,
          ...[curve.id, "curve", "", "", "", "", number(value), curve.unit],
          ...["", "", "", "", "", "", at],
          ...behind,
        ]),
      ),
    ];
  });
  return [COLUMNS, ...lines].map((line) => `${csvLine(line)}\n`).join("");
}

function claimCells(
  { claim, simulated, error, holds, range, points, verdict }: Judgement,
  role: Role | undefined,
): readonly string[] {
  const { id, kind, place, text } = claim;
  const [least, most] = range ?? [];
  return [
    ...[id, kind, role?.kind ?? "", role !== undefined && "facts" in role ? role.facts.join(" ") : "", place],
    ...(kind === "shape" ? ["", String(holds), ""] : [String(claim.printed), number(simulated), claim.unit]),
    ...[error === undefined ? "" : number(100 * error), number(least), number(most)],
    ...(kind === "calibration" ? ["", ""] : [String(points.held), String(points.of)]),
    ...[verdict, text],
  ];
}

function number(value: number | undefined): string {
  return value === undefined ? "" : String(Number(value.toPrecision(DIGITS)));
}
