import { describe, expect, test } from "vitest";
import { createMachine } from "../../core-wasm/binding/index.ts";
import { findingText } from "../../lib/metrics/findings.ts";
import { readMetrics } from "../../lib/metrics/metrics.ts";
import { reportRun } from "../../lib/metrics/report.ts";
import { compileScenario } from "../../scenarios/compile/compile.ts";
import type { ScenarioInput } from "../../scenarios/format/schema.ts";
import { builtinScenario } from "../../scenarios/index.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { layersOfThread } from "../../scenarios/software/steps.ts";
import { fastCore } from "../support/cores.ts";

const core = await fastCore();

type Software = NonNullable<ScenarioInput["software"]>;
type Step = NonNullable<Software["threads"]>[number]["steps"][number];

/** One thread on each core with these steps. */
function scenarioOf(steps: readonly Step[][], software: Software = {}): ScenarioInput {
  return {
    format: "irqscope-scenario",
    version: 1,
    name: "locks",
    runCycles: 10_000,
    machine: { core: { cores: steps.length } },
    software: {
      routines: [
        { name: "work", kind: "cycles", cycles: 100 },
        { name: "look", kind: "cycles", cycles: 10 },
        { name: "trap", kind: "instructions", instructions: 20 },
      ],
      locks: [
        { name: "table", kind: "spin", poll: "look" },
        { name: "file", kind: "sleep" },
      ],
      threads: steps.map((ofCore, index) => ({
        name: `worker ${index}`,
        layer: "application",
        priority: 5,
        core: index,
        start: { on: "always" },
        steps: ofCore,
      })),
      ...software,
    },
  };
}

const work: Step = { do: "exec", routine: "work" };
const take = (lock: string): Step => ({ do: "lock", lock });
const give = (lock: string): Step => ({ do: "unlock", lock });
const both = (first: string, second: string): Step[] => [
  take(first),
  work,
  take(second),
  give(second),
  give(first),
];

function parsed(input: ScenarioInput) {
  const result = parseScenario(JSON.stringify(input));
  if (!result.ok) throw new Error(JSON.stringify(result.errors));
  return result.scenario;
}

function run(input: ScenarioInput) {
  const scenario = parsed(input);
  const machine = createMachine(core, compileScenario(scenario));
  machine.step(scenario.runCycles);
  expect(machine.checkInvariants()).toBe(0);
  return reportRun(scenario, readMetrics(machine, scenario.machine));
}

function errorsOf(input: ScenarioInput): readonly string[] {
  const result = parseScenario(JSON.stringify(input));
  return result.ok ? [] : result.errors.map(({ field, message }) => `${field} ${message}`);
}

