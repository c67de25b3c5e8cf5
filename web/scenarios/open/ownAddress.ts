/** The addresses that this page wrote last. After a reload they mean what was open, not what a link of that name opens. A
 * reload leads to the address of the moment when it began, and the page that it leaves may write another one until the
 * new page comes. */
import type { KeyValueStore } from "../../ui/storage.ts";

const ADDRESSES_KEY = "irqscope.address";
/** followAddress writes one in 600 ms, and a reload takes a few of them. */
const KEPT = 4;

const kept = (storage: KeyValueStore): readonly string[] => storage.read(ADDRESSES_KEY)?.split("\n") ?? [];

export function rememberOwnAddress(storage: KeyValueStore, hash: string): void {
  const before = kept(storage).filter((one) => one !== hash);
  storage.write(ADDRESSES_KEY, [hash, ...before].slice(0, KEPT).join("\n"));
}

export function isOwnAddress(storage: KeyValueStore, hash: string): boolean {
  return kept(storage).includes(hash);
}
