/** Callers of functions, where a program has several stacks: by what a linked file tells of its functions, and without
 * that as far as the stack reaches that sp is in. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { callFramesOf } from "../../lib/elf/callFrames.ts";
import { callStack } from "../../lib/programs/calls.ts";
import { programPlaces } from "../../lib/programs/places.ts";
import { assembleProgram } from "../../scenarios/compile/assembleProgram.ts";
import { type PlacedRoutine, placeRoutines } from "../../scenarios/compile/programs.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
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

/** After so many instructions: what Calls of the page says, the innermost first. */
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

describe("calls of a linked file", () => {
  const elf = readFileSync(new URL("../fixtures/programs/c/calls.elf", import.meta.url)).toString("base64");
  const routines = placed({ elf });
  const [routine] = routines;
  const frames = routine?.program?.elf?.frames;

  it("are followed by .debug_frame, at each instruction, and end with the stack that they are in", () => {
    expect(callsAfter(routines, 4)).toEqual(["main"]);
    expect(callsAfter(routines, 7)).toEqual(["boot", "main"]);
    expect(callsAfter(routines, 11)).toEqual(["keep", "boot", "main"]);
    expect(callsAfter(routines, 60)).toEqual(["leaf", "inner", "task"]);
  });

  it("are guessed where the file does not tell", () => {
    const bare = routines.map((one) => {
      const { program } = one;
      if (program?.elf === undefined) return one;
      return { ...one, program: { ...program, elf: { ...program.elf, frames: undefined } } };
    });
    expect(callsAfter(bare, 11)).toEqual(["keep", "boot", "main"]);
    expect(callsAfter(bare, 60)).toEqual(["leaf", "inner", "task"]);
  });

  it("do without a section that is cut off, of another version, or says what is not known", () => {
    if (frames === undefined) throw new Error("no .debug_frame");
    const inner = 0x1020;
    const changed = (at: number, byte: number) => frames.map((one, index) => (index === at ? byte : one));
    expect(callFramesOf(frames)(inner)).toBeDefined();
    expect(callFramesOf(undefined)(inner)).toBeUndefined();
    expect(callFramesOf(changed(8, 9))(inner)).toBeUndefined();
    expect(callFramesOf(changed(13, 0x0f))(inner)).toBeUndefined();
    for (let length = 0; length < frames.length; length++) callFramesOf(frames.subarray(0, length))(inner);
  });
});

describe("calls of assembly", () => {
  it("are looked for no further than the stack that sp is in", () => {
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
