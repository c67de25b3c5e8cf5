/** The schema library's findings in words that a student can act on. */
import type { z } from "zod";
import { fieldName, quoted, SHOWN_CHARACTERS } from "./fieldName.ts";
import { type Path, valueAt } from "./values.ts";
import { fieldsAt } from "./walk.ts";

export interface ScenarioError {
  /** `software.threads[1].steps[0].routine`. `scenario` stands for the whole. */
  readonly field: string;
  readonly message: string;
}

type Issue = z.core.$ZodIssue;

export function describeIssues(
  schema: z.core.$ZodType,
  value: unknown,
  issues: readonly Issue[],
): ScenarioError[] {
  return innermost(issues, value).flatMap(({ issue, path }) => {
    if (issue.code !== "unrecognized_keys") {
      return [{ field: fieldName(path), message: explain(issue, valueAt(path, value)) }];
    }
    const known = fieldsAt(schema, path, value);
    return issue.keys.map((key) => ({
      field: fieldName([...path, key]),
      message: unknownField(key, known),
    }));
  });
}

interface Place {
  readonly issue: Issue;
  readonly path: Path;
}

/** If several shapes are allowed, reports the errors inside the shape that the author meant. */
function innermost(issues: readonly Issue[], value: unknown, above: Path = []): Place[] {
  return tightest(issues).flatMap((issue) => {
    const path = [...above, ...issue.path];
    const meant = issue.code === "invalid_union" ? issue.errors.find(isOfItsKind) : undefined;
    return meant === undefined ? [{ issue, path }] : innermost(meant, value, path);
  });
}

/** True if the value has the kind of this alternative, so that only a bound or something inside is wrong. */
function isOfItsKind(alternative: readonly Issue[]): boolean {
  return alternative.every((issue) => issue.path.length > 0 || !isOfAnotherKind(issue));
}

function isOfAnotherKind(issue: Issue): boolean {
  if (issue.code === "invalid_type") return issue.expected !== "int";
  return issue.code === "invalid_value" || issue.code === "invalid_union";
}

/** Omits an error about a bound if the kind is wrong. Reports a number that exceeds both its own bound and the general
 * one only once. */
function tightest(issues: readonly Issue[]): readonly Issue[] {
  const fields = issues.map(({ path }) => fieldName(path));
  const ofWrongKind = new Set(fields.filter((_, index) => issues[index]?.code === "invalid_type"));
  return issues.filter((issue, index) => {
    if (issue.code !== "too_big" && issue.code !== "too_small") return true;
    const field = fields[index] ?? "";
    return !ofWrongKind.has(field) && (issues[index + 1]?.code !== issue.code || fields[index + 1] !== field);
  });
}

function explain(issue: Issue, value: unknown): string {
  switch (issue.code) {
    case "invalid_type":
      return value === undefined ? "is missing" : `must be ${typeName(issue.expected)}, not ${shown(value)}`;
    case "too_big":
      return mostText(issue.origin, issue.maximum, entriesOf(value));
    case "too_small":
      return leastText(issue.origin, issue.minimum, entriesOf(value));
    case "not_multiple_of":
      return issue.divisor < 1 ? "may have at most three decimals" : `must be a multiple of ${issue.divisor}`;
    case "invalid_value":
      return oneOf(issue.values, value);
    case "invalid_union":
      return issue.discriminator === undefined
        ? alternatives(issue.errors, value)
        : oneOf(optionsOf(issue), value);
    case "invalid_key":
      return issue.issues.map((one) => explain(one, issue.path.at(-1)))[0] ?? issue.message;
    default:
      return issue.message;
  }
}

/** The library reports the values of the discriminator, but its types omit them. */
function optionsOf(issue: Issue): readonly unknown[] {
  return "options" in issue && Array.isArray(issue.options) ? issue.options : [];
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  int: "a whole number",
  number: "a number",
  string: "a text",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
};

function typeName(expected: string): string {
  return TYPE_NAMES[expected] ?? expected;
}

function entriesOf(value: unknown): number {
  return Array.isArray(value) ? value.length : 0;
}

/** `found` is the number of entries in a list, which a reader cannot count by eye. */
function mostText(origin: string, count: number | bigint, found: number): string {
  const isOne = Number(count) === 1;
  if (origin === "array")
    return isOne
      ? `must have at most 1 entry, not ${found}`
      : `must have at most ${count} entries, not ${found}`;
  if (origin === "string")
    return isOne ? "must have at most 1 character" : `must have at most ${count} characters`;
  return `must be at most ${count}`;
}

function leastText(origin: string, count: number | bigint, found: number): string {
  const isOne = Number(count) === 1;
  if (origin === "array")
    return isOne
      ? `must have at least 1 entry, not ${found}`
      : `must have at least ${count} entries, not ${found}`;
  if (origin === "string")
    return isOne ? "must have at least 1 character" : `must have at least ${count} characters`;
  return `must be at least ${count}`;
}

function oneOf(values: readonly unknown[], value: unknown): string {
  const list = values.map((one) => JSON.stringify(one)).join(", ");
  return wrongValue(values.length === 1 ? list : `one of ${list}`, values, value);
}

function wrongValue(wanted: string, words: readonly unknown[], value: unknown): string {
  if (value === undefined) return `is missing: ${wanted}`;
  const names = words.filter((one) => typeof one === "string");
  const guess = typeof value === "string" ? nearest(value, names) : undefined;
  const message = `must be ${wanted}, not ${shown(value)}`;
  return guess === undefined ? message : `${message}; did you mean ${JSON.stringify(guess)}?`;
}

/** For a value that matches the kind of no alternative: lists what each alternative expects. */
function alternatives(errors: readonly (readonly Issue[])[], value: unknown): string {
  const firsts = errors.flatMap(([first]) => (first === undefined ? [] : [first]));
  const kinds = firsts.flatMap((issue) => (issue.code === "invalid_type" ? [issue.expected] : []));
  const words = firsts
    .flatMap((issue) => (issue.code === "invalid_value" ? issue.values : []))
    .filter((word) => !kinds.includes(typeof word as (typeof kinds)[number]));
  const wanted = [...words.map((word) => JSON.stringify(word)), ...kinds.map(typeName)];
  return wrongValue([...new Set(wanted)].join(" or "), words, value);
}

function unknownField(key: string, known: readonly string[]): string {
  const guess = nearest(key, known);
  if (guess !== undefined) return `is not a known field; did you mean ${JSON.stringify(guess)}?`;
  return known.length === 0
    ? "is not a known field"
    : `is not a known field; known here: ${known.join(", ")}`;
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object" && value !== null) return "an object";
  return typeof value === "string" ? quoted(value) : String(value);
}

/** The candidate that a typing slip away from `text`, if there is one. */
export function nearest(text: string, candidates: readonly string[]): string | undefined {
  const limit = Math.max(2, Math.floor(text.length / 3));
  if (text.length > SHOWN_CHARACTERS) return undefined;
  let best: string | undefined;
  let bestDistance = limit + 1;
  for (const candidate of candidates) {
    const distance = editDistance(text.toLowerCase(), candidate.toLowerCase());
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 0; i < a.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++) {
      const change = (row[j] ?? 0) + (a[i] === b[j] ? 0 : 1);
      next.push(Math.min(change, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
