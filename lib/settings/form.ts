/** The form for a schema: the words, the default and the control of each field. */
import type { JsonSchema } from "./jsonSchema.ts";

export interface FieldForm {
  readonly title: string;
  readonly description: string;
  readonly unit: string;
  /** Source of the default. Empty if the value is this project's own choice. */
  readonly source: string;
  readonly required: boolean;
  /** Undefined if there is no default. */
  readonly fallback: unknown;
  /** Initial value if there is no default. */
  readonly example: unknown;
  readonly control: Control;
}

export interface NamedForm {
  readonly key: string;
  readonly form: FieldForm;
}

export interface NumberControl {
  readonly kind: "number";
  readonly minimum: number;
  readonly maximum: number;
  readonly step: number;
  readonly powersOfTwo: boolean;
  /** Values that are allowed besides the range: "auto", "ideal", 0. */
  readonly words: readonly (string | number)[];
}

export type Control =
  | NumberControl
  | { readonly kind: "text"; readonly lines: boolean; readonly maximum: number }
  /** `words` are the page's names of options, if they differ from the names in the file. */
  | {
      readonly kind: "choice";
      readonly options: readonly string[];
      readonly words?: Readonly<Record<string, string>>;
    }
  | { readonly kind: "toggle" }
  | { readonly kind: "reference"; readonly to: string }
  /** The value is the same in every scenario of this kind. */
  | { readonly kind: "fixed"; readonly value: unknown }
  /** Any of the options. */
  | { readonly kind: "marks"; readonly options: readonly string[] }
  /** A list of short values, in one line or one per line. */
  | { readonly kind: "values"; readonly entry: FieldForm; readonly layout: "line" | "lines" }
  /** Any value, or names that the format does not know. The user edits it as JSON. */
  | { readonly kind: "json" }
  /** A column of a trace, which is too long for a form. */
  | { readonly kind: "column"; readonly empty: "" | readonly [] }
  | { readonly kind: "group"; readonly fields: () => readonly NamedForm[] }
  | {
      readonly kind: "list";
      readonly entry: () => FieldForm;
      readonly minimum: number;
      readonly maximum: number;
    }
  | { readonly kind: "alternatives"; readonly options: () => readonly FieldForm[] };

/** Texts up to this length get one line; longer ones get a field of several lines. */
const LINE_CHARACTERS = 400;
/** Longer texts and lists are columns of a trace. */
const FORM_CHARACTERS = 65_536;
const FORM_ENTRIES = 1024;
/** Number of entries of a list in one line. */
const SHORT_CHARACTERS = 16;

