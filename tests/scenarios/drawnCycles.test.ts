/** Distributions of service times (docs/model.md, M-196): which are refused, and the values that reach the core. */

import { expect, it } from "vitest";
import { SIM_POINT_LIMIT } from "../../core-wasm/binding/layout.gen.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { pointsOf } from "../../scenarios/software/drawnCycles.ts";
import type { DrawnCycles } from "../../scenarios/software/drawnCyclesSchema.ts";

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
