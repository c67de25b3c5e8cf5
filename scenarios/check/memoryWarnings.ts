/** Warns about settings of caches, bus and data that have no effect on their machine. */

import type { ScenarioError } from "../base/messages.ts";
import type { Cache, Machine, Routine, Scenario, Thread } from "../format/schema.ts";
import { STANDARD_CYCLES } from "../machine/memoryStandard.ts";
import { someStep } from "../software/steps.ts";

type Range = Cache["pinnedRanges"][number];
/** Whether it is so, the field below `machine`, the reason. */
type Unless = readonly [boolean, string, string];

const WITHOUT_ADDRESSES = "without caches, a TLB or memory.addressed no access has an address";

export function memoryWarnings({ machine, software }: Scenario): ScenarioError[] {
  const caches = Object.entries(cachesOf(machine)).flatMap(([name, cache]) =>
    cache === undefined ? [] : cacheWarnings(cache, `memory.${name}`, name === "l1i", software.routines),
  );
  const unless = [...durations(machine), ...accesses(machine), ...caches];
  return [
    ...unless.flatMap(([is, field, message]) => (is ? [{ field: `machine.${field}`, message }] : [])),
    ...software.threads.flatMap((thread, index) =>
      unlocksNothing(machine, thread)
        ? [{ field: `software.threads[${index}].steps`, message: NO_LOCKS }]
        : [],
    ),
    ...software.routines.flatMap((routine, index) =>
      routineWarnings(machine, routine, `software.routines[${index}]`),
    ),
  ];
}

const WITHOUT_CODE_CACHE = "there is no instruction cache";
const NO_LOCKS = "unlocks nothing: the cache has no locks (pinnedLines with pinKind lock)";

function unlocksNothing(machine: Machine, { steps }: Thread): boolean {
  return someStep(steps, (step) => {
    if (step.do !== "unlock-cache") return false;
    const cache = machine.memory[step.cache];
    return cache === undefined || cache.pinnedLines === 0 || cache.pinKind !== "lock";
  });
}

function cachesOf({ memory: { l1i, l1d, l2 } }: Machine) {
  return { l1i, l1d, l2 };
}

function hasNoAddresses({ memory: { l1i, l1d, l2, tlb, addressed } }: Machine): boolean {
  return [l1i, l1d, l2, tlb].every((part) => part === undefined) && !addressed;
}

function pins({ pinnedWays, pinnedLines }: Cache): boolean {
  return pinnedWays.length > 0 || pinnedLines > 0;
}

function durations(machine: Machine): Unless[] {
  const { memory, core } = machine;
  const noAddresses = hasNoAddresses(machine);
  type Key = keyof typeof STANDARD_CYCLES;
  const isSet = (key: Key) => memory[key] !== STANDARD_CYCLES[key];
  const never = (keys: readonly Key[], is: boolean, reason: string) =>
    keys.map((key): Unless => [isSet(key) && is, `memory.${key}`, `is never spent: ${reason}`]);
  const isAlone = core.cores === 1 || memory.l1d === undefined;
  return [
    ...never(
      ["uncachedCycles", "deviceBusCycles", "latencyCycles", "writeCycles"],
      noAddresses,
      WITHOUT_ADDRESSES,
    ),
    ...never(["l2Cycles"], memory.l2 === undefined, "there is no L2"),
    ...never(["transferCycles", "claimCycles"], isAlone, "it takes several cores with L1 data caches"),
  ];
}

function accesses(machine: Machine): Unless[] {
  const { memory, bus } = machine;
  const { l1d, l2, uncachedRanges } = memory;
  const noAddresses = hasNoAddresses(machine);
  return [
    [
      memory.dmaWrites === "place-in-l2" && l2 === undefined,
      "memory.dmaWrites",
      '"place-in-l2" without an L2 works as "invalidate"',
    ],
    [
      memory.nonBlocking && l1d === undefined,
      "memory.nonBlocking",
      "changes nothing without an L1 data cache",
    ],
    [
      memory.postedDeviceWrites && memory.storeBufferEntries === 0,
      "memory.postedDeviceWrites",
      "changes nothing without a store buffer",
    ],
    [
      memory.storeBufferEntries > 0 && noAddresses,
      "memory.storeBufferEntries",
      `are never used: ${WITHOUT_ADDRESSES}`,
    ],
    [bus.requestCycles > 0 && noAddresses, "bus.requestCycles", `is never spent: ${WITHOUT_ADDRESSES}`],
    [
      memory.fillOrder !== "whole-line" &&
        [memory.l1i, l1d].every((cache) => cache === undefined || cache.subBlockBytes !== "line"),
      "memory.fillOrder",
      "changes nothing: no L1 cache is filled by whole lines",
    ],
    [
      memory.fetchReturnCycles > 0 && memory.l1i === undefined,
      "memory.fetchReturnCycles",
      `is never spent: ${WITHOUT_CODE_CACHE}`,
    ],
    [uncachedRanges.length > 0 && noAddresses, "memory.uncachedRanges", `hold nothing: ${WITHOUT_ADDRESSES}`],
    ...overlaps(uncachedRanges, "memory.uncachedRanges"),
    ...overlaps(memory.tlb?.unmappedRanges ?? [], "memory.tlb.unmappedRanges"),
    [
      bus.clockRatio > 1 && !bus.inBusClocks && noAddresses,
      "bus.clockRatio",
      `aligns nothing: ${WITHOUT_ADDRESSES}`,
    ],
    [bus.inBusClocks && bus.clockRatio === 1, "bus.inBusClocks", "changes nothing at a clock ratio of 1"],
  ];
}

