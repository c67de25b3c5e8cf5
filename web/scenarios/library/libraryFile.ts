/** All own scenarios as one file, and such files (or single scenarios) back. */

import { LIBRARY_FORMAT } from "../../../lib/files/recognised.ts";
import { VERSION } from "../../../lib/version.ts";
import { JSON_BYTE_LIMIT } from "../../../scenarios/base/limits.ts";
import { isObject } from "../../../scenarios/base/values.ts";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import { readJson } from "../../../scenarios/read/json.ts";
import { parseScenario } from "../../../scenarios/read/parse.ts";
import { translatedMessage } from "../../text/message.ts";
import { t } from "../../text/t.ts";
import type { OwnEntry } from "./record.ts";

const FILE_VERSION = 1;
/** Of one file. */
const SCENARIO_LIMIT = 500;

interface Imported {
  readonly name: string;
  readonly scenario: Scenario;
}

export interface ImportResult {
  readonly found: readonly Imported[];
  /** Each with its name and the reason. */
  readonly refused: readonly string[];
}

export function libraryFile(entries: readonly OwnEntry[]): string {
  const scenarios = entries.map(({ record }) => ({
    name: record.name,
    scenario: JSON.parse(record.scenario) as unknown,
  }));
  return `${JSON.stringify({ format: LIBRARY_FORMAT, version: FILE_VERSION, irqscope: VERSION, scenarios }, undefined, 2)}\n`;
}

export function readLibraryFile(fileName: string, text: string): ImportResult {
  const refuse = (reason: string): ImportResult => ({ found: [], refused: [`${fileName}: ${reason}.`] });
  if (text.length > JSON_BYTE_LIMIT) {
    return refuse(t("has more than {limit} characters", { limit: JSON_BYTE_LIMIT }));
  }
  const json = readJson(text);
  if (!json.ok) return refuse(translatedMessage(json.error.message));
  const { value } = json;
  if (!isObject(value) || value.format !== LIBRARY_FORMAT) return readOne(fileName, value);
  if (value.version !== FILE_VERSION) return refuse(t("was made by a newer irqscope"));
  const { scenarios } = value;
  if (!Array.isArray(scenarios)) return refuse(t("scenarios must be a list"));
  if (scenarios.length > SCENARIO_LIMIT)
    return refuse(t("holds more than {limit} scenarios", { limit: SCENARIO_LIMIT }));
  const results = scenarios.map((one: unknown, index) => {
    const name =
      isObject(one) && typeof one.name === "string" ? one.name : t("entry {index}", { index: index + 1 });
    return readOne(name, isObject(one) ? one.scenario : undefined, name);
  });
  return {
    found: results.flatMap(({ found }) => found),
    refused: results.flatMap(({ refused }) => refused.map((reason) => `${fileName}: ${reason}`)),
  };
}

function readOne(where: string, value: unknown, name?: string): ImportResult {
  const parsed = parseScenario(value);
  if (!parsed.ok) {
    const [first] = parsed.errors;
    return {
      found: [],
      refused: [`${where}: ${first?.field} ${translatedMessage(first?.message ?? "is not valid")}.`],
    };
  }
  return { found: [{ name: name ?? parsed.scenario.name, scenario: parsed.scenario }], refused: [] };
}
