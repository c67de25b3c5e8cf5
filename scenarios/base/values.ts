/** Looks into values, without their schema: what the first page and its worker need too, which have no validator. */
export type Path = readonly PropertyKey[];

export function valueAt(path: Path, value: unknown): unknown {
  return path.reduce<unknown>(property, value);
}

/** undefined: the value has no such part of its own. */
export function property(value: unknown, key: PropertyKey): unknown {
  if (Array.isArray(value)) return typeof key === "number" ? value[key] : undefined;
  return isObject(value) && Object.hasOwn(value, key) ? value[String(key)] : undefined;
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
