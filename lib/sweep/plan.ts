/** The machines of a sweep: every combination of the values, the last field changing fastest. */
import { parseScenario } from "../../scenarios/schema/parse.ts";
import type { Scenario } from "../../scenarios/schema/schema.ts";
import { withField } from "../scenario_fields/field.ts";
import type { Axis, AxisValue } from "./axis.ts";

export interface Point {
  /** By axis. */
  readonly values: readonly AxisValue[];
  readonly scenario: Scenario;
}

export type Plan =
  | { readonly ok: true; readonly points: readonly Point[] }
  | { readonly ok: false; readonly field: string; readonly message: string };

export const POINT_LIMIT = 10_000;

/** Nothing runs before every combination is a scenario. */
export function planSweep(scenario: Scenario, axes: readonly Axis[]): Plan {
  const total = axes.reduce((product, { values }) => product * values.length, 1);
  if (total > POINT_LIMIT)
    return { ok: false, field: "combinations", message: `are ${total}, at most ${POINT_LIMIT} are run` };
  const twice = axes.find(({ field }, at) => axes.findIndex((one) => one.field.name === field.name) !== at);
  if (twice !== undefined) return { ok: false, field: twice.field.name, message: "is set twice" };
  const points: Point[] = [];
  for (let at = 0; at < total; at++) {
    const values = combination(axes, at);
    const changed = axes.reduce<unknown>(
      (here, { field }, axis) => withField(here, field.path, values[axis]),
      scenario,
    );
    const parsed = parseScenario(changed);
    if (!parsed.ok) {
      const [error] = parsed.errors;
      const reason = error === undefined ? "is not valid" : `${error.field}: ${error.message}`;
      return { ok: false, field: pointName(axes, values), message: reason };
    }
    points.push({ values, scenario: parsed.scenario });
  }
  return { ok: true, points };
}

export function pointName(axes: readonly Axis[], values: readonly AxisValue[]): string {
  return axes.map(({ field }, axis) => `${field.name}=${values[axis]}`).join(" ");
}

function combination(axes: readonly Axis[], number: number): readonly AxisValue[] {
  let rest = number;
  const values: AxisValue[] = [];
  for (const axis of axes.toReversed()) {
    const value = axis.values[rest % axis.values.length];
    if (value !== undefined) values.unshift(value);
    rest = Math.floor(rest / axis.values.length);
  }
  return values;
}
