/** Building blocks of schemas: every field has its title, unit and meaning. The JSON Schema and the settings form are
 * generated from them. */
import { z } from "zod";
import { NAME_CHARACTER_LIMIT } from "./limits.ts";

interface FieldText {
  readonly title: string;
  readonly description?: string;
  readonly unit?: string;
}

export function count(minimum: number, maximum: number) {
  return z.int().min(minimum).max(maximum);
}

/** At most three decimals. The machine stores integers of thousandths. */
export function thousandths(minimum: number, maximum: number) {
  return z.number().min(minimum).max(maximum).multipleOf(0.001);
}

/** Texts are printed on terminals and pages. So they may not contain control characters, except line ends and tabs in
 * long texts, nor characters that change the direction of the text behind them. */
const PRINTABLE = /^[^\p{Cc}\u202a-\u202e\u2066-\u2069]*$/u;
const PRINTABLE_LINES = /^(?:[^\p{Cc}\u202a-\u202e\u2066-\u2069]|[\n\t])*$/u;
const UNPRINTABLE = { error: "holds a control character" };

export function line(limit: number) {
  return z.string().max(limit).regex(PRINTABLE, UNPRINTABLE);
}

export function lines(limit: number) {
  return z.string().max(limit).regex(PRINTABLE_LINES, UNPRINTABLE);
}

/** Bytes in base64. The limit counts bytes, because readers know the size of their file. */
export function base64(byteLimit: number, pattern: RegExp, error: Parameters<z.ZodString["regex"]>[1]) {
  const maxLength = 4 * Math.ceil(byteLimit / 3);
  return z
    .string()
    .regex(pattern, error)
    .refine((text) => text.length <= maxLength, { error: `must have at most ${byteLimit} bytes` })
    .meta({ maxLength });
}

export const name = line(NAME_CHARACTER_LIMIT).min(1).meta({
  title: "Name",
  description: "Must be unique among things of the same kind; references use this name.",
});

/** The name of another part of the scenario: an entry of the list of this kind. */
export function reference(kind: string, title: string, description: string) {
  return (
    z
      .string()
      .min(1)
      .max(NAME_CHARACTER_LIMIT)
      // Not a regular expression, because the JSON Schema already has it at the names.
      .refine((text) => PRINTABLE.test(text), UNPRINTABLE)
      .meta({ title, description, refersTo: kind })
  );
}

export const lineReference = reference("line", "Interrupt line", "Name of a line.");

/** A long column of whole numbers, checked in one loop, so that a million entries give at most one error. JSON Schema
 * cannot express the custom check, so the meta data hold its bounds. */
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

/** One second. */
const NANOSECONDS_LIMIT = 1_000_000_000;

/** The field of a deadline. The code that computes with it (deadline.ts) is part of the first page, which has no
 * validator. */
export const deadlineField = count(0, NANOSECONDS_LIMIT).default(0);
