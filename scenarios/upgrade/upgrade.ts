/** Old files can be opened forever: each upgrader converts one version of the format into the next. */
import type { ScenarioError } from "../base/messages.ts";
import { isObject } from "../base/values.ts";
import { SCENARIO_FORMAT, SCENARIO_VERSION } from "../format/schema.ts";

type ScenarioJson = Readonly<Record<string, unknown>>;
export type Upgrader = (scenario: ScenarioJson) => ScenarioJson;

/** [n] converts version n into version n + 1. Version 1 is the first, so there is none yet. */
export const UPGRADERS: Readonly<Record<number, Upgrader>> = {};

/** Other formats that irqscope writes, and the part of irqscope that reads them. */
const OTHER_FORMATS: ReadonlyMap<unknown, string> = new Map([
  ["irqscope-lab", "a lab, which Labs opens"],
  ["irqscope-study", "a study, which Sweep opens"],
  ["irqscope-submission", "a lab that was handed in, which Labs grades"],
  ["irqscope-progress", "the progress of a lab, which its report opens"],
  ["irqscope-library", "own scenarios, which the gallery adds"],
]);

type UpgradeResult =
  | { readonly ok: true; readonly json: ScenarioJson }
  | { readonly ok: false; readonly error: ScenarioError };

export function upgrade(value: unknown, current = SCENARIO_VERSION, upgraders = UPGRADERS): UpgradeResult {
  if (!isObject(value)) return failed("scenario", "must be an object");
  if (value.format !== SCENARIO_FORMAT) {
    const kind = OTHER_FORMATS.get(value.format) ?? "not an irqscope scenario";
    return failed("format", `must be "${SCENARIO_FORMAT}": this is ${kind}`);
  }
  const { version } = value;
  if (typeof version !== "number" || !Number.isInteger(version) || version < 1) {
    return failed("version", "must be a whole number from 1");
  }
  if (version > current) {
    return failed("version", `${version} was made by a newer irqscope; this one reads up to ${current}`);
  }
  let json: ScenarioJson = value;
  for (let from = version; from < current; from++) {
    const upgrader = upgraders[from];
    if (upgrader === undefined) return failed("version", `${from} cannot be read any more`);
    json = { ...upgrader(json), version: from + 1 };
  }
  return { ok: true, json };
}

function failed(field: string, message: string): UpgradeResult {
  return { ok: false, error: { field, message } };
}
