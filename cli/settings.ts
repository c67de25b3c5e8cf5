/** `--set FIELD=VALUE` of the command line. */

import { fieldNamed, UNKNOWN_FIELD } from "../lib/scenarioFields/fieldNamed.ts";
import { targetNamed, withTarget } from "../lib/study/targets.ts";
import { type Axis, readAxis } from "../lib/sweep/axis.ts";
import { type Point, planSweep, pointName, type Refused } from "../lib/sweep/plan.ts";
import type { Scenario } from "../scenarios/format/schema.ts";
import { readJson } from "../scenarios/read/json.ts";
import { parseScenario } from "../scenarios/read/parse.ts";
import type { StudyValue } from "../scenarios/study/study.ts";
import { type Complaint, InputError } from "./command.ts";

/** `FIELD=VALUES` of the option `flag`. */
export function pairOf(text: string, flag: string): readonly [field: string, values: string] {
  const sign = text.indexOf("=");
  if (sign < 1) throw new InputError({ subject: flag, reason: `must be FIELD=VALUES, not "${text}"` });
  return [text.slice(0, sign).trim(), text.slice(sign + 1).trim()];
}

const SET = "--set";
const FIELDS_HINT = "irqscope sweep SCENARIO --list lists them";

/** Each setting may have several values. */
export function axesOf(scenario: Scenario, texts: readonly string[]): readonly Axis[] {
  return texts.map((text) => {
    const read = readAxis(scenario, text);
    if (read.ok) return read.axis;
    throw new InputError({
      subject: SET,
      ...(read.field !== "" && { field: read.field }),
      reason: read.message === UNKNOWN_FIELD ? `${read.message}; ${FIELDS_HINT}` : read.message,
    });
  });
}

/** Each setting has one value. `elsewhere`: fields that another option sets, with the text of that option. */
export function withSettings(
  scenario: Scenario,
  texts: readonly string[],
  elsewhere: ReadonlyMap<string, string> = new Map(),
): Scenario {
  if (texts.length === 0) return scenario;
  const { wholes, others } = apart(scenario, texts);
  if (wholes.length > 0) return withSettings(withWholes(scenario, wholes), others, elsewhere);
  const axes = axesOf(scenario, texts);
  for (const { field } of axes) {
    const other = elsewhere.get(field.name);
    if (other !== undefined)
      throw new InputError({ subject: SET, field: field.name, reason: `is set twice, by ${other} too` });
  }
  const many = axes.find(({ values }) => values.length !== 1);
  if (many !== undefined)
    throw new InputError({
      subject: SET,
      field: many.field.name,
      reason: "one value only; irqscope sweep takes several",
    });
  const { points, refused } = planOf(scenario, axes);
  if (refused.length > 0) throw new InputError(...refused.map((one) => complaintOf(axes, one)));
  return points[0]?.scenario ?? scenario;
}

/** Separates settings with an object, a list or null from settings with values of a field. */
export function apart(scenario: Scenario, texts: readonly string[]) {
  const wholes = texts.filter((text) => isWhole(scenario, text));
  return { wholes, others: texts.filter((text) => !wholes.includes(text)) };
}

export const withWholes = (scenario: Scenario, texts: readonly string[]): Scenario =>
  texts.reduce(withWhole, scenario);

/** A value that is not JSON object, list or null stays a text, as in a study. */
export function settingOf(text: string): readonly [field: string, value: StudyValue] {
  const [name, value] = pairOf(text, SET);
  const json = /^(?:[{[]|null$)/.test(value) ? readJson(value) : undefined;
  return [name, json?.ok ? (json.value as StudyValue) : value];
}

/** Whether the value is a JSON object, list or null for a field with parts. */
function isWhole(scenario: Scenario, text: string): boolean {
  if (text.indexOf("=") < 1) return false;
  const [name, value] = pairOf(text, SET);
  return /^(?:[{[]|null$)/.test(value) && (!fieldNamed(scenario, name).ok || value === "null");
}

function withWhole(scenario: Scenario, text: string): Scenario {
  const [name, typed] = pairOf(text, SET);
  const refused = (reason: string) => new InputError({ subject: SET, field: name, reason });
  const json = readJson(typed);
  if (!json.ok) throw refused(json.error.message);
  const value = json.value as StudyValue;
  const found = targetNamed(scenario, name, [value]);
  if (!found.ok || found.target.kind === "contexts")
    throw refused(found.ok ? "must be a number" : `${found.message}; ${FIELDS_HINT}`);
  const set = withTarget(scenario, found.target, value);
  if (typeof set === "string") throw refused(set);
  const parsed = parseScenario(set.scenario);
  if (parsed.ok) return parsed.scenario;
  throw new InputError(
    ...parsed.errors.map(({ field, message }) => ({
      subject: SET,
      field: name,
      reason: `${field}: ${message}`,
    })),
  );
}

export function planOf(scenario: Scenario, axes: readonly Axis[]) {
  const plan = planSweep(scenario, axes);
  if (plan.ok) return plan;
  throw new InputError({ subject: SET, field: plan.field, reason: plan.message });
}

interface Combinations {
  readonly points: readonly Point[];
  readonly refused: readonly Refused[];
}

/** Number of lines that fit on one screen. */
const LISTED = 20;

/** Up to 20 combinations that are not valid, and `last` if there are several combinations. */
export function complaintsOfPlan(
  axes: readonly Axis[],
  { points, refused }: Combinations,
  last: string,
): readonly Complaint[] {
  const more = refused.length - LISTED;
  return [
    ...refused.slice(0, LISTED).map((one) => complaintOf(axes, one)),
    ...(more > 0 ? [{ subject: SET, reason: `and ${more} more` }] : []),
    ...(points.length + refused.length > 1 ? [{ subject: SET, reason: last }] : []),
  ];
}

function complaintOf(axes: readonly Axis[], { values, field, message, errorCount }: Refused): Complaint {
  const more = errorCount - 1;
  const others = more > 0 ? ` (and ${more} more error${more === 1 ? "" : "s"})` : "";
  return { subject: SET, field: pointName(axes, values), reason: `${field}: ${message}${others}` };
}
