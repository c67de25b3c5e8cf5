/** Where the device keeps nothing, progress lasts for the visit: a student may leave a lab and come back to it. */
import type { KeyValueStore } from "../ui/storage.ts";

const kept = new Map<string, string>();

export function visitStorage(device: KeyValueStore): KeyValueStore {
  return {
    ...device,
    read: (key) => kept.get(key) ?? device.read(key),
    write: (key, value) => {
      const isKept = device.write(key, value);
      if (isKept) kept.delete(key);
      else kept.set(key, value);
      return isKept;
    },
    remove: (key) => {
      kept.delete(key);
      return device.remove(key);
    },
  };
}
