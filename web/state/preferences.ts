/** What the page remembers on this device. Works when there is no storage. */
import type { KeyValueStore } from "../base/storage.ts";
import type { Position, ScenarioOrigin, ThemeChoice } from "./store.ts";

const THEME_KEY = "irqscope.theme";
const SCENARIO_KEY = "irqscope.scenario";
const POSITION_KEY = "irqscope.position";
/** Larger ones (captures) are not kept: storage holds about 5 MB a site and writing it blocks. */
const SCENARIO_CHARACTER_LIMIT = 200_000;

const THEMES: readonly ThemeChoice[] = ["system", "light", "dark"];

export interface StoredScenario {
  readonly origin: ScenarioOrigin;
  /** Untrusted: to be parsed by the schema. Undefined for bundled scenarios, which are known by id. */
  readonly scenario: unknown;
}

export function readTheme(storage: KeyValueStore): ThemeChoice {
  const stored = storage.read(THEME_KEY);
  return THEMES.find((theme) => theme === stored) ?? "system";
}

export function writeTheme(storage: KeyValueStore, theme: ThemeChoice): void {
  storage.write(THEME_KEY, theme);
}

export function readScenario(storage: KeyValueStore): StoredScenario | undefined {
  const text = storage.read(SCENARIO_KEY);
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null || !("origin" in value)) return undefined;
    const origin = readOrigin(value.origin);
    return origin && { origin, scenario: "scenario" in value ? value.scenario : undefined };
  } catch {
    return undefined;
  }
}

export function writeScenario(storage: KeyValueStore, origin: ScenarioOrigin, scenario: unknown): void {
  const stored = origin.kind === "bundled" ? { origin } : { origin, scenario };
  const text = JSON.stringify(stored);
  if (text.length <= SCENARIO_CHARACTER_LIMIT) storage.write(SCENARIO_KEY, text);
  else storage.remove(SCENARIO_KEY);
}

/** Where the last scenario was looked at. Untrusted: the page clamps it to the run. */
export function readPosition(storage: KeyValueStore): Position | undefined {
  const parts = storage.read(POSITION_KEY)?.split(" ").map(Number) ?? [];
  const [cycle, startCycle, visibleCycles] = parts;
  if (cycle === undefined || startCycle === undefined || visibleCycles === undefined) return undefined;
  if (!parts.every((part) => Number.isFinite(part) && part >= 0) || visibleCycles === 0) return undefined;
  return { cycle: Math.floor(cycle), startCycle, visibleCycles };
}

export function writePosition(storage: KeyValueStore, position: Position): void {
  const { cycle, startCycle, visibleCycles } = position;
  storage.write(POSITION_KEY, `${cycle} ${startCycle} ${visibleCycles}`);
}

function readOrigin(value: unknown): ScenarioOrigin | undefined {
  if (typeof value !== "object" || value === null || !("kind" in value)) return undefined;
  if (value.kind === "bundled" && "id" in value && typeof value.id === "string") {
    return { kind: "bundled", id: value.id };
  }
  if (value.kind === "file" && "name" in value && typeof value.name === "string") {
    return { kind: "file", name: value.name };
  }
  if (value.kind === "link" || value.kind === "edit") return { kind: value.kind };
  return undefined;
}