function cacheWarnings(
  cache: Cache,
  field: string,
  isOfCode: boolean,
  routines: readonly Routine[],
): Unless[] {
  const { lineBytes, pinnedRanges, pinnedSets, pinnedWays, ways, sizeBytes } = cache;
  const unwritten = "changes nothing: nothing writes into an instruction cache";
  const isClosed =
    new Set(pinnedWays).size === ways && pinnedRanges.length === 0 && !routines.some(pinsAccesses);
  const where =
    pinnedSets === "all" || pinnedSets * ways * lineBytes === sizeBytes
      ? "nothing stays in this cache"
      : `nothing stays in its sets below ${pinnedSets}`;
  return [
    [isOfCode && cache.writePolicy === "write-through", `${field}.writePolicy`, unwritten],
    [isOfCode && !cache.writeAllocate, `${field}.writeAllocate`, unwritten],
    [
      cache.pinKind === "lock" && cache.pinnedLines === 0,
      `${field}.pinKind`,
      "changes nothing: the cache has no pinnedLines",
    ],
    ...pinnedWays.map(
      (way, index): Unless => [
        pinnedWays.indexOf(way) < index,
        `${field}.pinnedWays[${index}]`,
        `names way ${way} twice`,
      ],
    ),
    [isClosed, `${field}.pinnedWays`, `are all ways, and no routine or range is pinned: ${where}`],
    [
      pinnedRanges.length > 0 && !pins(cache),
      `${field}.pinnedRanges`,
      "pin nothing: the cache has neither pinnedWays nor pinnedLines",
    ],
    ...(pins(cache)
      ? pinnedRanges.map((range, index) => partLines(range, lineBytes, `${field}.pinnedRanges[${index}]`))
      : []),
    ...overlaps(pinnedRanges, `${field}.pinnedRanges`),
  ];
}

/** A line is pinned if its first byte lies in the range. */
function partLines({ from, to }: Range, lineBytes: number, field: string): Unless {
  const first = Math.ceil(from / lineBytes) * lineBytes;
  const end = Math.ceil(to / lineBytes) * lineBytes;
  const message =
    first === end
      ? `pins nothing: no line of ${lineBytes} bytes begins in it`
      : `begins or ends inside a line of ${lineBytes} bytes: pinned are the lines from ${first} up to ${end}`;
  return [first !== from || end !== to, field, message];
}

function overlaps(ranges: readonly Range[], field: string): Unless[] {
  return ranges.map(({ from, to }, index) => {
    const other = ranges.findIndex((one) => one.from < to && from < one.to);
    return [other < index, `${field}[${index}]`, `overlaps range ${other}`];
  });
}

/** Routines of kind cycles access nothing. */
function pinsAccesses(routine: Routine): boolean {
  return routine.kind !== "cycles" && isPinned(routine);
}

function isPinned(routine: Routine): boolean {
  return routine.kind === "program" ? routine.pinned : routine.data.pinned;
}

function routineWarnings(machine: Machine, routine: Routine, field: string): ScenarioError[] {
  const { l1d } = machine.memory;
  const noCachePins = !Object.values(cachesOf(machine)).some((cache) => cache !== undefined && pins(cache));
  const pinned = {
    field: routine.kind === "program" ? `${field}.pinned` : `${field}.data.pinned`,
    message: "pins nothing: no cache has pinnedWays or pinnedLines",
  };
  const uncached = {
    field: `${field}.data.uncachedPermille`,
    message: `changes nothing: ${WITHOUT_ADDRESSES}`,
  };
  const toDevices = routine.kind !== "program" && routine.data.uncachedPermille > 0;
  const prefetch = prefetchPlace(routine);
  return [
    ...(isPinned(routine) && noCachePins ? [pinned] : []),
    ...(toDevices && hasNoAddresses(machine) ? [uncached] : []),
    ...(prefetch !== undefined && l1d === undefined
      ? [{ field: `${field}.${prefetch}`, message: "brings no line without an L1 data cache" }]
      : []),
  ];
}

/** The first place in the routine that prefetches. */
function prefetchPlace(routine: Routine): string | undefined {
  if (routine.kind === "instructions")
    return routine.profile.mix.prefetch > 0 ? "profile.mix.prefetch" : undefined;
  if (routine.kind !== "sequence") return undefined;
  const index = routine.sequence.findIndex((text) => text.startsWith("prefetch"));
  return index < 0 ? undefined : `sequence[${index}]`;
}
