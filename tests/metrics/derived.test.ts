/** Percentiles and shares of expressions compared with the rows that irqscope export writes, value by value. */
import { describe, expect, it, test } from "vitest";
import type { Row, RowSource } from "../../lib/export/rows.ts";
import { interruptRows, packetRows } from "../../lib/export/tables.ts";
import { walkRun } from "../../lib/export/walk.ts";
import { OWN, Vocabulary } from "../../lib/labs/value.ts";
import { percentileShare, shareOf } from "../../lib/metrics/derived.ts";
import type { Distribution } from "../../lib/metrics/distributions.ts";
import { measureRun } from "../../lib/metrics/measure.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { builtin, openCore } from "../boundary/support.ts";

const core = await openCore();

/** Each value has its own bucket, as below 1024 cycles. */
const single = (...values: readonly number[]): Distribution => ({
  count: values.length,
  mean: 0,
  minimum: values[0] ?? 0,
  maximum: values.at(-1) ?? 0,
  p50: 0,
  p90: 0,
  p99: 0,
  p999: 0,
  buckets: values.map((one) => ({ low: one, high: one + 1, count: 1, least: one, greatest: one })),
});

test.each([
  [">", 20, 0.5],
  [">=", 20, 0.75],
  ["<", 20, 0.25],
  ["<=", 20, 0.5],
  [">", 9, 1],
  [">", 40, 0],
  [">", 19.5, 0.75],
  // 20 us at 1 MHz, with the rounding of doubles.
  [">", 20.000000000000004, 0.5],
  [">=", 20.000000000000004, 0.75],
])("the share of 10, 20, 30 and 40 that is %s %d is %d", (operator, limit, share) => {
  expect(shareOf(single(10, 20, 30, 40), operator, limit)).toBe(share);
});

test("the values of a wide bucket count as evenly spaced between its least and its greatest", () => {
  const bucket = { low: 2000, high: 2100, count: 5, least: 2010, greatest: 2090 };
  const wide = { ...single(1), count: 5, buckets: [bucket] };
  // 2010, 2030, 2050, 2070, 2090
  expect(shareOf(wide, ">", 2050)).toBe(0.4);
  expect(shareOf(wide, ">=", 2050)).toBe(0.6);
  expect(shareOf(wide, "<", 2011)).toBe(0.2);
});

test.each([
  ["p95", 0.95],
  ["p5", 0.05],
  ["p99.9", 0.999],
  ["p999", 0.999],
  ["p9999", 0.9999],
  ["p99.95", 0.9995],
  ["p100", undefined],
  ["p0", undefined],
  ["p995", undefined],
  ["mean", undefined],
])("the percentile name %s means a share of %s", (name, share) => {
  expect(percentileShare(name)).toBe(share);
});

function rowsOf(scenario: Scenario, source: RowSource) {
  const rows: Row[] = [];
  const walk = walkRun(core, scenario, { from: 0, to: scenario.runCycles }, {});
  let next = walk.next();
  for (; next.done !== true; next = walk.next()) rows.push(...source.take(next.value));
  const at = (name: string) => source.columns.findIndex((column) => column.name === name);
  return { machine: next.value, rows, at };
}

const lengthsOf = (rows: readonly Row[], at: number) =>
  rows.flatMap((row) => (typeof row[at] === "number" ? [row[at]] : [])).toSorted((a, b) => a - b);

/** A bucket is less than 0.2 % wide. */
const BUCKET = 0.002;

function expectAsRows(
  scenario: Scenario,
  kind: string,
  lengths: readonly number[],
  read: (text: string) => number,
) {
  const clock = scenario.machine.clockHertz;
  for (const [name, share] of [
    ["p5", 0.05],
    ["p55", 0.55],
    ["p95", 0.95],
    ["p99.9", 0.999],
  ] as const) {
    const rank = Math.ceil(Number((share * lengths.length).toPrecision(12)));
    const exact = (lengths[rank - 1] ?? Number.NaN) / clock;
    expect(Math.abs(read(`${kind}.latency.${name}`) - exact), name).toBeLessThanOrEqual(BUCKET * exact);
  }
  for (const place of [0.1, 0.5, 0.9, 0.99]) {
    const limit = lengths[Math.floor(place * lengths.length)] ?? 0;
    const share = read(`share(${kind}.latency > ${limit} cycles / clock)`);
    const within = (width: number) =>
      lengths.filter((one) => one > limit * (1 + width)).length / lengths.length;
    expect(share).toBeLessThanOrEqual(within(-BUCKET));
    expect(share).toBeGreaterThanOrEqual(within(BUCKET));
    if (limit < 1024) expect(share).toBeCloseTo(within(0), 12);
    expect(read(`share(${kind}.latency <= ${limit} cycles / clock)`)).toBeCloseTo(1 - share, 12);
  }
}

describe.each(["ring-overflow", "timer-network-disk", "overload-one-context"])(
  "shares of latencies in %s",
  (id) => {
    it.each([
      ["receive", packetRows],
      ["interrupt", interruptRows],
    ] as const)("equal a count over the rows, for %s latencies", async (kind, source) => {
      const scenario = { ...(await builtin(id)), runCycles: 3_000_000 };
      const { machine, rows, at } = rowsOf(scenario, source(scenario));
      const lengths = lengthsOf(rows, at("latency_cycles"));
      expect(lengths.length).toBeGreaterThan(50);
      const vocabulary = new Vocabulary(new Map([[OWN, scenario]]));
      const measured = measureRun(machine);
      const read = (text: string): number => {
        const compiled = vocabulary.compile(text);
        if (!compiled.ok) throw new Error(`${text}: ${compiled.error.message}`);
        return Number(compiled.quantity.evaluate(new Map([[OWN, measured]])));
      };
      expectAsRows(scenario, kind, lengths, read);
    });
  },
);
