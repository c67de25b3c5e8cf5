/** Every missed deadline: of lines compared with the log of latencies, of threads with the count of the whole run. */
import { expect, it } from "vitest";
import type { Machine } from "../../core-wasm/binding/index.ts";
import { readMetrics } from "../../lib/metrics/metrics.ts";
import { missesOf } from "../../lib/metrics/registry/deadline.ts";
import { reportRun } from "../../lib/metrics/report.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { build, builtin, openCore } from "../boundary/support.ts";

const core = await openCore();
const WARM_UP = 200_000;

/** A machine that refuses a step back, which would be repeated for ever. */
function forward(scenario: Scenario): Machine {
  const machine = build(core, scenario);
  const step = machine.step.bind(machine);
  machine.step = (until, mask) => {
    expect(until).toBeGreaterThan(machine.cycle);
    return step(until, mask);
  };
  return machine;
}

/** Deadlines for the card's line and for every thread. */
async function withDeadlines(line: number, thread: number): Promise<Scenario> {
  const base = await builtin("ring-overflow");
  const parsed = parseScenario({
    ...base,
    runCycles: 1_500_000,
    machine: {
      ...base.machine,
      nics: base.machine.nics.map((nic) => ({
        ...nic,
        line: typeof nic.line === "object" ? { ...nic.line, deadlineNanoseconds: line } : nic.line,
      })),
    },
    software: {
      ...base.software,
      threads: base.software.threads.map((one) => ({ ...one, deadlineNanoseconds: thread })),
    },
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
  return parsed.scenario;
}

it("missed deadlines of a line are the log's longer latencies, with begin and length", async () => {
  const scenario = await withDeadlines(6000, 0);
  const whole = build(core, scenario, { latencyCapacity: 1 << 16 });
  whole.step(scenario.runCycles);
  const log = whole.readLatencies(0);
  const deadline = (6000 * scenario.machine.clockHertz) / 1e9;
  const longer = Array.from(log.number, (_, index) => index)
    .filter((index) => log.isPacket[index] === 0 && (log.endCycle[index] ?? 0) > WARM_UP)
    .map((index) => ({
      from: log.beginCycle[index] ?? 0,
      cycles: (log.endCycle[index] ?? 0) - (log.beginCycle[index] ?? 0),
    }))
    .filter(({ cycles }) => cycles > deadline);
  expect(longer.length).toBeGreaterThan(5);
  const found = missesOf(forward(scenario), scenario, WARM_UP, 10_000);
  expect(found.map(({ from, cycles }) => ({ from, cycles }))).toEqual(longer);
  expect(new Set(found.map(({ of, name }) => `${of} ${name}`))).toEqual(new Set(["line eth0"]));
  expect(missesOf(forward(scenario), scenario, WARM_UP, 3)).toEqual(found.slice(0, 3));
});

it("missed deadlines of threads are as many as the run counts, each longer than its deadline", async () => {
  const scenario = await withDeadlines(0, 8000);
  const whole = build(core, scenario);
  whole.step(scenario.runCycles);
  const counted = reportRun(scenario, readMetrics(whole, scenario.machine)).deadlines;
  const found = missesOf(forward(scenario), scenario, 1, 100_000);
  for (const { name, misses, firstMissedFrom, longestCycles } of counted) {
    const own = found.filter((one) => one.name === name);
    expect(own.length, name).toBe(misses);
    if (misses === 0) continue;
    expect(own[0]?.from).toBe(firstMissedFrom);
    expect(Math.max(...own.map(({ cycles }) => cycles))).toBe(longestCycles);
    expect(own.every(({ cycles, deadlineCycles }) => cycles > deadlineCycles)).toBe(true);
  }
  expect(found.length).toBeGreaterThan(0);
  const without = { ...(await builtin("ring-overflow")), runCycles: 1000 };
  expect(missesOf(build(core, without), without, 0, 10)).toEqual([]);
});
