/** A cache as a picture and in words: whose lines are where. */
import type { CacheLevel, CacheUse, CacheView, Layer, MachineView } from "../../engine/protocol.ts";
import { labels, t } from "../../text/t.ts";
import { coreOf } from "../../ui/contextName.ts";
import { formatPercent, formatSignificant, quantityText, shareText } from "../../ui/format.ts";
import { layerToken } from "../../ui/layerTokens.ts";
import { plural } from "../../ui/plural.ts";
import type { PathShape } from "../figure/shapes.ts";
import { LAYER_TEXT, LAYERS } from "./labels.ts";
import type { CacheFacts, MachineInfo, MemoryFacts } from "./machineInfo.ts";
import { isOnCpu } from "./places.ts";

export const CACHE_NAME: Readonly<Record<CacheLevel, string>> = { l1i: "L1I", l1d: "L1D", l2: "L2" };

export const CACHE_SPEECH: Readonly<Record<CacheLevel, string>> = labels({
  l1i: "L1 instruction cache",
  l1d: "L1 data cache",
  l2: "L2 cache",
});

export function cacheFactsOf(level: CacheLevel, { caches }: MemoryFacts): CacheFacts | undefined {
  return caches.find((cache) => cache.level === level);
}

/** "4 ways · 8 KiB". */
export function cacheSizeText({ ways, sizeBytes }: CacheFacts): string {
  return `${waysText(ways)} · ${kibibytesText(sizeBytes)}`;
}

function waysText(ways: number): string {
  return `${ways} ${plural(ways, "way")}`;
}

export function kibibytesText(bytes: number): string {
  const kibibytes = bytes / 1024;
  if (kibibytes < 1) return `${bytes} B`;
  return kibibytes < 1024 ? `${kibibytes} KiB` : `${kibibytes / 1024} MiB`;
}

// ---- whose lines ----

/** The layer that loaded lines. No software runs in the layer "idle": it represents lines that DMA has placed. */
export function ownerText(layer: Layer): string {
  return layer === "idle" ? "DMA" : LAYER_TEXT[layer];
}

interface OwnerShare {
  readonly layer: Layer;
  /** Share of all lines that the cache can hold. */
  readonly share: number;
}

/** Layers that hold lines of the cache, the largest share first. */
export function ownerShares({ lines }: CacheView, { ways, sets }: CacheFacts): readonly OwnerShare[] {
  return LAYERS.map((layer, index) => ({ layer, share: (lines[index] ?? 0) / (ways * sets) }))
    .filter(({ share }) => share > 0)
    .sort((a, b) => b.share - a.share);
}

const FULL = 15;
const GAP = 0.1;

/** All cells of a cache, in units of a cell: a row is a way, a column is a group of neighbouring sets. */
export function emptyCells(columns: number, ways: number): PathShape {
  const cells = Array.from({ length: columns * ways }, (_, cell) => cellPath(cell, columns, 1));
  return { kind: "path", d: cells.join(""), ink: { fill: "line" } };
}

/** The cells of a cache: each has the colour of the layer with most lines, and its height is the fill of the cell.
 * Marks are diagonals. A line that is being filled has an outline. */
export function heldCells(cache: CacheView, ways: number): readonly PathShape[] {
  const { filling, columns, marked } = cache;
  const shapes: PathShape[] = layerPaths(cache, ways).flatMap((d, index) => {
    const ink = { fill: layerToken(LAYERS[index]) };
    return d === "" ? [] : [{ kind: "path", d, ink } as const];
  });
  const line = { keepsWidth: true } as const;
  if (marked > 0)
    shapes.push({ kind: "path", d: markPath(cache, ways), ink: { ...line, stroke: "bg", strokeWidth: 2 } });
  if (filling !== undefined)
    shapes.push({
      kind: "path",
      d: cellPath(filling, columns, 1),
      ink: { ...line, stroke: "ink", strokeWidth: 1.5 },
    });
  return shapes;
}

/** Path of the cells of each layer. */
function layerPaths({ cells, columns }: CacheView, ways: number): readonly string[] {
  const paths = LAYERS.map(() => "");
  for (let cell = 0; cell < ways * columns; cell += 1) {
    const value = cells[cell] ?? 0;
    const fill = value >> 4;
    if (fill > 0) paths[value & FULL] += cellPath(cell, columns, fill / FULL);
  }
  return paths;
}

function cellPath(cell: number, columns: number, fill: number): string {
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
function markPath({ marks, columns }: CacheView, ways: number): string {
  const isMarked = (cell: number) => (((marks[cell >> 3] ?? 0) >> (cell & 7)) & 1) === 1;
  return Array.from({ length: ways * columns }, (_, cell) => cell)
    .filter(isMarked)
    .map((cell) => `M${cell % columns} ${Math.floor(cell / columns) + 1}l1-1`)
    .join("");
}

/** "nothing pinned", "way 3 pinned", "ways 2, 3 pinned in 16 of 64 sets", "96 pinned, at most 2 a set". */
export function pinnedText(facts: CacheFacts, { marked }: Pick<CacheView, "marked">): string | undefined {
  const { pinnedWays, pinnedLines, pinnedSets, sets } = facts;
  const where = pinnedSets === sets ? "" : ` ${t("in {pinnedSets} of {sets} sets", { pinnedSets, sets })}`;
  if (pinnedLines > 0) {
    return t("{marked} pinned, at most {pinnedLines} a set{where}", {
      pinnedLines,
      where,
      marked,
    });
  }
  if (facts.pinsNothing) return t("nothing pinned");
  if (pinnedWays.length === 0) return undefined;
  return (
    t("{ways} {numbers} pinned", {
      ways: plural(pinnedWays.length, "way"),
      numbers: pinnedWays.join(", "),
    }) + where
  );
}

// ---- in words ----

/** "L1 data cache, 4 ways of 2 KiB, way 3 pinned, application 40 %, driver ISR 2 %, miss". */
export function cacheSpeech(cache: CacheView, facts: CacheFacts, news: RecentCacheAccess): string {
  const shares = ownerShares(cache, facts).map(
    ({ layer, share }) => `${ownerText(layer)} ${shareText(share)}`,
  );
  return [
    CACHE_SPEECH[cache.level],
    `${waysText(facts.ways)}, ${kibibytesText(facts.sizeBytes)}`,
    pinnedText(facts, cache) ?? "",
    ...(shares.length === 0 ? [t("empty")] : shares),
    news.kind === "filling" ? t("a line is on its way") : newsText(news),
  ]
    .filter((part) => part !== "")
    .join(", ");
}

/** The latest hit or miss in a cache. */
export type RecentCacheAccess =
  | { readonly kind: "quiet" }
  /** An access in the cycle that was stepped. `layer` is undefined if several layers missed. */
  | { readonly kind: "hit" | "miss"; readonly layer: Layer | undefined }
  /** The line of an earlier miss is being filled. */
  | { readonly kind: "filling" }
  /** The two pictures are further apart. */
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

/** Access of the only cache of its level. */
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

/** Access of one of several L1s, in a single cycle. The layers that no other core runs decide it. If a core started to
 * wait for each missed line, the layer of that core decides. Otherwise the cache is unknown. */
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

/** Layers that may have accessed its caches in the cycle between two views. */
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

/** A short form for little room. */
export function newsShort(news: RecentCacheAccess): string {
  return news.kind === "per-instruction"
    ? t("{misses} MPKI", { misses: formatSignificant(news.misses, 2) })
    : newsText(news);
}

export function total(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}
