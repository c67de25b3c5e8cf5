/** Fields of a scenario by path: `machine.nics["eth0"].rxRingFrames`. A name in brackets selects the entry of a list
 * with this name. */

import { parseExpression } from "../../lib/expressions/parse.ts";
import type { Path } from "../../lib/expressions/syntax.ts";
import { isObject } from "./values.ts";

/** Undefined if the text is not a path. */
export function parseFieldPath(text: string): Path | undefined {
  const parsed = parseExpression(text);
  return parsed.ok && parsed.expression.kind === "metric" ? parsed.expression.path : undefined;
}

/** Undefined if there is no such field. */
export function readField(root: unknown, path: Path): unknown {
  return path.reduce<unknown>((here, part) => childAt(here, part), root);
}

/** A copy with this value of the field. Undefined if the field's parent does not exist. */
export function withField(root: unknown, path: Path, value: unknown): unknown {
  const [part, ...rest] = path;
  if (part === undefined) return value;
  const key = keyIn(root, part);
  if (key === undefined) return undefined;
  const child = rest.length === 0 ? value : withField(childAt(root, part), rest, value);
  if (child === undefined) return undefined;
  if (Array.isArray(root)) return root.map((entry, index) => (index === key ? child : entry));
  return isObject(root) ? { ...root, [key]: child } : undefined;
}

/** A copy without the field or without the list entry. Undefined if it does not exist. */
export function withoutField(root: unknown, path: Path): unknown {
  const last = path.at(-1);
  const parentPath = path.slice(0, -1);
  const parent = readField(root, parentPath);
  const key = last === undefined ? undefined : keyIn(parent, last);
  if (key === undefined) return undefined;
  if (Array.isArray(parent)) {
    return withField(
      root,
      parentPath,
      parent.filter((_, index) => index !== key),
    );
  }
  if (!isObject(parent) || !Object.hasOwn(parent, key)) return undefined;
  const rest = Object.entries(parent).filter(([name]) => name !== key);
  return withField(root, parentPath, Object.fromEntries(rest));
}

/** The path as in a file: entries of lists by index. */
export function withPlaces(root: unknown, path: Path): Path {
  return path.map((part, length) => {
    const parent = readField(root, path.slice(0, length));
    return Array.isArray(parent) ? (keyIn(parent, part) ?? part) : part;
  });
}

function childAt(here: unknown, part: string | number): unknown {
  const key = keyIn(here, part);
  if (Array.isArray(here)) return typeof key === "number" ? here[key] : undefined;
  return isObject(here) && key !== undefined && Object.hasOwn(here, key) ? here[key] : undefined;
}

function keyIn(here: unknown, part: string | number): string | number | undefined {
  if (Array.isArray(here)) {
    const index =
      typeof part === "number" ? part : here.findIndex((entry) => isObject(entry) && entry.name === part);
    return index >= 0 && index < here.length ? index : undefined;
  }
  return isObject(here) && part !== "__proto__" ? part : undefined;
}
