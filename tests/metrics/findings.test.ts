/** The subject of each demo is found and named with its cycle, and nothing else is. */
import { describe, expect, test } from "vitest";
import { createMachine } from "../../core-wasm/binding/index.ts";
import { type Finding, findingText } from "../../lib/metrics/findings.ts";
import { readMetrics } from "../../lib/metrics/metrics.ts";
import { reportRun } from "../../lib/metrics/report.ts";
import { warningsOf } from "../../scenarios/check/warnings.ts";
import { compileScenario } from "../../scenarios/compile/compile.ts";
import { DEFAULT_SCENARIO_ID } from "../../scenarios/default.ts";
import type { ScenarioInput } from "../../scenarios/format/schema.ts";
import { builtinScenario } from "../../scenarios/index.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { fastCore } from "../support/cores.ts";

const core = await fastCore();

async function findings(name: string, cycles: number): Promise<readonly Finding[]> {
  const parsed = await builtinScenario(name)?.load();
  if (!parsed?.ok) throw new Error(`no scenario ${name}`);
  const machine = createMachine(core, compileScenario(parsed.scenario));
  machine.step(cycles);
  return reportRun(parsed.scenario, readMetrics(machine, parsed.scenario.machine)).findings;
}

function findingsIn(parts: Partial<ScenarioInput>): readonly Finding[] {
  const parsed = parseScenario(
    JSON.stringify({ format: "irqscope-scenario", version: 1, name: "a run", ...parts }),
  );
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
  const machine = createMachine(core, compileScenario(parsed.scenario));
  machine.step(200_000);
  return reportRun(parsed.scenario, readMetrics(machine, parsed.scenario.machine)).findings;
}

