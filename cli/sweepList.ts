/** `irqscope sweep SCENARIO --list`: what can be changed and measured. */
import { dictionaryOf } from "../lib/metrics/dictionary.ts";
import { type Field, fieldsOf } from "../lib/scenarioFields/describe.ts";
import type { Scenario } from "../scenarios/format/schema.ts";
import { table } from "./table.ts";

const VALUE_CHARACTERS = 32;

function shortText(text: string): string {
  return text.length > VALUE_CHARACTERS ? `${text.slice(0, VALUE_CHARACTERS - 1)}…` : text;
}

function takesText(of: Field["of"]): string {
  switch (of.kind) {
    case "number":
      return [`${of.minimum} to ${of.maximum}`, ...of.words].join(", ");
    case "choice":
      return of.options.join(", ");
    case "switch":
      return "true, false";
    case "text":
      return "a text";
  }
}

export function listJson(scenario: Scenario) {
  return {
    fields: fieldsOf(scenario).map(({ name, value, unit, of }) => ({
      field: name,
      value: value ?? null,
      unit,
      takes: takesText(of),
    })),
    metrics: [...dictionaryOf(scenario)].map(([name, { meaning }]) => ({ metric: name, meaning })),
  };
}

export function listText(scenario: Scenario): string {
  const list = listJson(scenario);
  const fields = list.fields.map(({ field, value, unit, takes }) => [
    field,
    value === null ? "-" : shortText(String(value)),
    unit,
    takes,
  ]);
  const metrics = list.metrics.map(({ metric, meaning }) => [metric, meaning]);
  return `${table([["field", "value", "unit", "takes"], ...fields], "", 4)}\n\n${table([["metric", "meaning"], ...metrics], "", 2)}`;
}
