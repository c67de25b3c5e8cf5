/** Checks of caches and data that the schema cannot express. */

import type { Cache, Scenario } from "../format/schema.ts";
import { busCycles } from "../machine/machineFacts.ts";

type Fail = (field: string, message: string) => void;

export function checkMemory({ machine, software }: Scenario, fail: Fail): void {
  const { l1i, l1d, l2 } = machine.memory;
  for (const [name, cache] of Object.entries({ l1i, l1d, l2 })) {
    if (cache !== undefined) checkCache(cache, `machine.memory.${name}`, fail);
  }
  if (l2 !== undefined && l2.subBlockBytes !== "line") {
    fail("machine.memory.l2.subBlockBytes", "must be line: the L2 is filled by whole lines");
  }
  for (const l1 of [l1i, l1d]) {
    if (l1 !== undefined && l2 !== undefined && l2.lineBytes < l1.lineBytes) {
      fail("machine.memory.l2.lineBytes", `must not be below those of the L1, ${l1.lineBytes}`);
    }
  }
  const { l2PerCore, dmaWrites, deviceBusCycles, uncachedCycles } = machine.memory;
  if (l2PerCore && (l1d === undefined || l2 === undefined || dmaWrites === "place-in-l2")) {
    fail("machine.memory.l2PerCore", "needs an L1 data cache, an L2, and DMA writes that invalidate");
  }
  if (deviceBusCycles > uncachedCycles) {
    fail("machine.memory.deviceBusCycles", `must not be above uncachedCycles, ${uncachedCycles}`);
  }
  checkBusClocks(machine, fail);
  software.routines.forEach((routine, index) => {
    if (routine.kind === "program") return;
    const { data } = routine;
    if (data.packetPermille + data.uncachedPermille > 1000) {
      fail(`software.routines[${index}].data.uncachedPermille`, "makes more than 1000 with packetPermille");
    }
  });
}

/** The core has 16 bits for each of them. */
function checkBusClocks(machine: Scenario["machine"], fail: Fail): void {
  const { bus, memory } = machine;
  const { latencyCycles, uncachedCycles, deviceBusCycles, writeCycles, transferCycles, claimCycles } = memory;
  const ofMemory = {
    latencyCycles,
    uncachedCycles,
    deviceBusCycles,
    writeCycles,
    transferCycles,
    claimCycles,
  };
  const { cyclesPerBeat } = bus;
  const ofDma =
    bus.dma === "instant"
      ? {}
      : { cyclesPerBeat: bus.dma.cyclesPerBeat, burstGapCycles: bus.dma.burstGapCycles };
  for (const [part, durations] of Object.entries({
    memory: ofMemory,
    bus: { cyclesPerBeat },
    "bus.dma": ofDma,
  })) {
    for (const [name, duration] of Object.entries(durations)) {
      if (busCycles(machine, duration) <= 65_535) continue;
      fail(
        `machine.${part}.${name}`,
        `must not be above 65535 CPU cycles: times clockRatio ${bus.clockRatio}`,
      );
    }
  }
}

function checkCache(cache: Cache, field: string, fail: Fail): void {
  const { ways, lineBytes, sizeBytes, subBlockBytes, pinnedWays, pinnedLines, pinnedSets } = cache;
  const sets = sizeBytes / (ways * lineBytes);
  if (sets < 1 || !Number.isInteger(Math.log2(sets))) {
    const near = 2 ** Math.max(0, Math.round(Math.log2(sets))) * ways * lineBytes;
    fail(
      `${field}.sizeBytes`,
      `must be ways × lineBytes × a power of two, not ${sizeBytes}; with ${ways} ways of ${lineBytes}-byte lines for example ${near}`,
    );
  }
  if (subBlockBytes !== "line" && subBlockBytes > lineBytes) {
    fail(`${field}.subBlockBytes`, `must not be above lineBytes, ${lineBytes}`);
  }
  const beyond = pinnedWays.find((way) => way >= ways);
  if (beyond !== undefined) fail(`${field}.pinnedWays`, `name way ${beyond}; there are ${ways}, from 0`);
  if (pinnedLines > ways) fail(`${field}.pinnedLines`, `must be at most the number of ways, ${ways}`);
  else if (pinnedLines > 0 && pinnedWays.length > 0) {
    fail(`${field}.pinnedLines`, "must be 0 where ways are pinned: a cache pins ways or lines");
  }
  if (pinnedSets === "all") return;
  if (pinnedWays.length === 0 && pinnedLines === 0) {
    fail(`${field}.pinnedSets`, `${pinnedSets} needs pinnedWays or pinnedLines: nothing is pinned`);
  } else if (pinnedSets > sets) {
    fail(
      `${field}.pinnedSets`,
      `must be at most the number of sets, ${Math.max(1, Math.floor(sets))}, not ${pinnedSets}`,
    );
  }
}
