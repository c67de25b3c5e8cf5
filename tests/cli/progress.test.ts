import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { durationText, Progress } from "../../cli/progress.ts";

let written = "";
let now = 0;
const wasTerminal = process.stderr.isTTY;

beforeEach(() => {
  written = "";
  now = 1000;
  process.stderr.isTTY = true;
  vi.spyOn(performance, "now").mockImplementation(() => now);
  vi.spyOn(process.stderr, "write").mockImplementation((text) => {
    written = String(text);
    return true;
  });
});

afterEach(() => {
  vi.restoreAllMocks();
  process.stderr.isTTY = wasTerminal;
});

test("the remaining time is printed once the speed of this process is known", () => {
  const progress = new Progress(0, "runs");
  progress.expect(100, 40);
  expect(written).toBe("\r40 of 100 runs");
  now += 2000;
  for (let run = 0; run < 3; run++) progress.advance();
  expect(written).toBe("\r43 of 100 runs");
  now += 4000;
  for (let run = 0; run < 3; run++) progress.advance();
  // 6 runs took 6 s, and 54 remain.
  expect(written).toBe("\r46 of 100 runs, about 54 s left");
  progress.expect(46);
  expect(written).toBe("\r46 of 46 runs\u001b[K");
});

test("a file or pipe gets one complete line a minute, and none if the work ends sooner", () => {
  process.stderr.isTTY = false;
  const progress = new Progress(150, "runs");
  now += 59_000;
  progress.advance();
  expect(written).toBe("");
  now += 1000;
  for (let run = 0; run < 4; run++) progress.advance();
  // The second run of five ended at 60 s, which is too few to estimate a speed.
  expect(written).toBe("2 of 150 runs\n");
  written = "";
  now += 59_999;
  progress.advance();
  progress.hide();
  expect(written).toBe("");
  now += 1;
  progress.hide();
  progress.advance();
  expect(written).toBe("");
  progress.show();
  // 7 runs took 120 s, and 143 remain.
  expect(written).toBe("7 of 150 runs, about 41 min left\n");
});

test.each([
  [0.2, "1 s"],
  [45.4, "45 s"],
  [100, "2 min"],
  [5000, "83 min"],
  [12_000, "3 h 20 min"],
  [7199, "2 h"],
  [400_000, "111 h"],
])("%f seconds are printed as %s", (seconds, text) => {
  expect(durationText(seconds)).toBe(text);
});
