/** Reads registers and memory of the programs of a machine directly from its records. */
import { type Machine, SIM_PROGRAM_MEMORY_BASE, sim_program_frame } from "../../core-wasm/binding/index.ts";
import type { ProgramReader } from "./moment.ts";

const { pc, executed, x } = sim_program_frame.fields;
const WORD_BYTES = 4;

/** `threads` run programs and share `memoryBytes` of memory. */
export function createProgramReader(
  machine: Machine,
  threads: readonly number[],
  memoryBytes: number,
): ProgramReader {
  const word = (thread: number, offset: number) =>
    machine.inspect(({ core, view }) => view.getUint32(core.core_program_registers(thread) + offset, true));
  return {
    threads,
    pc: (thread) => word(thread, pc.offset),
    executed: (thread) =>
      word(thread, executed.offset) + 2 ** 32 * word(thread, executed.offset + WORD_BYTES),
    x: (thread, register) => word(thread, x.offset + WORD_BYTES * register),
    memory: (address, bytes) => {
      const offset = address - SIM_PROGRAM_MEMORY_BASE;
      if (offset < 0 || offset + bytes > memoryBytes) return undefined;
      return machine.inspect(({ core, view }) => {
        const at = core.core_program_memory() + offset;
        if (bytes === 1) return view.getUint8(at);
        return bytes === 2 ? view.getUint16(at, true) : view.getUint32(at, true);
      });
    },
  };
}
