/** `--set FIELD=VALUE` of the command line. */

import { type Axis, readAxis } from "../lib/sweep/axis.ts";
import { planSweep } from "../lib/sweep/plan.ts";
import type { Scenario } from "../scenarios/schema/schema.ts";
import { InputError } from "./command.ts";

const SET = "--set";

/** Each may have several values. */
export function axesOf(scenario: Scenario, texts: readonly string[]): readonly Axis[] {
  return texts.map((text) => {
    const read = readAxis(scenario, text);
    if (read.ok) return read.axis;
    throw new InputError({ subject: SET, field: read.field, reason: read.message });
  });
}

/** Each has one. */
export function withSettings(scenario: Scenario, texts: readonly string[]): Scenario {
  if (texts.length === 0) return scenario;
  const axes = axesOf(scenario, texts);
  const many = axes.find(({ values }) => values.length !== 1);
  if (many !== undefined)
    throw new InputError({
      subject: SET,
      field: many.field.name,
      reason: "one value only; irqscope sweep takes several",
    });
  const [point] = pointsOf(scenario, axes);
  return point?.scenario ?? scenario;
}

export function pointsOf(scenario: Scenario, axes: readonly Axis[]) {
  const plan = planSweep(scenario, axes);
  if (plan.ok) return plan.points;
  throw new InputError({ subject: SET, field: plan.field, reason: plan.message });
}
