import { describe, expect, it } from "vitest";
import { stageMotions, wirePosition } from "../../../../web/simulate/stage/motion.ts";
import { inPipeline, view } from "./fixture.ts";

const at = (cycle: number, ...pcs: (number | undefined)[]) =>
  view({ cycle, stages: inPipeline(...pcs.map((pc) => (pc === undefined ? undefined : { pc }))) });

describe("the motion of instructions on the stage", () => {
  it("moves them one stage forward in a cycle", () => {
    expect(stageMotions(at(10, 3, 2, 1, 0), at(11, 4, 3, 2, 1))).toEqual([
      "none",
      "from-left",
      "from-left",
      "from-left",
    ]);
  });

  it("moves them backwards at a step back", () => {
    expect(stageMotions(at(11, 4, 3, 2, 1), at(10, 3, 2, 1, 0))).toEqual([
      "from-right",
      "from-right",
      "from-right",
      "none",
    ]);
  });

  it("leaves a held instruction where it is", () => {
    const before = view({ cycle: 10, stages: inPipeline({ pc: 3 }, { pc: 2 }) });
    const held = inPipeline({ pc: 3, stall: "load-use" }, { pc: 2, stall: "load-use" });
    expect(stageMotions(before, view({ cycle: 11, stages: held }))).toEqual(["none", "none"]);
  });

  it("shows no motion across a jump", () => {
    expect(stageMotions(at(10, 3, 2), at(500, 4, 3))).toEqual(["none", "none"]);
    expect(stageMotions(undefined, at(500, 4, 3))).toEqual(["none", "none"]);
  });
});

describe("a frame's position on the wire", () => {
  it("is at the card when it arrives, and approaches before", () => {
    expect(wirePosition(1000, 1000)).toBe(1);
    const places = [900_000, 100_000, 10_000, 100, 10, 0].map(
      (left) => wirePosition(1_000_000, 1_000_000 - left) ?? -1,
    );
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places[0]).toBeGreaterThanOrEqual(0);
  });

  it("is not shown if far away, past or unknown", () => {
    expect(wirePosition(undefined, 5)).toBeUndefined();
    expect(wirePosition(4, 5)).toBeUndefined();
    expect(wirePosition(50_000_000, 0)).toBeUndefined();
  });
});