/** `inWords` translates a title, a description or a unit. */
export function createForm(root: JsonSchema, inWords = (text: string) => text): FieldForm {
  const known = new Map<JsonSchema, FieldForm>();

  function resolved(schema: JsonSchema): JsonSchema {
    const name = schema.$ref?.replace("#/$defs/", "");
    if (name === undefined) return schema;
    const target = root.$defs?.[name];
    if (target === undefined) throw new Error(`the schema has no ${schema.$ref}`);
    const { $ref: _, ...own } = schema;
    return Object.keys(own).length === 0 ? target : { ...target, ...own };
  }

  /** Contains each place of the schema once, because steps contain steps. */
  function formOf(schema: JsonSchema, required: boolean, key = ""): FieldForm {
    const whole = resolved(schema);
    if (whole !== schema && Object.keys(schema).length === 1) return formOf(whole, required, key);
    const found = known.get(schema);
    if (found !== undefined) return found;
    const form: FieldForm = {
      title: whole.title === undefined ? key || String(whole.const ?? "") : inWords(whole.title),
      description: inWords(whole.description ?? ""),
      unit: inWords(whole.unit ?? unitOfNumber(whole)),
      source: whole.source ?? "",
      required,
      fallback: whole.default,
      example: whole.examples?.[0],
      control: controlOf(whole),
    };
    known.set(schema, form);
    return form;
  }

  function controlOf(schema: JsonSchema): Control {
    if (isAnything(schema)) return { kind: "json" };
    const options = schema.oneOf ?? schema.anyOf;
    if (options !== undefined) return numberWithWords(options) ?? alternatives(options);
    if (schema.const !== undefined) return { kind: "fixed", value: schema.const };
    if (schema.enum !== undefined) return choiceControl(schema.enum, schema.words, inWords);
    switch (schema.type) {
      case "boolean":
        return { kind: "toggle" };
      case "integer":
      case "number":
        return numberControl(schema, []);
      case "string":
        return textControl(schema);
      case "array":
        return listControl(schema);
      default:
        return groupControl(schema);
    }
  }

  function groupControl(schema: JsonSchema): Control {
    const { properties = {}, required = [], maxProperties } = schema;
    if (maxProperties === 1) {
      return {
        kind: "alternatives",
        options: once(() => Object.entries(properties).map(([key, child]) => onlyField(key, child))),
      };
    }
    const fields = once(() =>
      Object.entries(properties).map(([key, child]) => ({
        key,
        form: formOf(child, required.includes(key), key),
      })),
    );
    return { kind: "group", fields };
  }

  /** An object with only this field, as one alternative of several. */
  function onlyField(key: string, schema: JsonSchema): FieldForm {
    const field = formOf(schema, true, key);
    return {
      title: field.title,
      description: field.description,
      unit: "",
      source: "",
      required: false,
      fallback: undefined,
      example: undefined,
      control: { kind: "group", fields: () => [{ key, form: field }] },
    };
  }

  function alternatives(options: readonly JsonSchema[]): Control {
    return {
      kind: "alternatives",
      options: once(() => flattened(options).map((option) => formOf(option, false))),
    };
  }

  /** Alternatives of alternatives are joined into one list. */
  function flattened(options: readonly JsonSchema[]): readonly JsonSchema[] {
    return options.flatMap((option) => {
      const inner = option.oneOf ?? option.anyOf;
      return inner === undefined ? [option] : flattened(inner);
    });
  }

  function listControl(schema: JsonSchema): Control {
    const items = schema.items ?? {};
    const entry = resolved(items);
    const { minItems: minimum = 0, maxItems: maximum = Number.POSITIVE_INFINITY } = schema;
    const scalar = ["integer", "number", "string"].includes(entry.type ?? "");
    if (scalar && maximum > FORM_ENTRIES) return { kind: "column", empty: [] };
    if (entry.enum !== undefined) return { kind: "marks", options: entry.enum };
    if (isAnything(entry)) return { kind: "json" };
    if (!scalar) return { kind: "list", entry: once(() => formOf(items, true)), minimum, maximum };
    const long = entry.type === "string" && (entry.maxLength ?? 0) > SHORT_CHARACTERS;
    return { kind: "values", entry: formOf(items, true), layout: long ? "lines" : "line" };
  }

  return formOf(root, true);
}

function textControl(schema: JsonSchema): Control {
  if (schema.refersTo !== undefined) return { kind: "reference", to: schema.refersTo };
  const maximum = schema.maxLength ?? LINE_CHARACTERS;
  if (maximum > FORM_CHARACTERS) return { kind: "column", empty: "" };
  return { kind: "text", lines: maximum > LINE_CHARACTERS, maximum };
}

function choiceControl(
  options: readonly string[],
  words: Readonly<Record<string, string>> | undefined,
  inWords: (text: string) => string,
): Control {
  if (words === undefined) return { kind: "choice", options };
  const spoken = Object.entries(words).map(([option, word]) => [option, inWords(word)]);
  return { kind: "choice", options, words: Object.fromEntries(spoken) };
}

function numberControl(schema: JsonSchema, words: readonly (string | number)[]): NumberControl {
  return {
    kind: "number",
    minimum: schema.minimum ?? schema.exclusiveMinimum ?? Number.NEGATIVE_INFINITY,
    maximum: schema.maximum ?? Number.POSITIVE_INFINITY,
    step: schema.multipleOf ?? 1,
    powersOfTwo: schema.powersOfTwo ?? false,
    words,
  };
}

/** A choice between `"auto"` and a number gets one control for both. */
function numberWithWords(options: readonly JsonSchema[]): NumberControl | undefined {
  const words = options.flatMap(({ const: word }) =>
    typeof word === "string" || typeof word === "number" ? [word] : [],
  );
  const number = onlyNumber(options);
  return number === undefined ? undefined : numberControl(number, words);
}

/** The number option, if all other options are words. */
function onlyNumber(options: readonly JsonSchema[]): JsonSchema | undefined {
  const [number, ...more] = options.filter((option) => option.const === undefined);
  const isNumber = number?.type === "integer" || number?.type === "number";
  return isNumber && more.length === 0 ? number : undefined;
}

/** The unit of the number if the other options are words without a unit. */
function unitOfNumber(schema: JsonSchema): string {
  return onlyNumber(schema.oneOf ?? schema.anyOf ?? [])?.unit ?? "";
}

/** Whether the format accepts any JSON value, or fields of any name. */
function isAnything(schema: JsonSchema): boolean {
  const isNull = ({ type }: JsonSchema) => type === "null";
  return schema.propertyNames !== undefined || (schema.anyOf ?? []).some(isNull);
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
