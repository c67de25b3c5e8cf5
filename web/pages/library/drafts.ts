/** Changes that nobody has saved are kept while they are made: a closed tab or a crash loses nothing. */
import { isSame } from "../../../lib/scenario_fields/same.ts";
import { formatScenario } from "../../../scenarios/schema/format.ts";
import type { Scenario } from "../../../scenarios/schema/schema.ts";
import type { AppState } from "../../state/store.ts";
import type { RecordStore } from "./database.ts";
import { type OwnEntry, type Place, RECORD_VERSION, readEntry } from "./record.ts";

/** Typing is a change a key; what is written is what it comes to rest at. */
export const REST_MS = 400;
/** Older ones go. */
const DRAFT_LIMIT = 10;

export interface DraftKeeper {
  /** Tell it of every change of the page's state. */
  readonly follow: (state: Pick<AppState, "scenario" | "original" | "origin">) => void;
  /** The changes that are open now are those of this draft: it is written on. */
  readonly adopt: (id: string) => void;
  /** Somebody has saved them by name. */
  readonly settle: () => Promise<void>;
  /** Drafts of other visits that are over, newest first, without the one that is open here. */
  readonly leftBehind: (open: Scenario | undefined) => Promise<readonly OwnEntry[]>;
  readonly markOffered: (id: string) => Promise<void>;
  readonly discard: (id: string) => Promise<void>;
}

export interface DraftOptions {
  readonly store: RecordStore;
  readonly visit: string;
  readonly place: () => Place;
  /** Visits whose tabs are open. */
  readonly liveVisits: () => Promise<ReadonlySet<string>>;
  readonly now?: () => number;
  readonly delay?: (action: () => void) => () => void;
  /** A draft was written, or could not be. */
  readonly onKept?: (ok: boolean) => void;
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
  let written = false;
  let cancel: () => void = () => undefined;

  function newId(): string {
    count += 1;
    return `draft-${visit}-${count}`;
  }

  function forget(): void {
    cancel();
    written = false;
    id = newId();
  }

  async function write(scenario: Scenario, baseId: string | undefined): Promise<void> {
    try {
      await store.put({
        version: RECORD_VERSION,
        id,
        kind: "draft",
        name: scenario.name,
        changedMs: now(),
        scenario: formatScenario(scenario),
        visit,
        place: place(),
        ...(baseId === undefined ? {} : { baseId }),
      });
      written = true;
      await prune();
      onKept(true);
    } catch {
      onKept(false);
    }
  }

  async function drafts(): Promise<readonly OwnEntry[]> {
    const entries = (await store.all()).map((one) => readEntry(one.id, one.value));
    return entries
      .filter((entry) => entry.ok)
      .filter(({ record }) => record.kind === "draft")
      .toSorted((a, b) => b.record.changedMs - a.record.changedMs);
  }

  async function prune(): Promise<void> {
    for (const { record } of (await drafts()).slice(DRAFT_LIMIT)) await store.remove(record.id);
  }

  async function withdraw(): Promise<void> {
    const mine = id;
    const wasWritten = written;
    forget();
    if (wasWritten) await store.remove(mine);
  }

  return {
    follow: ({ scenario, original: base, origin }) => {
      if (scenario === undefined || base === undefined) return;
      if (base !== original) {
        // Another scenario is open: the changes of the one before stay a draft.
        if (original !== undefined) forget();
        original = base;
      }
      cancel();
      if (scenario === base) {
        if (written) void withdraw().catch(() => onKept(false));
        return;
      }
      const baseId = origin?.kind === "bundled" ? origin.id : undefined;
      cancel = delay(() => void write(scenario, baseId));
    },
    adopt: (draft) => {
      cancel();
      id = draft;
      written = true;
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
        written = true;
      }
      return left.filter((entry) => entry !== same);
    },
    markOffered: async (draft) => {
      const entry = readEntry(draft, await store.get(draft));
      if (entry.ok) await store.put({ ...entry.record, isOffered: true });
    },
    discard: (draft) => store.remove(draft),
  };
}

function afterRest(action: () => void): () => void {
  const timer = setTimeout(action, REST_MS);
  return () => clearTimeout(timer);
}
