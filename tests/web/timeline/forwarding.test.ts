import { describe, expect, it } from "vitest";
import { SIM_STAGE_LIMIT } from "../../../core-wasm/binding/layout.gen.ts";
import { forwardingsTo } from "../../../web/timeline/draw/forwarding.ts";
import { makeRow } from "./fixtures.ts";

const PIPELINE = { executeStage: 2, stages: ["IF", "ID", "EX", "MEM", "WB"] };
/** Stages as the engine gives them, for the longest pipeline. */
const BEYOND = Array<undefined>(SIM_STAGE_LIMIT - PIPELINE.stages.length).fill(undefined);
/** Enters IF in this cycle, and is delayed nowhere or in ID. */
const row = (first: number, change: Parameters<typeof makeRow>[0] = {}, held = 0) =>
  makeRow({
    first,
    end: first + held + 5,
    enter: [first, first + 1, first + held + 2, first + held + 3, first + held + 4, ...BEYOND],
    destination: 0,
    source1: 0,
    source2: 0,
    ...change,
  });
const into = (index: number, ...rows: readonly ReturnType<typeof row>[]) =>
  forwardingsTo(rows, index, PIPELINE);

describe("forwarding arrows of the instruction diagram", () => {
  const producer = row(0, { destination: 5 });

  it("start in EX for the next instruction, in MEM for the second, and are absent for the third", () => {
    const others = [row(1), row(2), row(3)] as const;
    const taker = (first: number) => row(first, { source2: 5 });
    expect(into(1, producer, taker(1))).toEqual([{ register: 5, producer: 0, stage: 2, cycle: 3 }]);
    expect(into(2, producer, others[0], taker(2))).toEqual([
      { register: 5, producer: 0, stage: 3, cycle: 4 },
    ]);
    expect(into(3, producer, others[0], others[1], taker(3))).toEqual([]);
  });

  it("start in MEM after a load-use stall", () => {
    const load = row(0, { destination: 5, operation: "load" });
    expect(into(1, load, row(1, { source1: 5 }, 1))).toEqual([
      { register: 5, producer: 0, stage: 3, cycle: 4 },
    ]);
  });

  it("start at the last instruction of the same context that writes the register", () => {
    const again = row(1, { destination: 5 });
    const taker = row(2, { source1: 5, source2: 5 });
    expect(into(2, producer, again, taker)).toEqual([{ register: 5, producer: 1, stage: 2, cycle: 4 }]);
    const gone = { ...again, flushed: true };
    expect(into(2, producer, gone, taker)).toEqual([{ register: 5, producer: 0, stage: 3, cycle: 4 }]);
    const stranger = { ...again, context: 1 };
    expect(into(2, producer, stranger, taker)).toEqual([{ register: 5, producer: 0, stage: 3, cycle: 4 }]);
  });

  it("are absent without operands, before execution, and for flushed instructions", () => {
    expect(into(1, producer, row(1))).toEqual([]);
    expect(into(1, producer, row(1, { source1: 5, enter: [1, 2, undefined, undefined, undefined] }))).toEqual(
      [],
    );
    expect(into(1, producer, row(1, { source1: 5, flushed: true }))).toEqual([]);
  });
});
