/** Where each parameter of a paper's scenarios comes from. A prediction may rest on nothing without an origin. */
import { pathText } from "../expressions/index.ts";
import type { Paper } from "./paper.ts";

export interface UnknownOrigin {
  readonly scenario: string;
  readonly field: string;
}

type Origin = Paper["origins"][number];

/** Of a scenario as written in its file: the numbers, switches and modes that no origin covers. */
export function unknownOrigins(paper: Paper, scenario: string, written: unknown): UnknownOrigin[] {
  const patterns = paper.origins
    .filter(({ scenarios }) => scenarios === undefined || scenarios.includes(scenario))
    .map(partsOf);
  return leavesOf(written, [])
    .filter((path) => !patterns.some((pattern) => covers(pattern, path)))
    .map((path) => ({ scenario, field: pathText(path) }));
}

/** Origins that cover no field of any of the scenarios: left over from something that changed. */
export function idleOrigins(paper: Paper, written: ReadonlyMap<string, unknown>): Origin[] {
  const leaves = [...written].map(([scenario, value]) => ({ scenario, paths: leavesOf(value, []) }));
  return paper.origins.filter((origin) => {
    const pattern = partsOf(origin);
    return !leaves.some(
      ({ scenario, paths }) =>
        (origin.scenarios?.includes(scenario) ?? true) && paths.some((path) => covers(pattern, path)),
    );
  });
}

type Leaf = readonly (string | number)[];

/** Names, descriptions, references and what starts a thread describe; they are no parameters. */
const DESCRIPTIVE: ReadonlySet<string> = new Set([
  ...["format", "version", "name", "description", "kind", "do", "on", "layer", "direction", "operation"],
  ...["routine", "queue", "thread", "nic", "disk", "timer", "lock", "bits", "ring", "send"],
]);
const DESCRIPTIVE_WHOLE: ReadonlySet<string> = new Set(["source", "start", "condition"]);

function leavesOf(value: unknown, path: Leaf): Leaf[] {
  if (Array.isArray(value))
    return value.flatMap((entry, index) => leavesOf(entry, [...path, nameOf(entry) ?? index]));
  if (typeof value === "object" && value !== null)
    return Object.entries(value).flatMap(([key, child]) => leavesOf(child, [...path, key]));
  const names = path.filter((part) => typeof part === "string");
  const describes = DESCRIPTIVE.has(names.at(-1) ?? "") || names.some((part) => DESCRIPTIVE_WHOLE.has(part));
  return describes ? [] : [path];
}

function nameOf(entry: unknown): string | undefined {
  if (typeof entry !== "object" || entry === null || !("name" in entry)) return undefined;
  return typeof entry.name === "string" ? entry.name : undefined;
}

/** In a pattern * stands for one name or index, a last ** for all below. */
function covers(pattern: readonly string[], path: Leaf): boolean {
  const isOpen = pattern.at(-1) === "**";
  const fixed = isOpen ? pattern.slice(0, -1) : pattern;
  if (isOpen ? path.length < fixed.length : path.length !== fixed.length) return false;
  return fixed.every((part, index) => part === "*" || part === String(path[index]));
}

/** `a.b["the name"].*`, `a[0]`. */
function partsOf({ field }: Origin): string[] {
  return Array.from(
    field.matchAll(/\["([^"]*)"\]|\[(\d+)\]|([^.[\]]+)/g),
    ([, quoted, index, plain]) => quoted ?? index ?? plain ?? "",
  );
}
