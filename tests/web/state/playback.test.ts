import { describe, expect, it } from "vitest";
import { advancePlayhead, LONGEST_FRAME_MS, SWEEP_MS } from "../../../web/state/playback.ts";

const base = { playhead: 0, carry: 0, elapsedMs: 16, speed: 100, frontier: 1e9, endCycle: 1e9 } as const;

describe("advancePlayhead", () => {
  it("loses no part of a cycle at any frame rate", () => {
    let playhead = 0;
    let carry = 0;
    let totalMs = 0;
    for (let frame = 0; frame < 1000; frame += 1) {
      const elapsedMs = 5 + ((frame * 7919) % 40);
      totalMs += elapsedMs;
      const step = advancePlayhead({ ...base, playhead, carry, elapsedMs, speed: 3 });
      ({ playhead, carry } = step);
      expect(carry).toBeGreaterThanOrEqual(0);
      expect(carry).toBeLessThan(1);
    }
    expect(playhead + carry).toBeCloseTo((totalMs / 1000) * 3, 6);
  });

  it("waits at the frontier and ends at the end of the run", () => {
    const waiting = advancePlayhead({ ...base, speed: 1e6, frontier: 500, endCycle: 10_000 });
    expect(waiting).toEqual({ playhead: 500, carry: 0, ended: false });
    const ended = advancePlayhead({ ...base, speed: 1e6, frontier: 10_000, endCycle: 10_000 });
    expect(ended).toEqual({ playhead: 10_000, carry: 0, ended: true });
  });

  it("never moves back, even if the playhead is beyond the frontier", () => {
    for (const speed of [1, 1e6, "max"] as const) {
      const step = advancePlayhead({ ...base, playhead: 700, speed, frontier: 500 });
      expect(step.playhead).toBe(700);
    }
  });

  it("follows the frontier at maximum speed", () => {
    expect(advancePlayhead({ ...base, speed: "max", frontier: 12_345 }).playhead).toBe(12_345);
  });

  it("passes over a known run at maximum speed slowly enough to be seen", () => {
    const step = advancePlayhead({ ...base, speed: "max", elapsedMs: SWEEP_MS / 100 });
    expect(step.playhead).toBe(base.endCycle / 100);
  });

  it("does not jump after a hidden tab", () => {
    const step = advancePlayhead({ ...base, speed: 1000, elapsedMs: 60_000 });
    expect(step.playhead).toBe(LONGEST_FRAME_MS);
  });
});
