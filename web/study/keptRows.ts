/** Stores rows of studies in IndexedDB, so that a study continues after a reload. The database may be missing, blocked
 * or full. The page then works without it, and warns that rows will be lost when the page closes. */
import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { StudyRow } from "../../lib/study/row.ts";

/** For several visits. The oldest study is removed first. */
const STUDY_LIMIT = 12;

interface StudyDatabase extends DBSchema {
  readonly batches: {
    readonly key: number;
    readonly value: { readonly studyHash: string; readonly rows: readonly StudyRow[] };
    readonly indexes: { readonly studyHash: string };
  };
  readonly studies: {
    readonly key: string;
    readonly value: { readonly usedAt: number };
  };
}

export interface KeptRows {
  readonly read: (studyHash: string) => Promise<readonly StudyRow[]>;
  /** Whether they were stored. */
  readonly add: (studyHash: string, rows: readonly StudyRow[]) => Promise<boolean>;
  readonly remove: (studyHash: string) => Promise<void>;
}

export function keptRows(name = "irqscope-studies"): KeptRows {
  let opening: Promise<IDBPDatabase<StudyDatabase>> | undefined;

  function open(): Promise<IDBPDatabase<StudyDatabase>> {
    opening ??= openDB<StudyDatabase>(name, 1, {
      upgrade: (database) => {
        database.createObjectStore("batches", { autoIncrement: true }).createIndex("studyHash", "studyHash");
        database.createObjectStore("studies");
      },
      terminated: () => {
        opening = undefined;
      },
    });
    opening.catch(() => {
      opening = undefined;
    });
    return opening;
  }

  async function removeFrom(database: IDBPDatabase<StudyDatabase>, studyHash: string): Promise<void> {
    const write = database.transaction(["batches", "studies"], "readwrite");
    const batches = write.objectStore("batches");
    for (const key of await batches.index("studyHash").getAllKeys(studyHash)) await batches.delete(key);
    await write.objectStore("studies").delete(studyHash);
    await write.done;
  }

  async function removeOldest(database: IDBPDatabase<StudyDatabase>): Promise<void> {
    const keys = await database.getAllKeys("studies");
    const used = await database.getAll("studies");
    const byAge = keys
      .map((key, at) => ({ key, usedAt: used[at]?.usedAt ?? 0 }))
      .toSorted((a, b) => b.usedAt - a.usedAt);
    for (const { key } of byAge.slice(STUDY_LIMIT)) await removeFrom(database, key);
  }

  return {
    read: async (studyHash) => {
      try {
        const batches = await (await open()).getAllFromIndex("batches", "studyHash", studyHash);
        return batches.flatMap(({ rows }) => rows);
      } catch {
        return [];
      }
    },
    add: async (studyHash, rows) => {
      try {
        const database = await open();
        const write = database.transaction(["batches", "studies"], "readwrite");
        await write.objectStore("batches").add({ studyHash, rows });
        await write.objectStore("studies").put({ usedAt: Date.now() }, studyHash);
        await write.done;
        await removeOldest(database);
        return true;
      } catch {
        return false;
      }
    },
    remove: async (studyHash) => {
      try {
        await removeFrom(await open(), studyHash);
      } catch {
        // Nothing was stored.
      }
    },
  };
}
