/** Writes scenarios as text for people: short objects on one line, columns of numbers packed. */

import { isObject } from "../base/values.ts";
import { withoutDefaults } from "../base/walk.ts";
import { type Scenario, scenarioSchema } from "./schema.ts";

const WIDTH_CHARACTERS = 100;
const INDENT = "  ";

/** The form that a person would write: fields that equal their default are omitted, in the schema's order. */
export function minimalScenario(scenario: Scenario): unknown {
  return withoutDefaults(scenarioSchema, scenario);
}

export function formatScenario(scenario: Scenario): string {
  return formatJson(minimalScenario(scenario));
}

export function formatJson(value: unknown): string {
  return `${formatAt(value, 0)}\n`;
}

function formatAt(value: unknown, depth: number): string {
  const short = oneLine(value);
  const isSmall = depth > 1 && short.length + depth * INDENT.length <= WIDTH_CHARACTERS;
  if (isSmall || short === "{}" || short === "[]") return short;
  const inner = INDENT.repeat(depth + 1);
  const outer = INDENT.repeat(depth);
  if (Array.isArray(value)) {
    const lines = value.every((entry) => typeof entry === "number")
      ? packed(value, WIDTH_CHARACTERS - inner.length)
      : value.map((entry) => formatAt(entry, depth + 1));
    return `[\n${inner}${lines.join(`,\n${inner}`)}\n${outer}]`;
  }
  if (isObject(value)) {
    const lines = Object.entries(value).map(
      ([key, member]) => `${JSON.stringify(key)}: ${formatAt(member, depth + 1)}`,
    );
    return `{\n${inner}${lines.join(`,\n${inner}`)}\n${outer}}`;
  }
  return short;
}

function oneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(oneLine).join(", ")}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}: ${oneLine(member)}`);
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}

function packed(numbers: readonly number[], width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const number of numbers) {
    const next = line === "" ? String(number) : `${line}, ${number}`;
    if (next.length < width) line = next;
    else {
      lines.push(line);
      line = String(number);
    }
  }
  lines.push(line);
  return lines;
}
