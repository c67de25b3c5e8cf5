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

/** Printed to terminals and pages alike: no control characters but, in long texts, line ends and tabs; nothing
 * that turns the direction of what is printed after it. */
const PRINTABLE = /^[^\p{Cc}\u202a-\u202e\u2066-\u2069]*$/u;
const PRINTABLE_LINES = /^(?:[^\p{Cc}\u202a-\u202e\u2066-\u2069]|[\n\t])*$/u;
const UNPRINTABLE = { error: "holds a control character" };

export function line(limit: number) {
  return z.string().max(limit).regex(PRINTABLE, UNPRINTABLE);
}

export function lines(limit: number) {
  return z.string().max(limit).regex(PRINTABLE_LINES, UNPRINTABLE);
}

export const name = line(NAME_CHARACTER_LIMIT).min(1).meta({
  title: "Name",
  description: "Must be unique among things of the same kind; references use this name.",
});

/** The name of something that stands elsewhere in the scenario: an entry of the list of this kind. */
export function reference(kind: string, title: string, description: string) {
  return (
    z
      .string()
      .min(1)
      .max(NAME_CHARACTER_LIMIT)
      // Not a pattern: the JSON Schema has it at the names already.
      .refine((text) => PRINTABLE.test(text), UNPRINTABLE)
      .meta({ title, description, refersTo: kind })
  );
}

export const lineReference = reference("line", "Interrupt line", "Name of a line.");

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
