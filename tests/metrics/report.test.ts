import { expect, test } from "vitest";
import { devicesText } from "../../cli/runText.ts";
import { createMachine } from "../../core-wasm/binding/index.ts";
import { type Path, pathText } from "../../lib/expressions/index.ts";
import { dictionaryOf } from "../../lib/metrics/dictionary.ts";
import { measureRun } from "../../lib/metrics/measure.ts";
import { readMetrics } from "../../lib/metrics/metrics.ts";
import { reportRun } from "../../lib/metrics/report.ts";
import {
  instructionsPerCycle,
  megabitPerSecond,
  microsecondsOf,
  secondsOf,
} from "../../lib/metrics/units.ts";
import { compileScenario } from "../../scenarios/compile/compile.ts";
import { linesOf } from "../../scenarios/devices/lines.ts";
import { builtinScenario } from "../../scenarios/index.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { fastCore } from "../support/cores.ts";

const core = await fastCore();

test("the report converts cycles into seconds and rates", () => {
  expect(secondsOf(50, 200)).toBe(0.25);
  expect(microsecondsOf(186, 200_000_000)).toBeCloseTo(0.93, 12);
  expect(megabitPerSecond(1500, 2414, 200_000_000)).toBeCloseTo(994.2, 1);
  expect(megabitPerSecond(1500, 0, 200_000_000)).toBe(0);
  expect(instructionsPerCycle(3, 4)).toBe(0.75);
  expect(instructionsPerCycle(0, 0)).toBeNaN();
});

/** 1,000 cycles of work every 10,000 cycles, so that every number can be computed by hand. */
test("the report of a small run equals numbers computed by hand", () => {
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
  const report = reportRun(parsed.scenario, readMetrics(machine, parsed.scenario.machine));
  expect(report).toMatchObject({
    cycle: 100_000,
    simulatedSeconds: 0.001,
    interrupts: 10,
    softInterrupts: 0,
    saves: 0,
    receive: { offered: 10, offeredBytes: 1250, delivered: 10, inFlight: 0, deliveredMbitPerSecond: 10 },
    send: { offered: 0, delivered: 0 },
  });
  // No thread runs when a frame arrives, so there is no drain: entry 6 cycles, work 1,000.
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

test("caches and devices by name sum to the totals, and equal the metrics of expressions", async () => {
  for (const id of ["timer-network-disk", "pinned-handler", "eight-cores"]) {
    const parsed = await builtinScenario(id)?.load();
    if (!parsed?.ok) throw new Error(`no scenario ${id}`);
    const { scenario } = parsed;
    const machine = createMachine(core, compileScenario(scenario));
    machine.step(300_000);
    const report = reportRun(scenario, readMetrics(machine, scenario.machine));
    const dictionary = dictionaryOf(scenario);
    const measured = measureRun(machine);
    const value = (...path: Path) => dictionary.get(pathText(path))?.read(measured);
    const { nics, lines, timers, disks, memory } = report;
    expect(nics.map(({ nic }) => nic)).toEqual(scenario.machine.nics.map(({ name }) => name));
    expect(lines.map(({ line }) => line)).toEqual(linesOf(scenario.machine).map(({ name }) => name));
    const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);
    for (const direction of ["receive", "send"] as const)
      for (const field of ["offered", "delivered", "inFlight", "deliveredBytes"] as const)
        expect(sum(nics.map((nic) => nic[direction][field]))).toBe(report[direction][field]);
    expect(sum(lines.map(({ asserted }) => asserted))).toBeGreaterThan(0);
    for (const { line, asserted } of lines) expect(value("line", line, "asserted")).toBe(asserted);
    for (const { timer, ticks } of timers) expect(value("timer", timer, "ticks")).toBe(ticks);
    for (const { disk, completed } of disks) expect(value("disk", disk, "requests")).toBe(completed);
    for (const { level, layers, writeBacks } of memory.caches) {
      expect(sum(layers.map(({ misses }) => misses))).toBe(value("cache", level, "misses"));
      expect(writeBacks).toBe(value("cache", level, "writeBacks"));
    }
    if (id === "timer-network-disk") expect(Math.min(timers.length, disks.length)).toBe(1);
    else expect(memory.caches.length).toBeGreaterThan(1);
  }
});

test("queues, cores and wires sum to the totals, and equal the metrics of expressions", async () => {
  for (const [id, isLosing] of [
    ["one-lock", true],
    ["eight-cores", false],
  ] as const) {
    const parsed = await builtinScenario(id)?.load();
    if (!parsed?.ok) throw new Error(`no scenario ${id}`);
    const { scenario } = parsed;
    const machine = createMachine(core, compileScenario(scenario));
    machine.step(1_000_000);
    const { cores: coreCount } = scenario.machine.core;
    const metrics = readMetrics(machine, scenario.machine);
    const report = reportRun(scenario, metrics);
    const measured = measureRun(machine);
    const value = (...path: Path) => dictionaryOf(scenario).get(pathText(path))?.read(measured);
    const { queues, cores, nics } = report;
    expect(queues.map(({ queue }) => queue)).toEqual(scenario.software.queues.map(({ name }) => name));
    expect(cores).toHaveLength(coreCount);
    const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);
    const lost = [report.receive, report.send].map(
      ({ dropped }) => dropped.find(({ cause }) => cause === "queue-full")?.count ?? 0,
    );
    expect(sum(queues.map(({ dropped }) => dropped))).toBe(sum(lost));
    if (isLosing) expect(Math.min(...queues.map(({ dropped }) => dropped))).toBeGreaterThan(0);
    for (const { queue, dropped } of queues) expect(value("queue", queue, "dropped")).toBe(dropped);
    expect(sum(cores.map(({ instructions }) => instructions))).toBe(report.instructions);
    expect(sum(cores.map(({ detailedCycles }) => detailedCycles))).toBe(report.detailedCycles);
    for (const { core: at, instructions, instructionsPerCycle: ipc } of cores) {
      expect(value("core", at, "instructions")).toBe(instructions);
      expect(value("core", at, "ipc")).toBe(ipc);
    }
    for (const { nic, wireCycles } of nics)
      expect(value("nic", nic, "receive", "wire")).toBe(wireCycles.receive / 1_000_000);
    expect(sum(nics.map(({ wireCycles }) => wireCycles.receive))).toBeGreaterThan(0);
  }
});

