import { describe, expect, it } from "vitest";
import { createKeyframes, deltaBytes, deltaOf, patched, wordsOf } from "../../../web/engine/keyframes.ts";
import { createFineSnapshots } from "../../../web/engine/scrub.ts";
import { createRandom } from "../../support/random.ts";

const bytes = (size: number, cycle = 0) => {
  const made = new Uint8Array(size);
  new DataView(made.buffer).setFloat64(0, cycle);
  return made;
};

function filled(count: number, budgetBytes: number) {
  const keyframes = createKeyframes({ budgetBytes, spacingCycles: 1000 });
  const written: number[] = [];
  while (keyframes.due() <= count) {
    const cycle = keyframes.due();
    keyframes.add(bytes(100, cycle));
    written.push(cycle);
    keyframes.note(1 << (written.length % 5));
  }
  return { keyframes, written };
}

describe("keyframes", () => {
  it("start at cycle 0 with equal spacing", () => {
    const { written, keyframes } = filled(10_000, 10_000);
    expect(written).toEqual([0, 1000, 2000, 3000, 4000, 5000, 6000, 7000, 8000, 9000, 10_000]);
    expect(keyframes.spacing()).toBe(1000);
  });

  it("double their spacing instead of exceeding the memory budget", () => {
    for (const end of [7_000, 8_000, 63_000, 64_000, 1_000_000]) {
      const { keyframes } = filled(end, 800);
      expect(keyframes.heldBytes()).toBeLessThanOrEqual(800);
      for (let cycle = 0; cycle <= end; cycle += 333) {
        const frame = keyframes.atOrBefore(cycle);
        expect(cycle - frame.cycle).toBeLessThan(keyframes.spacing());
        expect(frame.cycle).toBeLessThanOrEqual(cycle);
        expect(new DataView(frame.bytes.buffer).getFloat64(0)).toBe(frame.cycle);
      }
    }
  });

  it("keep the event kinds of the intervals that they merge", () => {
    const { keyframes } = filled(64_000, 800);
    const all = [...keyframes.intervalsFrom(0)];
    expect(all.reduce((kinds, interval) => kinds | interval.kinds, 0)).toBe(0b11111);
    expect(all.at(0)?.from).toBe(0);
    expect(all.at(-1)?.to).toBe(Number.POSITIVE_INFINITY);
    for (const [index, interval] of all.entries()) {
      if (index > 0) expect(interval.from).toBe(all[index - 1]?.to);
    }
    expect([...keyframes.intervalsBack(64_000)].map((interval) => interval.from)).toEqual(
      all.map((interval) => interval.from).reverse(),
    );
  });
});

describe("deltas between keyframes", () => {
  it("restore the snapshot, of any size and with any changes", () => {
    const random = createRandom(7);
    for (const size of [1, 4, 255, 256, 257, 4095, 10_001]) {
      const first = Uint8Array.from({ length: size }, () => random.integer(0, 255));
      for (const changes of [0, 1, 5, size]) {
        const now = first.slice();
        for (let change = 0; change < changes; change++)
          now[random.integer(0, size - 1)] = random.integer(0, 255);
        const delta = deltaOf(wordsOf(first), wordsOf(now));
        expect(patched(wordsOf(first), delta, size)).toEqual(now);
        if (changes === 0) expect(deltaBytes(delta)).toBe(0);
        expect(deltaBytes(delta)).toBeLessThanOrEqual(changes * 260);
      }
    }
  });

  it("store more keyframes in the same memory if little changes", () => {
    const keyframes = createKeyframes({ budgetBytes: 20_000, spacingCycles: 1000 });
    while (keyframes.due() <= 50_000) keyframes.add(bytes(10_000, keyframes.due()));
    expect(keyframes.spacing()).toBe(2000);
    for (const cycle of [0, 4000, 50_000])
      expect(new DataView(keyframes.atOrBefore(cycle).bytes.buffer).getFloat64(0)).toBe(cycle);
  });
});

describe("fine snapshots", () => {
  it("give the nearest one at or before a cycle, within the interval", () => {
    const fine = createFineSnapshots({ budgetBytes: 80, spacingCycles: 10 });
    for (const cycle of [100, 110, 130]) fine.add(cycle, bytes(8));
    expect(fine.between(100, 129)?.cycle).toBe(110);
    expect(fine.between(100, 130)?.cycle).toBe(130);
    expect(fine.between(100, 999)?.cycle).toBe(130);
    expect(fine.between(131, 139)).toBeUndefined();
    expect(fine.between(0, 99)).toBeUndefined();
  });

  it("drop the least recently used one first", () => {
    const fine = createFineSnapshots({ budgetBytes: 24, spacingCycles: 10 });
    for (const cycle of [0, 10, 20]) fine.add(cycle, bytes(8));
    expect(fine.between(0, 5)?.cycle).toBe(0);
    fine.add(30, bytes(8));
    expect(fine.has(10)).toBe(false);
    expect(fine.has(0)).toBe(true);
    expect(fine.heldBytes()).toBe(24);
  });
});
