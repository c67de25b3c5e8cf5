/** The call stack of programs with several stacks: from the call frames of a linked file, or without them as far as the
 * stack that sp points into. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { callFramesOf } from "../../lib/elf/callFrames.ts";
import type { FrameSection } from "../../lib/elf/frameEntries.ts";
import { callStack } from "../../lib/programs/calls.ts";
import { programPlaces } from "../../lib/programs/places.ts";
import { assembleProgram } from "../../scenarios/compile/assembleProgram.ts";
import { type PlacedRoutine, placeRoutines } from "../../scenarios/compile/programs.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { ehFrameOf } from "../elf/frames.ts";
import { Interpreter } from "./interpreter.ts";

const BASE = 0x2000_0000;
const MEMORY_BYTES = 4096;
const TOP = BASE + MEMORY_BYTES;

function placed(program: object): readonly PlacedRoutine[] {
  const parsed = parseScenario({
    format: "irqscope-scenario",
    version: 1,
    name: "two stacks",
    software: { routines: [{ name: "p", kind: "program", program }] },
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
  return placeRoutines(parsed.scenario, assembleProgram);
}

/** The call stack after this many instructions as the page shows it, innermost call first. */
function callsAfter(routines: readonly PlacedRoutine[], count: number): readonly (string | undefined)[] {
  const [routine] = routines;
  const assembled = routine?.program?.assembled;
  if (routine === undefined || assembled === undefined) throw new Error("no program");
  const interpreter = new Interpreter({
    words: assembled.words,
    codeAddress: routine.codeAddress,
    memoryAddress: BASE,
    memoryBytes: MEMORY_BYTES,
    stackPointer: TOP,
    returnAddress: 0xffff_fffc,
    hartId: 0,
    initialData: { address: BASE, bytes: assembled.data },
  });
  for (let done = 0; done < count; done++) interpreter.step();
  const places = programPlaces(routines);
  const x = Array.from(interpreter.x);
  const memory = { base: BASE, bytes: interpreter.memory, top: places.stackEnd(x[2] ?? 0, TOP) };
  return callStack({ pc: interpreter.pc, x }, memory, places.isReturnAddress, places.framesOf).map(
    ({ address, from }) => places.nameOf(from === "pc" ? address : address - 1)?.replace(/\+\d+$/, ""),
  );
}

describe("the call stack of a linked file", () => {
  const elf = readFileSync(new URL("../fixtures/programs/c/calls.elf", import.meta.url)).toString("base64");
  const routines = placed({ elf });
  const [routine] = routines;
  const frames = routine?.program?.elf?.frames;

  it("follows .debug_frame at each instruction, and ends with the stack of the thread", () => {
    expect(callsAfter(routines, 4)).toEqual(["main"]);
    expect(callsAfter(routines, 7)).toEqual(["boot", "main"]);
    expect(callsAfter(routines, 11)).toEqual(["keep", "boot", "main"]);
    expect(callsAfter(routines, 60)).toEqual(["leaf", "inner", "task"]);
  });

  const withFrames = (own: FrameSection | undefined) =>
    routines.map((one) => {
      const { program } = one;
      if (program?.elf === undefined) return one;
      return { ...one, program: { ...program, elf: { ...program.elf, frames: own } } };
    });

  it("follows .eh_frame with the same result", () => {
    if (frames === undefined) throw new Error("no .debug_frame");
    const eh = withFrames(ehFrameOf(frames, 0x1_8000));
    for (const steps of [4, 7, 11, 60]) expect(callsAfter(eh, steps)).toEqual(callsAfter(routines, steps));
    const elsewhere = withFrames({ ...ehFrameOf(frames, 0x1_8000), address: 0 });
    expect(programPlaces(elsewhere).framesOf(0x1020)).toBeUndefined();
  });

  it("is guessed if the file has no call frames", () => {
    const bare = withFrames(undefined);
    expect(callsAfter(bare, 11)).toEqual(["keep", "boot", "main"]);
    expect(callsAfter(bare, 60)).toEqual(["leaf", "inner", "task"]);
  });

  it("ignores call frames that are truncated, of another version, or unknown", () => {
    if (frames === undefined) throw new Error("no .debug_frame");
    const inner = 0x1020;
    const changed = (at: number, byte: number) => ({
      ...frames,
      bytes: frames.bytes.map((one, index) => (index === at ? byte : one)),
    });
    expect(callFramesOf(frames)(inner)).toBeDefined();
    expect(callFramesOf(undefined)(inner)).toBeUndefined();
    expect(callFramesOf(changed(8, 9))(inner)).toBeUndefined();
    expect(callFramesOf(changed(13, 0x0f))(inner)).toBeUndefined();
    for (let length = 0; length < frames.bytes.length; length++)
      callFramesOf({ ...frames, bytes: frames.bytes.subarray(0, length) })(inner);
  });
});

describe("the call stack of assembly", () => {
  it("is searched only within the stack that sp points into", () => {
    const source = `
_start: call boot
boot:   addi sp, sp, -16
        sw   ra, 12(sp)
        call deep
deep:   addi sp, sp, -16
        sw   ra, 12(sp)
        la   sp, stack + 128
        li   ra, 0
        call task
task:   addi sp, sp, -16
        sw   ra, 12(sp)
here:   j    here
        .data
stack:  .space 128
after:  .word deep`;
    expect(callsAfter(placed({ source }), 6)).toEqual(["deep", "boot", "_start"]);
    expect(callsAfter(placed({ source }), 20)).toEqual(["here", "deep"]);
  });
});
