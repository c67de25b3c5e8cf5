/** localStorage throws inside sandboxed or third-party frames, already when it is named: the page must
 * work without it, so every access is guarded and a failure reads as "nothing stored". */
export interface KeyValueStore {
  readonly read: (key: string) => string | undefined;
  readonly write: (key: string, value: string) => void;
  readonly remove: (key: string) => void;
  readonly names: () => readonly string[];
}

type StorageLike = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

export function guardedStorage(open: () => StorageLike): KeyValueStore {
  function attempt<T>(action: (storage: StorageLike) => T): T | undefined {
    try {
      return action(open());
    } catch {
      return undefined;
    }
  }
  return {
    read: (key) => attempt((storage) => storage.getItem(key)) ?? undefined,
    write: (key, value) => {
      attempt((storage) => storage.setItem(key, value));
    },
    remove: (key) => {
      attempt((storage) => storage.removeItem(key));
    },
    names: () =>
      attempt((storage) => Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? "")) ?? [],
  };
}

export const browserStorage: KeyValueStore = guardedStorage(() => globalThis.localStorage);
