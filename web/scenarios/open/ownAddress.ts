/** The address that this page wrote last. After a reload it means what was open, not what a link of that name opens. */
import type { KeyValueStore } from "../../ui/storage.ts";

const ADDRESS_KEY = "irqscope.address";

export function rememberOwnAddress(storage: KeyValueStore, hash: string): void {
  storage.write(ADDRESS_KEY, hash);
}

export function isOwnAddress(storage: KeyValueStore, hash: string): boolean {
  return storage.read(ADDRESS_KEY) === hash;
}
