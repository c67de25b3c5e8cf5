/** The audio ring: the played samples are the sum of a mix that the test computes again, and underruns are counted,
 * printed and at the expected places. */
import { describe, expect, it } from "vitest";
import { namedEvents } from "../../lib/events/events.ts";
import { readMetrics } from "../../lib/metrics/metrics.ts";
import { endedDemo } from "./demoRun.ts";

const BLOCK = 16;
const STEPS = [1, 2, 3, 5, 8, 13, 21, 34];

/** Sum of the first samples. Each voice is |phase - 128|, one less below 0, from phase 0 onwards. */
function mixed(samples: number): number {
  let sum = 0;
  for (let sample = 0; sample < samples; sample++)
    for (const step of STEPS) {
      const phase = (sample * step) % 256;
      sum += phase < 128 ? 127 - phase : phase - 128;
    }
  return sum % 2 ** 32;
}

const ended = (periodNanoseconds = 30_000, block = BLOCK, ring = 128) =>
  endedDemo("audio-ring", (text) =>
    text
      .replace('"periodNanoseconds":30000', `"periodNanoseconds":${periodNanoseconds}`)
      .replace(`.equ  BLOCK, ${BLOCK} `, `.equ  BLOCK, ${block} `)
      .replace(".equ  SAMPLES, 128 ", `.equ  SAMPLES, ${ring} `),
  );

describe("the audio ring demo", () => {
  it("plays each sample once in order, one block for each tick", async () => {
    const { word, text } = await ended();
    // 400,000 cycles have 133 ticks of 3000.
    expect(word("played")).toBe(133 * BLOCK);
    expect(word("heard")).toBe(mixed(133 * BLOCK));
    expect(word("underruns")).toBe(0);
    expect(text()).toBe("");
    expect(word("made") - word("played")).toBeLessThanOrEqual(128);
  });

  it("waits while the ring is full, and is idle then", async () => {
    const { machine, scenario, word } = await ended();
    const words = namedEvents(machine.readEvents(0));
    expect(words.filter(({ kind }) => kind === "recognised")).toHaveLength(133);
    expect(readMetrics(machine, scenario.machine).idleCycles).toBeGreaterThan(0);
    // Between two ticks the loop is as far ahead as the ring has room.
    expect(word("made") - word("played")).toBeGreaterThan(128 - 2 * BLOCK);
  });

  it.each([
    ["a period that is too short", 20_000, BLOCK],
    ["a block that is too large for its period", 30_000, 2 * BLOCK],
  ])("%s: a tick plays a whole block, or prints an underrun on the console", async (_, period, block) => {
    const { word, text } = await ended(period, block);
    const ticks = Math.floor(4_000_000 / period) - (4_000_000 % period === 0 ? 1 : 0);
    const underruns = word("underruns");
    expect(underruns).toBeGreaterThan(10);
    expect(word("played")).toBe((ticks - underruns) * block);
    // A late sample is not lost: it is played at a later tick.
    expect(word("heard")).toBe(mixed(word("played")));
    const told = text().trim().split("\n").map(Number);
    expect(told).toEqual(told.toSorted((a, b) => a - b));
    expect(new Set(told).size).toBe(told.length);
    expect(told[0]).toBe(1);
    expect(underruns - (told.at(-1) ?? 0)).toBeLessThanOrEqual(2);
  });

  it("plays larger blocks at the same sample rate as long as they fit into the ring", async () => {
    const larger = await ended(60_000, 2 * BLOCK);
    expect(larger.word("underruns")).toBe(0);
    expect(larger.word("heard")).toBe(mixed(larger.word("played")));
    // A ring of one block: no block is ready while it is being filled, yet each is there in time.
    expect((await ended(60_000, 2 * BLOCK, 2 * BLOCK)).word("underruns")).toBe(0);
    // A block that the ring cannot hold never arrives.
    const none = await ended(60_000, 2 * BLOCK, BLOCK);
    expect([none.word("played"), none.word("underruns")]).toEqual([0, 66]);
  });
});
