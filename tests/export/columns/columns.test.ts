/** Each column of each export is compared with an independent count: of the event log, of the log of latencies, of the
 * rows of the pipeline, or of the counters of a machine that stops. A column without a count fails. */
import { describe, expect, it } from "vitest";
import { DMA, frames } from "../../metrics/paths/handMachine.ts";
import type { Cells, CountedExport } from "./column.ts";
import { KONATA } from "./konataColumns.ts";
import { CASES, scenarioOf } from "./machines.ts";
import { observe } from "./observed.ts";
import { CAPTURE } from "./pcapngColumns.ts";
import { PERFETTO } from "./perfettoColumns.ts";
import { csvColumns, EVENTS, INTERRUPTS, PACKETS } from "./rowColumns.ts";
import { SERIES, transfersIn } from "./seriesColumns.ts";
import { TRAPS } from "./trapColumns.ts";
import { VCD } from "./vcdColumns.ts";

const EXPORTS: readonly CountedExport[] = [
  PACKETS,
  INTERRUPTS,
  TRAPS,
  EVENTS,
  SERIES,
  VCD,
  KONATA,
  PERFETTO,
  CAPTURE,
];

/** These columns are always empty: no card has a host (tests/programs/host.test.ts counts its requests), a handler's first instruction is fetched right after the save (docs/model.md), and
 * tracks with others below them have no values of their own. */
const ALWAYS_NOTHING: ReadonlySet<string> = new Set([
  "packets answered_cycle",
  "packets request_latency_cycles",
  "packets first_instruction_cycles",
  "interrupts first_instruction_cycles",
  "perfetto parent",
]);

/** Cells without which a column would not be tested: an export, a column, and the pattern of a cell. */
const SEEN: readonly (readonly [string, RegExp, RegExp])[] = [
  ["packets", /^fate$/, /^delivered$/],
  ["packets", /^fate$/, /^merged into \d+$/],
  ["packets", /^fate$/, /^under way$/],
  ["packets", /^fate$/, /^queue-full$/],
  ["packets", /^fate$/, /^rx-ring-full$/],
  ["packets", /^frames$/, /^([2-9]|\d\d+)$/],
  ["packets", /^direction$/, /^send$/],
  ["interrupts", /^source$/, /^timer$/],
  ["interrupts", /^source$/, /^software$/],
  ["traps", /^cause$/, /^external$/],
  ["traps", /^cause$/, /^line$/],
  ["traps", /^cause$/, /^timer$/],
  ["traps", /^cause$/, /^software$/],
  ["traps", /^exception$/, /^ecall$/],
  ["traps", /^depth$/, /^1$/],
  ["traps", /^answered_cycle$/, /^$/],
  ["traps", /^returned_cycle$/, /^$/],
  ["series", /^queue_packets_min/, /^[1-9]/],
  ["vcd", /^core_1_context_\d\.thread$/, / x$/],
  ["vcd", /^core_1_context_\d\.thread$/, / 1/],
  ["konata", /^told$/, /nullified by an interrupt/],
  ["konata", /^told$/, /illustration/],
  ["konata", /^flushed$/, /true/],
  ["konata", /^flushed$/, /false/],
  ["konata", /^text$/, /^entry: /],
  ["konata", /^stalls$/, /data-miss|memory/],
  ["perfetto", /packets received$/, / part /],
  ["perfetto", /\/interrupts$/, /interrupt under way/],
  ["perfetto", /\/core 1, context/, / delivered /],
  ["perfetto", /\/traps$/, / in 1 trap ecall /],
  ["perfetto", /\/timer interrupts$/, / part /],
  ["vcd", /^traps\./, / x$/],
  ["vcd", /^traps\./, / 1011$/],
  ["pcapng", /^packet comment$/, /^lost: .* \(.+\) after /],
];

const runs = CASES.map(observe);
/** The counted cells by export and column. */
const counted = new Map<string, Set<string>>();
const textOf = (cell: unknown) => (typeof cell === "string" ? cell : (JSON.stringify(cell) ?? ""));
const isNothing = (cell: string) => /^(|0|\[\]|null|false|\d+ [0x]|\d+: 0)$/.test(cell);
const nameOf = (of: string, column: RegExp) =>
  `${of} ${column.source.startsWith("^(contexts|") ? "parent" : column.source.replace(/^\^|\$$/g, "")}`;

