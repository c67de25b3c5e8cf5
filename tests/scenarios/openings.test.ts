import { beforeAll, describe, expect, it } from "vitest";
import {
  type CoreModule,
  type Machine,
  sim_cause,
  sim_entry_step,
  sim_event_kind,
} from "../../core-wasm/binding/index.ts";
import { findingsOf } from "../../lib/metrics/findings.ts";
import { readMetrics } from "../../lib/metrics/metrics.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { BUILTIN_SCENARIOS } from "../../scenarios/index.ts";
import { build, openCore } from "../boundary/support.ts";

let core: CoreModule;

/** Of an instruction in a stage: it is drawn, the layer is timed. */
const ILLUSTRATIVE = 1;

beforeAll(async () => {
  core = await openCore();
});

/** Scenarios that are about a finding: it is there when they open. */
const ABOUT: Readonly<Record<string, string>> = { "napi-livelock": "livelock" };

/** Runs of two packets: they open where both are on their way. */
const TWO_PACKETS: ReadonlySet<string> = new Set(["figure-4", "000-figure-5"]);

/** Packets and blocks that have come to their end, presses that were answered. */
function finished(machine: Machine, { machine: hardware }: Scenario): number {
  const { receive, send, devices } = readMetrics(machine, hardware);
  const blocks = devices.disks.reduce((sum, { completed }) => sum + completed, 0);
  const presses = devices.buttons.reduce((sum, { acknowledged }) => sum + acknowledged, 0);
  return receive.delivered + send.delivered + blocks + presses;
}

function isAmidEntry(machine: Machine): boolean {
  const { cpus, cpu_count } = machine.view();
  return cpus.slice(0, cpu_count).some(({ entry_step }) => entry_step !== sim_entry_step.none);
}

/** Some instructions move and some wait, or a timed layer runs. */
function isMoving(machine: Machine): boolean {
  const { stages, occupied_count } = machine.view();
  const occupied = stages.slice(0, occupied_count);
  const moves = occupied.filter(({ stall }) => stall === sim_cause.busy).length;
  return moves > 0 && (moves < occupied_count || occupied.some(({ flags }) => (flags & ILLUSTRATIVE) !== 0));
}

/** Interrupts are what it is about: no loop that polls nearly all the time. */
function isInterrupted(machine: Machine, scenario: Scenario): boolean {
  return 20 * readMetrics(machine, scenario.machine).interrupts > finished(machine, scenario);
}

/** The next cycle that would do, where a changed machine needs another. */
function nextOpening(scenario: Scenario, from: number): number | undefined {
  const machine = build(core, scenario);
  machine.step(from);
  while (finished(machine, scenario) === 0 && machine.cycle < scenario.runCycles)
    machine.step(Math.min(scenario.runCycles, machine.cycle + Math.ceil(scenario.runCycles / 400)));
  const isInterrupts = isInterrupted(machine, scenario);
  if (isInterrupts) machine.step(scenario.runCycles, 1 << sim_event_kind.recognised);
  const isRight = isInterrupts ? isAmidEntry : isMoving;
  for (let step = 0; step < 20_000 && !isRight(machine); step++) machine.step(machine.cycle + 1);
  return isRight(machine) ? machine.cycle : undefined;
}

describe("the page opens a scenario", () => {
  it.each(BUILTIN_SCENARIOS)("$id where its point can be seen", async ({ id, load, opening }) => {
    const parsed = await load();
    if (!parsed.ok) throw new Error(`${parsed.errors[0]?.field}: ${parsed.errors[0]?.message}`);
    const { scenario } = parsed;
    const machine = build(core, scenario);
    machine.step(opening.cycle);
    const expectHere = (isRight: boolean) => {
      if (!isRight)
        expect.fail(`cycle ${opening.cycle} does not; ${nextOpening(scenario, opening.cycle)} would do`);
    };

    const { nics, disks, buttons } = scenario.machine;
    const hasDevices = nics.length + disks.length + buttons.length > 0;
    const about = ABOUT[id];
    const metrics = readMetrics(machine, scenario.machine);
    if (about !== undefined) expect(findingsOf(scenario, metrics).map(({ kind }) => kind)).toContain(about);
    else if (TWO_PACKETS.has(id)) expect(metrics.receive.offered + metrics.send.offered).toBe(2);
    else if (hasDevices) expectHere(finished(machine, scenario) > 0);
    else expect(metrics.instructions).toBeGreaterThan(1000);

    const isWithin = isInterrupted(machine, scenario) && hasDevices;
    expectHere(isWithin ? isAmidEntry(machine) : isMoving(machine));

    expect(opening.fromCycle).toBeLessThan(opening.cycle);
    expect(opening.toCycle).toBeGreaterThan(opening.cycle);
    expect(opening.toCycle).toBeLessThanOrEqual(scenario.runCycles);
  });
});
