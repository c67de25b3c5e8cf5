/** Text of instructions: their disassembly, with the labels of the source. */
import type { PlacedRoutine } from "../../scenarios/compile/programs.ts";
import type { Disassemble } from "../metrics/faultPlace.ts";
import { instructionAt } from "./programCode.ts";

/** Undefined for an address outside of programs. */
export type ProgramText = (routine: number, pc: number) => string | undefined;

/** `disassembler` is called only if there is a program. */
export function programTextOf(
  placed: readonly PlacedRoutine[],
  disassembler: () => Disassemble,
): ProgramText {
  const texts = placed.map((routine) => {
    if (routine.program === undefined) return () => undefined;
    const disassemble = disassembler();
    const { symbols = new Map<string, number>() } = routine.program.assembled ?? {};
    const labels = new Map(Array.from(symbols, ([name, value]) => [value, name]));
    const known = new Map<number, string>();
    return (pc: number) => {
      const before = known.get(pc);
      const instruction = before === undefined ? instructionAt(routine, pc) : undefined;
      if (instruction === undefined) return before;
      const text = disassemble(instruction.word, pc, (address) => labels.get(address), instruction.isHalf);
      known.set(pc, text);
      return text;
    };
  });
  return (routine, pc) => texts[routine]?.(pc);
}
