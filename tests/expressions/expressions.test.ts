import { describe, expect, test } from "vitest";
import { BIT_PER_SECOND, CYCLE, CYCLE_PER_SECOND, NUMBER, SECOND } from "../../lib/expressions/dimension.ts";
import { compileExpression, type DimensionOf, pathText, type Read } from "../../lib/expressions/index.ts";

const METRICS: Readonly<Record<string, readonly [number | undefined, ReturnType<DimensionOf>]>> = {
  clock: [200e6, CYCLE_PER_SECOND],
  "receive.delivered": [90, NUMBER],
  "receive.offered": [100, NUMBER],
  "receive.rate": [60e6, BIT_PER_SECOND],
  "receive.latency.p99": [18e-6, SECOND],
  "send.latency.p99": [undefined, SECOND],
  'receive.latency["p99.9"]': [25e-6, SECOND],
  'receive.latency.share[">"][0]': [1, NUMBER],
  'thread["the player"].cycles': [4000, CYCLE],
  "core[1].busy": [0.5, NUMBER],
};

const dimensionOf: DimensionOf = (path) => METRICS[pathText(path)]?.[1];
/** A twentieth of the latencies exceed 20 us. */
const read: Read = (path) =>
  pathText(path.slice(0, -1)) === 'receive.latency.share[">"]' &&
  Math.abs(Number(path.at(-1)) - 20e-6) < 1e-12
    ? 0.05
    : METRICS[pathText(path)]?.[0];

function value(text: string) {
  const result = compileExpression(text, dimensionOf);
  if (!result.ok) throw new Error(`${text}: ${result.error.at}: ${result.error.message}`);
  return result.compiled.evaluate(read);
}

function refusal(text: string): string {
  const result = compileExpression(text, dimensionOf);
  return result.ok ? "accepted" : `${result.error.at}: ${result.error.message}`;
}

describe("the value of an expression", () => {
  test.each([
    ["1 + 2 * 3", 7],
    ["(1 + 2) * 3", 9],
    ["10 - 4 - 3", 3],
    ["12 / 4 / 3", 1],
    ["-2 * -3", 6],
    ["--2", 2],
    ["1 - -1", 2],
    [".5 + 1e2", 100.5],
    ["50 %", 0.5],
    ["min(3, 2, 5)", 2],
    ["max(1, abs(-4))", 4],
    ["receive.delivered / receive.offered", 0.9],
    ['thread["the player"].cycles / clock * 1e6', 20],
    ["core[1].busy", 0.5],
    ["receive.rate / 1 Mb/s", 60],
    ["receive.latency.p99 / 1 us", 18],
    ["receive.latency.p99.9 / 1 us", 25],
    ['receive.latency["p99.9"] / 1 us', 25],
    ["receive.latency.p99.9 - receive.latency.p99", 7e-6],
    ["share(receive.latency > 20 us) * 100", 5],
    ["1 - share(receive.latency > 2 * 10 us)", 0.95],
  ])("is right for %s", (text, expected) => {
    expect(value(text)).toBeCloseTo(expected, 9);
  });

  test.each([
    ["receive.latency.p99 < 20 µs", true],
    ["receive.latency.p99 < 20us and receive.rate >= 60 Mb/s", true],
    ["receive.rate > 60 Mb/s or receive.delivered == 90", true],
    ["not receive.delivered == 90", false],
    ["1 < 2 or 1 < 0 and 1 < 0", true],
    ["not 1 < 0 and 1 < 0", false],
    ["receive.delivered != 90", false],
    ['thread["the player"].cycles <= 4000 cycles', true],
  ])("is true or false for the condition %s", (text, expected) => {
    expect(value(text)).toBe(expected);
  });

  test.each([
    "1 / 0",
    "send.latency.p99",
    "-send.latency.p99",
    "min(1 s, send.latency.p99)",
    "1e300 * 1e300",
  ])("is undefined for %s", (text) => {
    expect(value(text)).toBeUndefined();
  });

  test("is undefined for a condition without a value, unless the other side decides", () => {
    expect(value("send.latency.p99 < 1 s")).toBeUndefined();
    expect(value("not send.latency.p99 < 1 s")).toBeUndefined();
    expect(value("send.latency.p99 < 1 s and 1 < 0")).toBe(false);
    expect(value("send.latency.p99 < 1 s or 0 < 1")).toBe(true);
    expect(value("send.latency.p99 < 1 s and 0 < 1")).toBeUndefined();
  });
});

