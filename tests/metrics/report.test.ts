import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createMachine, loadCore } from "../../core-wasm/binding/index.ts";
import { readMetrics } from "../../lib/metrics/metrics.ts";
import { reportRun } from "../../lib/metrics/report.ts";
import {
  instructionsPerCycle,
  megabitPerSecond,
  microsecondsOf,
  secondsOf,
} from "../../lib/metrics/units.ts";
import { compileScenario } from "../../scenarios/schema/compile.ts";
import { parseScenario } from "../../scenarios/schema/parse.ts";

const core = await loadCore(readFileSync(new URL("../../core-wasm/binding/core.wasm", import.meta.url)));

test("units", () => {
  expect(secondsOf(50, 200)).toBe(0.25);
  expect(microsecondsOf(186, 200_000_000)).toBeCloseTo(0.93, 12);
  expect(megabitPerSecond(1500, 2414, 200_000_000)).toBeCloseTo(994.2, 1);
  expect(megabitPerSecond(1500, 0, 200_000_000)).toBe(0);
  expect(instructionsPerCycle(3, 4)).toBe(0.75);
  expect(instructionsPerCycle(0, 0)).toBeNaN();
});

/** 1,000 cycles of work every 10,000 cycles: every number can be worked out by hand. */
test("a run whose numbers can be worked out by hand", () => {
  const parsed = parseScenario({
    format: "irqscope-scenario",
    version: 1,
    name: "by hand",
    machine: { clockHertz: 100_000_000, nics: [{ name: "eth0" }] },
    software: {
      routines: [{ name: "work", kind: "cycles", cycles: 1000 }],
      threads: [
        {
          name: "driver",
          layer: "driver-isr",
          priority: 1,
          start: { on: "line", nic: "eth0" },
          steps: [
            { do: "acknowledge", nic: "eth0" },
            { do: "take-frame", nic: "eth0" },
            { do: "exec", routine: "work" },
            { do: "deliver" },
          ],
        },
      ],
    },
    traffic: [
      {
        kind: "constant",
        direction: "receive",
        nic: "eth0",
        sizeBytes: 125,
        frameCount: 10,
        rate: { intervalCycles: 10_000 },
      },
    ],
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
  const machine = createMachine(core, compileScenario(parsed.scenario));
  machine.step(100_000);
  const report = reportRun(parsed.scenario, readMetrics(machine, 1));
  expect(report).toMatchObject({
    cycle: 100_000,
    simulatedSeconds: 0.001,
    interrupts: 10,
    softInterrupts: 0,
    saves: 0,
    receive: { offered: 10, offeredBytes: 1250, delivered: 10, inFlight: 0, deliveredMbitPerSecond: 10 },
    send: { offered: 0, delivered: 0 },
  });
  // Nothing runs when a frame comes, so there is no drain: entry 6 cycles, work 1,000.
  expect(report.cyclesByLayer).toEqual([
    { layer: "driver-isr", cycles: 10_000, stallCycles: 0 },
    { layer: "save-restore", cycles: 60, stallCycles: 0 },
  ]);
  expect(report.idleCycles).toBe(100_000 - 10_060);
  expect(report.receive.latency).toMatchObject({ count: 10, minimum: report.receive.latency.maximum });
  expect(report.receive.latency.maximum - 1006).toBeGreaterThanOrEqual(0);
  expect(report.receive.latency.maximum - 1006).toBeLessThanOrEqual(1);
  expect(report.send.latency.count).toBe(0);
  expect(report.send.latency.p99).toBeNaN();
});
