import { describe, expect, it } from "vitest";
import { pack } from "../../scenarios/link/codec.ts";
import { decodeLink, encodeLink } from "../../scenarios/link/link.ts";
import {
  BOOKMARK_LIMIT,
  type Bookmark,
  BREAKPOINT_LIMIT,
  type Breakpoint,
  readBookmarks,
  readBreakpoints,
  writeBookmarks,
  writeBreakpoints,
} from "../../scenarios/link/marks.ts";
import { overflowing } from "../web/scenarios/support.ts";

const breakpoints: readonly Breakpoint[] = [
  { condition: "dropped > 0", fromHit: 1, everyHits: 1, enabled: true },
  { condition: "ring.fill >= 8 and latency > 50 us", fromHit: 3, everyHits: 1, enabled: true },
  { condition: 'queue["a b"].fill >= 1', fromHit: 1, everyHits: 10, enabled: true },
  { condition: "delivered > 0", fromHit: 2, everyHits: 5, enabled: false },
];
const bookmarks: readonly Bookmark[] = [
  { cycle: 0, note: "" },
  { cycle: 1_128_381, note: "Hier läuft der Ring über ✕ <b>" },
];

describe("marks in a link", () => {
  it("are read as they were written", () => {
    const scenario = overflowing({});
    const link = encodeLink(scenario, { cycle: 5, breakpoints, bookmarks });
    expect(decodeLink(link ?? "")).toMatchObject({
      ok: true,
      scenario,
      position: { cycle: 5, breakpoints, bookmarks },
    });
  });

  it("change nothing in a link without marks", () => {
    const scenario = overflowing({});
    expect(encodeLink(scenario, { cycle: 5, breakpoints: [], bookmarks: [] })).toBe(
      encodeLink(scenario, { cycle: 5 }),
    );
  });

  it("are omitted with a reason if they were tampered with", () => {
    const link = encodeLink(overflowing({})) ?? "";
    const withMarks = (part: string) => decodeLink(`${link}&${part}`);
    expect(withMarks("b=1.AAAA")).toMatchObject({
      ok: true,
      position: {},
      faults: ["the link's breakpoints (b) cannot be read"],
    });
    expect(withMarks(`m=${pack("[[1],[1]]")}`)).toMatchObject({
      ok: true,
      position: {},
      faults: ["the link's bookmarks (m) cannot be read"],
    });
    expect(withMarks(`m=${pack("[[1],[2]]")}`)).not.toHaveProperty("faults");
  });
});

describe("a warm-up and measures in a link", () => {
  const scenario = overflowing({});
  const measures = [
    "interrupt.latency.p95 in us",
    "share(interrupt.latency > 20 us) in %",
    "receive.loss < 1 %",
  ];

  it("are read as they were written", () => {
    const link = encodeLink(scenario, { cycle: 5, warmUpCycles: 1_500_000, measures }) ?? "";
    expect(link).toContain("&w=1500000&e=1.");
    expect(decodeLink(link)).toMatchObject({
      ok: true,
      position: { cycle: 5, warmUpCycles: 1_500_000, measures },
    });
  });

  it("change nothing in a link without them, and are ignored by older links", () => {
    const plain = encodeLink(scenario, { cycle: 5 }) ?? "";
    expect(encodeLink(scenario, { cycle: 5, warmUpCycles: 0, measures: [] })).toBe(plain);
    const read = decodeLink(plain);
    expect(read.ok && read.position).toEqual({ cycle: 5 });
  });

  it("are omitted with a reason if they were tampered with", () => {
    const link = encodeLink(scenario) ?? "";
    const faults = (part: string) => {
      const read = decodeLink(`${link}&${part}`);
      return read.ok ? [read.faults, read.position] : read;
    };
    expect(faults("w=12x")).toEqual([["the link's warm-up (w) is not a whole number"], {}]);
    for (const text of [
      "[[1]]",
      '[[" "]]',
      `[["${"x".repeat(201)}"]]`,
      JSON.stringify(Array(17).fill(["ipc"])),
    ])
      expect(faults(`e=${pack(text)}`), text).toEqual([["the link's measures (e) cannot be read"], {}]);
    expect(faults(`e=${pack('[["ipc"]]')}`)).toEqual([undefined, { measures: ["ipc"] }]);
    // A repeated mark would make two rows of one name.
    expect(faults(`e=${pack('[["ipc"],["busy"],["ipc"]]')}`)).toEqual([
      undefined,
      { measures: ["ipc", "busy"] },
    ]);
  });
});