test("the report counts what cards do besides receiving and sending", () => {
  const nic = {
    name: "n",
    lineRateBitPerSecond: 1_000_000_000,
    flowControl: true,
    rxRingFrames: 4,
    offloads: { segmentBytes: 100, mergeBytes: 3000, mergeNanoseconds: 1000 },
  };
  const parsed = parseScenario({
    format: "irqscope-scenario",
    version: 1,
    name: "offloads",
    runCycles: 200_000,
    machine: { nics: [nic] },
    software: {
      queues: [{ name: "out", capacity: 4 }],
      routines: [{ name: "work", kind: "cycles", cycles: 5000 }],
      threads: [
        {
          name: "driver",
          layer: "driver-isr",
          priority: 1,
          start: { on: "line", nic: "n" },
          steps: [
            { do: "acknowledge", nic: "n" },
            { do: "reap", nic: "n" },
            { do: "take-frame", nic: "n" },
            { do: "exec", routine: "work" },
            { do: "deliver" },
          ],
        },
        {
          name: "send",
          layer: "system-call",
          priority: 2,
          start: { on: "soft" },
          steps: [
            { do: "take", queue: "out" },
            { do: "give-frame", nic: "n" },
          ],
        },
      ],
    },
    traffic: [
      { kind: "constant", direction: "receive", nic: "n", sizeBytes: 64, rate: { intervalCycles: 150 } },
      {
        kind: "constant",
        direction: "send",
        nic: "n",
        sizeBytes: 1000,
        rate: { intervalCycles: 20_000 },
        send: { queue: "out", thread: "send" },
      },
    ],
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
  const machine = createMachine(core, compileScenario(parsed.scenario));
  machine.step(200_000);
  const report = reportRun(parsed.scenario, readMetrics(machine, parsed.scenario.machine));
  const [card] = report.nics;
  if (card === undefined) throw new Error("no card");
  expect(card.merged).toBeGreaterThan(2);
  expect(card.pauses).toBeGreaterThan(1);
  expect(card.pausedCycles).toBeGreaterThan(card.pauses);
  expect(card.send.delivered).toBeGreaterThan(0);
  expect(card.wireFrames).toBeGreaterThanOrEqual(10 * card.send.delivered);
  const text = devicesText(parsed.scenario, report);
  expect(text).toMatch(/^card +merged +copied +on the wire +pauses +paused cycles$/m);
  expect(text).toMatch(/^n +[\d,]+ +0 +[\d,]+ +[\d,]+ +[\d,]+$/m);
});
