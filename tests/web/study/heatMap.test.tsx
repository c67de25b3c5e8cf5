import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { PointValues } from "../../../lib/study/plan.ts";
import { HeatMap } from "../../../web/study/HeatMap.tsx";

const cell = (values: PointValues) => ({
  point: { point: values, seeds: [1], runs: 1, metrics: {} },
  mean: Number(values.ring),
});

/** Names of the cells that have a frame, each with whether its frame is that of the second point. */
function framed(chosen: PointValues | undefined, beside: PointValues | undefined) {
  const map = renderToStaticMarkup(
    <HeatMap
      cells={[[4, 8, 16].map((ring) => cell({ ring, rate: 1 }))]}
      metric={{ text: "receive.loss", unit: "frames", label: undefined }}
      {...{ x: "ring", y: "rate", across: [4, 8, 16], down: [1], svg: { current: null } }}
      choice={{ chosen, beside, choose: () => undefined, baseOf: () => undefined }}
    />,
  );
  const cells = map.split('<g class="sweep-cell').slice(1);
  return cells.flatMap((one) => {
    const [, isBeside] = /class="sweep-cell__frame" data-beside="(\w+)"/.exec(one) ?? [];
    return isBeside === undefined ? [] : [`${/aria-label="(ring \d+)/.exec(one)?.[1]} ${isBeside}`];
  });
}

test("the map of a study frames the chosen point and the one beside it", () => {
  const [four, sixteen] = [4, 16].map((ring) => ({ ring, rate: 1 }));
  expect(framed(undefined, undefined)).toEqual([]);
  expect(framed(four, undefined)).toEqual(["ring 4 false"]);
  expect(framed(four, sixteen)).toEqual(["ring 4 false", "ring 16 true"]);
});
