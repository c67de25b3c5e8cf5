/** Reads values without their schema. The first page and its worker, which have no validator, use it too. */
export type Path = readonly PropertyKey[];

export function valueAt(path: Path, value: unknown): unknown {
  return path.reduce<unknown>(property, value);
}

/** Undefined if the value has no such own part. */
export function property(value: unknown, key: PropertyKey): unknown {
  if (Array.isArray(value)) return typeof key === "number" ? value[key] : undefined;
  return isObject(value) && Object.hasOwn(value, key) ? value[String(key)] : undefined;
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Index of the first text that occurred before, or -1. */
export function firstRepeated(texts: readonly string[]): number {
  const before = new Set<string>();
  return texts.findIndex((text) => before.size === before.add(text).size);
}
