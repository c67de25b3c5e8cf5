/** Programs assemble, fit into the core and into the memory that they share. */
import {
  SIM_PROGRAM_LIMIT,
  SIM_PROGRAM_MEMORY_BASE,
  SIM_PROGRAM_MEMORY_LIMIT,
} from "../../core-wasm/binding/layout.gen.ts";
import { assembleProgram } from "../compile/assembleProgram.ts";
import { initialWords, placeRoutines, programMemoryBytes } from "../compile/programs.ts";
import type { Scenario } from "../format/schema.ts";

/** Bound of `codeAddress` in core-wasm/src/cpu/code/program.c. */
const CODE_ADDRESS_LIMIT = SIM_PROGRAM_MEMORY_BASE - 4 * SIM_PROGRAM_LIMIT;

/** `countMore`: of errors that are not listed. */
export function checkPrograms(
  scenario: Scenario,
  fail: (field: string, message: string) => void,
  countMore: (errors: number) => void,
): void {
  if (!scenario.software.routines.some(({ kind }) => kind === "program")) return;
  const placed = placeRoutines(scenario, assembleProgram);
  const memoryBytes = programMemoryBytes(scenario, placed);
  if (memoryBytes > SIM_PROGRAM_MEMORY_LIMIT) {
    fail(
      "software.programs",
      `data and stacks take ${memoryBytes} bytes, at most ${SIM_PROGRAM_MEMORY_LIMIT}`,
    );
  }
  let words = 0;
  placed.forEach(({ codeAddress, program }, index) => {
    if (program === undefined) return;
    const field = `software.routines[${index}]`;
    const { errors = [], errorCount = 0 } = program.refused ?? {};
    for (const { line, column, message } of errors) {
      fail(`${field}.program.source`, `line ${line}, column ${column}: ${message}`);
    }
    countMore(errorCount - errors.length);
    if (codeAddress > CODE_ADDRESS_LIMIT) {
      fail(`${field}.codeAddress`, `is ${codeAddress}, at most ${CODE_ADDRESS_LIMIT}`);
    }
    if (program.assembled === undefined) return;
    const data = initialWords(program.assembled);
    words += program.assembled.words.length + data.length;
    const end = program.dataAddress - SIM_PROGRAM_MEMORY_BASE + program.assembled.data.length;
    if (program.assembled.data.length > 0 && end > memoryBytes) {
      fail(`${field}.dataAddress`, `its data end beyond the memory of programs, ${memoryBytes} bytes`);
    }
  });
  if (words > SIM_PROGRAM_LIMIT) {
    fail(
      "software.routines",
      `have ${words} words of programs and their data together, at most ${SIM_PROGRAM_LIMIT}`,
    );
  }
}
