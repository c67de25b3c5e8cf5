import { describe, expect, it } from "vitest";
import { readCycle } from "../../../web/simulate/transport/RunToMenu.tsx";
import {
  SLIDER_MAX,
  sliderOfSpeed,
  speedOfSlider,
  speedText,
} from "../../../web/simulate/transport/SpeedSlider.tsx";
import { millisecondsText } from "../../../web/simulate/transport/Transport.tsx";
import { SPEEDS } from "../../../web/state/store.ts";

describe("the speed slider", () => {
  it("returns to every speed of the list", () => {
    for (const speed of SPEEDS) expect(speedOfSlider(sliderOfSpeed(speed))).toBe(speed);
  });

  it("moves with every key, about evenly in the logarithm, with max at its end", () => {
    const speeds = Array.from({ length: SLIDER_MAX + 1 }, (_, place) => speedOfSlider(place));
    expect(speeds.at(-1)).toBe("max");
    const numbers = speeds.slice(0, -1).map(Number);
    for (const [index, speed] of numbers.entries()) {
      expect(sliderOfSpeed(speed)).toBe(index);
      const before = numbers[index - 1];
      if (before !== undefined) expect(speed / before).toBeGreaterThanOrEqual(1.5);
      if (before !== undefined) expect(speed / before).toBeLessThanOrEqual(2);
    }
    expect([numbers[0], numbers.at(-1)]).toEqual([1, 1e7]);
  });

  it("shows a speed between two positions at the nearer one", () => {
    expect(speedOfSlider(sliderOfSpeed(1100))).toBe(1000);
    expect(speedOfSlider(sliderOfSpeed(3e9))).toBe(1e7);
  });

  it("labels speeds briefly", () => {
    expect(["max", 1, 30, 1000, 1e6].map((speed) => speedText(speed as number | "max"))).toEqual([
      "max",
      "1",
      "30",
      "1\u202f000",
      "1\u202fM",
    ]);
  });
});

describe("the cycle field", () => {
  it.each([
    ["84 210 000", 84_210_000],
    ["84\u202f210\u202f000", 84_210_000],
    ["84,210,000", 84_210_000],
    ["84.21M", 84_210_000],
    ["2e6", 2_000_000],
    ["0", 0],
  ])("reads %s", (text, cycle) => {
    expect(readCycle(text, 1e9)).toEqual({ ok: true, cycle });
  });

  it.each(["", "abc", "-4", "1.5", "1e999", "0x10", "NaN", "9".repeat(400)])(
    "refuses %s with a reason",
    (text) => {
      const read = readCycle(text, 1e9);
      expect(read.ok).toBe(false);
      if (!read.ok) expect(read.message).toMatch(/^cycle: /);
    },
  );

  it("takes no cycle after the end of the run", () => {
    expect(readCycle("101", 100)).toMatchObject({ ok: false });
    expect(readCycle("100", 100)).toEqual({ ok: true, cycle: 100 });
  });
});

describe("the simulated time", () => {
  it("changes with every cycle", () => {
    expect(millisecondsText(84_208_888, 50_000_000)).toBe("1\u202f684.17776");
    expect(millisecondsText(1, 200_000_000)).toBe("0.000005");
    expect(millisecondsText(1, 1000)).toBe("1");
  });
});
