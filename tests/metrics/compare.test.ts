import { describe, expect, it } from "vitest";
import { changeOf, compareMetrics, partChanges } from "../../lib/metrics/compare.ts";
import { runToOutcome } from "../../lib/papers/outcome.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { builtinScenario } from "../../scenarios/index.ts";
import { changeSentence, flowWords, latencyWords } from "../../web/compare/changeWords.ts";
import { speak } from "../../web/text/language.ts";
import { fastCore } from "../support/cores.ts";

const core = await fastCore();

async function machine(id: string, change: (scenario: Scenario) => Scenario = (scenario) => scenario) {
  const result = await builtinScenario(id)?.load();
  if (!result?.ok) throw new Error(id);
  const scenario = change({ ...result.scenario, runCycles: 2_000_000 });
  const outcome = runToOutcome(core, scenario, 0);
  if (outcome === undefined) throw new Error("stopped");
  return { metrics: outcome.wholeRun, clockHertz: scenario.machine.clockHertz };
}

const one = await machine("ring-overflow");
const three = await machine("ring-overflow-three-contexts");

describe("the comparison of two machines", () => {
  it("has the metrics of each, their difference and their ratio", () => {
    const rows = compareMetrics(one, three);
    const mean = rows.find(({ key }) => key === "Interrupt latency: mean");
    expect(mean).toMatchObject({
      unit: "cycle",
      a: one.metrics.interruptLatency.mean,
      b: three.metrics.interruptLatency.mean,
      difference: three.metrics.interruptLatency.mean - one.metrics.interruptLatency.mean,
      ratio: three.metrics.interruptLatency.mean / one.metrics.interruptLatency.mean,
    });
    const dropped = rows.find(({ key }) => key === "Received: dropped");
    expect(dropped?.a).toBe(one.metrics.receive.dropped.reduce((sum, { count }) => sum + count, 0));
    expect(dropped?.isLoss).toBe(true);
  });

  it("omits what neither machine does, and finds no difference between equal machines", () => {
    const rows = compareMetrics(one, one);
    expect(rows.some(({ group }) => group.includes("end"))).toBe(false);
    expect(rows.every(({ difference }) => difference === 0)).toBe(true);
    expect([...flowWords(rows), ...latencyWords(rows)]).toEqual([]);
  });

  it("measures time in seconds if the clocks differ", async () => {
    const slow = await machine("ring-overflow", (scenario) => ({
      ...scenario,
      machine: { ...scenario.machine, clockHertz: 50_000_000 },
    }));
    const mean = compareMetrics(one, slow).find(({ key }) => key === "Interrupt latency: mean");
    expect(mean?.unit).toBe("s");
    expect(mean?.b).toBeCloseTo(slow.metrics.interruptLatency.mean / 50e6, 12);
  });

  it("describes the changes in one sentence", () => {
    const sentence = changeSentence(compareMetrics(one, three));
    expect(sentence).toMatch(
      /^loses \d+ frames instead of \d+.*; its packets take .* and its interrupts wait .*$/,
    );
    expect(changeSentence(compareMetrics(one, one))).toBeUndefined();
    const rows = compareMetrics(one, three).filter(({ group }) => group === "Interrupt latency");
    expect(changeSentence(rows)).toMatch(/^does the same, but its interrupts wait \d+\u202f% less$/);
  });

  it("has no difference or ratio for a metric without a value", () => {
    expect(changeOf(Number.POSITIVE_INFINITY, 4)).toEqual({ difference: Number.NaN, ratio: Number.NaN });
    expect(changeOf(0, 4)).toEqual({ difference: 4, ratio: Number.NaN });
    const rows = compareMetrics(one, three).map((row) =>
      row.key === "Received: delivered" ? { ...row, a: 0, ...changeOf(0, row.b) } : row,
    );
    expect(flowWords(rows)).toContain("delivers frames where A delivers none");
  });

  it("describes the changes in words", () => {
    const rows = compareMetrics(one, three);
    expect(flowWords(rows)[0]).toMatch(/^loses \d+ frames instead of \d+$/);
    expect(latencyWords(rows).some((text) => /^its interrupts wait \d+\u202f% less$/.test(text))).toBe(true);
    const back = latencyWords(compareMetrics(three, one));
    expect(back.some((text) => /^its interrupts wait \d+\u202f% longer$/.test(text))).toBe(true);
  });

  it("describes the changes in German", async () => {
    await speak("de");
    const sentence = changeSentence(compareMetrics(one, three));
    await speak("en");
    expect(sentence).toMatch(
      /^verliert \d+ Frames statt .*; seine Pakete brauchen .* und seine Interrupts warten .* kürzer$/,
    );
  });

  it("splits a difference of latency into changes of its parts, which sum to it", () => {
    const changes = partChanges(one.metrics.interruptParts, three.metrics.interruptParts);
    const sum = changes.reduce((total, { difference }) => total + difference, 0);
    const whole = three.metrics.interruptLatency.mean - one.metrics.interruptLatency.mean;
    // Changes under half a cycle are omitted, at most one for each part.
    expect(Math.abs(sum - whole)).toBeLessThan(0.5 * one.metrics.interruptParts.length);
    expect(changes.length).toBeGreaterThan(0);
  });
});
