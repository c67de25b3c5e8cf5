/** Threads, locks and devices in the metrics panel, on a machine with many failures. */
import { beforeAll, describe, expect, it } from "vitest";
import { type Metrics, readMetrics } from "../../../lib/metrics/metrics.ts";
import { memoryRows, missedRows } from "../../../web/simulate/metrics/metricRows.ts";
import { lockRows, threadRows } from "../../../web/simulate/metrics/ThreadSection.tsx";
import { straightMachine } from "../engine/support.ts";
import { everything, receiveThreeContexts } from "../scenarios/support.ts";

const plain = (text: string) => text.replace(/\s/g, " ");
const RUN_CYCLES = 400_000;

describe("the metrics of a machine with everything", () => {
  const scenario = everything();
  let metrics: Metrics;

  beforeAll(async () => {
    const machine = await straightMachine(scenario);
    machine.step(RUN_CYCLES);
    metrics = readMetrics(machine, scenario.machine);
  });

  it("show overruns, lost edges and refused requests, and nothing without any", async () => {
    const { timers, lines, disks } = metrics.devices;
    const rows = Object.fromEntries(
      missedRows(metrics, scenario.machine).map(({ label, value }) => [label, plain(value)]),
    );
    expect(Object.keys(rows)).toEqual([
      "overruns of timer tick",
      "overruns of timer slow poll",
      "edges lost by shared, masked",
      "requests refused by disk",
      "overruns of button button",
    ]);
    expect(rows["overruns of timer tick"]).toMatch(
      new RegExp(`^${timers[0]?.overruns} of ${timers[0]?.ticks} `),
    );
    const [overruns] = missedRows(metrics, scenario.machine);
    expect(overruns?.value.split(" ")).toEqual([expect.any(String), expect.stringMatching(/^\(/)]);
    expect(rows["edges lost by shared, masked"]).toBe(String(lines[0]?.lost));
    const asked = (disks[0]?.requested ?? 0) + (disks[0]?.refused ?? 0);
    expect(rows["requests refused by disk"]).toMatch(new RegExp(`^${disks[0]?.refused} of ${asked} `));

    const usual = receiveThreeContexts();
    const machine = await straightMachine(usual);
    machine.step(RUN_CYCLES);
    expect(missedRows(readMetrics(machine, usual.machine), usual.machine)).toEqual([]);
  });

  it("show a lock that no thread took", () => {
    expect(lockRows(metrics, scenario).map(({ name, lock }) => [name, lock.taken > 0])).toEqual([
      ["table", true],
      ["spare", false],
    ]);
  });

  it("show the threads without a scheduler too, unless there is only one", () => {
    expect(scenario.software.scheduler.policy).toBe("none");
    const rows = threadRows(metrics, scenario);
    expect(rows.map(({ name }) => name)).toEqual(scenario.software.threads.map(({ name }) => name));
    const ticking = rows.find(({ name }) => name === "tick");
    expect(ticking?.thread.cycles).toBeGreaterThan(0.1 * metrics.cycle);
    const alone = {
      ...scenario,
      software: { ...scenario.software, threads: scenario.software.threads.slice(0, 1) },
    };
    expect(threadRows(metrics, alone)).toEqual([]);
  });

  it("count TLB misses and branches of all cores", () => {
    expect(memoryRows(metrics, scenario.machine).map(({ label }) => label)).toEqual(
      expect.arrayContaining(["TLB misses", "mispredicted branches"]),
    );
  });
});
