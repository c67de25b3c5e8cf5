/** `irqscope sweep SCENARIO --list`: what can be changed and measured. */
import { dictionaryOf } from "../lib/metrics/dictionary.ts";
import { fieldsOf } from "../lib/scenario_fields/describe.ts";
import type { Scenario } from "../scenarios/schema/schema.ts";
import { table } from "./table.ts";

const VALUE_CHARACTERS = 32;

function shortText(text: string): string {
  return text.length > VALUE_CHARACTERS ? `${text.slice(0, VALUE_CHARACTERS - 1)}…` : text;
}

export function listText(scenario: Scenario): string {
  const fields = fieldsOf(scenario).map(({ name, value, unit, of }) => [
    name,
    value === undefined ? "-" : shortText(String(value)),
    unit,
    of.kind === "number"
      ? [`${of.minimum} to ${of.maximum}`, ...of.words].join(", ")
      : of.kind === "choice"
        ? of.options.join(", ")
        : of.kind === "switch"
          ? "true, false"
          : "a text",
  ]);
  const metrics = [...dictionaryOf(scenario)].map(([name, { meaning }]) => [name, meaning]);
  return `${table([["field", "value", "unit", "takes"], ...fields], "", 4)}\n\n${table([["metric", "meaning"], ...metrics], "", 2)}`;
}
