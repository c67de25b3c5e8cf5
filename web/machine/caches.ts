/** A cache as a picture and in words: whose lines are where, what has just hit or missed. */

import { formatPercent, formatSignificant, quantityText } from "../base/format.ts";
import type { CacheLevel, CacheUse, CacheView, Layer, MachineView } from "../engine/protocol.ts";
import { labels, say } from "../text/say.ts";
import { LAYER_TEXT, LAYERS, plural } from "./labels.ts";
import type { CacheFacts, MemoryFacts } from "./memoryFacts.ts";

export const CACHE_NAME: Readonly<Record<CacheLevel, string>> = { l1i: "L1I", l1d: "L1D", l2: "L2" };

export const CACHE_SPEECH: Readonly<Record<CacheLevel, string>> = labels({
  l1i: "L1 instruction cache",
  l1d: "L1 data cache",
  l2: "L2 cache",
});

export function cacheFactsOf(level: CacheLevel, { caches }: MemoryFacts): CacheFacts | undefined {
  return caches.find((cache) => cache.level === level);
}

/** "4 ways", "8 KiB". */
export function cacheSizeText({ sizeBytes }: CacheFacts): string {
  const kibibytes = sizeBytes / 1024;
  if (kibibytes < 1) return `${sizeBytes} B`;
  return kibibytes < 1024 ? `${kibibytes} KiB` : `${kibibytes / 1024} MiB`;
}

// ---- whose lines ----

/** Who brought lines: no software runs in the layer "idle", that is what DMA has placed. */
export function ownerText(layer: Layer): string {
  return layer === "idle" ? "DMA" : LAYER_TEXT[layer];
}

export interface OwnerShare {
  readonly layer: Layer;
  /** Of all lines that the cache can hold. */
  readonly share: number;
}

/** Those that hold any, most first. */
export function ownerShares({ lines }: CacheView, { ways, sets }: CacheFacts): readonly OwnerShare[] {
  return LAYERS.map((layer, index) => ({ layer, share: (lines[index] ?? 0) / (ways * sets) }))
    .filter(({ share }) => share > 0)
    .sort((a, b) => b.share - a.share);
}

export interface LayerCells {
  readonly layer: Layer;
  /** SVG path in units of a cell. */
  readonly path: string;
}

const FULL = 15;
const GAP = 0.1;

/** Of each layer, the cells in which it holds most lines; their height is how full they are. */
export function layerCells({ cells, columns }: CacheView, ways: number): readonly LayerCells[] {
  const paths = LAYERS.map(() => "");
  for (let cell = 0; cell < ways * columns; cell += 1) {
    const value = cells[cell] ?? 0;
    const fill = value >> 4;
    if (fill > 0) paths[value & FULL] += cellPath(cell, columns, fill / FULL);
  }
  return LAYERS.flatMap((layer, index) => {
    const path = paths[index] ?? "";
    return path === "" ? [] : [{ layer, path }];
  });
}

export function emptyCells(columns: number, ways: number): string {
  return Array.from({ length: columns * ways }, (_, cell) => cellPath(cell, columns, 1)).join("");
}

