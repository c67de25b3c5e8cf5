/** Finds the fields in which two scenarios differ. */
import type { Scenario } from "../../scenarios/format/schema.ts";
import { type Field, fieldsOf } from "./describe.ts";

export interface FieldDifference {
  readonly name: string;
  readonly title: string;
  readonly unit: string;
  /** Undefined if this scenario has no such field. */
  readonly a: unknown;
  readonly b: unknown;
}

/** Names and descriptions of a scenario are not part of the machine. */
const WORDS = /^(name|description|source\b.*)$/;

/** Fields of `a` in the order of the schema, then fields that only `b` has. */
export function differencesOf(a: Scenario, b: Scenario): readonly FieldDifference[] {
  const fieldsA = machineFields(a);
  const fieldsB = machineFields(b);
  const ofA = [...fieldsA.values()].flatMap((field) => {
    const other = fieldsB.get(field.name);
    return Object.is(other?.value, field.value) ? [] : [difference(field, field.value, other?.value)];
  });
  const onlyB = [...fieldsB.values()].flatMap((field) =>
    fieldsA.has(field.name) || field.value === undefined ? [] : [difference(field, undefined, field.value)],
  );
  return [...ofA, ...onlyB];
}

/** True if both have the same packets at the same times, as far as the scenario decides it. */
export function hasSameTraffic(a: Scenario, b: Scenario): boolean {
  return a.seed === b.seed && JSON.stringify(a.traffic) === JSON.stringify(b.traffic);
}

function machineFields(scenario: Scenario): ReadonlyMap<string, Field> {
  return new Map(
    fieldsOf(scenario)
      .filter(({ name }) => !WORDS.test(name))
      .map((field) => [field.name, field]),
  );
}

function difference({ name, title, unit }: Field, a: unknown, b: unknown): FieldDifference {
  return { name, title, unit, a, b };
}
