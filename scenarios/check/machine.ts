/** Checks of memory, interrupt lines and devices that the schema cannot express. */

import { SIM_LINE_LIMIT } from "../../core-wasm/binding/layout.gen.ts";
import { DEVICE_KINDS, deviceNamed } from "../devices/kinds.ts";
import { type LineChoice, linesOf } from "../devices/lines.ts";
import type { DeviceRules } from "../devices/rules.ts";
import { DEVICE_RULES } from "../devices/schemas.ts";
import type { Cache, Scenario } from "../format/schema.ts";
import { busCycles } from "../machine/machineFacts.ts";
import type { Check } from "./checking.ts";

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

/** Checks of interrupt lines and devices that the schema cannot express. */
export function checkLines(check: Check): void {
  const { machine } = check.scenario;
  const { core, interrupts } = machine;
  const checkPlace = (line: { core: "any" | number; context: "any" | number }, field: string) => {
    if (line.context !== "any" && line.context >= core.contexts) {
      check.fail(`${field}.context`, `must be below the number of contexts, ${core.contexts}`);
    }
    if (line.core !== "any" && line.core >= core.cores) {
      check.fail(`${field}.core`, `must be below the number of cores, ${core.cores}`);
    }
  };
  interrupts.lines.forEach((line, index) => {
    checkPlace(line, `machine.interrupts.lines[${index}]`);
  });
  for (const { list, drivers } of DEVICE_KINDS) {
    machine[list].forEach((device, index) => {
      for (const { line, field } of drivers(device)) {
        const place = `machine.${list}[${index}].${field}`;
        if (typeof line === "string") check.refers(place, "line", line);
        else checkPlace(line, place);
      }
    });
  }
  const lines = linesOf(machine).length;
  if (lines > SIM_LINE_LIMIT) {
    check.fail(
      "machine.interrupts.lines",
      `with those that devices bring along are ${lines}, at most ${SIM_LINE_LIMIT}`,
    );
  }
}

export function checkDevices(check: Check): void {
  const { machine } = check.scenario;
  for (const { list } of DEVICE_KINDS) {
    const rules: DeviceRules = DEVICE_RULES[list];
    rules.checkAll?.(machine[list], (message) => check.fail(`machine.${list}`, message));
    machine[list].forEach((device, index) => {
      rules.check?.(device, machine, (field, message) =>
        check.fail(`machine.${list}[${index}].${field}`, message),
      );
    });
  }
}

export function checkLineChoice(check: Check, choice: LineChoice, field: string): void {
  const keys = ["line", ...DEVICE_KINDS.map(({ kind }) => kind)] as const;
  if (keys.filter((key) => choice[key] !== undefined).length !== 1) {
    check.fail(field, `needs exactly one of ${keys.join(", ")}`);
    return;
  }
  if (choice.nic === undefined && choice.ring !== undefined) check.fail(`${field}.ring`, "belongs to a nic");
  if (choice.line !== undefined) check.refers(`${field}.line`, "line", choice.line);
  checkDeviceUse(check, choice, field);
}

/** Checks a step, a condition or a choice of a line. Does nothing if it names no device. */
export function checkDeviceUse(check: Check, use: object, field: string): void {
  const named = deviceNamed(use);
  if (named === undefined) return;
  const { kind, list } = named.kind;
  if (!check.refers(`${field}.${kind}`, kind, named.name)) return;
  const device = check.scenario.machine[list].find(({ name }) => name === named.name);
  const rules: DeviceRules = DEVICE_RULES[list];
  if (device !== undefined) {
    rules.checkUse?.(device, { ...use }, (part, message) => check.fail(`${field}.${part}`, message));
  }
}
