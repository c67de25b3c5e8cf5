/** An expression over the runs of an experiment. */
import { NUMBER, PER_SECOND, UNITS } from "../expressions/dimension.ts";
import { compileExpression, type Path, type Value } from "../expressions/index.ts";
import { metricAt } from "../metrics/derived.ts";
import { type Dictionary, dictionaryOf } from "../metrics/dictionary.ts";
import type { Outcome } from "./outcome.ts";
import type { Curve, Experiment } from "./paper.ts";
import type { PlannedRun } from "./plan.ts";

export interface Finished extends PlannedRun {
  readonly outcome: Outcome;
}

interface Question {
  /** Id of the claim or curve. */
  readonly id: string;
  readonly text: string;
  /** Unit of the quantity. Undefined if the expression is a condition. */
  readonly unit: string | undefined;
}

class ClaimError extends Error {}

/** Units unknown to expressions mean plain numbers or rates. */
export function factorOf(unit: string): number {
  return UNITS.get(unit)?.factor ?? 1;
}

/** A metric names its run, as in `run["one"].receive.rate`. The run may be omitted if there is only one. */
export function valueOfRuns({ id, text, unit }: Question, runs: readonly Finished[]): Value {
  const dictionaries = new Map<string, Dictionary>(
    runs.map(({ run, scenario }) => [run, dictionaryOf(scenario)]),
  );
  const find = (path: Path) => {
    const isNamed = path[0] === "run" && typeof path[1] === "string";
    const run = isNamed ? runs.find((one) => one.run === path[1]) : runs.length === 1 ? runs[0] : undefined;
    const dictionary = run && dictionaries.get(run.run);
    const metric = dictionary && metricAt(dictionary, run.scenario, isNamed ? path.slice(2) : path);
    return run && metric ? { run, metric } : undefined;
  };
  const compiled = compileExpression(text, (path) => find(path)?.metric.dimension);
  if (!compiled.ok) throw new ClaimError(`${id}: ${text}: ${compiled.error.at}: ${compiled.error.message}`);
  const { type } = compiled.compiled;
  if ((type.kind === "condition") !== (unit === undefined))
    throw new ClaimError(`${id}: ${text}: is ${type.kind === "condition" ? "a" : "not a"} condition`);
  if (type.kind === "quantity" && unit !== undefined) {
    const wanted = UNITS.get(unit)?.dimension;
    const fits = wanted
      ? JSON.stringify(wanted) === JSON.stringify(type.dimension)
      : [NUMBER, PER_SECOND].some((one) => JSON.stringify(one) === JSON.stringify(type.dimension));
    if (!fits) throw new ClaimError(`${id}: ${text}: does not measure ${unit}`);
  }
  return compiled.compiled.evaluate((path) => {
    const found = find(path);
    return found?.metric.read(found.run.outcome.measured);
  });
}

/** Curves: a quantity along a sweep. The paper claims nothing about it. */
export interface DrawnCurve {
  readonly curve: Curve;
  /** Values in the unit of the curve. */
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
