/** Drops that are too close for a cross each. */
import { expect, it } from "vitest";
import { dropClusters } from "../../../web/timeline/draw/marks.ts";
import { shownBeside } from "../../../web/why/WhyCard.tsx";

it("crosses and numbers of drops in the timeline sum to all losses", () => {
  const places = [10, 13, 40, 46, 52, 90].map((x) => ({ x, frames: 1 }));
  const clusters = dropClusters([...places, { x: 120, frames: 3 }]);
  expect(clusters).toEqual([
    { x: 10, frames: 2, ticks: [] },
    { x: 40, frames: 3, ticks: [46, 52] },
    { x: 90, frames: 1, ticks: [] },
    { x: 120, frames: 3, ticks: [] },
  ]);
  expect(dropClusters([])).toEqual([]);
});

it("the label of a drop ends before the card's label", () => {
  // 1,000 cycles in three quarters of the width: 1,333 over all of it.
  expect(shownBeside(0, 1000, 0.75)).toBeCloseTo(1333.33, 1);
  expect(shownBeside(500, 1500, 1)).toBe(1000);
  expect(shownBeside(0, 1000, 0.1)).toBe(4000);
});
