/** The conditions to which the steps of a program run. */
import { expect, it } from "vitest";
import { SIM_PROGRAM_RETURN } from "../../../core-wasm/binding/layout.gen.ts";
import type { CallFrame } from "../../../lib/programs/calls.ts";
import { programPlaces } from "../../../lib/programs/places.ts";
import { assembleProgram } from "../../../scenarios/compile/assembleProgram.ts";
import { placeRoutines } from "../../../scenarios/compile/programs.ts";
import { stepsOf } from "../../../web/program/StepBar.tsx";
import { oneProgram } from "../../programs/oneProgram.ts";
import { programState } from "./programState.ts";

const placed = placeRoutines(
  oneProgram("li t0, 1\njal f\nj end\nf: addi t0, t0, 1\nret\nend: j end"),
  assembleProgram,
);
const places = programPlaces(placed);
const START = placed[0]?.codeAddress ?? 0;
const CALL = START + 4;

/** Conditions by the step's label. */
function conditions(pc: number, calls: readonly CallFrame[] = [], isIn = true) {
  const state = programState({ pc, executed: 7, x: { 2: 0x8000 } }, isIn ? places.codeAt(pc) : undefined);
  const steps = stepsOf(state, places, calls, "the cursor's", undefined);
  return Object.fromEntries(steps.map(({ label, condition }) => [label, condition]));
}

it("Over runs to the return address of a call with a stack that is no deeper, and is Step elsewhere", () => {
  expect(conditions(CALL)).toMatchObject({
    "Step|step": 'thread["program"].executed != 7',
    "Over|step": `thread["program"].pc == ${CALL + 4} and thread["program"].x.sp >= ${0x8000}`,
  });
  for (const pc of [START, CALL + 4])
    expect(conditions(pc)).toMatchObject({
      "Step|step": 'thread["program"].executed != 7',
      "Over|step": 'thread["program"].executed != 7',
    });
});

it("Out runs to the caller, or to the end of a program without a caller", () => {
  const pc = CALL + 8;
  const called = conditions(pc, [
    { address: pc, from: "pc" },
    { address: CALL + 4, from: "ra" },
  ]);
  const noDeeper = `thread["program"].x.sp >= ${0x8000}`;
  expect(called["Out|step"]).toBe(`thread["program"].pc == ${CALL + 4} and ${noDeeper}`);
  expect(conditions(START)["Out|step"]).toBe(`thread["program"].pc == ${SIM_PROGRAM_RETURN} and ${noDeeper}`);
});

it("a thread that is in no program has a next and a previous instruction, but no call", () => {
  expect(conditions(CALL, [], false)).toEqual({
    "Back|step": 'thread["program"].executed == 6',
    "Step|step": 'thread["program"].executed != 7',
    "Over|step": undefined,
    "Out|step": undefined,
    "To the cursor": "the cursor's",
  });
});
