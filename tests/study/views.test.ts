import { describe, expect, it } from "vitest";
import type { MetricSummary, PointSummary } from "../../lib/study/summary.ts";
import { linesOf, mapOf, paretoFront, usualView, variedAxes, viewAxes } from "../../lib/study/views.ts";

const measured = (mean: number): MetricSummary => ({
  ...{ count: 2, mean, deviation: 1, halfWidth: 0.5, low: mean - 0.5, high: mean + 0.5 },
  ...{ simulationError: 0.5, noneOf: undefined, isSkewed: false, basis: "seeds" },
  ...{ greatest: undefined, worst: undefined },
});
const point = (values: PointSummary["point"], loss: number, latency = 1): PointSummary => ({
  point: values,
  seeds: [1, 2],
  runs: 2,
  metrics: { loss: measured(loss), latency: measured(latency) },
});

const VALUES = [
  { contexts: 1, ring: 16, rate: 10 },
  { contexts: 1, ring: 4, rate: 10 },
  { contexts: 2, ring: 4, rate: 10 },
  { contexts: 2, ring: 16, rate: 10 },
  { contexts: 1, ring: 8, rate: 10 },
];
const AXES = viewAxes(VALUES.map((values) => ({ values })));

describe("axes of a study", () => {
  it("are the columns with several values, with numbers in ascending order", () => {
    expect(AXES).toEqual([
      { column: "contexts", values: [1, 2], along: [] },
      { column: "ring", values: [4, 8, 16], along: [] },
    ]);
  });

  it("that advance together are one axis", () => {
    const pairs = [
      [4, "a"],
      [8, "b"],
    ].flatMap(([ring, rate]) => [1, 2].map((contexts) => ({ values: { ring, rate, contexts } as never })));
    expect(viewAxes(pairs).map(({ column, along }) => [column, along])).toEqual([
      ["ring", ["rate"]],
      ["contexts", []],
    ]);
    expect(variedAxes(pairs).map(({ column }) => column)).toEqual(["ring", "rate", "contexts"]);
    const table = [...pairs, { values: { ring: 8, rate: "a", contexts: 1 } }];
    expect(viewAxes(table).map(({ column }) => column)).toEqual(["ring", "rate", "contexts"]);
  });

  it("keep the order of words", () => {
    const words = ["poll", "interrupt", "poll"].map((mode) => ({ values: { mode } }));
    expect(viewAxes(words)).toEqual([{ column: "mode", values: ["poll", "interrupt"], along: [] }]);
  });

  it("go across if longest, and those that are compared make the lines", () => {
    const view = usualView(AXES, ["loss"], "contexts");
    expect([view.x, view.series, view.metric]).toEqual(["ring", "contexts", "loss"]);
    expect(usualView(AXES, ["loss"], "ring").series).toBe("ring");
    expect(usualView(AXES.slice(1), ["loss"]).series).toBeUndefined();
  });
});

const VIEW = usualView(AXES, ["loss"], "contexts");
const POINTS = [
  point({ contexts: 1, ring: 4, rate: 10 }, 20),
  point({ contexts: 2, ring: 4, rate: 10 }, 18),
  point({ contexts: 1, ring: 16, rate: 10 }, 2),
];

describe("lines and map of a study", () => {
  it("have the points along the axis, without those that have no value", () => {
    const lines = linesOf(POINTS, AXES, VIEW);
    expect(
      lines.map(({ value, points }) => [value, points.map(({ x, measured: { mean } }) => [x, mean])]),
    ).toEqual([
      [
        1,
        [
          [4, 20],
          [16, 2],
        ],
      ],
      [2, [[4, 18]]],
    ]);
  });

  it("fix the hidden columns at their values", () => {
    const axes = viewAxes([...VALUES, { contexts: 1, ring: 4, rate: 20 }].map((values) => ({ values })));
    const both = [...POINTS, point({ contexts: 1, ring: 4, rate: 20 }, 77)];
    const at = (rate: number) =>
      linesOf(both, axes, { ...VIEW, fixed: { rate } })[0]?.points.map(({ measured: { mean } }) => mean);
    expect(at(10)).toEqual([20, 2]);
    expect(at(20)).toEqual([77]);
  });

  it("have a cell for each pair of values", () => {
    const cells = mapOf(POINTS, AXES, { ...VIEW, y: "contexts" });
    expect(cells.map((row) => row.map((cell) => cell?.mean))).toEqual([
      [20, undefined, 2],
      [18, undefined, undefined],
    ]);
  });
});

describe("the front of two measures", () => {
  const all = [
    point({ n: 1 }, 5, 10),
    point({ n: 2 }, 3, 20),
    point({ n: 3 }, 4, 25),
    point({ n: 4 }, 1, 40),
    point({ n: 5 }, 5, 9),
  ];
  const numbers = (points: readonly PointSummary[]) => points.map((one) => one.point.n);

  it("has the points that no other point beats in both", () => {
    expect(numbers(paretoFront(all, ["loss", "latency"], ["less", "less"]))).toEqual([4, 2, 5]);
  });

  it("handles measures of which more is better", () => {
    expect(numbers(paretoFront(all, ["loss", "latency"], ["less", "more"]))).toEqual([4]);
  });

  it("agrees with a comparison of every pair", () => {
    let state = 7;
    const drawn = () => {
      state = (state * 48_271) % 2_147_483_647;
      return state % 20;
    };
    const points = Array.from({ length: 60 }, (_, n) => point({ n }, drawn(), drawn()));
    const read = (one: PointSummary) =>
      [one.metrics.loss?.mean ?? 0, one.metrics.latency?.mean ?? 0] as const;
    const isBeaten = (one: PointSummary) =>
      points.some((other) => {
        const [a, b] = read(one);
        const [c, d] = read(other);
        return c <= a && d <= b && (c < a || d < b);
      });
    const kept = new Set(points.filter((one) => !isBeaten(one)).map((one) => read(one).join()));
    const front = paretoFront(points, ["loss", "latency"], ["less", "less"]);
    expect(new Set(front.map((one) => read(one).join()))).toEqual(kept);
  });
});