describe("a study in a link", () => {
  const scenario = overflowing({});
  const study = {
    cycle: 5,
    range: { from: 100, to: 2_000 },
    follow: { what: "packet", cycle: 1_234 },
    pair: { offsetCycles: -77, breakpoints, bookmarks },
  } as const;

  it("is read as it was written, with the second machine", () => {
    const other = { ...scenario, seed: scenario.seed + 1 };
    const link = encodeLink(scenario, study, other) ?? "";
    const decoded = decodeLink(link);
    expect(decoded).toMatchObject({ ok: true, other });
    expect(decoded.ok && decoded.position).toEqual(study);
    const interrupt = { ...study, follow: { what: "interrupt", cycle: 0, number: 12 } } as const;
    const again = decodeLink(encodeLink(scenario, interrupt, other) ?? "");
    expect(again.ok && again.position.follow).toEqual(interrupt.follow);
  });

  it("has no second machine if there is none or it has no settings", () => {
    const alone = encodeLink(scenario, study) ?? "";
    expect(alone).toMatch(/&r=100-2000&f=p1234$/);
    const nothing = { offsetCycles: 0, breakpoints: [], bookmarks: [] };
    expect(encodeLink(scenario, { cycle: 5, pair: nothing }, scenario)).toBe(
      encodeLink(scenario, { cycle: 5 }, scenario),
    );
  });

  it.each([
    ["r=5-5", /range \(r\)/],
    ["r=5", /range \(r\)/],
    ["r=1-2-3", /range \(r\)/],
    ["f=x5", /follows \(f\)/],
    ["f=p", /follows \(f\)/],
    ["f=p9999999999999999", /follows \(f\)/],
    ["a=1.5", /shift of the link's second machine \(a\)/],
    ["a=--1", /shift of the link's second machine \(a\)/],
    ["a=9999999999999999", /shift of the link's second machine \(a\)/],
    ["ob=1.AAAA", /\(ob\) cannot be read/],
    ["om=1.AAAA", /\(om\) cannot be read/],
  ])("is omitted with a reason: %s", (part, message) => {
    const decoded = decodeLink(`${encodeLink(scenario, {}, scenario)}&${part}`);
    if (!decoded.ok) throw new Error(decoded.message);
    expect(decoded.position).toEqual({});
    expect(decoded.faults?.join("; ")).toMatch(message);
  });
});

describe("lists of marks", () => {
  it("are short for marks without special settings", () => {
    expect(writeBreakpoints(breakpoints.slice(0, 2))).toBe(
      '[["dropped > 0"],["ring.fill >= 8 and latency > 50 us",3]]',
    );
    expect(readBreakpoints(writeBreakpoints(breakpoints))).toEqual(breakpoints);
    expect(readBookmarks(writeBookmarks(bookmarks))).toEqual(bookmarks);
  });

  it.each([
    "",
    "{}",
    "[1]",
    '[["a",0]]',
    '[["a",1.5]]',
    '[["a",1,1,2]]',
    '[["a",1,1,1,1]]',
    '[[""]]',
    '[["a\\nb"]]',
    "[[null]]",
    '[["a",1e300]]',
    JSON.stringify([["x".repeat(201)]]),
    JSON.stringify(Array.from({ length: BREAKPOINT_LIMIT + 1 }, () => ["a"])),
  ])("of breakpoints are refused: %s", (text) => {
    expect(readBreakpoints(text)).toBeUndefined();
  });

  it.each([
    "nonsense",
    "[[-1]]",
    "[[1],[1]]",
    "[[2],[1]]",
    '[["1"]]',
    '[[1,"a\\u0000"]]',
    '[[1,"a","b","c","d"]]',
    "[[1e17]]",
    JSON.stringify([[1, "x".repeat(201)]]),
    JSON.stringify(Array.from({ length: BOOKMARK_LIMIT + 1 }, (_, cycle) => [cycle])),
  ])("of bookmarks are refused: %s", (text) => {
    expect(readBookmarks(text)).toBeUndefined();
  });
});
