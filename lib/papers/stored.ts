/** Stored results: docs/papers/results.csv, or the part of its columns that the page loads. */

import { bandOf, type Judgement, type Verdict } from "./judge.ts";
import type { Claim, Experiment, Paper } from "./paper.ts";
import type { DrawnCurve } from "./value.ts";

export interface StoredResults {
  readonly judgements: readonly Judgement[];
  readonly curves: readonly DrawnCurve[];
  /** Digest of the state hashes of all machines of the experiment. */
  readonly state: string;
  readonly program: string;
  readonly model: string;
}

export function cellsOfCsv(line: string): readonly string[] {
  return Array.from(
    line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g),
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? "",
  );
}

type Row = (column: string) => string;

function rowsOf(csv: string): readonly Row[] {
  const [header = "", ...lines] = csv.trimEnd().split("\n");
  const columns = cellsOfCsv(header);
  return lines.map((line) => {
    const cells = cellsOfCsv(line);
    return (column) => cells[columns.indexOf(column)] ?? "";
  });
}

/** Results by id of the experiment. Omits experiments that lack a claim or a curve. */
export function storedResults(csv: string, papers: readonly Paper[]): ReadonlyMap<string, StoredResults> {
  const rows = rowsOf(csv);
  return new Map(
    papers
      .flatMap(({ experiments }) => experiments)
      .flatMap((experiment) => {
        const results = resultsOf(
          experiment,
          rows.filter((row) => row("experiment") === experiment.id),
        );
        return results === undefined ? [] : [[experiment.id, results] as const];
      }),
  );
}

function resultsOf(experiment: Experiment, rows: readonly Row[]): StoredResults | undefined {
  const [first] = rows;
  const rowsOfClaim = (id: string) => rows.filter((row) => row("claim") === id);
  const judgements = experiment.claims.flatMap((claim) => {
    const [row] = rowsOfClaim(claim.id);
    return row === undefined ? [] : [judgementOf(claim, row)];
  });
  const curves = experiment.curves.map((curve): DrawnCurve => {
    const points = rowsOfClaim(curve.id);
    return { curve, points: points.map((row) => ({ at: row("text"), value: numberIn(row("simulated")) })) };
  });
  const isWhole =
    judgements.length === experiment.claims.length &&
    curves.every(({ curve, points }) => points.length === curve.points.length);
  if (first === undefined || !isWhole) return undefined;
  return {
    judgements,
    curves,
    state: first("state hashes"),
    program: first("program"),
    model: first("model"),
  };
}

const VERDICTS: readonly Verdict[] = ["pass", "miss", "known-miss", "contradiction"];

function judgementOf(claim: Claim, row: Row): Judgement {
  const simulated = claim.kind === "shape" ? undefined : numberIn(row("simulated"));
  const band = bandOf(claim);
  const least = numberIn(row("least"));
  const most = numberIn(row("most"));
  const points = { held: numberIn(row("points held")) ?? 1, of: numberIn(row("points")) ?? 1 };
  const verdict = VERDICTS.find((one) => one === row("verdict")) ?? "miss";
  return {
    claim,
    simulated,
    error:
      claim.kind === "shape" || simulated === undefined
        ? undefined
        : (simulated - claim.printed) / claim.printed,
    band,
    holds:
      claim.kind === "shape"
        ? row("simulated") === "true"
        : band === undefined
          ? verdict === "pass"
          : simulated !== undefined && simulated >= band[0] && simulated <= band[1],
    range: least === undefined || most === undefined ? undefined : [least, most],
    sensitivity: [],
    share: points.held / points.of,
    points,
    verdict,
    stale: [],
  };
}

function numberIn(cell: string): number | undefined {
  return cell === "" ? undefined : Number(cell);
}
