/** The stored results of a built-in study. */
import type { StoredRows } from "../../scenarios/studies/index.ts";
import type { StudyPlan } from "./plan.ts";
import type { StudyRow } from "./row.ts";

/** Empty if the rows are the results of another study, or of an earlier version of this one. */
export function storedRows(plan: StudyPlan, stored: StoredRows): readonly StudyRow[] {
  const { studyHash, metrics, points, ...ofAll } = stored;
  if (studyHash !== plan.studyHash) return [];
  return plan.points.flatMap((point, at) =>
    (points[at] ?? []).map(([seed, stateHash, ...values]) => ({
      study: plan.study.name,
      studyHash,
      point: point.values,
      seed: Number(seed),
      metrics: Object.fromEntries(metrics.map((name, place) => [name, numberOf(values[place])])),
      ...ofAll,
      stateHash: String(stateHash),
    })),
  );
}

const numberOf = (value: number | string | null | undefined): number | null =>
  typeof value === "number" ? value : null;
