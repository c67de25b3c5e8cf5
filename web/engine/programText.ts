/** What the instructions of programs are called: their disassembly, with the labels of the source. */
import { INSTRUCTION_BYTES, type PlacedRoutine } from "../../scenarios/compile/programs.ts";
import type { ProgramTools } from "./programTools.ts";

/** Undefined for what belongs to no program. */
export type ProgramText = (routine: number, pc: number) => string | undefined;

/** Asks for the tools where there is a program. */
export function programTextOf(placed: readonly PlacedRoutine[], tools: () => ProgramTools): ProgramText {
  const texts = placed.map(({ codeAddress, program }) => {
    if (program === undefined) return () => undefined;
    const { disassemble } = tools();
    const { words = [], symbols = new Map<string, number>() } = program.assembled ?? {};
    const labels = new Map(Array.from(symbols, ([name, value]) => [value, name]));
    const lines = words.map((word, index) =>
      disassemble(word, codeAddress + index * INSTRUCTION_BYTES, (address) => labels.get(address)),
    );
    return (pc: number) => lines[(pc - codeAddress) / INSTRUCTION_BYTES];
  });
  return (routine, pc) => texts[routine]?.(pc);
}
