/** A device's storage that several tabs share as in a browser: each tab is told a moment later what the others write. */
import { guardedStorage, type KeyValueStore, type StoreEvent } from "../../web/ui/storage.ts";

export interface Device {
  readonly items: Map<string, string>;
  /** Throws as a browser with blocked storage does. `full`: only on writing. */
  state: "good" | "full" | "blocked";
  readonly tab: () => KeyValueStore;
  /** Tells the tabs what the others have written. */
  readonly deliver: () => void;
}

export function memoryDevice(): Device {
  const items = new Map<string, string>();
  const listeners = new Map<object, Set<(event: StoreEvent) => void>>();
  const news: { readonly from: object; readonly event: StoreEvent }[] = [];
  const device: Device = {
    items,
    state: "good",
    tab: () => {
      const tab = {};
      const heard = new Set<(event: StoreEvent) => void>();
      listeners.set(tab, heard);
      const change = (key: string, newValue: string | null) => {
        const oldValue = items.get(key) ?? null;
        if (newValue === null) items.delete(key);
        else items.set(key, newValue);
        if (oldValue !== newValue) news.push({ from: tab, event: { key, newValue, oldValue, storageArea } });
      };
      const storageArea = {
        getItem: (key: string) => items.get(key) ?? null,
        setItem: (key: string, value: string) => {
          if (device.state === "full") throw new DOMException("full", "QuotaExceededError");
          change(key, value);
        },
        removeItem: (key: string) => change(key, null),
        key: (at: number) => [...items.keys()][at] ?? null,
        get length() {
          return items.size;
        },
      };
      return guardedStorage(
        () => {
          if (device.state === "blocked") throw new DOMException("denied", "SecurityError");
          return storageArea;
        },
        (listener) => {
          const mine = (event: StoreEvent) => listener({ ...event, storageArea });
          heard.add(mine);
          return () => heard.delete(mine);
        },
      );
    },
    deliver: () => {
      for (const { from, event } of news.splice(0))
        for (const [tab, heard] of listeners) if (tab !== from) for (const one of heard) one(event);
    },
  };
  return device;
}
