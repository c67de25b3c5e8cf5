/** Schema building blocks: every field carries its title, unit and meaning, from which the JSON Schema and
 * the settings form are made. */
import { z } from "zod";
import { NAME_CHARACTER_LIMIT } from "./limits.ts";

export interface FieldText {
  readonly title: string;
  readonly description?: string;
  readonly unit?: string;
}

export function count(minimum: number, maximum: number) {
  return z.int().min(minimum).max(maximum);
}

/** Up to three decimals: kept as an integer of thousandths inside the machine. */
export function thousandths(minimum: number, maximum: number) {
  return z.number().min(minimum).max(maximum).multipleOf(0.001);
}

export const name = z
  .string()
  .min(1)
  .max(NAME_CHARACTER_LIMIT)
  .meta({ title: "Name", description: "Unique among its kind; references use it." });

export function reference(kind: string) {
  return z
    .string()
    .min(1)
    .max(NAME_CHARACTER_LIMIT)
    .meta({ title: kind, description: `Name of a ${kind}.`, refersTo: kind });
}

/** A long column of whole numbers, checked in one loop: a million entries give at most one error. The custom
 * check is opaque to the JSON Schema, so its bounds stand in the meta data. */
export function column(minimum: number, maximum: number, text: FieldText) {
  return z
    .custom<readonly number[]>()
    .superRefine((value: unknown, context) => {
      if (!Array.isArray(value)) {
        context.addIssue({ code: "custom", message: "must be a list of whole numbers" });
        return;
      }
      const bad = value.findIndex(
        (entry) => !(Number.isSafeInteger(entry) && entry >= minimum && entry <= maximum),
      );
      if (bad >= 0) {
        const message = `must be a whole number from ${minimum} to ${maximum}`;
        context.addIssue({ code: "custom", path: [bad], message });
      }
    })
    .meta({ ...text, type: "array", items: { type: "integer", minimum, maximum } });
}
