import { describe, expect, it } from "vitest";
import { stageMotions } from "../../../../web/simulate/stage/motion.ts";
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
