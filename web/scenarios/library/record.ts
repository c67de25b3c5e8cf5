/** The stored record of a scenario. Reading it back treats everything as untrusted, because other versions of the page,
 * other pages of the same site and people can write to the storage. */

import { NAME_CHARACTER_LIMIT } from "../../../scenarios/base/limits.ts";
import { isObject } from "../../../scenarios/base/values.ts";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import { parseScenario } from "../../../scenarios/read/parse.ts";
import { translatedMessage } from "../../text/message.ts";
import { t } from "../../text/t.ts";
import { type Place, readPlace, type StoredPlace, storedPlace } from "./place.ts";

export type { Place } from "./place.ts";

/** Version of the record. The scenario in it has its own version and is upgraded separately. */
export const RECORD_VERSION = 1;

/** saved: the user saved it under a name. draft: unsaved changes. */
type RecordKind = "saved" | "draft";

export interface LibraryRecord {
  readonly version: number;
  readonly id: string;
  readonly kind: RecordKind;
  readonly name: string;
  readonly changedMs: number;
  /** The text of a scenario file. */
  readonly scenario: string;
  /** The built-in scenario that a draft was made from. */
  readonly baseId?: string;
  readonly place?: Place;
  /** Id of the page load that writes this draft. */
  readonly visit?: string;
  /** The page has offered the draft, and it was not opened. */
  readonly isOffered?: boolean;
}

/** The stored form. */
interface StoredRecord extends Omit<LibraryRecord, "place"> {
  readonly place?: StoredPlace;
}

export function storedRecord({ place, ...record }: LibraryRecord): StoredRecord {
  return { ...record, ...(place === undefined ? {} : { place: storedPlace(place) }) };
}

export interface OwnEntry {
  readonly ok: true;
  readonly record: LibraryRecord;
  readonly scenario: Scenario;
}

export interface BrokenEntry {
  readonly ok: false;
  readonly id: string;
  readonly name: string;
  readonly reason: string;
  /** Text that the user can save. */
  readonly text: string;
}

export type Entry = OwnEntry | BrokenEntry;

const UNNAMED = "unnamed";

export function readEntry(id: string, value: unknown): Entry {
  const broken = (reason: string): BrokenEntry => ({
    ok: false,
    id,
    name: nameOf(value),
    reason,
    text: textOf(value),
  });
  if (!isObject(value)) return broken(t("The record is not an object."));
  const { version, kind, scenario, changedMs } = value;
  if (version !== RECORD_VERSION) {
    return broken(
      typeof version === "number" && version > RECORD_VERSION
        ? t("It was saved by a newer irqscope: reload the page.")
        : t("This page does not know the version of the record."),
    );
  }
  if (kind !== "saved" && kind !== "draft")
    return broken(t("The record is marked neither as saved nor as a draft."));
  if (typeof scenario !== "string") return broken(t("The record contains no scenario."));
  const parsed = parseScenario(scenario);
  if (!parsed.ok) {
    const [first] = parsed.errors;
    return broken(`${first?.field ?? "scenario"} ${translatedMessage(first?.message ?? "is not valid")}.`);
  }
  const place = readPlace(value.place);
  return {
    ok: true,
    scenario: parsed.scenario,
    record: {
      version,
      id,
      kind,
      name: nameOf(value),
      changedMs: typeof changedMs === "number" && Number.isFinite(changedMs) ? changedMs : 0,
      scenario,
      ...(typeof value.baseId === "string" ? { baseId: value.baseId } : {}),
      ...(place === undefined ? {} : { place }),
      ...(typeof value.visit === "string" ? { visit: value.visit } : {}),
      ...(value.isOffered === true ? { isOffered: true } : {}),
    },
  };
}

function nameOf(value: unknown): string {
  const name = isObject(value) && typeof value.name === "string" ? value.name.trim() : "";
  return name === "" ? UNNAMED : name.slice(0, NAME_CHARACTER_LIMIT);
}

function textOf(value: unknown): string {
  if (isObject(value) && typeof value.scenario === "string") return value.scenario;
  try {
    return JSON.stringify(value, undefined, 2) ?? String(value);
  } catch {
    return String(value);
  }
}

/** Removes characters that a name may not contain. Returns the name, or the name with a number that makes it unique. */
export function freshName(wanted: string, taken: readonly string[]): string {
  const stem = wanted.trim().slice(0, NAME_CHARACTER_LIMIT) || UNNAMED;
  if (!taken.includes(stem)) return stem;
  for (let number = 2; ; number++) {
    const suffix = ` ${number}`;
    const name = stem.slice(0, NAME_CHARACTER_LIMIT - suffix.length) + suffix;
    if (!taken.includes(name)) return name;
  }
}
