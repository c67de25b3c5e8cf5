import { describe, expect, test } from "vitest";
import { createMachine } from "../../core-wasm/binding/index.ts";
import { compileExpression } from "../../lib/expressions/index.ts";
import { pathText } from "../../lib/expressions/syntax.ts";
import { dictionaryOf } from "../../lib/metrics/dictionary.ts";
import { measureRun } from "../../lib/metrics/measure.ts";
import { readMetrics } from "../../lib/metrics/metrics.ts";
import { measureSince } from "../../lib/metrics/since.ts";
import { compileScenario } from "../../scenarios/compile/compile.ts";
import { BUILTIN_SCENARIOS, builtinScenario } from "../../scenarios/index.ts";
import { fastCore } from "../support/cores.ts";
import { long, someOf } from "../support/long.ts";

const core = await fastCore();

async function start(id: string) {
  const parsed = await builtinScenario(id)?.load();
  if (!parsed?.ok) throw new Error(`no scenario ${id}`);
  return { scenario: parsed.scenario, machine: createMachine(core, compileScenario(parsed.scenario)) };
}

describe("the metrics of a scenario", () => {
  const expectNumbers = async (id: string) => {
    const { scenario, machine } = await start(id);
    machine.step(300_000);
    const measured = measureRun(machine);
    for (const [text, { path, read }] of dictionaryOf(scenario)) {
      expect(text).toBe(pathText(path));
      const value = read(measured) ?? Number.NaN;
      expect(Number.isNaN(value) || value >= 0, `${text} is ${value}`).toBe(true);
    }
  };
  const { some, others } = someOf(
    BUILTIN_SCENARIOS.map(({ id }) => id),
    4,
  );
  test.each(some)("of %s are numbers or undefined", expectNumbers);
  test.each(others)(
    "of %s are numbers or undefined",
    long("The metrics of a quarter of the scenarios are of each kind; the others run for 3 s of CPU."),
    expectNumbers,
  );

  test("equal the numbers that irqscope run prints", async () => {
    const { scenario, machine } = await start("ring-overflow");
    machine.step(4_000_000);
    const dictionary = dictionaryOf(scenario);
    const measured = measureRun(machine);
    const metrics = readMetrics(machine, scenario.machine);
    const value = (text: string) => {
      const result = compileExpression(text, (path) => dictionary.get(pathText(path))?.dimension);
      if (!result.ok) throw new Error(result.error.message);
      return result.compiled.evaluate((path) => dictionary.get(pathText(path))?.read(measured));
    };
    expect(value("receive.delivered")).toBe(metrics.receive.delivered);
    expect(value('nic["eth0"].receive.offered')).toBe(metrics.receive.offered);
    expect(value("receive.loss")).toBeGreaterThan(0);
    expect(value('receive.drop["rx-ring-full"] / receive.offered - receive.loss')).toBe(0);
    expect(value("receive.latency.p99 * clock / 1 cycles")).toBeCloseTo(metrics.receive.latency.p99, 6);
    expect(value("receive.rate")).toBeCloseTo(
      (8 * metrics.receive.deliveredBytes * scenario.machine.clockHertz) / 4e6,
      3,
    );
    const shares = ["application", "system-call", "driver-isr", "protocol", "kernel-copy", "save-restore"];
    const sum = shares.map((layer) => `layer["${layer}"].share`).join(" + ");
    expect(value(`${sum} - busy`)).toBeCloseTo(0, 9);
    expect(value('layer["driver-isr"].cycles / cycles')).toBeCloseTo(
      (metrics.cyclesByLayer.find(({ layer }) => layer === "driver-isr")?.cycles ?? 0) / 4e6,
      9,
    );
  });

  test("count cycles in which no thread ran: none with a thread that always computes, some if threads wait", async () => {
    for (const [id, least, most] of [
      ["ring-overflow", 0, 0],
      ["audio-ring", 0.1, 0.9],
      ["eight-cores", 0.1, 0.9],
    ] as const) {
      const { scenario, machine } = await start(id);
      machine.step(300_000);
      const measured = measureRun(machine);
      const read = (metric: string) => dictionaryOf(scenario).get(metric)?.read(measured);
      const idle = read("layer.idle.share") ?? Number.NaN;
      expect(idle, id).toBeGreaterThanOrEqual(least);
      expect(idle, id).toBeLessThanOrEqual(most);
    }
  });

  test("have the last delivery, since one cycle earlier a frame is missing", async () => {
    const { scenario, machine } = await start("ring-overflow");
    const dictionary = dictionaryOf(scenario);
    const read = (metric: string) => dictionary.get(metric)?.read(measureRun(machine));
    expect(read("receive.lastDelivered")).toBeUndefined();
    machine.step(1000);
    const begin = measureRun(machine);
    machine.step(1_000_000);
    const [last, delivered] = [read("receive.lastDelivered"), read("receive.delivered")];
    expect(dictionary.get("receive.lastDelivered")?.read(measureSince(begin, machine))).toBeUndefined();
    const again = (await start("ring-overflow")).machine;
    again.step((last ?? 0) - 1);
    const before = dictionary.get("receive.delivered")?.read(measureRun(again));
    again.step(last ?? 0);
    const then = dictionary.get("receive.delivered")?.read(measureRun(again));
    expect([before, then]).toEqual([(delivered ?? 0) - 1, delivered]);
  });

  test("of two windows sum to those of the whole", async () => {
    const { scenario, machine } = await start("ring-overflow");
    machine.step(1_000_000);
    const first = measureRun(machine);
    machine.step(3_000_000);
    const second = measureSince(first, machine);
    const whole = measureRun(machine);
    expect(first.cycles + second.cycles).toBe(whole.cycles);
    const latencies = (of: Pick<typeof second, "latency">) =>
      of.latency?.receive.buckets.map(({ low, count }) => [low, count]);
    const counts = new Map<number, number>();
    for (const [low = 0, count = 0] of [...(latencies(first) ?? []), ...(latencies(second) ?? [])])
      counts.set(low, (counts.get(low) ?? 0) + count);
    expect([...counts].toSorted(([a], [b]) => a - b)).toEqual(latencies(whole));
    // High-water marks and latencies by line are those of the whole run, because the test did not call measureAgain.
    expect([second.marks, second.tallies]).toEqual([undefined, undefined]);
    for (const text of [
      "receive.delivered",
      "interrupts",
      "layer.protocol.cycles",
      "thread.protocol.cycles",
    ]) {
      const read = dictionaryOf(scenario).get(text)?.read;
      if (!read) throw new Error(`no metric ${text}`);
      expect(read(first)).toBeGreaterThan(0);
      expect((read(first) ?? 0) + (read(second) ?? 0), text).toBe(read(whole));
    }
  });
});
