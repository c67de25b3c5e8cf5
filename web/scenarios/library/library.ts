/** The user's own scenarios: the operations on them, independent of their storage. */
import { LIBRARY_FORMAT } from "../../../lib/files/recognised.ts";
import { VERSION } from "../../../lib/origin.ts";
import { isSame } from "../../../lib/scenarioFields/same.ts";
import { JSON_BYTE_LIMIT } from "../../../scenarios/base/limits.ts";
import { isObject } from "../../../scenarios/base/values.ts";
import { formatScenario } from "../../../scenarios/format/format.ts";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import { readJson } from "../../../scenarios/read/json.ts";
import { parseScenario } from "../../../scenarios/read/parse.ts";
import { translatedMessage } from "../../text/message.ts";
import { t } from "../../text/t.ts";
import { readApart } from "../open/parseApart.ts";
import { type RecordStore, sharedStore } from "./database.ts";
import {
  type Entry,
  freshName,
  type LibraryRecord,
  type OwnEntry,
  type Place,
  RECORD_VERSION,
  readEntry,
  storedRecord,
} from "./record.ts";

export interface Library {
  /** Newest first, damaged ones at the end. Throws a LibraryFault, like all of these. */
  readonly list: () => Promise<readonly Entry[]>;
  /** Adds it under a unique name, which also becomes the scenario's name. */
  readonly add: (name: string, scenario: Scenario, place?: Place) => Promise<OwnEntry>;
  /** Overwrites the record, which keeps its name. Throws a ChangedElsewhere if the record no longer equals `openedAs`.
   */
  readonly replace: (id: string, scenario: Scenario, place?: Place, openedAs?: Scenario) => Promise<OwnEntry>;
  readonly rename: (id: string, name: string) => Promise<void>;
  readonly duplicate: (id: string) => Promise<void>;
  /** Resolves to a function that restores it. */
  readonly remove: (id: string) => Promise<() => Promise<void>>;
  readonly importText: (fileName: string, text: string) => Promise<ImportResult>;
  readonly exportText: () => Promise<string>;
}

/** Another tab has written the record that should be overwritten, or has deleted it. */
export class ChangedElsewhere extends Error {
  readonly kind: "changed" | "gone";
  /** The name that it has, or had. */
  readonly scenarioName: string;
  constructor(kind: ChangedElsewhere["kind"], scenarioName: string) {
    super(
      kind === "changed"
        ? t("“{name}” was changed in another tab after you opened it here, so nothing was saved.", {
            name: scenarioName,
          })
        : t("“{name}” is no longer among your scenarios, so nothing was saved.", { name: scenarioName }),
    );
    this.kind = kind;
    this.scenarioName = scenarioName;
  }
}

interface LibraryOptions {
  readonly store?: RecordStore;
  readonly now?: () => number;
  readonly newId?: () => string;
}

/** Does not use crypto.randomUUID, which needs a secure context. A class may use plain HTTP. */
function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join("-");
}

