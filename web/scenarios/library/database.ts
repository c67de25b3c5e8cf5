/** Stores the library's records in IndexedDB, which may be missing, blocked or full. Every access then throws a
 * LibraryFault. */

import { type IDBPDatabase, openDB } from "idb";
import { type Label, t } from "../../text/t.ts";

const DATABASE = "irqscope";
const DATABASE_VERSION = 1;
const STORE = "scenarios";

/** none: there is no storage. full: there is no room. lost: storage worked, but no longer works. */
type FaultKind = "none" | "full" | "lost";

export class LibraryFault extends Error {
  readonly kind: FaultKind;
  constructor(kind: FaultKind) {
    super(t(FAULT_TEXT[kind]));
    this.kind = kind;
  }
}

const FAULT_TEXT: Readonly<Record<FaultKind, Label>> = {
  none: "This browser stores nothing for this page (a private window, or storage is off). Use Share to keep a scenario as a link or a file.",
  full: "This browser's storage is full, so nothing was saved. Delete some scenarios here, or download this one.",
  lost: "This browser's storage does not respond, so nothing was saved. Reload the page, or download the scenario.",
};

interface StoredValue {
  readonly id: string;
  /** Untrusted. */
  readonly value: unknown;
}

export interface RecordStore {
  readonly all: () => Promise<readonly StoredValue[]>;
  readonly get: (id: string) => Promise<unknown>;
  /** Accepts any value, so that a damaged record can be restored unchanged. */
  readonly put: (id: string, value: unknown) => Promise<void>;
  readonly remove: (id: string) => Promise<void>;
}

/** Tells other tabs of this page to read their lists again. */
const CHANNEL = "irqscope.library";
const channel = typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel(CHANNEL);

function tellOtherTabs(): void {
  channel?.postMessage("changed");
}

/** Calls the listener when another tab has written. Returns a function that stops it. */
export function onChangedElsewhere(listener: () => void): () => void {
  channel?.addEventListener("message", listener);
  return () => channel?.removeEventListener("message", listener);
}

let shared: RecordStore | undefined;

/** One connection for the whole visit. */
export function sharedStore(): RecordStore {
  shared ??= databaseStore();
  return shared;
}

/** The first access opens it. Another tab with a newer version may close it. */
function databaseStore(): RecordStore {
  let opening: Promise<IDBPDatabase> | undefined;

  function open(): Promise<IDBPDatabase> {
    opening ??= openDB(DATABASE, DATABASE_VERSION, {
      upgrade: (database) => {
        database.createObjectStore(STORE);
      },
      blocking: (_current, _blocked, event) => {
        opening = undefined;
        if (event.target instanceof IDBDatabase) event.target.close();
      },
      terminated: () => {
        opening = undefined;
      },
    });
    return opening;
  }

  async function attempt<T>(action: (database: IDBPDatabase) => Promise<T>): Promise<T> {
    let database: IDBPDatabase;
    try {
      database = await open();
    } catch {
      opening = undefined;
      throw new LibraryFault("none");
    }
    try {
      return await action(database);
    } catch (error) {
      const isFull = error instanceof DOMException && error.name === "QuotaExceededError";
      throw new LibraryFault(isFull ? "full" : "lost");
    }
  }

  return {
    all: () =>
      attempt(async (database) => {
        const transaction = database.transaction(STORE);
        const [keys, values] = await Promise.all([
          transaction.store.getAllKeys(),
          transaction.store.getAll(),
        ]);
        return keys.map((key, index) => ({ id: String(key), value: values[index] as unknown }));
      }),
    get: (id) => attempt((database) => database.get(STORE, id)),
    put: (id, value) =>
      attempt(async (database) => void (await database.put(STORE, value, id))).then(tellOtherTabs),
    remove: (id) => attempt((database) => database.delete(STORE, id)).then(tellOtherTabs),
  };
}
