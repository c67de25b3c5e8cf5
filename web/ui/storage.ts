/** localStorage throws inside sandboxed or third-party frames, even when only named, and when it is full. The page must
 * work without it, so every access is guarded. A failed read returns "nothing stored"; a failed write returns false. */
export interface KeyValueStore {
  readonly read: (key: string) => string | undefined;
  /** Whether it was stored. */
  readonly write: (key: string, value: string) => boolean;
  readonly remove: (key: string) => boolean;
  readonly names: () => readonly string[];
  /** Calls the listener when another tab writes the key, with the previous value. Returns a function that stops it. */
  readonly watch: (key: string, listener: StoreListener) => () => void;
}

type StoreListener = (value: string | undefined, before: string | undefined) => void;

type StorageLike = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

/** The fields of the browser's event that the page reads. */
export interface StoreEvent {
  /** null if everything was removed. */
  readonly key: string | null;
  readonly newValue: string | null;
  readonly oldValue: string | null;
  readonly storageArea: unknown;
}

/** `onElsewhere` reports writes of other tabs. It returns a function that stops it. */
type Elsewhere = (listener: (event: StoreEvent) => void) => () => void;

export function guardedStorage(
  open: () => StorageLike,
  onElsewhere: Elsewhere = () => () => undefined,
): KeyValueStore {
  function attempt<T>(action: (storage: StorageLike) => T): T | undefined {
    try {
      return action(open());
    } catch {
      return undefined;
    }
  }
  const isDone = (action: (storage: StorageLike) => void) =>
    attempt((storage) => {
      action(storage);
      return true;
    }) ?? false;
  return {
    read: (key) => attempt((storage) => storage.getItem(key)) ?? undefined,
    write: (key, value) => isDone((storage) => storage.setItem(key, value)),
    remove: (key) => isDone((storage) => storage.removeItem(key)),
    names: () =>
      attempt((storage) => Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? "")) ?? [],
    watch: (key, listener) =>
      onElsewhere((event) => {
        if (event.key !== null && event.key !== key) return;
        if (event.storageArea !== attempt((storage) => storage)) return;
        listener(event.newValue ?? undefined, event.oldValue ?? undefined);
      }),
  };
}

const PROBE = "irqscope.probe";

/** True if storage works. It may still be too small. */
export function canKeep(storage: KeyValueStore): boolean {
  const kept = storage.write(PROBE, "1");
  return storage.remove(PROBE) && kept;
}

/** Storage of one tab. It reads its own value first, and the latest value of another tab only if it has none. */
export function tabStorage(tab: KeyValueStore, device: KeyValueStore): KeyValueStore {
  return {
    ...device,
    read: (key) => {
      const own = tab.read(key);
      return own === undefined ? device.read(key) : own || undefined;
    },
    write: (key, value) => {
      const inTab = tab.write(key, value);
      return device.write(key, value) || inTab;
    },
    // An empty text means "removed here", so that another tab's value is not read.
    remove: (key) => {
      const inTab = tab.write(key, "");
      return device.remove(key) || inTab;
    },
  };
}

const onStorageEvent: Elsewhere = (listener) => {
  window.addEventListener("storage", listener);
  return () => window.removeEventListener("storage", listener);
};

export const browserStorage: KeyValueStore = guardedStorage(() => globalThis.localStorage, onStorageEvent);
export const browserTabStorage: KeyValueStore = tabStorage(
  guardedStorage(() => globalThis.sessionStorage),
  browserStorage,
);

let isAsked = false;

/** Asks the browser, once a visit, not to drop stored data when the device runs out of space. */
export function askToPersist(): void {
  if (isAsked) return;
  isAsked = true;
  try {
    navigator.storage?.persist?.().catch(() => undefined);
  } catch {
    // in some frames, naming it already throws
  }
}
