/** A machine from the shelf is valid, works at once, and says what lacks a handler or traffic. */
import { describe, expect, test } from "vitest";
import { runToOutcome } from "../../lib/papers/outcome.ts";
import { type Gap, gapsOf, mended, newMachine, SHELF, withPart } from "../../lib/shelf/shelf.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { BUILTIN_SCENARIOS } from "../../scenarios/index.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { fastCore } from "../support/cores.ts";

function read(value: unknown): Scenario {
  const parsed = parseScenario(value);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
  return parsed.scenario;
}

async function countersOf(scenario: Scenario) {
  const outcome = runToOutcome(await fastCore(), { ...scenario, runCycles: scenario.runCycles / 4 }, 0);
  if (outcome === undefined) throw new Error("a run without an end");
  return outcome.wholeRun;
}

describe("a machine from the shelf", () => {
  test("starts with a core that is never interrupted", async () => {
    const scenario = read(newMachine());
    expect(gapsOf(scenario)).toEqual([]);
    const { instructions, interrupts } = await countersOf(scenario);
    expect(instructions).toBeGreaterThan(1_000_000);
    expect(interrupts).toBe(0);
  });

  test.each(SHELF.filter((part) => part !== "core"))(
    "is interrupted by its %s, twice as much by two",
    async (part) => {
      const one = read(withPart(read(newMachine()), part));
      const two = read(withPart(one, part));
      expect([gapsOf(one), gapsOf(two)]).toEqual([[], []]);
      expect(two.machine[part].map(({ name }) => name)).toHaveLength(2);
      expect(new Set(two.machine[part].map(({ name }) => name)).size).toBe(2);
      const first = await countersOf(one);
      expect(first.interrupts).toBeGreaterThan(0);
      expect((await countersOf(two)).interrupts).toBeGreaterThan(
        // The application waits for one disk, then for the other.
        part === "disks" ? 0 : first.interrupts,
      );
    },
  );

  test("gives a second core work of its own", async () => {
    const one = read(newMachine());
    const two = read(withPart(one, "core"));
    expect(two.software.threads.map(({ name, core }) => [name, core])).toEqual([
      ["application", 0],
      ["application 2", 1],
    ]);
    const ratio = (await countersOf(two)).instructions / (await countersOf(one)).instructions;
    expect(ratio).toBeGreaterThan(1.5);
  });

  test("holds all parts at once", () => {
    let scenario = read(newMachine());
    for (const part of [...SHELF, ...SHELF]) scenario = read(withPart(scenario, part));
    expect(gapsOf(scenario)).toEqual([]);
    expect(scenario.machine.core.cores).toBe(3);
  });
});

test.each(BUILTIN_SCENARIOS.map(({ id }) => id))("%s lacks no handler and no traffic", async (id) => {
  const loaded = await BUILTIN_SCENARIOS.find((one) => one.id === id)?.load();
  expect(loaded?.ok && gapsOf(loaded.scenario)).toEqual([]);
});

test("what is added without a handler and without use is named, and each press mends one", async () => {
  const base = read(newMachine());
  let scenario = read({
    ...base,
    machine: {
      ...base.machine,
      nics: [{ name: "eth1", lineRateBitPerSecond: 100_000_000 }],
      disks: [
        {
          name: "store",
          leastSeekNanoseconds: 1000,
          mostSeekNanoseconds: 2000,
          rateBitPerSecond: 80_000_000,
        },
      ],
      timers: [{ name: "beat", periodNanoseconds: 1_000_000 }],
    },
  });
  const told = (gaps: readonly Gap[]) => gaps.map(({ device, lacks }) => `${device} ${lacks}`);
  expect(told(gapsOf(scenario))).toEqual([
    "eth1 handler",
    "eth1 use",
    "store handler",
    "store use",
    "beat handler",
  ]);
  for (let left = 5; left > 0; left--) {
    const [gap] = gapsOf(scenario);
    if (gap === undefined) throw new Error("no gap");
    scenario = read(mended(scenario, gap));
    expect(gapsOf(scenario).length).toBeLessThan(left);
  }
  expect(gapsOf(scenario)).toEqual([]);
  expect((await countersOf(scenario)).interrupts).toBeGreaterThan(50);
});
