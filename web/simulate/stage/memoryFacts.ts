/** What the stage needs to know of caches, TLB and predictor that does not change while a machine runs. */

import type { Cache, Scenario } from "../../../scenarios/format/schema.ts";
import { describesMemory } from "../../../scenarios/machine/memoryUse.ts";
import type { CacheLevel } from "../../engine/protocol.ts";

export interface CacheFacts {
  readonly level: CacheLevel;
  readonly sizeBytes: number;
  readonly ways: number;
  readonly sets: number;
  readonly pinnedWays: readonly number[];
  /** Instead: so many of a set at most. */
  readonly pinnedLines: number;
  /** They are pinned in the sets below it. */
  readonly pinnedSets: number;
  /** Each of several cores has one. */
  readonly isPrivate: boolean;
  /** Routines that fill them. */
  readonly pinnedFor: readonly string[];
  /** There are such routines, but no cache of the machine keeps anything for them; said of the last level. */
  readonly pinsNothing: boolean;
}

export interface MemoryFacts {
  /** By level; what the machine has not is missing. */
  readonly caches: readonly CacheFacts[];
  /** Of each core; 0 = none. */
  readonly storeBufferEntries: number;
  readonly tlbEntries: number;
  readonly predictorCounters: number;
  /** Requests queue for the bus: what they wait there is part of the miss, and accounted for as that. */
  readonly queues: boolean;
}

export function memoryFacts({ machine, software }: Scenario): MemoryFacts {
  const { memory, core } = machine;
  const { predictor } = core;
  const pinnedFor = pinnedRoutines(software);
  const of = (level: CacheLevel): readonly CacheFacts[] => {
    const cache = memory[level];
    const isPrivate = core.cores > 1 && (level !== "l2" || memory.l2PerCore);
    return cache === undefined ? [] : [{ ...cacheFacts(level, cache, pinnedFor), isPrivate }];
  };
  const caches = [...of("l1i"), ...of("l1d"), ...of("l2")];
  const isIdle =
    pinnedFor.length > 0 && caches.every((one) => one.pinnedWays.length === 0 && one.pinnedLines === 0);
  return {
    caches: caches.map((one) => ({ ...one, pinsNothing: isIdle && one === caches.at(-1) })),
    storeBufferEntries: memory.storeBufferEntries,
    tlbEntries: memory.tlb?.entries ?? 0,
    predictorCounters: predictor.kind === "bimodal" ? predictor.counters : 0,
    queues: describesMemory(machine),
  };
}

export function pinnedRoutines({ routines }: Scenario["software"]): readonly string[] {
  return routines
    .filter((routine) => (routine.kind === "program" ? routine.pinned : routine.data.pinned))
    .map(({ name }) => name);
}

function cacheFacts(
  level: CacheLevel,
  cache: Cache,
  pinnedFor: readonly string[],
): Omit<CacheFacts, "isPrivate"> {
  const { sizeBytes, ways, lineBytes, pinnedWays, pinnedLines, pinnedSets } = cache;
  const sets = sizeBytes / ways / lineBytes;
  return {
    level,
    sizeBytes,
    ways,
    sets,
    pinnedWays: [...new Set(pinnedWays)].sort((a, b) => a - b),
    pinnedLines,
    pinnedSets: pinnedSets === "all" ? sets : pinnedSets,
    pinnedFor,
    pinsNothing: false,
  };
}
