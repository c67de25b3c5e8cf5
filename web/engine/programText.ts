/** What the instructions of programs are called: their disassembly, with the labels of the source. */
import { disassemble } from "../../lib/assembler/disassemble.ts";
import { INSTRUCTION_BYTES, placeRoutines } from "../../scenarios/schema/compile_programs.ts";
import type { Scenario } from "../../scenarios/schema/schema.ts";

/** Undefined for what belongs to no program. */
export type ProgramText = (routine: number, pc: number) => string | undefined;

export function programTextOf(scenario: Scenario): ProgramText {
  const texts = placeRoutines(scenario).map(({ codeAddress, program }) => {
    const { words = [], symbols = new Map<string, number>() } = program?.assembled ?? {};
    const labels = new Map(Array.from(symbols, ([name, value]) => [value, name]));
    const lines = words.map((word, index) =>
      disassemble(word, codeAddress + index * INSTRUCTION_BYTES, (address) => labels.get(address)),
    );
    return (pc: number) => lines[(pc - codeAddress) / INSTRUCTION_BYTES];
  });
  return (routine, pc) => texts[routine]?.(pc);
}
