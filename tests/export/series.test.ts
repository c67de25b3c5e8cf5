/** Exported series equal the run: their sums are the counters, and their levels follow from the events. */
import { describe, expect, test } from "vitest";
import type { Row, RowSource } from "../../lib/export/rows.ts";
import { seriesRows } from "../../lib/export/series.ts";
import { eventRows } from "../../lib/export/tables.ts";
import { type Window, walkRun } from "../../lib/export/walk.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { build, builtin, openCore, random } from "../boundary/support.ts";

const core = await openCore();
/** Several times as many rows as are read at once. */
const STRETCH = 23;
const CYCLES = 300_000;
/** The largest number that the core returns. */
const COLUMNS_AT_ONCE = 8192;

const scenarios: readonly (readonly [string, Scenario])[] = [
  ...(await Promise.all(
    ["ring-overflow", "two-cores", "000-stack-send", "button-overrun"].map(
      async (id) => [id, { ...(await builtin(id)), runCycles: CYCLES }] as const,
    ),
  )),
  ...[3, 17, 77].map((seed) => [`random ${seed}`, { ...random(seed), runCycles: CYCLES }] as const),
];

function rowsOf(scenario: Scenario, source: RowSource, window: Window) {
  const rows: Row[] = [];
  const walk = walkRun(core, scenario, window, {
    pace: source.pace,
    begin: (machine) => source.begin?.(machine),
  });
  let next = walk.next();
  for (; next.done !== true; next = walk.next()) {
    const taken = source.take(next.value);
    if (next.value.isWithin) rows.push(...taken);
  }
  rows.push(...source.rest());
  return { rows, machine: next.value, names: source.columns.map(({ name }) => name) };
}

describe.each(scenarios)("exported series of %s", (_, scenario) => {
  const window = { from: 0, to: scenario.runCycles };
  const { rows, machine, names } = rowsOf(scenario, seriesRows(scenario, window, STRETCH), window);
  const column = (name: string) => {
    const index = names.indexOf(name);
    expect(index, name).toBeGreaterThanOrEqual(0);
    return rows.map((row) => Number(row[index]));
  };
  const total = (name: string) => column(name).reduce((sum, one) => sum + one, 0);

  test("have adjacent rows without a gap", () => {
    expect(rows).toHaveLength(Math.ceil(CYCLES / STRETCH));
    const [begins, ends] = [column("begin_cycle"), column("end_cycle")];
    expect(begins.slice(1)).toEqual(ends.slice(0, -1));
    expect([begins[0], ends.at(-1)]).toEqual([0, CYCLES]);
    expect(new Set(names).size).toBe(names.length);
  });

  test("sum to the counters", () => {
    const counters = machine.counters();
    for (const [index, { name }] of scenario.machine.nics.entries()) {
      const nic = counters.nics[index];
      expect(total(`offered_frames[${name}]`)).toBe((nic?.rx_offered ?? 0) + (nic?.tx_offered ?? 0));
      expect(total(`delivered_frames[${name}]`)).toBe((nic?.rx_delivered ?? 0) + (nic?.tx_delivered ?? 0));
      // Ended bursts: the core reports a burst when it ends.
      expect(total(`dma_cycles[${name}]`)).toBe(Number(nic?.dma_cycles));
    }
    for (const [index, { name }] of scenario.software.queues.entries())
      expect(total(`queue_dropped_frames[${name}]`)).toBe(counters.queue_dropped[index]);
    const instructions = names.filter((name) => name.startsWith("instructions["));
    expect(instructions.reduce((sum, name) => sum + total(name), 0)).toBe(counters.instructions);
  });

  test("have the fills that the events give", () => {
    const events = rowsOf(scenario, eventRows(), window).rows;
    for (const [index, { name }] of scenario.software.queues.entries()) {
      const mean = column(`queue_packets_mean[${name}]`);
      const maximum = column(`queue_packets_max[${name}]`);
      const held = levels(events, "queue-fill", index);
      for (let at = 0; at < rows.length; at += 97) {
        const cycles = held.slice(at * STRETCH, Math.min((at + 1) * STRETCH, CYCLES));
        const sum = cycles.reduce((all, one) => all + one, 0);
        expect(mean[at]).toBeCloseTo(sum / cycles.length, 9);
        expect(maximum[at]).toBeGreaterThanOrEqual(Math.max(...cycles));
      }
    }
  });
});

/** Cycles by their number. */
function levels(events: readonly Row[], kind: string, subject: number): Float64Array {
  const held = new Float64Array(CYCLES);
  for (const [cycle, ofKind, , of, value] of events)
    if (ofKind === kind && of === subject) held.fill(Number(value), Number(cycle));
  return held;
}

test("exported series have the same rows in two windows as in one", async () => {
  const scenario = { ...(await builtin("ring-overflow")), runCycles: CYCLES };
  const rows = (from: number, to: number) =>
    rowsOf(scenario, seriesRows(scenario, { from, to }, 1000), { from, to }).rows;
  expect([...rows(0, 100_000), ...rows(100_000, CYCLES)]).toEqual(rows(0, CYCLES));
});

const BUS_CYCLES = 17_000;
/** The expected sums from a series of each cycle that never restarts. */
function busByCycle(scenario: Scenario): Float64Array {
  const machine = build(core, scenario, { binCapacity: 2 ** 15, binCycles: 1 });
  machine.step(BUS_CYCLES);
  const track = machine.findTrack("bus");
  if (track === undefined) throw new Error("no bus");
  const busy = new Float64Array(BUS_CYCLES);
  for (let from = 0; from < BUS_CYCLES; from += COLUMNS_AT_ONCE) {
    const to = Math.min(BUS_CYCLES, from + COLUMNS_AT_ONCE);
    busy.set(machine.querySeries(track, from, to, to - from).sum, from);
  }
  return busy;
}

describe.each(["pinned-handler", "eight-cores"])("exported bus cycles of %s", async (id) => {
  const scenario = await builtin(id);
  const busy = busByCycle(scenario);

  test.each([
    [0, 9001, 2],
    [12_345, 17_000, 1],
    [1001, 9999, 1000],
    [1700, 5000, 900],
    [9100, 9450, 1000],
  ] as const)("in [%i, %i) by %i sum the busy cycles", (from, to, stretch) => {
    const window = { from, to };
    const { rows, names } = rowsOf(scenario, seriesRows(scenario, window, stretch), window);
    const place = names.indexOf("bus_cycles");
    const sums = rows.map(([begin, end]) =>
      busy.slice(Number(begin), Number(end)).reduce((a, b) => a + b, 0),
    );
    expect(sums.some((sum) => sum > 0)).toBe(true);
    expect(rows.map((row) => row[place])).toEqual(sums);
  });
});
