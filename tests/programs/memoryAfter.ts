/** Runs a program to its end in the interpreter. */
import { expect } from "vitest";
import { assembled, OPTIONS } from "./assembling.ts";
import { Interpreter } from "./interpreter.ts";

const MEMORY_BYTES = 8192;
const RETURN = 0xffff_fffc;

/** The program's memory at its end, and its symbols. */
export function memoryAfter(source: string): {
  readonly memory: DataView;
  readonly symbols: ReadonlyMap<string, number>;
} {
  const { words, data, symbols } = assembled(source);
  const interpreter = new Interpreter({
    words,
    codeAddress: OPTIONS.codeAddress,
    memoryAddress: OPTIONS.dataAddress,
    memoryBytes: MEMORY_BYTES,
    stackPointer: OPTIONS.dataAddress + MEMORY_BYTES,
    returnAddress: RETURN,
    hartId: 0,
    initialData: { address: OPTIONS.dataAddress, bytes: data },
  });
  for (let count = 0; count < 100_000 && interpreter.outcome === "running"; count++) interpreter.step();
  expect(interpreter.outcome).toBe("ended");
  return { memory: new DataView(interpreter.memory.buffer), symbols };
}
