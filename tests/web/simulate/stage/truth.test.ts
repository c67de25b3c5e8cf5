/** The moving parts of the stage, cycle by cycle, compared with the machine: frames on the wire and in rings, lines,
 * steps of the entry, the pointer to the active context. On the real core, around the opening place of each scenario. */
import { describe, expect, it } from "vitest";
import type { Scenario } from "../../../../scenarios/format/schema.ts";
import { BUILTIN_SCENARIOS } from "../../../../scenarios/index.ts";
import type { MachineView } from "../../../../web/engine/protocol.ts";
import { contextCards } from "../../../../web/simulate/stage/contexts.ts";
import { entrySequence } from "../../../../web/simulate/stage/entry.ts";
import { lineRows } from "../../../../web/simulate/stage/lines.ts";
import { type MachineInfo, machineInfo } from "../../../../web/simulate/stage/machineInfo.ts";
import { raisedSince } from "../../../../web/simulate/stage/nics.ts";
import { frameOnCpu } from "../../../../web/simulate/stage/places.ts";
import { openEngine } from "../../engine/support.ts";

const CYCLES = 120;
const BEFORE = 40;
/** One scenario of each kind. All listed ones, 260 cycles each, take two minutes and test the same. */
const NAMES = [
  "ring-overflow",
  "figure-4",
  "eight-cores",
  "two-cores",
  "weighted-contexts",
  "timer-network-disk",
  "001-netperf-hot",
  "003-four-ports",
  "004-eta",
];

async function views(id: string): Promise<{ scenario: Scenario; seen: readonly MachineView[] }> {
  const builtin = BUILTIN_SCENARIOS.find((one) => one.id === id);
  const read = await builtin?.load();
  if (builtin === undefined || !read?.ok) throw new Error(`${id} does not load`);
  const engine = await openEngine();
  engine.load(read.scenario);
  const from = Math.max(0, builtin.opening.cycle - BEFORE);
  const seen = Array.from({ length: CYCLES }, (_, index) => engine.seekCycle(from + index));
  return { scenario: read.scenario, seen };
}

describe.each(NAMES)("the stage of %s", (id) => {
  it("shows each event in the cycle in which it happens", { timeout: 60_000 }, async () => {
    const { scenario, seen } = await views(id);
    const facts = machineInfo(scenario);
    for (const [index, view] of seen.entries()) {
      const before = seen[index - 1];
      if (before !== undefined) {
        framesArrive(before, view);
        stepsFollow(before, view, facts);
      }
      linesAgree(view, facts);
      pointersAgree(view, facts);
    }
  });
});

/** A frame arrives in the announced cycle. */
function framesArrive(before: MachineView, view: MachineView): void {
  for (const [index, nic] of view.nics.entries()) {
    const was = before.nics[index];
    if (was?.nextArrivalCycle === undefined) continue;
    const isDue = was.nextArrivalCycle < view.cycle;
    if (!isDue && nic.offered > was.offered && nic.txFill === was.txFill)
      expect(nic.nextArrivalCycle, `cycle ${view.cycle}: came as told`).not.toBe(was.nextArrivalCycle);
    // A ring gains at most the arrived frames, by DMA or at once.
    expect(nic.rxFill).toBeLessThanOrEqual(
      was.rxFill + Math.max(1, nic.offered - was.offered + was.fifo.frames),
    );
  }
}

/** Step after step, each highlighted for as many cycles as it states. */
function stepsFollow(before: MachineView, view: MachineView, facts: MachineInfo): void {
  for (const [number, cpu] of view.cpus.entries()) {
    const was = before.cpus[number];
    if (was === undefined) continue;
    const sequence = entrySequence(view, number, facts);
    const lit = sequence.rows.filter(({ state }) => state === "current");
    expect(lit.length, `cycle ${view.cycle}: one step is lit`).toBeLessThanOrEqual(1);
    if (cpu.entryStep === 0 || was.entryStep === 0) continue;
    const place = `cycle ${view.cycle}, cpu ${number}: step ${was.entryStep} to ${cpu.entryStep}`;
    if (cpu.entryStep === was.entryStep && cpu.entryThread === was.entryThread)
      expect(cpu.entryStepCyclesDone - was.entryStepCyclesDone, place).toBe(1);
    else if (cpu.entryStep > was.entryStep) {
      const between = facts.entryCycles.slice(was.entryStep + 1, cpu.entryStep);
      expect(
        between.every((cycles) => cycles === 0),
        place,
      ).toBe(true);
    }
    expect(sequence.elapsedCycles, place).toBeGreaterThan(0);
  }
}

/** The table, the cards and the arrow agree about a line. */
function linesAgree(view: MachineView, facts: MachineInfo): void {
  const rows = lineRows(view, facts);
  for (const [index, line] of view.lines.slice(0, facts.lines.length).entries()) {
    expect(rows[index]?.pending, `cycle ${view.cycle}: line ${index}`).toBe(line.pending);
    if (line.assertedSinceCycle !== undefined)
      expect(line.assertedSinceCycle).toBeLessThanOrEqual(view.cycle);
  }
  for (const nic of facts.nics) {
    const since = raisedSince(view, nic);
    if (since !== undefined) expect(since).toBeLessThanOrEqual(view.cycle);
  }
}

/** The pointer is at one context of each core, and the thread that runs there is in the pipeline. */
function pointersAgree(view: MachineView, facts: MachineInfo): void {
  for (let core = 0; core < facts.cores.cores; core++) {
    const active = contextCards(view, facts, core).filter((card) => card.active);
    expect(active.length, `cycle ${view.cycle}: core ${core}`).toBeLessThanOrEqual(
      facts.interleaved ? facts.pipeline.lanes : 1,
    );
  }
  if (facts.interleaved) return;
  for (const [number, cpu] of view.cpus.entries()) {
    const running = frameOnCpu(view, number, facts);
    if (running === undefined || running.runState === "entering") continue;
    expect(running.context, `cycle ${view.cycle}, cpu ${number}`).toBe(cpu.activeContext);
  }
}