describe("locks", () => {
  test("count holders and waiting threads", () => {
    const turn = [take("table"), work, give("table")];
    const { locks, threads, findings } = run(scenarioOf([turn, turn]));
    expect(locks[0]).toMatchObject({ lock: "table", heldCycles: 10_000 });
    expect(locks[0]?.taken).toBe(101); /* The last at the end of the run. */
    expect(threads[0]?.lockHeldCycles).toBe(10_000 - (threads[1]?.lockHeldCycles ?? 0));
    expect(findings).toEqual([]);
  });

  test("taken in opposite order close a ring, which the command names", () => {
    const input = scenarioOf([both("table", "file"), both("file", "table")]);
    const report = run(input);
    const ring = report.findings.find(({ kind }) => kind === "deadlock");
    if (ring === undefined) throw new Error("no deadlock");
    expect(ring).toMatchObject({
      fromCycle: 100,
      waits: [
        { thread: "worker 1", lock: "table" },
        { thread: "worker 0", lock: "file" },
      ],
    });
    expect(findingText(ring, String)).toBe(
      'deadlock: from cycle 100 on "worker 1" waits for "table", which "worker 0" has; "worker 0" waits for "file", which "worker 1" has',
    );
  });

  test.each<[string, ScenarioInput, string]>([
    [
      "an unknown lock",
      scenarioOf([[take("tabel"), work, give("table")]]),
      'software.threads[0].steps[0].lock names no lock: "tabel"; did you mean "table"?',
    ],
    [
      "one that is not given back",
      scenarioOf([[take("table"), work]]),
      'software.threads[0].steps[0] takes a lock that it never gives back: "table" has no unlock in this thread',
    ],
    [
      "one that is not taken",
      scenarioOf([[work, give("table")]]),
      'software.threads[0].steps[1] gives back a lock that it never takes: "table" has no lock in this thread',
    ],
    [
      "spinning on nothing",
      scenarioOf([[work]], { locks: [{ name: "table", kind: "spin" }] }),
      "software.locks[0].poll is missing: a spinning thread needs a routine to run, `poll` or `acquire`",
    ],
    [
      "an unknown routine",
      scenarioOf([[work]], { locks: [{ name: "table", kind: "sleep", release: "wrok" }] }),
      'software.locks[0].release names no routine: "wrok"; did you mean "work"?',
    ],
    [
      "a handler that would sleep",
      scenarioOf([[work]], {
        threads: [
          {
            name: "softirq",
            layer: "protocol",
            priority: 2,
            start: { on: "soft" },
            steps: [take("file"), work, give("file")],
          },
        ],
      }),
      "software.threads[0].steps[0] only a permanent thread may sleep for a lock; this one starts on soft",
    ],
  ])("are refused with %s", (_, input, error) => {
    expect(errorsOf(input)).toContain(error);
  });
});

test("a system call within a thread is accounted to its layers", () => {
  const call: Step = {
    do: "system-call",
    enter: "trap",
    exit: "trap",
    steps: [work, { do: "exec", routine: "look", layer: "kernel-copy" }],
  };
  const input = scenarioOf([[work, call, { do: "sleep", cycles: 100_000 }]]);
  const report = run(input);
  const cycles = Object.fromEntries(report.cyclesByLayer.map(({ layer, cycles }) => [layer, cycles]));
  /* `trap` has 20 instructions, a fill of 4 cycles and its stalls, twice. */
  const [context] = report.cyclesBy.filter(({ cause }) => cause === "fill");
  expect(context).toMatchObject({ layer: "system-call", cycles: 8 });
  expect(cycles).toMatchObject({ application: 100, "kernel-copy": 10 });
  expect(cycles["system-call"]).toBeGreaterThanOrEqual(100 + 2 * 24);
  const scenario = parsed(input);
  const [thread] = scenario.software.threads;
  if (thread === undefined) throw new Error("no thread");
  expect([...layersOfThread(scenario, thread)]).toEqual(["application", "system-call", "kernel-copy"]);
});

describe("the lock demos", () => {
  async function demo(id: string) {
    const result = await builtinScenario(id)?.load();
    if (!result?.ok) throw new Error(JSON.stringify(result?.errors));
    return run(result.scenario);
  }

  test("lose frames with one table for two cores, and none with a table for each", async () => {
    const one = await demo("one-lock");
    const each = await demo("lock-per-core");
    expect(one.receive.offered).toBe(each.receive.offered);
    const [table] = one.locks;
    expect(table?.heldCycles).toBeGreaterThan(0.9 * one.cycle);
    expect(table?.contended).toBeGreaterThan(0.5 * (table?.taken ?? 0));
    expect(one.receive.delivered).toBeLessThan(0.9 * one.receive.offered);
    expect(each.locks.map(({ contended }) => contended)).toEqual([0, 0]);
    expect(each.receive.dropped.filter(({ count }) => count > 0)).toEqual([]);
    expect(each.receive.latency.p50).toBeLessThan(one.receive.latency.p50);
  });

  test("take no interrupt and are never idle with run to completion", async () => {
    const report = await demo("run-to-completion");
    expect(report.interrupts).toBe(0);
    expect(report.idleCycles).toBe(0);
    expect(report.receive.delivered).toBeGreaterThan(0.99 * report.receive.offered);
  });
});
