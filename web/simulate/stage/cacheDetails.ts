/** What caches, TLB and store buffers are made of. */

import type { Cache, Machine, Scenario } from "../../../scenarios/format/schema.ts";
import type { CacheLevel } from "../../engine/protocol.ts";
import { labels, t } from "../../text/t.ts";
import { formatInteger } from "../../ui/format.ts";
import { plural } from "../../ui/plural.ts";
import { CACHE_NAME, kibibytesText } from "./caches.ts";
import { bytesText, cyclesText, type Detail, detailsOf, listed, rangesText } from "./detailRows.ts";
import { pinnedRoutines } from "./memoryFacts.ts";

const LEVELS = ["l1i", "l1d", "l2"] as const satisfies readonly CacheLevel[];

/** How a line to replace is chosen. */
const REPLACED = labels({
  lru: "the least recently used goes",
  lrr: "the least recently brought goes",
  random: "any goes, at random",
});

const FILLED = labels({
  "whole-line": "with the whole line",
  "early-restart": "with its word",
  "critical-word-first": "with its word, which comes first",
});

/** Of one cache, a row each. */
export function cacheDetails(level: CacheLevel, { machine, software }: Scenario): readonly Detail[] {
  const { core, memory } = machine;
  const cache = memory[level];
  if (cache === undefined) return [];
  const pinned = pinnedText(cache);
  return detailsOf([
    ["size", listed([sizeText(cache), setsText(cache)])],
    ["lines|of a cache", lineText(cache)],
    ["when full", cache.ways === 1 ? undefined : REPLACED[cache.replacement]],
    ["on a write", level === "l1i" ? undefined : writeText(cache)],
    [
      "a miss goes on",
      level === "l2" || cache.subBlockBytes !== "line" ? undefined : FILLED[memory.fillOrder],
    ],
    ["pinned", pinned],
    ["pinned ranges", rangesText(cache.pinnedRanges)],
    ["pinned for", pinned === undefined ? undefined : pinnedRoutines(software).join(", ")],
    [
      "cores",
      core.cores === 1 ? undefined : isShared(level, memory) ? t("all share it") : t("each has its own"),
    ],
    ["misses", level === "l1d" ? missText(memory) : undefined],
    ["L2 access", level === "l2" ? cyclesText(memory.l2Cycles) : undefined],
  ]);
}

/** All that stands between the cores and the bus, in a few rows. */
export function memoryDetails({ core, memory }: Machine): readonly Detail[] {
  const { l1d, l2, tlb, storeBufferEntries } = memory;
  return [
    ...LEVELS.flatMap((level): readonly Detail[] => {
      const cache = memory[level];
      return cache === undefined
        ? []
        : [{ label: CACHE_NAME[level], value: wholeText(level, cache, { core, memory }) }];
    }),
    ...detailsOf([
      ["misses", l1d === undefined ? undefined : missText(memory)],
      ["L2 access", l2 === undefined ? undefined : cyclesText(memory.l2Cycles)],
      ["cache to cache", core.cores > 1 && l1d !== undefined ? cyclesText(memory.transferCycles) : undefined],
      ["claim of a line", core.cores > 1 && l1d !== undefined ? cyclesText(memory.claimCycles) : undefined],
      [
        "store buffer",
        storeBufferEntries === 0 ? undefined : t("{stores} stores", { stores: storeBufferEntries }),
      ],
      [
        "instruction cache returns after",
        memory.fetchReturnCycles > 0 ? cyclesText(memory.fetchReturnCycles) : undefined,
      ],
      ["TLB", tlb === undefined ? undefined : tlbText(tlb)],
      ["TLB miss", tlb === undefined ? undefined : cyclesText(tlb.missCycles)],
      ["TLB refill", tlb === undefined ? undefined : refillText(tlb)],
      ["unmapped ranges", tlb === undefined ? undefined : rangesText(tlb.unmappedRanges)],
    ]),
  ];
}

function wholeText(
  level: CacheLevel,
  cache: Cache,
  { core, memory }: Pick<Machine, "core" | "memory">,
): string {
  const pinned = pinnedText(cache);
  return listed([
    sizeText(cache),
    t("lines of {bytes}", { bytes: lineText(cache) }),
    cache.ways > 1 && shortText(cache.replacement),
    level !== "l1i" && writeText(cache),
    pinned !== undefined && t("pinned {what}", { what: pinned }),
    cache.pinnedRanges.length > 0 && t("pinned {what}", { what: rangesText(cache.pinnedRanges) }),
    core.cores > 1 &&
      level === "l2" &&
      (isShared(level, memory) ? t("shared by the cores") : t("of each core")),
  ]);
}

function sizeText({ sizeBytes, ways }: Cache): string {
  return listed([
    kibibytesText(sizeBytes),
    ways === 1 ? t("direct-mapped") : `${formatInteger(ways)} ${plural(ways, "way")}`,
  ]);
}

function setsOf({ sizeBytes, ways, lineBytes }: Cache): number {
  return sizeBytes / ways / lineBytes;
}

function setsText(cache: Cache): string {
  const sets = setsOf(cache);
  return sets === 1 ? t("one set") : t("{sets} sets", { sets });
}

/** "32 B, a miss brings 4 B". */
function lineText({ lineBytes, subBlockBytes }: Cache): string {
  const isWhole = subBlockBytes === "line" || subBlockBytes === lineBytes;
  return listed([
    bytesText(lineBytes),
    !isWhole && t("a miss brings {subBlockBytes}", { subBlockBytes: bytesText(subBlockBytes) }),
  ]);
}

function writeText({ writePolicy, writeAllocate }: Cache): string {
  return listed([
    writePolicy === "write-back" ? t("write-back") : t("write-through"),
    !writeAllocate && t("a miss brings no line"),
  ]);
}

/** "ways 0, 1 in 16 of 64 sets"; undefined: nothing is kept but ranges. */
function pinnedText(cache: Cache): string | undefined {
  const { pinnedWays, pinnedLines, pinnedSets } = cache;
  const sets = setsOf(cache);
  const where =
    pinnedSets === "all" || pinnedSets === sets
      ? ""
      : ` ${t("in {pinnedSets} of {sets} sets", { pinnedSets, sets })}`;
  if (pinnedLines > 0) {
    const kind = cache.pinKind === "lock" ? `, ${t("locked until software unlocks them")}` : "";
    return t("{pinnedLines} of a set at most", { pinnedLines }) + where + kind;
  }
  const ways = [...new Set(pinnedWays)].sort((a, b) => a - b);
  return ways.length === 0 ? undefined : `${plural(ways.length, "way")} ${ways.join(", ")}${where}`;
}

function isShared(level: CacheLevel, { l2PerCore }: Machine["memory"]): boolean {
  return level === "l2" && !l2PerCore;
}

function shortText(replacement: Cache["replacement"]): string {
  return replacement === "random" ? t("random") : replacement.toUpperCase();
}

function missText({ nonBlocking }: Machine["memory"]): string {
  return nonBlocking ? t("non-blocking") : t("blocking");
}

function refillText({ refillInstructions }: NonNullable<Machine["memory"]["tlb"]>): string | undefined {
  if (refillInstructions === 0) return undefined;
  return t("{instructions} instructions", { instructions: formatInteger(refillInstructions) });
}

function tlbText({ entries, pageBytes, replacement }: NonNullable<Machine["memory"]["tlb"]>): string {
  return listed([
    t("{entries} pages of {pageBytes}", { entries, pageBytes: kibibytesText(pageBytes) }),
    shortText(replacement),
  ]);
}
