/** The parts of a scenario that have a name and can be referred to by it. */

import { readField } from "../../scenarios/base/fieldPath.ts";
import { isObject } from "../../scenarios/base/values.ts";
import { byDeviceName } from "../../scenarios/devices/kinds.ts";
import type { Path } from "../expressions/index.ts";

const LISTS: Readonly<Record<string, Path>> = {
  line: ["machine", "interrupts", "lines"],
  ...byDeviceName(({ list }) => ["machine", list]),
  queue: ["software", "queues"],
  routine: ["software", "routines"],
  lock: ["software", "locks"],
  thread: ["software", "threads"],
};

export function namesOf(scenario: unknown, kind: string): readonly string[] {
  const entries = readField(scenario, LISTS[kind] ?? []);
  if (!Array.isArray(entries)) return [];
  return entries.flatMap((entry: unknown) =>
    isObject(entry) && typeof entry.name === "string" ? [entry.name] : [],
  );
}

/** Kind of the entries in this list. Undefined if nothing refers to them. */
export function kindOfList(path: Path): string | undefined {
  return Object.keys(LISTS).find((kind) => LISTS[kind]?.join() === path.join());
}

/** "eth0" becomes "eth1", "backlog" becomes "backlog 2": the next that is free. */
export function freeName(wanted: string, taken: readonly string[]): string {
  const [, stem = wanted, digits] = /^(.*?)(\d+)$/.exec(wanted) ?? [];
  if (!taken.includes(wanted)) return wanted;
  for (let number = digits === undefined ? 2 : Number(digits) + 1; ; number++) {
    const name = digits === undefined ? `${stem} ${number}` : `${stem}${number}`;
    if (!taken.includes(name)) return name;
  }
}