describe("a finding", () => {
  test("names receive livelock", async () => {
    const found = await findings("napi-livelock", 20_000_000);
    const livelock = found.find(({ kind }) => kind === "livelock");
    expect(found.map(({ kind }) => kind).sort()).toEqual(["livelock", "starved"]);
    if (livelock?.kind !== "livelock") throw new Error("no livelock");
    expect(livelock.nic).toBe("eth0");
    expect(livelock.fromCycle).toBeLessThan(1_000_000);
    expect(livelock.wasted).toBeGreaterThan(10 * livelock.delivered);
  });

  test("is absent if a budget prevents the livelock", async () => {
    const found = await findings("napi-budget", 20_000_000);
    expect(found.map(({ kind }) => kind)).toEqual(["starved"]);
  });

  test("names a lost wake-up from the cycle in which the poll returned", async () => {
    const found = await findings("napi-lost-wake-up", 20_000_000);
    expect(found.map(({ kind }) => kind)).toEqual(["lost-wake-up"]);
    const [lost] = found;
    if (lost?.kind !== "lost-wake-up") throw new Error("no lost wake-up");
    expect(lost.lasts).toBe(true);
    expect(lost.count).toBe(1);
    expect(lost.fromCycle + lost.cycles).toBe(20_000_000);
  });

  test.each(["fixed-priority", "weighted-round-robin"] as const)(
    "names the thread that never issues under %s",
    (policy) => {
      const core = { policy, contexts: 2, contextPriorities: [1, 2], contextGroups: [0, 1] };
      const found = findingsIn({
        machine: { core },
        software: {
          routines: [{ name: "r", kind: "sequence", sequence: ["alu r1"], repeat: 1_000_000 }],
          threads: ["urgent", "hungry"].map((name, context) => ({
            name,
            context,
            layer: "application",
            priority: 3,
            start: { on: "always" },
            steps: [{ do: "exec", routine: "r" }],
          })),
        },
      });
      expect(found).toEqual([{ kind: "starved", thread: "hungry", fromCycle: 0, untilCycle: 200_000 }]);
    },
  );

  test("names a line that is never recognised, and sees no livelock in interrupts of other cards", () => {
    const found = findingsIn({
      machine: { nics: ["A", "B"].map((name, index) => ({ name, line: { priority: index + 1 } })) },
      software: {
        routines: [{ name: "h", kind: "cycles", cycles: 995 }],
        threads: ["A", "B"].map((nic, index) => ({
          name: `isr ${nic}`,
          layer: "driver-isr",
          priority: index + 1,
          interruptsEnabled: false,
          start: { on: "line", nic },
          steps: [
            { do: "acknowledge", nic },
            { do: "take-frame", nic },
            { do: "exec", routine: "h" },
            { do: "deliver" },
          ],
        })),
      },
      traffic: ["A", "B"].map((nic) => ({
        nic,
        kind: "constant",
        direction: "receive",
        sizeBytes: 64,
        rate: { intervalCycles: 1000 },
      })),
    });
    expect(found.map(({ kind }) => kind)).toEqual(["never-started"]);
    const [first] = found;
    if (first?.kind !== "never-started") throw new Error("no such finding");
    expect(first.thread).toBe("isr B");
    expect(first.fromCycle).toBeLessThan(30_000);
  });

  test.each(["000-receive-one-context", "ring-overflow", "figure-4"])("is absent in %s", async (name) => {
    expect(await findings(name, 2_000_000)).toEqual([]);
  });

  /** The page does not search it for findings while it is unchanged. */
  test("is absent at any time in the scenario that the page opens, and no field there is without effect", async () => {
    const parsed = await builtinScenario(DEFAULT_SCENARIO_ID)?.load();
    if (!parsed?.ok) throw new Error("no default scenario");
    expect(warningsOf(parsed.scenario)).toEqual([]);
    const machine = createMachine(core, compileScenario(parsed.scenario));
    for (let cycle = 250_000; cycle <= parsed.scenario.runCycles; cycle += 250_000) {
      machine.step(cycle);
      const { findings } = reportRun(parsed.scenario, readMetrics(machine, parsed.scenario.machine));
      expect(findings, `at cycle ${cycle}`).toEqual([]);
    }
  });

  /** At the start of a run everything has waited for a quarter of it. */
  test.each(["ring-overflow", "000-stack-receive", "004-eta", "time-slices"])(
    "is absent in the first cycles of %s",
    async (name) => {
      for (let cycles = 500; cycles < 100_000; cycles = Math.ceil(cycles * 1.3))
        expect(await findings(name, cycles), `at cycle ${cycles}`).toEqual([]);
    },
  );

  test("about a starved thread ends when the thread runs", async () => {
    const starvedIn = async (cycles: number) =>
      (await findings("ksoftirqd", cycles)).map(({ kind, fromCycle }) => `${kind} ${fromCycle}`);
    expect(await starvedIn(250_000)).toEqual(["starved 0"]);
    expect(await starvedIn(300_000)).toEqual([]);
  });

  test("counts programs that end by an exception", () => {
    const parsed = parseScenario({
      format: "irqscope-scenario",
      version: 1,
      name: "fault",
      runCycles: 1000,
      software: {
        routines: [{ name: "r", kind: "program", program: { source: "li t0, 1\nlw t1, 0(t0)\nret" } }],
        threads: [
          {
            name: "a",
            layer: "application",
            priority: 1,
            start: { on: "always" },
            steps: [{ do: "exec", routine: "r" }],
          },
        ],
      },
    });
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
    const machine = createMachine(core, compileScenario(parsed.scenario));
    machine.step(1000);
    const report = reportRun(parsed.scenario, readMetrics(machine, parsed.scenario.machine));
    expect(report.programFaults).toBeGreaterThan(10);
    const [found] = report.findings;
    if (found?.kind !== "program-fault") throw new Error("no such finding");
    expect(found).toEqual({
      kind: "program-fault",
      count: report.programFaults,
      thread: "a",
      routine: "r",
      cause: 4,
      address: 4 + (found.address - 4),
      fromCycle: 6,
    });
  });

  test("has a sentence for each kind", () => {
    const text = (finding: Finding) => findingText(finding, String);
    const fault = {
      kind: "program-fault",
      thread: "a",
      routine: "sum",
      fromCycle: 9,
      address: 0x1004,
      cause: 2,
    } as const;
    expect(text({ ...fault, count: 1 })).toBe(
      'program fault: the program "sum" of "a" ended by an illegal instruction at 0x1004 in cycle 9',
    );
    expect(text({ ...fault, count: 3, cause: 5 })).toBe(
      'program fault: the program "sum" of "a" ended by a load from an unmapped address at 0x1004 in cycle 9, the first of 3',
    );
    expect(text({ kind: "starved", thread: "a", fromCycle: 5, untilCycle: 9 })).toBe(
      'starved: "a" was ready but did not run, from cycle 5 until cycle 9',
    );
    expect(text({ kind: "never-started", thread: "a", fromCycle: 5, untilCycle: 9 })).toBe(
      'starved: the interrupt that starts "a" was pending and its handler not running, from cycle 5 until cycle 9',
    );
    const victim = { kind: "starved", thread: "a", fromCycle: 5, untilCycle: 900, ranCycles: 8 } as const;
    expect(text(victim)).toBe(
      'starved: "a" could run from cycle 5 until cycle 900 and ran for 8 cycles of that time',
    );
    expect(
      text({
        kind: "storm",
        line: "eth0",
        fromCycle: 5,
        untilCycle: 900,
        interrupts: 70,
        cycles: 880,
        victims: [victim, { ...victim, thread: "b", ranCycles: 0 }],
      }),
    ).toBe(
      'interrupt storm: 70 interrupts of "eth0" took 880 of 900 cycles, entry, save and restore included; "a" could run from cycle 5 until cycle 900 and ran for 8 cycles of that time; "b" could run from cycle 5 until cycle 900 and ran for 0 cycles of that time',
    );
    const waits = { kind: "lock-starved", thread: "a", lock: "l", taker: "b", fromCycle: 5, untilCycle: 9 };
    expect(text({ ...waits, kind: "lock-starved", takenCycle: 4 })).toBe(
      'starved of a lock: "a" waits for "l" from cycle 5 until cycle 9, which "b" has since cycle 4',
    );
    expect(text({ ...waits, kind: "lock-starved", takenCycle: 8 })).toMatch(
      /, which others take meanwhile, the last "b" in cycle 8$/,
    );
    const lost = { kind: "lost-wake-up", nic: "eth0", fromCycle: 7, cycles: 9 } as const;
    expect(text({ ...lost, count: 1, lasts: true })).toMatch(/once .* from cycle 7 on$/);
    expect(text({ ...lost, count: 3, lasts: false })).toMatch(/3 times .* from cycle 7 for 9 cycles$/);
    const livelock = { kind: "livelock", nic: "eth0", fromCycle: 3, wasted: 70 } as const;
    expect(text({ ...livelock, delivered: 2, interrupts: undefined })).toMatch(/70 frames .* 2 delivered$/);
    expect(text({ ...livelock, delivered: 0, interrupts: 80 })).toMatch(/80 interrupts and 70 frames taken$/);
  });
});
