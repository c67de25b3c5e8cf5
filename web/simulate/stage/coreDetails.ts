/** The parts of a core, and the scheduling of its work. */
import type { Cache, Machine, Scenario } from "../../../scenarios/format/schema.ts";
import type { CacheLevel } from "../../engine/protocol.ts";
import { labels, t } from "../../text/t.ts";
import { contextName } from "../../ui/contextName.ts";
import { formatInteger } from "../../ui/format.ts";
import { plural } from "../../ui/plural.ts";
import { CACHE_NAME, kibibytesText } from "./caches.ts";
import {
  bytesText,
  cyclesText,
  type Detail,
  type DetailGroup,
  detailsOf,
  groupsOf,
  listed,
  rangesText,
} from "./detailRows.ts";
import { pinnedRoutines } from "./machineInfo.ts";

/** `cycle` determines when the scheduler checks its clock next. */
export function coreDetails({ machine, software }: Scenario, cycle: number): readonly DetailGroup[] {
  const { core, interrupts } = machine;
  return groupsOf([
    ["pipeline", pipelineDetails(core)],
    ["branches", branchDetails(core)],
    ["contexts", contextDetails(core)],
    ["caches and TLB", memoryDetails(machine)],
    ["interrupts", interruptDetails(interrupts, software)],
    ["scheduler", schedulerDetails(software.scheduler, cycle)],
  ]);
}

function pipelineDetails({ policy, issueWidth, pipeline }: Machine["core"]): readonly Detail[] {
  const { multiplyCycles, divideCycles = multiplyCycles, storeExecuteCycles, jumpExecuteCycles } = pipeline;
  return detailsOf([
    ["issues", policy === "smt" ? t("{issueWidth} a cycle, one of a context", { issueWidth }) : undefined],
    ["operands in", pipeline.executeStage],
    ["accesses in", `${pipeline.accessStage}, ${cyclesText(pipeline.memoryCycles)}`],
    ["load-use", pipeline.forwarding === "none" ? undefined : cyclesText(pipeline.loadUseCycles)],
    ["forwarding", pipeline.forwarding === "none" ? t("none|forwarding") : undefined],
    [
      "stored values",
      pipeline.storeForwarding ? t("forwarded to {stage}", { stage: pipeline.accessStage }) : undefined,
    ],
    [
      "multiply",
      listed([
        cyclesText(multiplyCycles),
        divideCycles !== multiplyCycles && t("divide {divide}", { divide: cyclesText(divideCycles) }),
      ]),
    ],
    [
      "stores, jumps",
      storeExecuteCycles === 1 && jumpExecuteCycles === 1
        ? undefined
        : t("{stores} and {jumps} in {executeStage}", {
            stores: formatInteger(storeExecuteCycles),
            jumps: cyclesText(jumpExecuteCycles),
            executeStage: pipeline.executeStage,
          }),
    ],
  ]);
}

function branchDetails({ pipeline, predictor }: Machine["core"]): readonly Detail[] {
  const { branchResolveStage, compareBranchCycles } = pipeline;
  const [targets, returns] = predictor.kind === "not-taken" ? [0, 0] : [predictor.targets, predictor.returns];
  return detailsOf([
    ["resolved in", branchResolveStage],
    ["compares", pipeline.branchOperands === "registers" ? undefined : t("condition codes")],
    ["predicted", predictorText(predictor)],
    ["table of targets", targets === 0 ? undefined : t("{targets} entries", { targets })],
    ["return stack", returns === 0 ? undefined : t("{returns} addresses", { returns })],
    [
      "behind a compare",
      compareBranchCycles === 0
        ? undefined
        : t("waits {cycles}", { cycles: cyclesText(compareBranchCycles) }),
    ],
  ]);
}

function predictorText(predictor: Machine["core"]["predictor"]): string {
  if (predictor.kind === "not-taken") return t("not taken");
  if (predictor.kind === "backward-taken") return t("backward taken");
  return t("{counters} 2-bit counters", { counters: formatInteger(predictor.counters) });
}

