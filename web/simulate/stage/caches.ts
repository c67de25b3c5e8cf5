/** A cache as a picture and in words: whose lines are where. */

import type { CacheLevel, CacheView, Layer } from "../../engine/protocol.ts";
import { labels, t } from "../../text/t.ts";
import { layerToken } from "../../ui/layerTokens.ts";
import { plural } from "../../ui/plural.ts";
import { shareText } from "../../ui/rates.ts";
import type { Shape } from "../figure/shapes.ts";
import { LAYER_TEXT, LAYERS } from "./labels.ts";
import type { CacheFacts, MemoryFacts } from "./memoryFacts.ts";
import { newsText, type RecentCacheAccess } from "./recentCacheAccess.ts";

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

/** Which layer brought lines: no software runs in the layer "idle", that is what DMA has placed. */
export function ownerText(layer: Layer): string {
  return layer === "idle" ? "DMA" : LAYER_TEXT[layer];
}

interface OwnerShare {
  readonly layer: Layer;
  /** Of all lines that the cache can hold. */
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
export function emptyCells(columns: number, ways: number): Shape {
  const cells = Array.from({ length: columns * ways }, (_, cell) => cellPath(cell, columns, 1));
  return { kind: "path", d: cells.join(""), ink: { fill: "line" } };
}

/** What the cells of a cache hold: the layer with most lines in its colour, as high as the cell is full. Marks are diagonals,
 * a line on its way has an outline. */
export function heldCells(cache: CacheView, ways: number): readonly Shape[] {
  const { filling, columns, marked } = cache;
  const shapes: Shape[] = layerPaths(cache, ways).flatMap((d, index) => {
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

/** By layer the path of its cells. */
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
