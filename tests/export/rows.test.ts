/** Rows of packets and interrupts are the run: as many as the counters say, with parts that add up. */
import { describe, expect, test } from "vitest";
import type { Machine } from "../../core-wasm/binding/index.ts";
import { eventRows } from "../../lib/export/events.ts";
import { interruptRows } from "../../lib/export/interrupts.ts";
import { packetRows } from "../../lib/export/packets.ts";
import type { Row, RowSource } from "../../lib/export/rows.ts";
import { walkRows } from "../../lib/export/walk.ts";
import { readMetrics } from "../../lib/metrics/metrics.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { build, builtin, openCore, random } from "../boundary/support.ts";

const core = await openCore();

type Named = ReadonlyMap<string, string | number>;

async function exported(scenario: Scenario, source: RowSource, window = { from: 0, to: scenario.runCycles }) {
  const rows: Row[] = [];
  const { machine, rows: count } = await walkRows(core, scenario, source, window, async (batch) => {
    rows.push(...batch);
  });
  expect(rows).toHaveLength(count);
  const named: Named[] = rows.map(
    (row) => new Map(row.map((cell, index) => [source.columns[index] ?? "", cell])),
  );
  return { machine, rows, named };
}

async function scenarios(): Promise<readonly (readonly [string, Scenario])[]> {
  const named = ["ring-overflow", "coalescing", "two-cores", "000-stack-send", "button-overrun"];
  const own = await Promise.all(
    named.map(async (id) => [id, { ...(await builtin(id)), runCycles: 600_000 }] as const),
  );
  return [...own, ...[3, 17, 77, 123].map((seed) => [`random ${seed}`, random(seed)] as const)];
}

const sumOf = (row: Named, columns: readonly string[]) =>
  columns.reduce((sum, column) => sum + Number(row.get(column) ?? 0), 0);

/** Of one column over all rows. */
const totalOf = (rows: readonly Named[], column: string) =>
  rows.reduce((sum, row) => sum + Number(row.get(column)), 0);

const partColumns = ({ columns }: RowSource) => columns.slice(columns.indexOf("latency_cycles") + 1);

function expectPartsAddUp(source: RowSource, rows: readonly Named[]): void {
  const wrong = rows.filter(
    (row) =>
      row.get("latency_cycles") !== "" && sumOf(row, partColumns(source)) !== row.get("latency_cycles"),
  );
  expect(wrong).toEqual([]);
}

function plainRun(scenario: Scenario): Machine {
  const machine = build(core, scenario);
  machine.step(scenario.runCycles);
  return machine;
}

describe.each(await scenarios())("%s", (_, scenario) => {
  test("has a row for each packet that was offered, with the fate that the counters have", async () => {
    const source = packetRows(scenario);
    const { machine, named } = await exported(scenario, source);
    const plain = plainRun(scenario);
    expect(machine.stateHash()).toBe(plain.stateHash());
    const { nics } = plain.counters();
    const total = (pick: (nic: (typeof nics)[number]) => number) =>
      nics.reduce((sum, nic) => sum + pick(nic), 0);
    expect(named).toHaveLength(total((nic) => nic.rx_offered + nic.tx_offered));
    expect(new Set(named.map((row) => row.get("packet"))).size).toBe(named.length);
    const isLost = (row: Named) => !/^(delivered|under way|merged)/.test(String(row.get("fate")));
    expect(totalOf(named.filter(isLost), "frames")).toBe(
      total((nic) => [...nic.rx_dropped, ...nic.tx_dropped].reduce((sum, count) => sum + count, 0)),
    );
    expectPartsAddUp(source, named);
    const latencies = named.filter(
      (row) => row.get("direction") === "receive" && row.get("latency_cycles") !== "",
    );
    const { receive } = readMetrics(plain, scenario.machine);
    expect(latencies).toHaveLength(receive.latency.count);
    if (latencies.length === 0) return;
    const mean = totalOf(latencies, "latency_cycles") / latencies.length;
    expect(mean).toBeCloseTo(receive.latency.mean, 6);
  });

  test("has a row for each interrupt whose latency was measured, and for those under way", async () => {
    const source = interruptRows(scenario);
    const { machine, named } = await exported(scenario, source);
    const { interruptLatency } = readMetrics(machine, scenario.machine);
    const measured = named.filter((row) => row.get("latency_cycles") !== "");
    expect(measured).toHaveLength(interruptLatency.count);
    expect(new Set(named.map((row) => row.get("interrupt"))).size).toBe(named.length);
    expectPartsAddUp(source, named);
    for (const row of measured) expect(row.get("line")).not.toBe("");
  });

  test("has the same rows in two windows as in one", async () => {
    const middle = Math.floor(scenario.runCycles / 3);
    const whole = await exported(scenario, eventRows());
    const first = await exported(scenario, eventRows(), { from: 0, to: middle });
    const second = await exported(scenario, eventRows(), { from: middle, to: scenario.runCycles });
    expect([...first.rows, ...second.rows]).toEqual(whole.rows);
  });
});
