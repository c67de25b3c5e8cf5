/** Captures: scaled in time and resampled in blocks (docs/model.md, M-197). */
import { expect, it } from "vitest";
import {
  arrivalsOf,
  draw,
  drawBelow,
  orderOfEvents,
  type Recording,
  streamKey,
} from "../../scenarios/traffic/recording.ts";

const TIMES = [10, 10, 25, 40, 100];
const CLOCK_HERTZ = 1_000_000_000; /* A cycle takes a nanosecond. */

const open = (more: Partial<Recording> = {}): Recording =>
  Object.assign(
    {
      kind: "trace",
      loop: "open",
      nic: "eth0",
      startCycle: 0,
      timeScalePermille: 1000,
      events: { timesNanoseconds: TIMES, sizesBytes: TIMES.map(() => 64), directions: "rrrrr" },
    } as const,
    more,
  );

const cyclesOf = (recording: Recording, seed = 1, clockHertz = CLOCK_HERTZ) =>
  [...arrivalsOf(recording, { seed, index: 0, clockHertz })].map(({ cycles }) => Number(cycles));

it("resampling draws as SplitMix64 does in its published test (seed 1234567)", () => {
  expect([0, 1, 2].map((k) => draw(1_234_567n, k))).toEqual([
    6_457_827_717_110_365_317n,
    3_203_168_211_198_807_973n,
    9_817_491_932_198_370_423n,
  ]);
});

it("a recorded capture is used unchanged without options", () => {
  expect(cyclesOf(open())).toEqual(TIMES);
});

it("scaled times of a capture are each rounded down, so that no rounding accumulates", () => {
  expect(cyclesOf(open({ timeScalePermille: 500 }))).toEqual([5, 5, 12, 20, 50]);
  expect(cyclesOf(open({ timeScalePermille: 2001 }))).toEqual([20, 20, 50, 80, 200]);
});

it("think times are carried over, scaled ones too", () => {
  const thinkNanoseconds = new Array<number>(1000).fill(7);
  const events = { thinkNanoseconds, sizesBytes: thinkNanoseconds, directions: "r".repeat(1000) };
  const closed: Recording = {
    kind: "trace",
    loop: "closed",
    nic: "eth0",
    startCycle: 0,
    workEnds: "return",
    timeScalePermille: 300,
    events,
  };
  const sum = cyclesOf(closed, 1, 333_333_333).reduce((all, one) => all + one, 0);
  expect(sum).toBe(Math.floor((7000 * 0.3 * 333_333_333) / 1e9));
});

it("resampling in blocks keeps neighbours and gaps, and the seed chooses the blocks", () => {
  const resampled = open({ resample: { blockEvents: 2 } });
  const events = [...arrivalsOf(resampled, { seed: 3, index: 0, clockHertz: CLOCK_HERTZ })];
  expect(events).toHaveLength(TIMES.length);
  for (const first of [0, 2]) expect(events[first + 1]?.event).toBe((events[first]?.event ?? 0) + 1);
  let time = 0;
  for (const { event, cycles } of events) {
    time += (TIMES[event] ?? 0) - (TIMES[event - 1] ?? 0);
    expect(Number(cycles)).toBe(time);
  }
  const samples = [1, 2, 3, 4, 5, 6].map((seed) => cyclesOf(resampled, seed).join());
  expect(new Set(samples).size).toBeGreaterThan(3);
  expect(cyclesOf(resampled, 3)).toEqual(cyclesOf(resampled, 3));
});

it("resampling begins blocks at each place equally often: chi-square of 97 places, 99.9 %", () => {
  const key = streamKey(7n, 0x1000);
  const order = orderOfEvents(100_000, undefined, key);
  expect(order[99_999]).toBe(99_999);
  const counts = new Array<number>(97).fill(0);
  for (let k = 0; k < 97_000; k++) {
    const place = drawBelow(key, k, 97);
    counts[place] = (counts[place] ?? 0) + 1;
  }
  const chiSquare = counts.reduce((sum, count) => sum + (count - 1000) ** 2 / 1000, 0);
  expect(chiSquare).toBeLessThan(145); /* 96 degrees of freedom. */
});

it("resampling takes no event beyond the capture", () => {
  for (let seed = 0n; seed < 50n; seed++) {
    const order = orderOfEvents(10, 4, streamKey(seed, 0x1000));
    expect(order).toHaveLength(10);
    expect(Math.max(...order)).toBeLessThan(10);
  }
});