describe("a refused expression names the place and the reason", () => {
  test.each([
    ["", "0: expected a number, a metric or a bracket"],
    ["1 +", "3: expected a number, a metric or a bracket"],
    ["1 2", "2: expected an operator or the end"],
    ["(1", '2: expected ")"'],
    ["1 < 2 < 3", "6: comparisons do not chain: join two of them with and"],
    ["receive.lost", "0: no metric receive.lost"],
    ["receive.rate + 1 s", "13: units differ: bit/s and s"],
    ["receive.rate > 60", "13: units differ: bit/s and a plain number"],
    ["1 and 2 < 3", "0: expected a condition, as in receive.dropped == 0"],
    ["1 + (2 < 3)", "7: expected a quantity, not a condition"],
    ["sqrt(2)", '0: no function "sqrt": there are min, max, abs, share'],
    ["min(1)", "0: min takes 2 to 8 operands"],
    ["share(1 > 2)", "0: share takes a latency and a limit, as in share(interrupt.latency > 20 us)"],
    [
      "share(receive.latency)",
      "0: share takes a latency and a limit, as in share(interrupt.latency > 20 us)",
    ],
    [
      "share(receive.latency == 1 us)",
      "0: share takes a latency and a limit, as in share(interrupt.latency > 20 us)",
    ],
    ["share(receive.rate > 1 us)", "0: there is no latency receive.rate to take a share of"],
    ["share(receive.latency > 20)", "24: a latency is compared with a time: units differ"],
    ["receive.latency.p99 .9", "20: expected an operator or the end"],
    ["receive.latency.p99.9us", "19: expected an operator or the end"],
    ['thread["x', "7: the text in quotes has no end"],
    ["a = 1", '2: unexpected "="'],
    ["thread[1.5]", '7: expected a text in quotes or an index, as in thread["player"]'],
    ["1 kbps", "2: expected an operator or the end"],
    [`${"(".repeat(60)}1${")".repeat(60)}`, "51: nested too deeply"],
    ["1".repeat(1001), "1000: longer than 1000 characters"],
  ])("of case %#", (text, expected) => {
    expect(refusal(text)).toBe(expected);
  });
});

/** The hash of Tommy Ettinger's mulberry32, which is in the public domain. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const PIECES = [
  ...[
    "1",
    "0",
    "1e308",
    "2.5",
    "20 us",
    "5 %",
    "3 cycles",
    "receive.rate",
    "receive.delivered",
    "send.latency.p99",
  ],
  ...[
    "clock",
    "core[1].busy",
    'thread["the player"].cycles',
    "nowhere",
    "+",
    "-",
    "*",
    "/",
    "(",
    ")",
    "<",
    "<=",
  ],
  ...[
    "==",
    "!=",
    "and",
    "or",
    "not",
    "min(",
    "abs(",
    ",",
    ".",
    "[",
    "]",
    '"',
    "\\",
    "\u0000",
    "é",
    "😀",
    " ",
    "\n",
  ],
];

describe("a random expression", () => {
  const seed = Date.now() % 2 ** 31;
  test(`never throws, and its error is at a place within the text (seed ${seed})`, () => {
    const draw = random(seed);
    let accepted = 0;
    for (let i = 0; i < 20_000; i++) {
      const length = Math.floor(draw() * 14);
      const text = Array.from({ length }, () => PIECES[Math.floor(draw() * PIECES.length)] ?? "").join(
        draw() < 0.5 ? "" : " ",
      );
      const result = compileExpression(text, dimensionOf);
      if (result.ok) {
        accepted++;
        const found = result.compiled.evaluate(read);
        if (result.compiled.type.kind === "condition") expect([true, false, undefined]).toContain(found);
        else expect(found === undefined || Number.isFinite(found)).toBe(true);
      } else {
        expect(result.error.at).toBeGreaterThanOrEqual(0);
        expect(result.error.at).toBeLessThanOrEqual(text.length);
      }
    }
    expect(accepted).toBeGreaterThan(500);
  });

  test("of the greatest length is evaluated", () => {
    expect(value(`1${"+1".repeat(499)}`)).toBe(500);
  });
});