export function createLibrary({
  store = sharedStore(),
  now = Date.now,
  newId = randomId,
}: LibraryOptions = {}): Library {
  async function list(): Promise<readonly Entry[]> {
    const entries = (await store.all()).map(({ id, value }) => readEntry(id, value));
    return entries.toSorted((a, b) => changed(b) - changed(a));
  }

  async function saved(): Promise<readonly OwnEntry[]> {
    return (await list()).filter((entry) => entry.ok).filter(({ record }) => record.kind === "saved");
  }

  async function names(): Promise<readonly string[]> {
    return (await saved()).map(({ record }) => record.name);
  }

  async function entryOf(id: string): Promise<OwnEntry> {
    const entry = readEntry(id, await store.get(id));
    if (!entry.ok)
      throw new Error(t("This scenario is missing or damaged: {reason}", { reason: entry.reason }));
    return entry;
  }

  /** Scenario and record have one name. */
  async function put(
    record: Omit<LibraryRecord, "scenario" | "place" | "name">,
    name: string,
    scenario: Scenario,
    place: Place | undefined,
  ): Promise<OwnEntry> {
    const named = scenario.name === name ? scenario : { ...scenario, name };
    const whole: LibraryRecord = {
      ...record,
      name,
      scenario: formatScenario(named),
      ...(place === undefined ? {} : { place }),
    };
    await store.put(whole.id, storedRecord(whole));
    return { ok: true, record: whole, scenario: named };
  }

  async function add(name: string, scenario: Scenario, place?: Place): Promise<OwnEntry> {
    const record = { version: RECORD_VERSION, id: newId(), kind: "saved", changedMs: now() } as const;
    return put(record, freshName(name, await names()), scenario, place);
  }

  return {
    list,
    add,
    replace: async (id, scenario, place, openedAs) => {
      const there = readEntry(id, await store.get(id));
      if (openedAs !== undefined && !there.ok) throw new ChangedElsewhere("gone", openedAs.name);
      const entry = await entryOf(id);
      if (openedAs !== undefined && !isSame(entry.scenario, { ...openedAs, name: entry.scenario.name }))
        throw new ChangedElsewhere("changed", entry.record.name);
      const { place: _, name, ...record } = entry.record;
      return put({ ...record, changedMs: now() }, name, scenario, place);
    },
    rename: async (id, wanted) => {
      const { record, scenario } = await entryOf(id);
      const { place, name, ...rest } = record;
      const taken = (await names()).filter((other) => other !== name);
      await put(rest, freshName(wanted, taken), scenario, place);
    },
    duplicate: async (id) => {
      const { record, scenario } = await entryOf(id);
      await add(record.name, scenario, record.place);
    },
    remove: async (id) => {
      const value = await store.get(id);
      await store.remove(id);
      // Restores it unchanged, even if it is damaged.
      return () => store.put(id, value);
    },
    importText: async (fileName, text) => {
      await readApart(text);
      const result = readLibraryFile(fileName, text);
      for (const { name, scenario } of result.found) await add(name, scenario);
      return result;
    },
    exportText: async () => libraryFile(await saved()),
  };
}

function changed(entry: Entry): number {
  return entry.ok ? entry.record.changedMs : -1;
}

let shared: Library | undefined;

/** One library for the whole visit. */
export function library(): Library {
  shared ??= createLibrary();
  return shared;
}

/** Writes all own scenarios into one file, and reads such files or single scenarios. */
const FILE_VERSION = 1;
/** Limit for one file. */
const SCENARIO_LIMIT = 500;

interface Imported {
  readonly name: string;
  readonly scenario: Scenario;
}

interface ImportResult {
  readonly found: readonly Imported[];
  /** Each with its name and the reason. */
  readonly refused: readonly string[];
}

export function libraryFile(entries: readonly OwnEntry[]): string {
  const scenarios = entries.map(({ record }) => ({
    name: record.name,
    scenario: JSON.parse(record.scenario) as unknown,
  }));
  return `${JSON.stringify({ format: LIBRARY_FORMAT, version: FILE_VERSION, irqscope: VERSION, scenarios }, undefined, 2)}\n`;
}

function readLibraryFile(fileName: string, text: string): ImportResult {
  const refuse = (reason: string): ImportResult => ({ found: [], refused: [`${fileName}: ${reason}.`] });
  if (text.length > JSON_BYTE_LIMIT) {
    return refuse(t("has more than {limit} characters", { limit: JSON_BYTE_LIMIT }));
  }
  const json = readJson(text);
  if (!json.ok) return refuse(translatedMessage(json.error.message));
  const { value } = json;
  if (!isObject(value) || value.format !== LIBRARY_FORMAT) return readOne(fileName, value);
  if (value.version !== FILE_VERSION) return refuse(t("was made by a newer irqscope"));
  const { scenarios } = value;
  if (!Array.isArray(scenarios)) return refuse(t("scenarios must be a list"));
  if (scenarios.length > SCENARIO_LIMIT)
    return refuse(t("contains more than {limit} scenarios", { limit: SCENARIO_LIMIT }));
  const results = scenarios.map((one: unknown, index) => {
    const name =
      isObject(one) && typeof one.name === "string" ? one.name : t("entry {index}", { index: index + 1 });
    return readOne(name, isObject(one) ? one.scenario : undefined, name);
  });
  return {
    found: results.flatMap(({ found }) => found),
    refused: results.flatMap(({ refused }) => refused.map((reason) => `${fileName}: ${reason}`)),
  };
}

function readOne(where: string, value: unknown, name?: string): ImportResult {
  const parsed = parseScenario(value);
  if (!parsed.ok) {
    const [first] = parsed.errors;
    return {
      found: [],
      refused: [`${where}: ${first?.field} ${translatedMessage(first?.message ?? "is not valid")}.`],
    };
  }
  return { found: [{ name: name ?? parsed.scenario.name, scenario: parsed.scenario }], refused: [] };
}
