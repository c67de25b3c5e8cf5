/** Settings that the page stores on this device. Also works without storage. */
import {
  readBookmarks,
  readBreakpoints,
  writeBookmarks,
  writeBreakpoints,
} from "../../scenarios/link/marks.ts";
import { readMeasures, writeMeasures } from "../../scenarios/link/measures.ts";
import { readFollowed, writeFollowed } from "../../scenarios/link/pair.ts";
import { readTracks, writeTracks } from "../../scenarios/link/tracks.ts";
import type { Language } from "../text/language.ts";
import type { KeyValueStore } from "../ui/storage.ts";
import { type KeySettings, readKeys } from "./keymap.ts";
import type { Position, ScenarioOrigin, ThemeChoice } from "./store.ts";

const THEME_KEY = "irqscope.theme";
const DETAILS_KEY = "irqscope.details";
const SCENARIO_KEY = "irqscope.scenario";
const POSITION_KEY = "irqscope.position";
const BREAKPOINTS_KEY = "irqscope.breakpoints";
const BOOKMARKS_KEY = "irqscope.bookmarks";
const TRACKS_KEY = "irqscope.tracks";
const MEASURES_KEY = "irqscope.measures";
const FOLLOWED_KEY = "irqscope.followed";
/** Larger scenarios (captures) are not stored: storage holds about 5 MB per site, and writing it blocks the page. */
const SCENARIO_CHARACTER_LIMIT = 200_000;

const KEYS_KEY = "irqscope.keys";
const LANGUAGE_KEY = "irqscope.language";

const THEMES: readonly ThemeChoice[] = ["system", "light", "dark"];

export interface StoredScenario {
  readonly origin: ScenarioOrigin;
  /** Untrusted; the schema must parse it. Undefined for built-in scenarios, which have an id. */
  readonly scenario: unknown;
  /** The bundled scenario that an edited one was made from. */
  readonly baseId: string | undefined;
}

export function readTheme(storage: KeyValueStore): ThemeChoice {
  const stored = storage.read(THEME_KEY);
  return THEMES.find((theme) => theme === stored) ?? "system";
}

export function writeTheme(storage: KeyValueStore, theme: ThemeChoice): void {
  storage.write(THEME_KEY, theme);
}

export function readDetails(storage: KeyValueStore): boolean {
  return storage.read(DETAILS_KEY) === "on";
}

export function writeDetails(storage: KeyValueStore, details: boolean): void {
  storage.write(DETAILS_KEY, details ? "on" : "off");
}

/** Untrusted; firstLanguage() checks it. */
export function readLanguage(storage: KeyValueStore): string | undefined {
  return storage.read(LANGUAGE_KEY);
}

export function writeLanguage(storage: KeyValueStore, language: Language): void {
  storage.write(LANGUAGE_KEY, language);
}

export function readKeySettings(storage: KeyValueStore): KeySettings {
  return readKeys(storage.read(KEYS_KEY));
}

export function writeKeySettings(storage: KeyValueStore, keys: KeySettings): void {
  storage.write(KEYS_KEY, JSON.stringify(keys));
}

/** Takes over what another tab chooses. Otherwise each tab would undo the other's choices, because all are written
 * together. */
export function watchPreferences(
  storage: KeyValueStore,
  take: (change: { readonly theme: ThemeChoice } | { readonly keys: KeySettings }) => void,
): () => void {
  const stops = [
    storage.watch(THEME_KEY, () => take({ theme: readTheme(storage) })),
    storage.watch(KEYS_KEY, () => take({ keys: readKeySettings(storage) })),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

export function readScenario(storage: KeyValueStore): StoredScenario | undefined {
  const text = storage.read(SCENARIO_KEY);
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null || !("origin" in value)) return undefined;
    const origin = readOrigin(value.origin);
    const baseId = "baseId" in value && typeof value.baseId === "string" ? value.baseId : undefined;
    return origin && { origin, scenario: "scenario" in value ? value.scenario : undefined, baseId };
  } catch {
    return undefined;
  }
}

