/** The fields of a scenario that its knobs offer for trying (scenarios/story/knobs.ts), each with its values to choose
 * from. */
import type { ScenarioError } from "../../scenarios/base/messages.ts";
import type { Knob, Scenario } from "../../scenarios/format/schema.ts";
import { valuesOfRange } from "../../scenarios/story/knobRange.ts";
import type { Field } from "../scenarioFields/describe.ts";
import { fieldNamed } from "../scenarioFields/fieldNamed.ts";
import { choiceOf, type KnobValue, type OfferedKnob } from "./offered.ts";

export interface FoundKnob extends Pick<OfferedKnob, "kind" | "label" | "values" | "value"> {
  readonly field: Field;
}

export interface Knobs {
  readonly knobs: readonly FoundKnob[];
  /** Knobs that were dropped because the scenario has no such field or the field no such value. */
  readonly faults: readonly ScenarioError[];
}

export function knobsOf(scenario: Scenario): Knobs {
  const knobs: FoundKnob[] = [];
  const faults: ScenarioError[] = [];
  for (const [index, knob] of (scenario.knobs ?? []).entries()) {
    const place = `knobs[${index}]`;
    const named = fieldNamed(scenario, knob.field);
    if (!named.ok) {
      faults.push({ field: `${place}.field`, message: named.message });
      continue;
    }
    const { field } = named;
    const given = knob.values ?? (knob.range === undefined ? undefined : valuesOfRange(knob.range));
    const wrong = given?.findIndex((value) => !isValueOf(field, value)) ?? -1;
    if (wrong >= 0) {
      const where = knob.values === undefined ? "range" : `values[${wrong}]`;
      faults.push({ field: `${place}.${where}`, message: `is not a value of ${field.name}` });
      continue;
    }
    const found = knobOf(knob, field, given ?? usualValues(field));
    if (found === undefined)
      faults.push({ field: `${place}.field`, message: `${field.name} has no values to choose from` });
    else knobs.push(found);
  }
  return { knobs, faults };
}

function knobOf(
  { label }: Knob,
  field: Field,
  given: readonly KnobValue[] | undefined,
): FoundKnob | undefined {
  const { value } = field;
  if (given === undefined || !isKnobValue(value)) return undefined;
  return { field, label, ...choiceOf(given, value) };
}

function isKnobValue(value: unknown): value is KnobValue {
  return typeof value === "number" || typeof value === "string" || typeof value === "boolean";
}

/** Checks the bounds of the field. parseScenario checks rules between fields. */
export function isValueOf({ of }: Pick<Field, "of">, value: KnobValue): boolean {
  switch (of.kind) {
    case "switch":
      return typeof value === "boolean";
    case "choice":
      return typeof value === "string" && of.options.includes(value);
    case "text":
      return typeof value === "string";
    case "number": {
      if (typeof value !== "number") return typeof value === "string" && of.words.includes(value);
      if (of.words.includes(value)) return true;
      const { minimum, maximum, step } = of;
      const isStep = step === 0 || Math.abs(value / step - Math.round(value / step)) < 1e-6;
      return value >= minimum && value <= maximum && isStep;
    }
  }
}

/** Doublings on both sides of the present value. */
const USUAL_DOUBLINGS = [-2, -1, 0, 1, 2, 3];

/** Values for a knob without a list of values. */
function usualValues(field: Field): readonly KnobValue[] | undefined {
  const { of, value } = field;
  if (of.kind === "switch") return [false, true];
  if (of.kind === "choice") return of.options;
  if (of.kind !== "number" || typeof value !== "number" || value <= 0) return undefined;
  const whole = of.step === 1 ? Math.round : (one: number) => one;
  const values = USUAL_DOUBLINGS.map((power) => whole(value * 2 ** power));
  return values.filter((one) => isValueOf(field, one));
}