export function cellPath(cell: number, columns: number, fill = 1): string {
  const column = cell % columns;
  const way = (cell - column) / columns;
  const height = round((1 - 2 * GAP) * fill);
  const width = 1 - 2 * GAP;
  return `M${round(column + GAP)} ${round(way + 1 - GAP)}v-${height}h${width}v${height}z`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/** Diagonals through the cells whose lines are marked. */
export function markPath({ marks, columns }: CacheView, ways: number): string {
  const isMarked = (cell: number) => (((marks[cell >> 3] ?? 0) >> (cell & 7)) & 1) === 1;
  return Array.from({ length: ways * columns }, (_, cell) => cell)
    .filter(isMarked)
    .map((cell) => `M${cell % columns} ${Math.floor(cell / columns) + 1}l1-1`)
    .join("");
}

/** "nothing pinned", "way 3 pinned", "ways 2, 3 pinned in 16 of 64 sets", "96 pinned, at most 2 a set". */
export function pinnedText(facts: CacheFacts, { marked }: Pick<CacheView, "marked">): string | undefined {
  const { pinnedWays, pinnedLines, pinnedSets, sets } = facts;
  const where = pinnedSets === sets ? "" : ` ${say("in {pinnedSets} of {sets} sets", { pinnedSets, sets })}`;
  if (pinnedLines > 0) {
    return say("{marked} pinned, at most {pinnedLines} a set{where}", {
      pinnedLines,
      where,
      marked,
    });
  }
  if (facts.pinsNothing) return say("nothing pinned");
  if (pinnedWays.length === 0) return undefined;
  return (
    say("{ways} {numbers} pinned", {
      ways: plural(pinnedWays.length, "way"),
      numbers: pinnedWays.join(", "),
    }) + where
  );
}

// ---- what has just happened ----

export type CacheNews =
  | { readonly kind: "quiet" }
  /** Of the cycle that was stepped. */
  | { readonly kind: "hit" | "miss"; readonly layer: Layer }
  /** A miss before: its line is on its way. */
  | { readonly kind: "filling" }
  /** Between two pictures further apart. */
  | { readonly kind: "rate"; readonly missShare: number }
  /** Misses per 1000 instructions. */
  | { readonly kind: "per-instruction"; readonly misses: number };

const QUIET: CacheNews = { kind: "quiet" };

/** Accesses are counted for all cores together, so of several cores only the lines on their way are known. */
export function cacheNews(cache: CacheView, view: MachineView, previous: MachineView | undefined): CacheNews {
  const apart = previous === undefined ? 0 : Math.abs(view.cycle - previous.cycle);
  const isShared = cache.level !== "l2" && view.coreStores.length > 1;
  if (previous !== undefined && apart > 0 && !isShared) {
    const level = cache.level;
    const [older, newer] = view.cycle > previous.cycle ? [previous, view] : [view, previous];
    const use = between(older.use.caches[level], newer.use.caches[level]);
    if (apart > 1) return rateOf(use);
    const missed = firstLayer(use.misses);
    if (missed !== undefined) return { kind: "miss", layer: missed };
    const accessed = firstLayer(use.accesses);
    if (accessed !== undefined) return { kind: "hit", layer: accessed };
  }
  return isFilling(cache, view) ? { kind: "filling" } : QUIET;
}

function isFilling({ level, core }: CacheView, { coreStores }: MachineView): boolean {
  return level !== "l2" && (coreStores[core]?.fills[level] ?? 0) > 0;
}

function rateOf({ accesses, misses }: CacheUse): CacheNews {
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

export function total(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

export function newsText(news: CacheNews): string {
  switch (news.kind) {
    case "quiet":
      return "";
    case "hit":
    case "miss":
      return say(news.kind);
    case "filling":
      return say("filling");
    case "rate":
      return say("{share} misses", { share: quantityText(formatPercent(news.missShare)) });
    case "per-instruction":
      return say("{misses} misses in 1000 instr.", { misses: formatSignificant(news.misses, 2) });
  }
}

/** Where there is little room. */
export function newsShort(news: CacheNews): string {
  return news.kind === "per-instruction"
    ? say("{misses} MPKI", { misses: formatSignificant(news.misses, 2) })
    : newsText(news);
}

// ---- in words ----

/** "L1 data cache, 4 ways of 2 KiB, way 3 pinned, application 40 %, driver ISR 2 %, miss". */
export function cacheSpeech(cache: CacheView, facts: CacheFacts, news: CacheNews): string {
  const shares = ownerShares(cache, facts).map(
    ({ layer, share }) => `${ownerText(layer)} ${shareText(share)}`,
  );
  return [
    CACHE_SPEECH[cache.level],
    `${facts.ways} ${plural(facts.ways, "way")}, ${cacheSizeText(facts)}`,
    pinnedText(facts, cache) ?? "",
    ...(shares.length === 0 ? [say("empty")] : shares),
    news.kind === "filling" ? say("a line is on its way") : newsText(news),
  ]
    .filter((part) => part !== "")
    .join(", ");
}

export function shareText(share: number): string {
  return quantityText(formatPercent(share, share < 0.0995 ? 1 : 0));
}
