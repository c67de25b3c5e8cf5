/** What the form edits: a study as it is written. Pure changes of it, which keep what they do not name. */
import { isObject } from "../../../scenarios/base/values.ts";

export type Draft = Readonly<Record<string, unknown>>;

export function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}

export function textAt(draft: Draft, ...path: readonly string[]): string | undefined {
  const found = valueAt(draft, path);
  return typeof found === "string" ? found : undefined;
}

export function numberAt(draft: Draft, ...path: readonly string[]): number | undefined {
  const found = valueAt(draft, path);
  return typeof found === "number" ? found : undefined;
}

function valueAt(draft: Draft, path: readonly string[]): unknown {
  return path.reduce<unknown>((here, key) => (isObject(here) ? here[key] : undefined), draft);
}

/** undefined takes the field away. */
export function withField(draft: Draft, [first = "", ...rest]: readonly string[], value: unknown): Draft {
  if (rest.length === 0) return { ...draft, [first]: value };
  const inner = draft[first];
  return { ...draft, [first]: withField(isObject(inner) ? inner : {}, rest, value) };
}

/** `text` "": the measure is taken away. A stop rule that names it goes with a new name. */
export function withMetric(draft: Draft, at: number, text: string): Draft {
  const before = textsOf(draft.metrics);
  const metrics = text === "" ? before.toSpliced(at, 1) : before.toSpliced(at, 1, text);
  const isStopped = text !== "" && at < before.length && textAt(draft, "stop", "metric") === before[at];
  const changed = { ...draft, metrics };
  return isStopped ? withField(changed, ["stop", "metric"], text) : changed;
}
