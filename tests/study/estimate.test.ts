import { expect, it } from "vitest";
import { secondsLeft } from "../../lib/study/estimate.ts";

it("the time estimate takes a point by its own runs, others by the mean, and divides the work", () => {
  const done = [
    { pointNumber: 0, seconds: 2 },
    { pointNumber: 0, seconds: 4 },
    { pointNumber: 1, seconds: 1 },
  ];
  const left = [
    { pointNumber: 0, runs: 2 },
    { pointNumber: 1, runs: 4 },
    { pointNumber: 2, runs: 1 },
  ];
  // 2 x 3 s, 4 x 1 s, 1 x 2 s
  expect(secondsLeft(done, left, 1)).toBe(12);
  expect(secondsLeft(done, left, 2)).toBe(6);
});

it("the time estimate is unknown before the first run, and zero at the end", () => {
  expect(secondsLeft([], [{ pointNumber: 0, runs: 2 }], 2)).toBeUndefined();
  expect(secondsLeft([{ pointNumber: 0, seconds: 3 }], [{ pointNumber: 0, runs: 0 }], 2)).toBe(0);
});