/** The progress of a lab keeps its machines and the designs of the student. */
export function isOfLab(origin: ScenarioOrigin | undefined): boolean {
  return (origin?.kind === "edit" ? origin.of?.origin : origin)?.kind === "lab";
}

export function writeScenario(storage: KeyValueStore, origin: ScenarioOrigin, scenario: unknown): void {
  if (isOfLab(origin)) return;
  const text = JSON.stringify(storedOf(origin, scenario));
  if (text.length <= SCENARIO_CHARACTER_LIMIT) storage.write(SCENARIO_KEY, text);
  else storage.remove(SCENARIO_KEY);
}

function storedOf(origin: ScenarioOrigin, scenario: unknown) {
  if (origin.kind === "bundled") return { origin };
  if (origin.kind !== "edit") return { origin, scenario };
  const base = origin.of?.origin;
  return { origin: { kind: "edit" }, scenario, baseId: base?.kind === "bundled" ? base.id : undefined };
}

/** The user's position in the last scenario. Untrusted; the page clamps it to the run. */
export function readPosition(storage: KeyValueStore): Position | undefined {
  const parts = storage.read(POSITION_KEY)?.split(" ").map(Number) ?? [];
  const [cycle, startCycle, visibleCycles, warmUpCycles = 0] = parts;
  if (cycle === undefined || startCycle === undefined || visibleCycles === undefined) return undefined;
  if (!parts.every((part) => Number.isFinite(part) && part >= 0) || visibleCycles === 0) return undefined;
  const follow = readFollowed(storage.read(FOLLOWED_KEY) ?? "");
  const measures = readMeasures(storage.read(MEASURES_KEY) ?? "[]") ?? [];
  return {
    cycle: Math.floor(cycle),
    startCycle,
    visibleCycles,
    breakpoints: readBreakpoints(storage.read(BREAKPOINTS_KEY) ?? "[]") ?? [],
    bookmarks: readBookmarks(storage.read(BOOKMARKS_KEY) ?? "[]") ?? [],
    tracks: readTracks(storage.read(TRACKS_KEY) ?? "") ?? [],
    ...(follow === undefined ? {} : { follow }),
    ...(warmUpCycles > 0 ? { warmUpCycles: Math.floor(warmUpCycles) } : {}),
    ...(measures.length > 0 ? { measures } : {}),
  };
}

/** Undefined if the user has not viewed the scenario yet. */
export function writePosition(storage: KeyValueStore, position: Position | undefined): void {
  if (position === undefined) {
    storage.remove(POSITION_KEY);
    return;
  }
  const {
    cycle,
    startCycle,
    visibleCycles,
    breakpoints = [],
    bookmarks = [],
    tracks = [],
    warmUpCycles = 0,
    measures = [],
    follow,
  } = position;
  storage.write(POSITION_KEY, `${cycle} ${startCycle} ${visibleCycles} ${warmUpCycles}`);
  storage.write(BREAKPOINTS_KEY, writeBreakpoints(breakpoints));
  storage.write(BOOKMARKS_KEY, writeBookmarks(bookmarks));
  storage.write(TRACKS_KEY, writeTracks(tracks));
  storage.write(MEASURES_KEY, writeMeasures(measures));
  storage.write(FOLLOWED_KEY, follow === undefined ? "" : writeFollowed(follow));
}

function readOrigin(value: unknown): ScenarioOrigin | undefined {
  if (typeof value !== "object" || value === null || !("kind" in value)) return undefined;
  if (value.kind === "bundled" && "id" in value && typeof value.id === "string") {
    return { kind: "bundled", id: value.id };
  }
  if (value.kind === "file" && "name" in value && typeof value.name === "string") {
    return { kind: "file", name: value.name };
  }
  if (value.kind === "own" && "id" in value && typeof value.id === "string") {
    return { kind: "own", id: value.id };
  }
  if (value.kind === "link" || value.kind === "edit") return { kind: value.kind };
  return undefined;
}
