/** What the demos are about is named, with its cycle, and nothing else is. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { createMachine, loadCore } from "../../core-wasm/binding/index.ts";
import { type Finding, findingText } from "../../lib/metrics/findings.ts";
import { readMetrics } from "../../lib/metrics/metrics.ts";
import { reportRun } from "../../lib/metrics/report.ts";
import { builtinScenario } from "../../scenarios/index.ts";
import { compileScenario } from "../../scenarios/schema/compile.ts";

const core = await loadCore(readFileSync(new URL("../../core-wasm/binding/core.wasm", import.meta.url)));

async function findings(name: string, cycles: number): Promise<readonly Finding[]> {
  const parsed = await builtinScenario(name)?.load();
  if (!parsed?.ok) throw new Error(`no scenario ${name}`);
  const machine = createMachine(core, compileScenario(parsed.scenario));
  machine.step(cycles);
  return reportRun(parsed.scenario, readMetrics(machine, 1)).findings;
}

describe("findings", () => {
  test("receive livelock", async () => {
    const found = await findings("napi-livelock", 20_000_000);
    const livelock = found.find(({ kind }) => kind === "livelock");
    expect(found.map(({ kind }) => kind).sort()).toEqual(["livelock", "starved"]);
    if (livelock?.kind !== "livelock") throw new Error("no livelock");
    expect(livelock.nic).toBe("eth0");
    expect(livelock.fromCycle).toBeLessThan(1_000_000);
    expect(livelock.wasted).toBeGreaterThan(10 * livelock.delivered);
  });

  test("a budget prevents it", async () => {
    const found = await findings("napi-budget", 20_000_000);
    expect(found.map(({ kind }) => kind)).toEqual(["starved"]);
  });

  test("a lost wake-up lasts from the cycle in which the poll returned", async () => {
    const found = await findings("napi-lost-wake-up", 20_000_000);
    expect(found.map(({ kind }) => kind)).toEqual(["lost-wake-up"]);
    const [lost] = found;
    if (lost?.kind !== "lost-wake-up") throw new Error("no lost wake-up");
    expect(lost.lasts).toBe(true);
    expect(lost.count).toBe(1);
    expect(lost.fromCycle + lost.cycles).toBe(20_000_000);
  });

  test.each(["000-receive-one-context", "ring-overflow", "figure-4"])("%s has none", async (name) => {
    expect(await findings(name, 2_000_000)).toEqual([]);
  });

  test("each has a sentence", () => {
    const text = (finding: Finding) => findingText(finding, String);
    expect(text({ kind: "starved", thread: "a", fromCycle: 5 })).toBe(
      'starved: "a" could run from cycle 5 on and never did',
    );
    const lost = { kind: "lost-wake-up", nic: "eth0", fromCycle: 7, cycles: 9 } as const;
    expect(text({ ...lost, count: 1, lasts: true })).toMatch(/once .* from cycle 7 on$/);
    expect(text({ ...lost, count: 3, lasts: false })).toMatch(/3 times .* from cycle 7 for 9 cycles$/);
    const livelock = { kind: "livelock", nic: "eth0", fromCycle: 3, wasted: 70 } as const;
    expect(text({ ...livelock, delivered: 2, interrupts: undefined })).toMatch(/70 frames .* 2 delivered$/);
    expect(text({ ...livelock, delivered: 0, interrupts: 80 })).toMatch(/80 interrupts and 70 frames taken$/);
  });
});
