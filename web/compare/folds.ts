/** The open sections of the numbers, as stored on this device. */
import type { ComparedGroup } from "../../lib/metrics/compare.ts";
import type { KeyValueStore } from "../ui/storage.ts";

export type FoldId = ComparedGroup | "latency-parts" | "layers" | "seeds";

const KEY = "irqscope.compare.open";
/** More than the number of sections. */
const CHARACTER_LIMIT = 1000;

/** Closed unless the reader left it open. Stored values are untrusted. */
export function isOpenFold(storage: KeyValueStore, id: FoldId): boolean {
  return openFolds(storage).includes(id);
}

export function keepFold(storage: KeyValueStore, id: FoldId, open: boolean): void {
  const others = openFolds(storage).filter((one) => one !== id);
  storage.write(KEY, JSON.stringify(open ? [...others, id] : others));
}

function openFolds(storage: KeyValueStore): readonly unknown[] {
  const text = storage.read(KEY) ?? "[]";
  if (text.length > CHARACTER_LIMIT) return [];
  try {
    const ids: unknown = JSON.parse(text);
    return Array.isArray(ids) ? ids : [];
  } catch {
    return [];
  }
}

export function foldElementId(id: FoldId): string {
  return `fold-${id.toLowerCase().replaceAll(/\W+/g, "-")}`;
}

/** Opens a section and scrolls to it. */
export function showFold(id: FoldId): void {
  const details = document.getElementById(foldElementId(id));
  if (!(details instanceof HTMLDetailsElement)) return;
  details.open = true;
  details.scrollIntoView({ block: "nearest" });
  details.querySelector("summary")?.focus({ preventScroll: true });
}