/** Rows for turns by weight, one for each group of contexts with equal weight. If all cores are alike, the contexts of
 * one of them. */
function contextDetails({
  policy,
  cores,
  contexts,
  contextWeights,
  contextGroups,
}: Machine["core"]): readonly Detail[] {
  if (policy !== "weighted-round-robin") return [];
  const each = Array.from({ length: cores * contexts }, (_, context) => ({
    context,
    weight: contextWeights[context] ?? 1,
    group: contextGroups[context] ?? 0,
  }));
  const areAlike = each.every(({ context, weight, group }) => {
    const first = each[context % contexts];
    return weight === first?.weight && group === first.group;
  });
  const shape = areAlike ? { cores: 1, contexts } : { cores, contexts };
  const all = areAlike ? each.slice(0, contexts) : each;
  return distinct(all.map(({ group }) => group)).map((group) => {
    const members = all.filter((one) => one.group === group);
    const shares = distinct(members.map(({ weight }) => weight)).map((weight) =>
      t("{contexts}: weight {weight}", {
        contexts: members
          .flatMap((one) => (one.weight === weight ? [contextName(one.context, shape)] : []))
          .join(", "),
        weight,
      }),
    );
    return { label: t("group {group}", { group }), value: shares.join("; ") };
  });
}

function distinct(values: readonly number[]): readonly number[] {
  return [...new Set(values)].sort((a, b) => a - b);
}

function interruptDetails(
  { entry, saveRestore, tailChain, lateArrival, abandons }: Machine["interrupts"],
  { threads }: Scenario["software"],
): readonly Detail[] {
  if (threads.some(({ machineMode }) => machineMode) && threads.every(({ start }) => start.on === "always"))
    return detailsOf([["traps", t("the handler is fetched after the drain; nothing is saved")]]);
  const steps = Object.values(entry).reduce((sum, step) => sum + step, 0);
  const overlaps = saveRestore.kind === "cycles" && saveRestore.overlapsEntry;
  const more = [
    ...(tailChain ? [t("tail chaining")] : []),
    ...(lateArrival ? [t("late arrival")] : []),
    ...(abandons ? [t("instructions are abandoned")] : []),
    ...(overlaps ? [t("the save runs beside it")] : []),
  ];
  return detailsOf([
    [
      "entry",
      t("{entry} after the drain{more}", {
        entry: cyclesText(steps),
        more: more.map((one) => `, ${one}`).join(""),
      }),
    ],
    [
      "save, restore",
      saveRestore.kind === "cycles"
        ? `${formatInteger(saveRestore.saveCycles)}, ${cyclesText(saveRestore.restoreCycles)}`
        : t("{saveWords}, {restoreWords} words", {
            saveWords: saveRestore.saveWords,
            restoreWords: saveRestore.restoreWords,
          }),
    ],
  ]);
}

function schedulerDetails(
  { policy, timeSliceCycles, switchCycles, tickCycles }: Scenario["software"]["scheduler"],
  cycle: number,
): readonly Detail[] {
  if (policy === "none") return [];
  return detailsOf([
    ["chooses", policy === "priority" ? t("by priority") : t("round robin")],
    ["time slice", policy === "priority" ? undefined : cyclesText(timeSliceCycles)],
    ["a switch", switchCycles === 0 ? undefined : cyclesText(switchCycles)],
    ["tick each", tickCycles === 0 ? undefined : cyclesText(tickCycles)],
    [
      "next tick",
      tickCycles === 0 ? undefined : t("in {cycles} cycles", { cycles: tickCycles - (cycle % tickCycles) }),
    ],
  ]);
}

/** Structure of caches, TLB and store buffers. */
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

/** Rows about one cache. */
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

/** Rows about everything between the cores and the bus. */
function memoryDetails({ core, memory }: Machine): readonly Detail[] {
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

/** "ways 0, 1 in 16 of 64 sets". Undefined if the cache keeps only ranges. */
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
