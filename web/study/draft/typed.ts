/**
 * Converts values of a study to the text in its form, and back: words and numbers unchanged, everything else
 * as JSON.
 */
import { readNumber } from "../../../lib/settings/numberText.ts";
import { GROUPED_BY_COMMAS } from "../../../lib/sweep/axis.ts";
import { isObject } from "../../../scenarios/base/values.ts";
import { readJson } from "../../../scenarios/read/json.ts";
import type { StudyValue } from "../../../scenarios/study/study.ts";
import { t } from "../../text/t.ts";

export type Typed<T> =
  | { readonly ok: true; readonly value: T }
  /** In the language of the page. */
  | { readonly ok: false; readonly message: string };

const failed = (message: string) => ({ ok: false, message }) as const;

/** A number with a leading zero (007) or a plus sign, and True, are not JSON. Such input stays a word, and the field
 * decides how to read it. */
const JSON_WORD = /^(?:null|true|false|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/;
const JSON_BEGIN = /^["[{]/;

/** One value: `8`, `125 MHz`, `null`, `{"sizeBytes": 4096}`. */
export function readTyped(text: string): Typed<StudyValue> {
  const typed = text.trim();
  if (typed === "") return failed(t("a value is missing"));
  if (!JSON_BEGIN.test(typed) && !JSON_WORD.test(typed)) return { ok: true, value: typed };
  const read = readJson(typed);
  if (!read.ok)
    return failed(t("{value} is not JSON: brackets and quotes have to be closed", { value: cut(typed) }));
  return { ok: true, value: read.value as StudyValue };
}

/** Text that readTyped reads as this value. */
export function typedText(value: StudyValue): string {
  const isPlain = typeof value === "string" && isSameWord(readTyped(value), value) && !/[\t\n]/.test(value);
  return isPlain ? value : JSON.stringify(value);
}

const isSameWord = (read: Typed<unknown>, word: string) => read.ok && read.value === word;

/** Values between commas. Commas inside brackets and quotes do not separate. */
export function readList(text: string): Typed<readonly StudyValue[]> {
  const parts = parted(text);
  if (!parts.ok) return parts;
  const values: StudyValue[] = [];
  for (const part of parts.value) {
    const read = readTyped(part);
    if (!read.ok) return read;
    values.push(read.value);
  }
  return { ok: true, value: values };
}

/** Text that readList reads as these values. */
export function listText(values: readonly StudyValue[]): string {
  return values.map(inList).join(", ");
}

/** A word that would be split in a list or a range is put in quotes. */
function inList(value: StudyValue): string {
  if (typeof value !== "string") return typedText(value);
  const read = readList(value);
  const isPlain = read.ok && read.value.length === 1 && read.value[0] === value && !value.includes("..");
  return isPlain ? typedText(value) : JSON.stringify(value);
}

/** For an axis of one field. `4..64*2` stays as typed, and so does 1,000, which the field rejects with the reason.
 * Everything else is a list. */
export function readAxisValues(text: string): Typed<string | readonly StudyValue[]> {
  const read = readList(text);
  if (!read.ok) return read;
  const hasJson =
    read.value.some((value) => value === null || typeof value === "object") || text.includes('"');
  const isForField = text.includes("..") || GROUPED_BY_COMMAS.test(text);
  return isForField && !hasJson ? { ok: true, value: text.trim() } : read;
}

/** Parts of a text between commas, outside of brackets and quotes. */
export function parted(text: string, separator = ","): Typed<readonly string[]> {
  const parts: string[] = [];
  let from = 0;
  let depth = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? "";
    if (isQuoted && sign === "\\") at++;
    else if (sign === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if ("[{(".includes(sign)) depth++;
    else if ("]})".includes(sign)) depth--;
    else if (sign === separator && depth === 0) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  if (isQuoted || depth !== 0)
    return failed(
      t("{value} is not JSON: brackets and quotes have to be closed", { value: cut(text.trim()) }),
    );
  return { ok: true, value: [...parts, text.slice(from)].map((part) => part.trim()) };
}

const SHOWN_CHARACTERS = 30;
const cut = (text: string) =>
  text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS - 1)}…` : text;

interface TypedTable {
  readonly fields: readonly string[];
  readonly rows: readonly (readonly StudyValue[])[];
}

/** The first line names the fields, and each further line is a point. Values are separated by commas, or by tabs as in
 * a copy from a spreadsheet. */
export function readTable(text: string): Typed<TypedTable> {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const [head, ...body] = lines;
  if (head === undefined || body.length === 0)
    return failed(t("the first line has the fields, each other line a point"));
  const separator = head.includes("\t") || body[0]?.includes("\t") ? "\t" : ",";
  const fields = parted(head, separator);
  if (!fields.ok) return fields;
  if (fields.value.includes("")) return failed(t("line {line}: a field is missing", { line: 1 }));
  const rows: (readonly StudyValue[])[] = [];
  for (const [index, line] of body.entries()) {
    const row = readRow(line, separator);
    if (!row.ok) return failed(t("line {line}: {reason}", { line: index + 2, reason: row.message }));
    if (row.value.length !== fields.value.length)
      return failed(
        t("line {line} has {count} values, the first line has {fields} fields", {
          line: index + 2,
          count: row.value.length,
          fields: fields.value.length,
        }),
      );
    rows.push(row.value);
  }
  return { ok: true, value: { fields: fields.value, rows } };
}

function readRow(line: string, separator: string): Typed<readonly StudyValue[]> {
  if (separator === ",") return readList(line);
  const values: StudyValue[] = [];
  for (const cell of line.split(separator)) {
    const read = readTyped(cell);
    if (!read.ok) return read;
    values.push(read.value);
  }
  return { ok: true, value: values };
}

/** Text that readTable reads as this axis. Undefined if the axis is not a table. */
export function tableText(axis: unknown): string | undefined {
  if (!isObject(axis) || !Array.isArray(axis.fields) || !Array.isArray(axis.rows)) return undefined;
  if (!axis.fields.every((field) => typeof field === "string") || !axis.rows.every(Array.isArray))
    return undefined;
  return [axis.fields.join(", "), ...axis.rows.map(listText)].join("\n");
}

/** Converts labels of values to the text in the form, and back: labels are always texts. */
/** A text in quotes, or one without a comma, and the following comma or end. */
const PART = /\s*(?:("(?:[^"\\]|\\.)*")|([^\s",][^,]*)|)\s*(,|$)/y;

/** Texts between commas: `1.0, 2.50, "a, b"` are three. "" means none. */
export function readLabels(text: string): Typed<readonly string[]> {
  const labels: string[] = [];
  if (text.trim() === "") return { ok: true, value: labels };
  for (let at = 0, isLast = false; !isLast; at = PART.lastIndex) {
    PART.lastIndex = at;
    const found = PART.exec(text);
    const label = found === null ? undefined : labelOf(found[1], found[2]);
    if (found === null || label === undefined) return noJson(text.slice(at).trim());
    if (label === "") return { ok: false, message: t("a value is missing") };
    labels.push(label);
    isLast = found[3] === "";
  }
  return { ok: true, value: labels };
}

/** Undefined if the text in quotes is not a JSON string. */
function labelOf(quoted: string | undefined, plain = ""): string | undefined {
  if (quoted === undefined) return plain.trim();
  try {
    return String(JSON.parse(quoted));
  } catch {
    return undefined;
  }
}

const noJson = (value: string) =>
  ({
    ok: false,
    message: t("{value} is not JSON: brackets and quotes have to be closed", { value }),
  }) as const;

/** Text that readLabels reads as these labels. `labels` is not checked: any content of a file. */
export function labelsText(labels: readonly unknown[]): string {
  return labels
    .map((label) => {
      if (typeof label !== "string") return JSON.stringify(label);
      return isPlain(label) ? label : JSON.stringify(label);
    })
    .join(", ");
}

const isPlain = (label: string): boolean =>
  label !== "" && label === label.trim() && !label.startsWith('"') && !/[,\n\t]/.test(label);

/** A point before three digits at the end: 200.000 is 200 to some readers and 200,000 to others. */
/** A point before three digits at the end: 200 to some readers, 200,000 to others. */
const TWO_MEANINGS = /^[1-9]\d{0,2}(?:\.\d{3})+$/;

export function readTypedNumber(text: string): Typed<number> {
  const typed = text.trim();
  if (TWO_MEANINGS.test(typed)) {
    const large = typed.replaceAll(".", "");
    const small = String(Number.parseFloat(typed));
    return {
      ok: false,
      message: t("{text} may be {small} or {large}: write it without a point", { text: typed, small, large }),
    };
  }
  const value = readNumber(typed);
  return value === undefined
    ? { ok: false, message: t("a number is needed, as 200 000, 0.2M or 200k") }
    : { ok: true, value };
}
