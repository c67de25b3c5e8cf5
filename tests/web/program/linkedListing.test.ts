/** The shown listing of a linked file, and the breakpoints beside its lines. */
import { expect, it } from "vitest";
import type { Listing } from "../../../lib/programs/listings.ts";
import {
  BREAKPOINT_LIMIT,
  type Breakpoint,
  CONDITION_CHARACTER_LIMIT,
} from "../../../scenarios/link/marks.ts";
import {
  breakpointsIn,
  breakpointsInListing,
  codeCondition,
  isAtLine,
  lineCondition,
  toggled,
} from "../../../web/program/breakpoints.ts";
import { conditionFrom, shownListing, targetLine } from "../../../web/program/Programs.tsx";

function listing(file: string | undefined): Listing {
  return {
    file,
    text: "",
    lineAt: (address) => (address === 0x1004 ? 7 : undefined),
    code: [
      { line: 3, address: 0x1000 },
      { line: 7, address: 0x1004 },
    ],
    stretchAt: () => undefined,
  };
}

const [main, help, instructions] = [listing("main.c"), listing("help.h"), listing(undefined)] as const;

it("the listing shows the first source, the chosen one, or instructions", () => {
  const all = [main, help, instructions];
  expect(shownListing(all, { file: undefined, asInstructions: false })).toBe(main);
  expect(shownListing(all, { file: "help.h", asInstructions: false })).toBe(help);
  expect(shownListing(all, { file: "start.S", asInstructions: false })).toBe(instructions);
  expect(shownListing(all, { file: "help.h", asInstructions: true })).toBe(instructions);
  expect(shownListing([instructions], { file: undefined, asInstructions: false })).toBe(instructions);
  expect(shownListing([], { file: undefined, asInstructions: false })).toBeUndefined();
});

it("a place is the line of its instruction in the shown listing", () => {
  expect(targetLine({ routine: 0, line: 2, column: 1, address: 0x1004 }, main)).toBe(7);
  expect(targetLine({ routine: 0, line: 2, column: 1, address: 0x2000 }, main)).toBe(2);
  expect(targetLine({ routine: 0, line: 2, column: 1 }, main)).toBe(2);
});

const stop = (condition: string, enabled = true): Breakpoint => ({
  condition,
  fromHit: 1,
  everyHits: 1,
  enabled,
});

it("breakpoints are conditions on a line, and are shown beside it", () => {
  expect(conditionFrom("the sum", main, 4)).toBe('pc == line["the sum"]["main.c"][7]');
  expect(conditionFrom("the sum", main, 8)).toBeUndefined();
  expect(conditionFrom("the sum", instructions, 1)).toBe("pc == 0x1000");
  const all = [
    stop('pc == line["the sum"]["main.c"][7]', false),
    stop('pc == line["the sum"]["help.h"][3]'),
    stop('pc == line["another"]["main.c"][3]'),
    stop("pc == 0x1000"),
  ];
  expect(breakpointsInListing(all, "the sum", main)).toEqual([{ line: 7, enabled: false }]);
  expect(breakpointsInListing(all, "the sum", help)).toEqual([{ line: 3, enabled: true }]);
  expect(breakpointsInListing(all, "the sum", instructions)).toEqual([{ line: 3, enabled: true }]);
});

it("a name too long for a condition is replaced by the address", () => {
  const long = listing("x".repeat(CONDITION_CHARACTER_LIMIT));
  const [first] = long.code;
  if (first === undefined) throw new Error("no code");
  expect(codeCondition("r", long, first)).toBe("pc == 0x1000");
  expect(breakpointsInListing([stop("pc == 0x1000")], "r", long)).toEqual([{ line: 3, enabled: true }]);
});

it("a breakpoint is set and removed, up to the maximum number", () => {
  const [set = []] = [toggled([], "pc == 4")];
  expect(set).toEqual([stop("pc == 4")]);
  expect(toggled(set, "pc == 4")).toEqual([]);
  const full = Array.from({ length: BREAKPOINT_LIMIT }, (_, at) => stop(`pc == ${at}`));
  expect(toggled(full, "pc == 99")).toBeUndefined();
  expect(toggled(full, "pc == 3")).toHaveLength(BREAKPOINT_LIMIT - 1);
});

it("a line shows breakpoints of one thread and of any thread, and a press removes both", () => {
  const own = lineCondition("work", 3, 'rx "1"');
  expect(own).toBe('thread["rx \\"1\\""].pc == line["work"][3]');
  const all = [
    stop(own),
    stop(lineCondition("work", 5)),
    stop(lineCondition("work", 3)),
    stop("pc == 4 and x.a0 > 1"),
  ];
  expect(breakpointsIn(all, "work").map(({ line }) => line)).toEqual([3, 5]);
  expect(isAtLine(all, lineCondition("work", 3, "tx"))).toBe(true);
  expect(isAtLine(all, lineCondition("work", 4))).toBe(false);
  expect(toggled(all, lineCondition("work", 3))?.map(({ condition }) => condition)).toEqual([
    lineCondition("work", 5),
    "pc == 4 and x.a0 > 1",
  ]);
  expect(toggled([], own)?.[0]?.condition).toBe(own);
  expect(conditionFrom("r", instructions, 1, "rx")).toBe('thread["rx"].pc == 0x1000');
});
