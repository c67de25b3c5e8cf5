/** What the instructions of programs are called: their disassembly, with the labels of the source. */
import { INSTRUCTION_BYTES, type PlacedRoutine } from "../../scenarios/compile/programs.ts";
import type { Disassemble } from "../metrics/faultPlace.ts";

/** Undefined for what belongs to no program. */
export type ProgramText = (routine: number, pc: number) => string | undefined;

/** `disassembler`: asked for where there is a program. */
export function programTextOf(
  placed: readonly PlacedRoutine[],
  disassembler: () => Disassemble,
): ProgramText {
  const texts = placed.map(({ codeAddress, program }) => {
    if (program === undefined) return () => undefined;
    const disassemble = disassembler();
    const { words = [], symbols = new Map<string, number>() } = program.assembled ?? {};
    const labels = new Map(Array.from(symbols, ([name, value]) => [value, name]));
    const lines = words.map((word, index) =>
      disassemble(word, codeAddress + index * INSTRUCTION_BYTES, (address) => labels.get(address)),
    );
    return (pc: number) => lines[(pc - codeAddress) / INSTRUCTION_BYTES];
  });
  return (routine, pc) => texts[routine]?.(pc);
}
