/** Distributions of service times (docs/model.md, M-196): which are refused, and the values that reach the core. */

import { expect, it } from "vitest";
import { createMachine } from "../../core-wasm/binding/index.ts";
import { SIM_POINT_LIMIT } from "../../core-wasm/binding/layout.gen.ts";
import { readMetrics } from "../../lib/metrics/metrics.ts";
import { compileScenario } from "../../scenarios/compile/compile.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { pointsOf } from "../../scenarios/software/drawnCycles.ts";
import type { DrawnCycles } from "../../scenarios/software/drawnCyclesSchema.ts";
import { fastCore } from "../support/cores.ts";

function parsed(drawnCycles: object) {
  return parseScenario({
    format: "irqscope-scenario",
    version: 1,
    name: "drawn",
    machine: { clockHertz: 1_000_000 },
    software: {
      routines: [{ name: "work", kind: "cycles", cycles: 1, drawnCycles }],
      threads: [
        {
          name: "t",
          layer: "application",
          priority: 5,
          start: { on: "always" },
          steps: [{ do: "exec", routine: "work" }],
        },
      ],
    },
  });
}

function errorsOf(drawnCycles: object): readonly string[] {
  const result = parsed(drawnCycles);
  return result.ok ? [] : result.errors.map(({ field, message }) => `${field} ${message}`);
}

const AT = "software.routines[0].drawnCycles";

it.each([
  [{ kind: "quantiles", quantiles: [3, 2] }, `${AT}.quantiles[1] must not be below the previous value, 3`],
  [
    {
      kind: "percentiles",
      percentiles: [
        { percent: 50, cycles: 3 },
        { percent: 100, cycles: 9 },
      ],
    },
    `${AT}.percentiles[0].percent must be 0, the smallest share`,
  ],
  [
    {
      kind: "percentiles",
      percentiles: [
        { percent: 0, cycles: 3 },
        { percent: 99, cycles: 9 },
      ],
    },
    `${AT}.percentiles[1].percent must be 100, the largest share`,
  ],
  [
    {
      kind: "percentiles",
      percentiles: [
        { percent: 0, cycles: 3 },
        { percent: 0, cycles: 4 },
        { percent: 100, cycles: 2 },
      ],
    },
    `${AT}.percentiles[1].percent must be above the previous value`,
  ],
])("drawn cycles are refused as %j", (drawn, error) => {
  expect(errorsOf(drawn)).toContain(error);
});

it("drawn cycles are limited to the core's number of points over all routines", () => {
  const quantiles = Array.from({ length: SIM_POINT_LIMIT + 1 }, (_, index) => index);
  expect(errorsOf({ kind: "quantiles", quantiles })[0]).toContain(`${AT}.quantiles`);
});

it.each<[DrawnCycles, readonly (readonly [number, number])[]]>([
  [
    { kind: "quantiles", quantiles: [1, 5, 9] },
    [
      [0, 1],
      [1, 5],
      [2, 9],
    ],
  ],
  [
    {
      kind: "values",
      values: [
        { cycles: 7, weight: 2 },
        { cycles: 1, weight: 3 },
      ],
    },
    [
      [2, 7],
      [5, 1],
    ],
  ],
  [
    {
      kind: "percentiles",
      percentiles: [
        { percent: 0, cycles: 1 },
        { percent: 99.9, cycles: 2 },
        { percent: 100, cycles: 3 },
      ],
    },
    [
      [0, 1],
      [99_900, 2],
      [100_000, 3],
    ],
  ],
])("drawn cycles of %j reach the core as %j", (drawn, points) => {
  expect(pointsOf(drawn).map(({ upto, cycles }) => [upto, cycles])).toEqual(points);
  expect(errorsOf(drawn)).toEqual([]);
});

const values = (cycles: readonly number[], table?: string, weights: readonly number[] = []) => ({
  kind: "values",
  values: cycles.map((one, row) => ({ cycles: one, weight: weights[row] ?? 1 })),
  ...(table === undefined ? {} : { table }),
});

/** Two parts of a packet's handling, after which it is delivered. */
function twoParts(first: object, second: object) {
  const exec = (routine: string) => ({ do: "exec", routine });
  return parseScenario({
    format: "irqscope-scenario",
    version: 1,
    name: "rows",
    runCycles: 2_000_000,
    machine: { clockHertz: 100_000_000, nics: [{ name: "eth0", lineRateBitPerSecond: "ideal" }] },
    software: {
      routines: [
        { name: "IP", kind: "cycles", cycles: 1, drawnCycles: first },
        { name: "copy", kind: "cycles", cycles: 1, drawnCycles: second },
      ],
      threads: [
        {
          name: "ISR",
          layer: "driver-isr",
          priority: 1,
          start: { on: "line", nic: "eth0" },
          steps: [
            { do: "acknowledge", nic: "eth0" },
            { do: "take-frame", nic: "eth0" },
            exec("IP"),
            exec("copy"),
            { do: "deliver" },
          ],
        },
      ],
    },
    traffic: [
      {
        kind: "constant",
        direction: "receive",
        nic: "eth0",
        sizeBytes: 64,
        rate: { framesPerSecond: 10_000 },
      },
    ],
  });
}

it("a packet takes one row of a table: its parts are drawn together", async () => {
  const core = await fastCore();
  /** Of all packets: the greatest latencies less the median, in cycles. */
  const distanceOf = (table: string | undefined) => {
    const result = twoParts(values([10, 1000], table), values([100, 5000], table));
    if (!result.ok) throw new Error(JSON.stringify(result.errors));
    const { machine: hardware, runCycles } = result.scenario;
    const machine = createMachine(core, compileScenario(result.scenario));
    machine.step(runCycles);
    const { latency } = readMetrics(machine, hardware).receive;
    expect(latency.count).toBeGreaterThan(90);
    return latency.p90 - latency.p50;
  };
  expect([0, 990 + 4900]).toContain(distanceOf("packets"));
  expect([990, 4900]).toContain(distanceOf(undefined));
});

it("columns of a table have as many values as each other, with the same weights", () => {
  const told = (first: object, second: object) => {
    const result = twoParts(first, second);
    return result.ok ? [] : result.errors.map(({ field, message }) => `${field} ${message}`);
  };
  const COPY = "software.routines[1].drawnCycles.values";
  expect(told(values([1, 2], "t"), values([1, 2, 3], "t"))).toEqual([
    `${COPY} has 3 values, but IP of the same table has 2`,
  ]);
  expect(told(values([1, 2], "t"), values([1, 2], "t", [1, 5]))).toEqual([
    `${COPY} has another weight in row 1 than IP of the same table`,
  ]);
  expect(told(values([1, 2], "t"), values([1, 2, 3], "u"))).toEqual([]);
});