/** A deep comparison of thousands of cells takes seconds, so only the first differences are shown. */
function expectCells(cells: Cells, expected: Cells, name: string): void {
  expect(cells.length, `${name}: cells`).toBe(expected.length);
  const different = cells.flatMap((cell, at) => {
    const [is, should] = [textOf(cell), textOf(expected[at])];
    return is === should ? [] : [`${at}: is ${is}, counted ${should}`];
  });
  expect(different.slice(0, 10), name).toEqual([]);
}

describe.each(EXPORTS)("each column of $name", ({ name: of, columnsOf, counts }) => {
  it.each(runs)("equals an independent count in $name", (run) => {
    for (const [name, cells] of columnsOf(run)) {
      const one = counts.find(({ column }) => column.test(name));
      if (one === undefined) throw new Error(`the column ${name} of ${of} needs a count of its own`);
      const expected = one.count(run, ...(one.column.exec(name)?.slice(1) ?? []));
      expectCells(cells, expected, name);
      for (const key of [nameOf(of, one.column), `${of}: ${name}`]) {
        const texts = counted.get(key) ?? new Set();
        counted.set(key, texts);
        for (const cell of expected) texts.add(textOf(cell));
      }
    }
  });
});

it("each column has a value other than zero in one of the runs", () => {
  const nothing = EXPORTS.flatMap(({ name, counts }) =>
    counts.flatMap(({ column }) => {
      const key = nameOf(name, column);
      return [...(counted.get(key) ?? [])].every(isNothing) ? [key] : [];
    }),
  );
  expect(nothing.toSorted()).toEqual([...ALWAYS_NOTHING].toSorted());
});

it.each(SEEN)("%s: the column %s has a cell like %s", (of, column, cell) => {
  const cells = [...counted].flatMap(([key, texts]) =>
    key.startsWith(`${of}: `) && column.test(key.slice(of.length + 2)) ? [...texts] : [],
  );
  expect(cells.some((text) => cell.test(text))).toBe(true);
});

it("the runs include layer changes right after two windows, and fills that change within a row of series", () => {
  const changed = runs.filter(({ events, window }) =>
    events.some(({ kind, cycle }) => kind === "layer" && cycle === window.to),
  );
  expect(changed).toHaveLength(2);
  for (const run of runs.filter(({ scenario }) => scenario.machine.nics.length > 0)) {
    const columns = csvColumns(run, "series");
    const levels = [...columns.keys()].filter((name) => name.includes("_min["));
    const differ = levels.filter(
      (name) => `${columns.get(name)}` !== `${columns.get(name.replace("_min[", "_max["))}`,
    );
    expect(differ.length, run.name).toBeGreaterThan(0);
  }
});

it("the overrun column differs from the column of presses", () => {
  const differ = runs.filter((run) => {
    const columns = csvColumns(run, "series");
    return [...columns].some(([name, cells]) => {
      const overruns = columns.get(name.replace("]", ":overrun]"));
      return overruns !== undefined && `${overruns}` !== `${cells}`;
    });
  });
  expect(differ).not.toEqual([]);
});

/** Rows are read 4,096 at a time. The core reports a burst when it ends, so the earlier part of a burst under way
 * belongs to the last rows of one read. */
it("bus cycles of a burst under way are in the rows of their cycles", () => {
  const READ = 4_096;
  const scenario = scenarioOf({
    format: "irqscope-scenario",
    version: 1,
    name: "bursts",
    machine: {
      clockHertz: 100_000_000,
      bus: { dma: { ...DMA, beatsPerBurst: 64 } },
      nics: [{ name: "n", rxRingFrames: 64, line: { masked: true } }],
    },
    software: {
      routines: [{ name: "rest", kind: "cycles", cycles: 1_000_000 }],
      threads: [
        {
          name: "a",
          layer: "application",
          priority: 5,
          start: { on: "always" },
          steps: [{ do: "exec", routine: "rest" }],
        },
      ],
    },
    traffic: [frames("n", 20, 409)],
  });
  const window = { from: 0, to: READ + 500 };
  const run = observe({ name: "bursts", scenario, window, stretchCycles: 1 });
  const transfers = transfersIn(run);
  // A frame arrives every 409 cycles: the burst of the tenth begins at 4,090.
  expect(transfers.slice(READ - 3, READ + 2)).toEqual(["1", "1", "1", "1", "1"]);
  expect(transfers.indexOf("0", READ)).toBeGreaterThan(READ);
  expectCells(csvColumns(run, "series").get("dma_cycles[n]") ?? [], transfers, "dma_cycles[n]");
});
