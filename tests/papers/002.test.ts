/** Source 002: what Linux 2.6's scheduler gives audio and file copy. docs/papers/002.md rests on it. */
import { describe, expect, test } from "vitest";
import { sharesOf, timeSlice } from "./o1Scheduler.ts";

/** A round of the file copy alone: 128 KB at 1.59 MB/s. */
const ROUND = (131_072 / 1.59e6) * 1000;
const AUDIO_ALONE = 6.43;
const FILE_ALONE = 1.59;

const row3 = (waiting: number) => {
  const { busy, copy, bonus } = sharesOf(ROUND * (1 - waiting), ROUND * waiting);
  return { frames: busy * AUDIO_ALONE, rate: copy * FILE_ALONE, bonus };
};

describe("the scheduler of Linux 2.6.8 and later", () => {
  test("gives 800 ms at nice -20 and 100 ms at nice 0", () => {
    expect(timeSlice(-20)).toBe(800);
    expect(timeSlice(0)).toBe(100);
  });

  test.each([
    [0.16, 1.08],
    [0.25, 1.63],
  ])("leaves its bonus to a copy that waits for %f of the time", (waiting, frames) => {
    const result = row3(waiting);
    expect(result.bonus).toBeGreaterThanOrEqual(7);
    expect(result.frames).toBeCloseTo(frames, 1);
    expect(result.rate).toBeGreaterThan(0.98 * FILE_ALONE);
  });

  test("takes the bonus of a copy that waits for 3 % of the time", () => {
    const { frames, rate, bonus } = row3(0.03);
    expect(bonus).toBe(0);
    expect(frames).toBeCloseTo(3.57, 1);
    expect(rate).toBeCloseTo(0.73, 1);
  });

  test("has row 3's printed rates in neither state", () => {
    const [kept, lost] = [row3(0.16), row3(0.03)];
    expect(kept.frames).toBeLessThan(1.87);
    expect(lost.frames).toBeGreaterThan(1.87);
    expect(lost.rate).toBeLessThan(1.34);
    expect(kept.rate).toBeGreaterThan(1.34);
  });
});
