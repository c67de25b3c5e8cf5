/** Rows of packets and interrupts equal the run: as many as the counters, with parts that sum up. */
import { describe, expect, test } from "vitest";
import type { Machine } from "../../core-wasm/binding/index.ts";
import { type RowEncoder, rowFile, writeRun } from "../../lib/export/file.ts";
import type { Row, RowSource } from "../../lib/export/rows.ts";
import { eventRows, interruptRows, packetRows } from "../../lib/export/tables.ts";
import { readMetrics } from "../../lib/metrics/metrics.ts";
import { runOrigin } from "../../lib/origin.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { build, builtin, openCore, random } from "../boundary/support.ts";

const core = await openCore();

type Named = ReadonlyMap<string, string | number>;

function exported(scenario: Scenario, source: RowSource, window = { from: 0, to: scenario.runCycles }) {
  const rows: Row[] = [];
  const nothing = () => new Uint8Array();
  const encoder: RowEncoder = {
    head: nothing,
    rows: (batch) => {
      rows.push(...batch);
      return nothing();
    },
    tail: nothing,
  };
  const file = rowFile(source, encoder, "rows");
  const writing = writeRun(core, scenario, window, file, runOrigin(core, scenario, "irqscope export"));
  let next = writing.next();
  while (next.done !== true) next = writing.next();
  expect(file.contents()).toBe(`${rows.length} rows`);
  const named: Named[] = rows.map(
    (row) => new Map(row.map((cell, index) => [source.columns[index]?.name ?? "", cell])),
  );
  return { machine: next.value, rows, named };
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

/** Values of one column over all rows. */
const totalOf = (rows: readonly Named[], column: string) =>
  rows.reduce((sum, row) => sum + Number(row.get(column)), 0);

function partColumns({ columns }: RowSource): readonly string[] {
  const names = columns.map(({ name }) => name);
  return names.slice(names.indexOf("latency_cycles") + 1);
}

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

describe.each(await scenarios())("exported rows of %s", (_, scenario) => {
  test("have a row for each offered packet, with the fate that the counters have", async () => {
    const source = packetRows(scenario);
    const { machine, named } = exported(scenario, source);
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

  test("have a row for each measured interrupt and for those under way", async () => {
    const source = interruptRows(scenario);
    const { machine, named } = exported(scenario, source);
    const { interruptLatency } = readMetrics(machine, scenario.machine);
    const measured = named.filter((row) => row.get("latency_cycles") !== "");
    expect(measured).toHaveLength(interruptLatency.count);
    expect(new Set(named.map((row) => row.get("interrupt"))).size).toBe(named.length);
    expectPartsAddUp(source, named);
    for (const row of measured) expect(row.get("line")).not.toBe("");
  });

  test("are the same in two windows as in one", async () => {
    const middle = Math.floor(scenario.runCycles / 3);
    const whole = exported(scenario, eventRows());
    const first = exported(scenario, eventRows(), { from: 0, to: middle });
    const second = exported(scenario, eventRows(), { from: middle, to: scenario.runCycles });
    expect([...first.rows, ...second.rows]).toEqual(whole.rows);
  });
});

test("a handler that starts again without an answer has one interrupt, and a response for each start", () => {
  const parsed = parseScenario({
    format: "irqscope-scenario",
    version: 1,
    name: "A handler without an acknowledgement",
    runCycles: 3000,
    machine: { buttons: [{ name: "key", pressCycles: [300], line: { priority: 1 } }], nics: [] },
    software: {
      routines: [{ name: "short", kind: "cycles", cycles: 100 }],
      threads: [
        {
          name: "isr",
          layer: "driver-isr",
          priority: 1,
          start: { on: "line", button: "key" },
          steps: [{ do: "exec", routine: "short" }],
        },
      ],
    },
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
  const { named, machine } = exported(parsed.scenario, interruptRows(parsed.scenario));
  expect(
    named.map((row) => ["raised_cycle", "thread", "context", "line"].map((column) => row.get(column))),
  ).toEqual([[300, "isr", 1, "key"]]);
  // Without an acknowledgement, a latency ends with the first cycle of the handler.
  expect(named[0]?.get("entered_cycle")).toBe(named[0]?.get("end_cycle"));
  expect(readMetrics(machine, parsed.scenario.machine).interruptLatency.count).toBe(1);
  expect(machine.counters().interrupts).toBeGreaterThan(5);
});
