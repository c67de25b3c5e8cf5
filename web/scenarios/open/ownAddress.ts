/** The addresses that this page wrote last. After a reload they mean the scenario that was open, not the one that a
 * link of that name opens. A reload goes to the URL at the time it starts, and the old page may write another URL until
 * the new page starts. */
import type { KeyValueStore } from "../../ui/storage.ts";

const ADDRESSES_KEY = "irqscope.address";
/** followAddress writes at most one address in 600 ms, and a slow reload can take several times as long. */
const KEPT = 4;
/** The page before a reload writes no later than this before the new page asks. An older address is another entry of
 * the history. */
const RELOAD_MS = 10_000;

interface Written {
  readonly hash: string;
  readonly ms: number;
}

/** The last one first. */
function kept(storage: KeyValueStore): readonly Written[] {
  const lines = storage.read(ADDRESSES_KEY)?.split("\n") ?? [];
  return lines.map((line) => {
    const space = line.indexOf(" ");
    return { hash: line.slice(space + 1), ms: Number(line.slice(0, space)) };
  });
}

export function rememberOwnAddress(storage: KeyValueStore, hash: string, nowMs = Date.now()): void {
  const before = kept(storage).filter((one) => one.hash !== hash);
  const lines = [{ hash, ms: nowMs }, ...before].slice(0, KEPT).map((one) => `${one.ms} ${one.hash}`);
  storage.write(ADDRESSES_KEY, lines.join("\n"));
}

export function isOwnAddress(storage: KeyValueStore, hash: string, nowMs = Date.now()): boolean {
  const [last, ...older] = kept(storage);
  if (last === undefined || last.hash === hash) return last !== undefined;
  return nowMs - last.ms <= RELOAD_MS && older.some((one) => one.hash === hash);
}
