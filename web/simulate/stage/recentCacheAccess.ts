/** What has just hit or missed in a cache. */

import type { CacheUse, CacheView, Layer, MachineView } from "../../engine/protocol.ts";
import { t } from "../../text/t.ts";
import { coreOf } from "../../ui/contextName.ts";
import { formatPercent, formatSignificant, quantityText } from "../../ui/format.ts";
import { LAYERS } from "./labels.ts";
import type { MachineInfo } from "./machineInfo.ts";
import { isOnCpu } from "./places.ts";

export type RecentCacheAccess =
  | { readonly kind: "quiet" }
  /** Of the cycle that was stepped. `layer`: undefined where several of them missed. */
  | { readonly kind: "hit" | "miss"; readonly layer: Layer | undefined }
  /** A miss before: its line is on its way. */
  | { readonly kind: "filling" }
  /** Between two pictures further apart. */
  | { readonly kind: "rate"; readonly missShare: number }
  /** Misses per 1000 instructions. */
  | { readonly kind: "per-instruction"; readonly misses: number };

type Of = Pick<MachineInfo, "cores" | "memory">;

const QUIET: RecentCacheAccess = { kind: "quiet" };

export function recentCacheAccess(
  cache: CacheView,
  view: MachineView,
  previous: MachineView | undefined,
  facts: Of,
): RecentCacheAccess {
  const apart = previous === undefined ? 0 : Math.abs(view.cycle - previous.cycle);
  if (previous !== undefined && apart > 0) {
    const [older, newer] = view.cycle > previous.cycle ? [previous, view] : [view, previous];
    const found = isPrivate(cache, facts)
      ? ownAccess(cache, older, newer, facts)
      : sharedAccess(cache, older, newer, apart);
    if (found !== undefined) return found;
  }
  return isFilling(cache, view) ? { kind: "filling" } : QUIET;
}

/** Accesses are counted for all cores together. */
function isPrivate({ level }: CacheView, { memory }: Of): boolean {
  return memory.caches.some((one) => one.level === level && one.isPrivate);
}

function countsOf({ level }: CacheView, older: MachineView, newer: MachineView): CacheUse {
  return between(older.use.caches[level], newer.use.caches[level]);
}

/** Of the only cache of its level. */
function sharedAccess(
  cache: CacheView,
  older: MachineView,
  newer: MachineView,
  apart: number,
): RecentCacheAccess | undefined {
  const use = countsOf(cache, older, newer);
  return apart > 1 ? rateOf(use) : stepNews(use);
}

function stepNews({ accesses, misses }: CacheUse): RecentCacheAccess | undefined {
  const missed = firstLayer(misses);
  if (missed !== undefined) return { kind: "miss", layer: missed };
  const accessed = firstLayer(accesses);
  return accessed === undefined ? undefined : { kind: "hit", layer: accessed };
}

/** Of one of several L1s, of a single cycle: by the layers that no other core has under way, and where every miss is a
 * line that some core began to wait for, by the layer that did. Else it is not known which of them it was. */
function ownAccess(
  cache: CacheView,
  older: MachineView,
  newer: MachineView,
  facts: Of,
): RecentCacheAccess | undefined {
  const { level, core } = cache;
  if (newer.cycle - older.cycle !== 1 || level === "l2") return undefined;
  const use = countsOf(cache, older, newer);
  const began = newer.coreStores.map(({ fills }, one) =>
    Math.max(0, fills[level] - (older.coreStores[one]?.fills[level] ?? 0)),
  );
  if ((began[core] ?? 0) > 0 && total(began) === total(use.misses)) {
    const layers = LAYERS.filter((_, index) => (use.misses[index] ?? 0) > 0);
    return { kind: "miss", layer: layers.length === 1 ? layers[0] : undefined };
  }
  const own = layersOfCore(core, older, newer, facts);
  const others = newer.coreStores.flatMap((_, one) =>
    one === core ? [] : [...layersOfCore(one, older, newer, facts)],
  );
  const isOnlyHere = (_: number, index: number) => {
    const layer = LAYERS[index];
    return layer !== undefined && own.has(layer) && !others.includes(layer);
  };
  const mine = (counts: readonly number[]) =>
    counts.map((count, index) => (isOnlyHere(count, index) ? count : 0));
  return stepNews({ accesses: mine(use.accesses), misses: mine(use.misses) });
}

/** Of all that may have accessed its caches in the cycle between two pictures. */
function layersOfCore(
  core: number,
  older: MachineView,
  newer: MachineView,
  { cores }: Of,
): ReadonlySet<Layer> {
  const isHere = ({ context }: { readonly context: number }) => coreOf(context, cores) === core;
  return new Set(
    [older, newer].flatMap(({ stages, frames }) => [
      ...stages.filter(isHere).map(({ layer }) => layer),
      ...frames
        .filter((frame) => isHere(frame) && isOnCpu(frame))
        .map(({ layer, runState }) => (runState === "running" ? layer : ("save-restore" as const))),
    ]),
  );
}

function isFilling({ level, core }: CacheView, { coreStores }: MachineView): boolean {
  return level !== "l2" && (coreStores[core]?.fills[level] ?? 0) > 0;
}

function rateOf({ accesses, misses }: CacheUse): RecentCacheAccess {
  const all = total(accesses);
  return all === 0 ? QUIET : { kind: "rate", missShare: total(misses) / all };
}

function between(older: CacheUse, newer: CacheUse): CacheUse {
  const minus = (a: readonly number[], b: readonly number[]) => a.map((value, i) => value - (b[i] ?? 0));
  return {
    accesses: minus(newer.accesses, older.accesses),
    misses: minus(newer.misses, older.misses),
  };
}

function firstLayer(counts: readonly number[]): Layer | undefined {
  return LAYERS[counts.findIndex((count) => count > 0)];
}

export function newsText(news: RecentCacheAccess): string {
  switch (news.kind) {
    case "quiet":
      return "";
    case "hit":
    case "miss":
      return t(news.kind);
    case "filling":
      return t("filling");
    case "rate":
      return t("{share} misses", { share: quantityText(formatPercent(news.missShare)) });
    case "per-instruction":
      return t("{misses} misses in 1000 instr.", { misses: formatSignificant(news.misses, 2) });
  }
}

/** Where there is little room. */
export function newsShort(news: RecentCacheAccess): string {
  return news.kind === "per-instruction"
    ? t("{misses} MPKI", { misses: formatSignificant(news.misses, 2) })
    : newsText(news);
}

export function total(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}
