/** Lines, NICs, timers and disks: what the shape cannot say. */
import { SIM_LINE_LIMIT } from "../../core-wasm/binding/layout.gen.ts";
import { REQUEST_BYTE_LIMIT } from "../base/limits.ts";
import { type LineChoice, linesOf, ringsOf } from "../devices/lines.ts";
import type { Step } from "../format/schema.ts";
import type { Check } from "./check.ts";

export function checkLines(check: Check): void {
  const { core, interrupts, nics } = check.scenario.machine;
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
  nics.forEach((nic, index) => {
    ringsOf(nic).forEach(({ line }, ring) => {
      const place = ring === 0 ? "" : `.moreRings[${ring - 1}]`;
      const field = `machine.nics[${index}]${place}.line`;
      if (typeof line === "string") check.refers(field, "line", line);
      else checkPlace(line, field);
    });
  });
  const { timers, disks } = check.scenario.machine;
  for (const [part, devices] of Object.entries({ timers, disks })) {
    devices.forEach(({ line }, index) => {
      const field = `machine.${part}[${index}].line`;
      if (typeof line === "string") check.refers(field, "line", line);
      else checkPlace(line, field);
    });
  }
  const lines = linesOf(check.scenario.machine).length;
  if (lines > SIM_LINE_LIMIT) {
    check.fail(
      "machine.interrupts.lines",
      `with those that devices bring along are ${lines}, at most ${SIM_LINE_LIMIT}`,
    );
  }
}

export function checkNics(check: Check): void {
  const { clockHertz, nics } = check.scenario.machine;
  nics.forEach((nic, index) => {
    const { lineRateBitPerSecond, offloads, receive, rxCutThroughBytes, slotNanoseconds, txCutThroughBytes } =
      nic;
    const field = `machine.nics[${index}]`;
    if (offloads.mergeBytes > 0 && receive === "remote") {
      check.fail(`${field}.offloads.mergeBytes`, 'needs receive mode "ring"');
    }
    if (txCutThroughBytes > 0 && lineRateBitPerSecond === "ideal") {
      check.fail(`${field}.txCutThroughBytes`, "needs a line rate");
    }
    if (rxCutThroughBytes > 0) {
      if (lineRateBitPerSecond === "ideal") check.fail(`${field}.rxCutThroughBytes`, "needs a line rate");
      if (receive === "remote") check.fail(`${field}.rxCutThroughBytes`, 'needs receive mode "ring"');
      if (offloads.mergeBytes > 0) check.fail(`${field}.rxCutThroughBytes`, "needs receive merge off");
    }
    if (slotNanoseconds > 0 && slotNanoseconds * clockHertz < 1e9) {
      check.fail(`${field}.slotNanoseconds`, "is shorter than a cycle");
    }
  });
}

/** A tick at most each cycle, so that time goes on. */
export function checkTimers(check: Check): void {
  const { clockHertz, timers } = check.scenario.machine;
  timers.forEach(({ periodNanoseconds }, index) => {
    if (periodNanoseconds * clockHertz >= 1e9) return;
    const least = Math.ceil(1e9 / clockHertz);
    check.fail(
      `machine.timers[${index}].periodNanoseconds`,
      `${periodNanoseconds} is shorter than a cycle of this clock; at least ${least}`,
    );
  });
}

export function checkLineChoice(check: Check, choice: LineChoice, field: string): void {
  const { ring, nic, line, timer, disk } = choice;
  if ([nic, line, timer, disk].filter((name) => name !== undefined).length !== 1) {
    check.fail(field, "needs exactly one of line, nic, timer, disk");
    return;
  }
  if (nic !== undefined) checkRing(check, field, nic, ring ?? 0);
  else if (ring !== undefined) check.fail(`${field}.ring`, "belongs to a nic");
  for (const kind of ["line", "timer", "disk"] as const) {
    const name = choice[kind];
    if (name !== undefined) check.refers(`${field}.${kind}`, kind, name);
  }
}

export function checkRing(check: Check, field: string, name: string, ring: number): void {
  if (!check.refers(`${field}.nic`, "nic", name)) return;
  const nic = check.scenario.machine.nics.find((one) => one.name === name);
  const rings = nic === undefined ? 0 : ringsOf(nic).length;
  if (ring >= rings) check.fail(`${field}.ring`, `must be below the number of its rings, ${rings}`);
}

type DiskStep = Extract<
  Step,
  { do: "acknowledge-disk" | "read-disk" | "write-disk" | "take-disk" | "wait-disk" }
>;

export function isDiskStep(step: Step): step is DiskStep {
  return step.do.endsWith("-disk");
}

export function checkDiskStep(check: Check, step: DiskStep, field: string): void {
  if (!check.refers(`${field}.disk`, "disk", step.disk)) return;
  const disk = check.scenario.machine.disks.find((one) => one.name === step.disk);
  if (disk === undefined || !("blocks" in step)) return;
  const most = Math.floor(REQUEST_BYTE_LIMIT / disk.blockBytes);
  if (step.blocks > most) check.fail(`${field}.blocks`, `must be at most ${most} of this disk's blocks`);
}
