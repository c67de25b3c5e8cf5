/** Stores unsaved changes while the user makes them, so that a closed tab or a crash loses nothing. */
import { isSame } from "../../../lib/scenarioFields/same.ts";
import { formatScenario } from "../../../scenarios/format/format.ts";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import { isOfLab } from "../../state/preferences.ts";
import type { AppState } from "../../state/store.ts";
import type { RecordStore } from "./database.ts";
import { type OwnEntry, type Place, RECORD_VERSION, readEntry, storedRecord } from "./record.ts";

/** Each key press is a change while the user types. Only the state after a pause is stored. */
export const REST_MS = 400;
/** Older ones go. */
const DRAFT_LIMIT = 10;

export interface DraftKeeper {
  /** Call it for every change of the page's state. */
  readonly follow: (state: Pick<AppState, "scenario" | "original" | "origin">) => void;
  /** Writes pending changes now. */
  readonly flush: () => void;
  /** The open changes belong to this draft, so it is continued. */
  readonly adopt: (id: string) => void;
  /** The user has saved them by name. */
  readonly settle: () => Promise<void>;
  /** Drafts of earlier visits that have ended, newest first, without the scenario that is open here. */
  readonly leftBehind: (open: Scenario | undefined) => Promise<readonly OwnEntry[]>;
  readonly markOffered: (id: string) => Promise<void>;
  readonly discard: (id: string) => Promise<void>;
}

interface DraftOptions {
  readonly store: RecordStore;
  readonly visit: string;
  readonly place: () => Place;
  /** Visits whose tabs are open. */
  readonly liveVisits: () => Promise<ReadonlySet<string>>;
  readonly now?: () => number;
  readonly delay?: (action: () => void) => () => void;
  /** Called when a draft was stored, or could not be stored. */
  readonly onKept?: (ok: boolean) => void;
}

/** Changes that are not yet stored. */
interface Resting {
  readonly write: (place: Place) => void;
  readonly cancel: () => void;
  place: Place | undefined;
}

export function createDraftKeeper({
  store,
  visit,
  place,
  liveVisits,
  now = Date.now,
  delay = afterRest,
  onKept = () => undefined,
}: DraftOptions): DraftKeeper {
  let count = 0;
  let id = newId();
  let original: Scenario | undefined;
  /** A draft with this id is stored or being stored. */
  let begun = false;
  let resting: Resting | undefined;
  /** Accesses run one after the other, so a draft that is being written can be withdrawn. */
  let last: Promise<unknown> = Promise.resolve();

  function newId(): string {
    count += 1;
    return `draft-${visit}-${count}`;
  }

  function inTurn<T>(action: () => Promise<T>): Promise<T> {
    const mine = last.then(action);
    last = mine.catch(() => undefined);
    return mine;
  }

  function cancel(): void {
    resting?.cancel();
    resting = undefined;
  }

  /** `other`: another machine is already open. */
  function flush(other = false): void {
    const left = resting;
    cancel();
    left?.write((other ? left.place : undefined) ?? place());
  }

  function forget(): void {
    begun = false;
    id = newId();
  }

  function write(scenario: Scenario, baseId: string | undefined, there: Place): void {
    begun = true;
    const mine = id;
    void inTurn(async () => {
      try {
        const own = (await isOfAnother(mine)) ? replaceId(mine) : mine;
        const record = storedRecord({
          version: RECORD_VERSION,
          id: own,
          kind: "draft",
          name: scenario.name,
          changedMs: now(),
          scenario: formatScenario(scenario),
          visit,
          place: there,
          ...(baseId === undefined ? {} : { baseId }),
        });
        await store.put(own, record);
        onKept(true);
        await prune(own).catch(() => undefined);
      } catch {
        onKept(false);
      }
    });
  }

  /** Another open tab now writes the draft. */
  async function isOfAnother(draft: string): Promise<boolean> {
    const entry = readEntry(draft, await store.get(draft));
    const writer = entry.ok ? entry.record.visit : undefined;
    return writer !== undefined && writer !== visit && (await liveVisits()).has(writer);
  }

  function replaceId(theirs: string): string {
    const own = newId();
    if (id === theirs) id = own;
    return own;
  }

  async function drafts(): Promise<readonly OwnEntry[]> {
    const entries = (await store.all()).map((one) => readEntry(one.id, one.value));
    return entries
      .filter((entry) => entry.ok)
      .filter(({ record }) => record.kind === "draft")
      .toSorted((a, b) => b.record.changedMs - a.record.changedMs);
  }

  /** Never removes the draft that was just written, even if the clock was set back. */
  async function prune(written: string): Promise<void> {
    const others = (await drafts()).filter(({ record }) => record.id !== written);
    for (const { record } of others.slice(DRAFT_LIMIT - 1)) await store.remove(record.id);
  }

  async function withdraw(): Promise<void> {
    const mine = id;
    const wasBegun = begun;
    cancel();
    forget();
    if (!wasBegun) return;
    await inTurn(async () => {
      if (!(await isOfAnother(mine))) await store.remove(mine);
    });
  }

  return {
    follow: ({ scenario, original: base, origin }) => {
      if (scenario === undefined || base === undefined) return;
      if (base !== original) {
        // Another scenario was opened. Changes of the previous one stay a draft.
        flush(true);
        if (original !== undefined) forget();
        original = base;
      }
      cancel();
      if (isOfLab(origin)) return;
      if (scenario === base) {
        if (begun) void withdraw().catch(() => onKept(false));
        return;
      }
      const baseId = origin?.kind === "bundled" ? origin.id : undefined;
      const mine: Resting = {
        write: (there) => write(scenario, baseId, there),
        cancel: delay(() => flush()),
        place: undefined,
      };
      resting = mine;
      // Waits until the new machine is at its opening cycle.
      queueMicrotask(() => {
        if (resting === mine) mine.place = place();
      });
    },
    flush: () => flush(),
    adopt: (draft) => {
      cancel();
      id = draft;
      begun = true;
      original = undefined;
    },
    settle: () => withdraw(),
    leftBehind: async (open) => {
      const live = await liveVisits();
      const left = (await drafts()).filter(
        ({ record }) => record.id !== id && record.visit !== visit && !live.has(record.visit ?? ""),
      );
      const same = left.find(({ scenario }) => isSame(scenario, open));
      if (same !== undefined) {
        // A reload has opened it already.
        id = same.record.id;
        begun = true;
      }
      return left.filter((entry) => entry !== same);
    },
    markOffered: async (draft) => {
      const entry = readEntry(draft, await store.get(draft));
      if (entry.ok) await store.put(draft, storedRecord({ ...entry.record, isOffered: true }));
    },
    discard: (draft) => store.remove(draft),
  };
}

function afterRest(action: () => void): () => void {
  const timer = setTimeout(action, REST_MS);
  return () => clearTimeout(timer);
}
