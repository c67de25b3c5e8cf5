/** Reads the schema itself: the fields that exist at a path, and the values that are defaults. */
import { globalRegistry, type z } from "zod";
import { isObject, type Path, property } from "./values.ts";

type Schema = z.core.$ZodType;
type Fields = Readonly<Record<string, Schema>>;
/** The field names known at `path` of `root`, as far as `value` decides between alternatives. */
export function fieldsAt(root: Schema, path: Path, value: unknown): readonly string[] {
  let schema: Schema | undefined = root;
  let here: unknown = value;
  for (const key of path) {
    schema = childOf(schema, key, here);
    if (schema === undefined) return [];
    here = property(here, key);
  }
  return Object.keys(fieldsOf(resolve(schema, here)) ?? {});
}

/** Omits fields that equal their default. Keys are in the schema's order, so equal scenarios give equal texts. */
export function withoutDefaults(schema: Schema, value: unknown): unknown {
  const core = resolve(schema, value);
  const fields = fieldsOf(core);
  if (fields !== undefined && isObject(value)) {
    const kept: Record<string, unknown> = {};
    for (const [key, child] of Object.entries(fields)) {
      const reduced = withoutDefaults(child, value[key]);
      if (reduced !== undefined && !isDefault(child, value[key], reduced)) kept[key] = reduced;
    }
    return kept;
  }
  const element = elementOf(core);
  if (element !== undefined && Array.isArray(value))
    return value.map((item) => withoutDefaults(element, item));
  return value;
}

export interface Leaf {
  readonly path: readonly (string | number)[];
  readonly schema: Schema;
  /** Undefined if the field is optional and omitted. */
  readonly value: unknown;
}

/** Every place of the value that is neither object nor list, in the schema's order. */
export function* leavesOf(
  schema: Schema,
  value: unknown,
  path: readonly (string | number)[] = [],
): Generator<Leaf, void, void> {
  const core = resolve(schema, value);
  const fields = fieldsOf(core);
  if (fields !== undefined) {
    if (!isObject(value)) return;
    for (const [key, child] of Object.entries(fields)) yield* leavesOf(child, value[key], [...path, key]);
    return;
  }
  const element = elementOf(core);
  if (element === undefined) yield { path, schema, value };
  else if (Array.isArray(value))
    for (const [index, one] of value.entries()) yield* leavesOf(element, one, [...path, index]);
}

/** The schema's title, unit and description at the path. The outermost ones take precedence. */
export function metaOf(schema: Schema): Readonly<Record<string, unknown>> {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const inner = "innerType" in def ? metaOf(def.innerType) : {};
  return { ...inner, ...globalRegistry.get(schema) };
}

/** `default` applies to the parsed value, `prefault` to the value as written. */
function isDefault(schema: Schema, value: unknown, reduced: unknown): boolean {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === "default") return isSame(def.defaultValue, value);
  if (def.type === "prefault") return isSame(def.defaultValue, reduced);
  return false;
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function childOf(schema: Schema | undefined, key: PropertyKey, value: unknown): Schema | undefined {
  if (schema === undefined) return undefined;
  const core = resolve(schema, value);
  if (typeof key === "number") return elementOf(core) ?? listElementOf(schema);
  const fields = fieldsOf(core);
  return typeof key === "string" && fields !== undefined && Object.hasOwn(fields, key)
    ? fields[key]
    : undefined;
}

/** For a value that may be a list or something else, because `resolve` chooses the other alternative. */
function listElementOf(schema: Schema): Schema | undefined {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if ("innerType" in def) return listElementOf(def.innerType);
  if (def.type !== "union") return elementOf(schema);
  return def.options.map(listElementOf).find((element) => element !== undefined);
}

/** Unwraps defaults and picks the alternative that `value` belongs to. */
function resolve(schema: Schema, value: unknown): Schema {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case "default":
    case "prefault":
    case "optional":
      return resolve(def.innerType, value);
    case "union": {
      const fitting = def.options.find((option) => fits(resolve(option, value), value));
      return fitting === undefined ? schema : resolve(fitting, value);
    }
    default:
      return schema;
  }
}

/** Enough to tell the alternatives of our unions apart: literals of an object decide, else the type. */
function fits(schema: Schema, value: unknown): boolean {
  const fields = fieldsOf(schema);
  if (fields === undefined) return !isObject(value);
  if (!isObject(value)) return false;
  return Object.entries(fields).every(([key, field]) => {
    const literals = literalsOf(field);
    return literals === undefined || literals.includes(value[key]);
  });
}

function literalsOf(schema: Schema): readonly unknown[] | undefined {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === "literal") return def.values;
  if (def.type !== "default") return undefined;
  const inner = literalsOf(def.innerType);
  return inner === undefined ? undefined : [...inner, undefined];
}

function fieldsOf(schema: Schema): Fields | undefined {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  return def.type === "object" ? def.shape : undefined;
}

function elementOf(schema: Schema): Schema | undefined {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  return def.type === "array" ? def.element : undefined;
}
