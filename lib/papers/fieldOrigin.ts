/** Finds the paper's origin of a value in a scenario. */
import type { Path } from "../expressions/index.ts";
import { coversField, namedPath } from "./origins.ts";
import type { Paper } from "./paper.ts";

export interface FieldOrigin {
  readonly from: Paper["origins"][number]["from"] | "calibration";
  /** The place in the source or in the literature, the reason of a convention, or the meaning of a free parameter. */
  readonly where: string;
  /** For a free parameter: the reason for its range. For a calibration: the meaning of the printed number. */
  readonly more: string;
  /** Only for a calibration. */
  readonly printed?: { readonly value: number; readonly unit: string };
}

/** `scenario` is the id if the scenario is built in. The path uses indices or names. */
export function fieldOrigin(
  paper: Paper,
  scenario: string | undefined,
  value: unknown,
  path: Path,
): FieldOrigin | undefined {
  const named = namedPath(value, path);
  const calibration = calibrationOf(paper, scenario, named);
  if (calibration !== undefined) return calibration;
  const [origin] = paper.origins
    .filter(
      ({ field, scenarios }) =>
        (scenarios === undefined || (scenario !== undefined && scenarios.includes(scenario))) &&
        coversField(field, named),
    )
    // Origins for this scenario, and for this field, come first.
    .sort(
      (a, b) => Number(b.scenarios !== undefined) - Number(a.scenarios !== undefined) || stars(a) - stars(b),
    );
  if (origin === undefined) return undefined;
  const free = origin.from === "free" ? paper.free.find(({ id }) => id === origin.where) : undefined;
  if (free !== undefined) return { from: "free", where: free.text, more: free.reason };
  return { from: origin.from, where: origin.where, more: "" };
}

function stars({ field }: { readonly field: string }): number {
  return field.split("*").length;
}

/** The source prints the number, and the scenario holds it. */
function calibrationOf(paper: Paper, scenario: string | undefined, path: Path): FieldOrigin | undefined {
  for (const { claims, runs } of paper.experiments)
    for (const claim of claims) {
      if (claim.kind !== "calibration" || !claim.fields.some((field) => coversField(field, path))) continue;
      const isRun = claim.runs.some((name) => runs[name]?.scenario === scenario);
      if (!isRun) continue;
      const printed = { value: claim.printed, unit: claim.unit };
      return { from: "calibration", where: claim.place, more: claim.text, printed };
    }
  return undefined;
}
