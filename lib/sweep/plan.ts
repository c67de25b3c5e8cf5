/** The machines of a sweep: every combination of the values. The last field changes fastest. */

import { withField } from "../../scenarios/base/fieldPath.ts";
import { isObject } from "../../scenarios/base/values.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { withContextsSet } from "../scenarioFields/withContexts.ts";
import type { Axis, AxisValue } from "./axis.ts";

interface Combination {
  /** Number among all combinations, from 0. */
  readonly number: number;
  /** One value for each axis. */
  readonly values: readonly AxisValue[];
}

export interface Point extends Combination {
  readonly scenario: Scenario;
}

/** A combination that is not a valid scenario, with the first of its errors. */
export interface Refused extends Combination {
  readonly field: string;
  readonly message: string;
  readonly errorCount: number;
}

export type Plan =
  /** Both in the order of the combinations. */
  | { readonly ok: true; readonly points: readonly Point[]; readonly refused: readonly Refused[] }
  | { readonly ok: false; readonly field: string; readonly message: string };

export const POINT_LIMIT = 10_000;

/** Every combination is checked before any of them runs. */
export function planSweep(scenario: Scenario, axes: readonly Axis[]): Plan {
  const total = axes.reduce((product, { values }) => product * values.length, 1);
  if (total > POINT_LIMIT)
    return { ok: false, field: "combinations", message: `are ${total}; the limit is ${POINT_LIMIT}` };
  const twice = axes.find(({ field }, at) => axes.findIndex((one) => one.field.name === field.name) !== at);
  if (twice !== undefined) return { ok: false, field: twice.field.name, message: "is set twice" };
  const points: Point[] = [];
  const refused: Refused[] = [];
  for (let number = 0; number < total; number++) {
    const values = combination(axes, number);
    const changed = withValues(scenario, axes, values);
    const parsed = parseScenario(changed);
    if (parsed.ok) points.push({ number, values, scenario: sharing(parsed.scenario, changed, scenario) });
    else {
      const { field = "scenario", message = "is not valid" } = parsed.errors[0] ?? {};
      refused.push({ number, values, field, message, errorCount: parsed.errorCount });
    }
  }
  return { ok: true, points, refused };
}

function withValues(scenario: Scenario, axes: readonly Axis[], values: readonly AxisValue[]): unknown {
  const placed = axes.reduce(
    (here, { isByRule }, axis) => (isByRule === true ? withContextsSet(here, values[axis]) : here),
    scenario,
  );
  return axes.reduce<unknown>((here, { field }, axis) => withField(here, field.path, values[axis]), placed);
}

/** Shares the parts that no axis changes between all combinations, because a capture has hundreds of thousands of
 * frames. */
export function sharing<T>(parsed: T, changed: unknown, base: unknown): T {
  // `base` was parsed before, so an equal part gives the same result.
  if (changed === base && typeof base === "object") return base as T;
  if (Array.isArray(parsed) && Array.isArray(changed) && Array.isArray(base))
    return parsed.map((entry, index) => sharing(entry, changed[index], base[index])) as T;
  if (!isObject(parsed) || !isObject(changed) || !isObject(base)) return parsed;
  const entries = Object.entries(parsed).map(([key, value]) => [
    key,
    sharing(value, changed[key], base[key]),
  ]);
  return Object.fromEntries(entries) as T;
}

export function pointName(axes: readonly Axis[], values: readonly AxisValue[]): string {
  return axes.map(({ field }, axis) => `${field.name}=${shortValue(String(values[axis]))}`).join(" ");
}

const VALUE_CHARACTERS = 40;

function shortValue(text: string): string {
  return text.length > VALUE_CHARACTERS ? `${text.slice(0, VALUE_CHARACTERS - 1)}…` : text;
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
