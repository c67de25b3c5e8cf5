/** The cycles that the page offers to export. */
import { describe, expect, it } from "vitest";
import { EXPORTS } from "../../../web/app/export/exports.ts";
import { noteOf, offeredWindows } from "../../../web/app/export/exportWindows.ts";

const RUN = 1_000_000;
const place = {
  cycle: 600_000,
  startCycle: 590_000.4,
  visibleCycles: 20_000.2,
  range: { from: 100, to: 200 },
};
const cyclesOf = (what: string) => EXPORTS.find((one) => one.what === what) ?? {};

describe("the exported table of a run", () => {
  it("covers the whole run, the cycles in the timeline, or the selected range", () => {
    expect(offeredWindows(cyclesOf("packets"), place, RUN)).toEqual([
      { text: "whole run", from: 0, to: RUN },
      // Whole cycles, so that no visible one is left out.
      { text: "what the timeline shows", from: 590_000, to: 610_001 },
      { text: "the chosen range", from: 100, to: 200 },
    ]);
  });

  it("is not offered for a part that equals the whole run or is empty", () => {
    const whole = { cycle: 0, startCycle: 0, visibleCycles: RUN };
    expect(offeredWindows(cyclesOf("events"), whole, RUN).map(({ text }) => text)).toEqual(["whole run"]);
    // A timeline that shows more than the run has.
    const end = { cycle: 0, startCycle: RUN - 10, visibleCycles: 500 };
    expect(offeredWindows({}, end, RUN)[1]).toEqual({
      text: "what the timeline shows",
      from: RUN - 10,
      to: RUN,
    });
    expect(offeredWindows({}, { ...end, startCycle: RUN + 1 }, RUN)).toHaveLength(1);
  });
});

it("an exported pipeline log begins at the playhead unless the user chooses other cycles", () => {
  const names = (cycle: number, runCycles = RUN) =>
    offeredWindows(cyclesOf("konata"), { ...place, cycle }, runCycles);
  expect(names(600_000).map(({ text }) => text)).toEqual([
    "a stretch that starts here",
    "what the timeline shows",
    "the chosen range",
    "whole run",
  ]);
  expect(names(600_000)[0]).toEqual({ text: "a stretch that starts here", from: 600_000, to: 620_000 });
  // At the end of the run it is the last stretch.
  expect(names(RUN)[0]).toEqual({ text: "a stretch that starts here", from: RUN - 20_000, to: RUN });
  expect(names(0, 5_000)).toEqual([
    { text: "whole run", from: 0, to: 5_000 },
    { text: "the chosen range", from: 100, to: 200 },
  ]);
});

it("an exported report and exported traffic cover the whole run", () => {
  for (const what of ["report", "traffic"])
    expect(offeredWindows(cyclesOf(what), place, RUN)).toEqual([{ text: "whole run", from: 0, to: RUN }]);
});

it("each choice of an export states its cycles, and only rows have an end", () => {
  const said = (what: string, at: number, warmUpCycles = 500) => {
    const offered = EXPORTS.find((one) => one.what === what);
    const window = offered && offeredWindows(offered, place, RUN)[at];
    return window && noteOf(offered, window, warmUpCycles).replaceAll("\u202f", ",");
  };
  expect(said("packets", 0)).toBe("");
  for (const what of ["packets", "interrupts", "traps", "events"])
    expect(said(what, 1), what).toBe("Everything that ended in cycles 590,000 to 610,001.");
  for (const what of ["series", "perfetto", "vcd", "pcapng"])
    expect(said(what, 2), what).toBe("Cycles 100 to 200.");
  expect(said("konata", 0)).toBe(
    "Cycles 600,000 to 620,000. At most 262,144 instructions, because memory holds all of them at once.",
  );
  expect(said("konata", 3)).toBe("At most 262,144 instructions, because memory holds all of them at once.");
  expect(said("report", 0)).toBe("Always covers the whole run. Counted from cycle 500");
  expect(said("report", 0, 0)).toBe("Always covers the whole run.");
  expect(said("traffic", 0)).toBe("Always covers the whole run.");
});
