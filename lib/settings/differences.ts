/** Lists the changes of an edited scenario, field by field, and how to undo each one. Entries of lists are matched by
 * name if they have one. */

import { fieldName } from "../../scenarios/base/fieldName.ts";
import { isObject } from "../../scenarios/base/values.ts";
import type { Path } from "../expressions/index.ts";
import { isSame } from "../scenarioFields/same.ts";
import type { Edit } from "./edit.ts";

export interface Difference {
  readonly kind: "changed" | "added" | "removed";
  /** Path in the edited scenario. For something removed: the place where it would be. */
  readonly path: Path;
  readonly field: string;
  /** Undefined if the value does not exist. */
  readonly before: unknown;
  readonly after: unknown;
  readonly revert: Edit;
}

export function differencesOf(original: unknown, edited: unknown): readonly Difference[] {
  const found: Difference[] = [];
  compare(original, edited, [], found);
  return found;
}

function compare(before: unknown, after: unknown, path: Path, found: Difference[]): void {
  if (isSame(before, after)) return;
  if (isObject(before) && isObject(after) && isSameKind(before, after)) {
    for (const key of new Set([...Object.keys(before), ...Object.keys(after)]))
      compareMember(before[key], after[key], [...path, key], found);
  } else if (holdsObjects(before) && holdsObjects(after)) {
    compareLists(before, after, path, found);
  } else {
    found.push(changed(before, after, path));
  }
}

function compareMember(before: unknown, after: unknown, path: Path, found: Difference[]): void {
  if (before !== undefined && after !== undefined) {
    compare(before, after, path, found);
  } else if (after !== undefined) {
    found.push({
      kind: "added",
      path,
      field: fieldName(path),
      before,
      after,
      revert: { kind: "remove", path },
    });
  } else if (before !== undefined) {
    const revert: Edit = { kind: "set", path, value: before };
    found.push({ kind: "removed", path, field: fieldName(path), before, after, revert });
  }
}

function changed(before: unknown, after: unknown, path: Path): Difference {
  const revert: Edit = { kind: "set", path, value: before };
  return { kind: "changed", path, field: fieldName(path), before, after, revert };
}

/** A step or routine of another kind counts as a completely different value. */
function isSameKind(a: Readonly<Record<string, unknown>>, b: Readonly<Record<string, unknown>>): boolean {
  return ["kind", "do", "on", "loop"].every((key) => a[key] === b[key]);
}

type Objects = readonly Readonly<Record<string, unknown>>[];

function holdsObjects(value: unknown): value is Objects {
  return Array.isArray(value) && value.every(isObject);
}

function compareLists(before: Objects, after: Objects, path: Path, found: Difference[]): void {
  const partners = partnersOf(before, after);
  after.forEach((entry, index) => {
    const here = [...path, index];
    const partner = partners[index];
    if (partner !== undefined) {
      compare(before[partner], entry, here, found);
    } else {
      const revert: Edit = { kind: "remove", path: here };
      found.push({
        kind: "added",
        path: here,
        field: fieldName(here),
        before: undefined,
        after: entry,
        revert,
      });
    }
  });
  const kept = partners.filter((partner) => partner !== undefined);
  before.forEach((entry, index) => {
    if (kept.includes(index)) return;
    const at = Math.min(index, after.length);
    const here = [...path, at];
    const revert: Edit = { kind: "insert", path, index: at, value: entry };
    found.push({
      kind: "removed",
      path: here,
      field: fieldName(here),
      before: entry,
      after: undefined,
      revert,
    });
  });
  if (kept.some((partner, index) => index > 0 && partner < (kept[index - 1] ?? 0)))
    found.push(changed(before, after, path));
}

/** For each entry, the index of its previous version. */
function partnersOf(before: Objects, after: Objects): readonly (number | undefined)[] {
  const named = [...before, ...after].every(({ name }) => typeof name === "string");
  const partners: (number | undefined)[] = named
    ? after.map(({ name }) => indexOrNone(before.findIndex((entry) => entry.name === name)))
    : alignedEnds(before, after);
  // An entry without a partner that is in the same place counts as renamed.
  return partners.map((partner, index) =>
    partner === undefined && index < before.length && !partners.includes(index) ? index : partner,
  );
}

/** Matches entries without names: equal entries at both ends, and the middle in its order. */
function alignedEnds(before: Objects, after: Objects): (number | undefined)[] {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && isSame(before[head], after[head])) head++;
  let tail = 0;
  while (tail < shorter - head && isSame(before.at(-1 - tail), after.at(-1 - tail))) tail++;
  return after.map((_, index) => {
    if (index < head) return index;
    const fromEnd = after.length - index;
    if (fromEnd <= tail) return before.length - fromEnd;
    return index < before.length - tail ? index : undefined;
  });
}

function indexOrNone(index: number): number | undefined {
  return index < 0 ? undefined : index;
}
