/** Curves: a quantity along a sweep. The paper claims nothing about it. */
import type { Curve, Experiment } from "./paper.ts";
import { type Finished, factorOf, valueOfRuns } from "./value.ts";

export interface DrawnCurve {
  readonly curve: Curve;
  /** In the unit of the curve. */
  readonly points: readonly { readonly at: string; readonly value: number | undefined }[];
}

/** Uses the machines without the variations of free parameters. */
export function drawCurves(experiment: Experiment, finished: readonly Finished[]): readonly DrawnCurve[] {
  const own = finished.filter(({ variation }) => variation === undefined);
  return experiment.curves.map((curve) => ({
    curve,
    points: curve.points.map(({ at, value }) => {
      const result = valueOfRuns({ id: curve.id, text: value, unit: curve.unit }, own);
      return { at, value: typeof result === "number" ? result / factorOf(curve.unit) : undefined };
    }),
  }));
}
