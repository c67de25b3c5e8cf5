/** Assembles RV32IM_Zicsr_Zifencei: the first pass places everything, the second writes it. */
import { readLines } from "./blocks.ts";
import { type AssemblyOptions, FirstPass, type Layout } from "./firstPass.ts";
import { type AssembledProgram, writeProgram } from "./secondPass.ts";
import type { AssemblyError } from "./text.ts";

export type { AssemblyOptions } from "./firstPass.ts";
export type { AssembledProgram } from "./secondPass.ts";
export { WorkBudget } from "./work.ts";

export type AssemblyResult =
  | { readonly ok: true; readonly program: AssembledProgram }
  /** The first of them, in the order of the source. */
  | { readonly ok: false; readonly errors: readonly AssemblyError[]; readonly errorCount: number };

const ERROR_LIMIT = 20;
/** The size of a section may follow from where another one lies; rarely does that take a third look. */
const LAYOUT_ROUNDS = 8;

/** The first pass, until every section lies where the others end. `isWhole`: nothing was left out. */
function readSource(source: string, options: AssemblyOptions) {
  const { codeAddress, dataAddress: data } = options;
  let layout: Layout = { text: codeAddress, data, rodata: data, bss: data, none: 0 };
  for (let round = 0; ; round++) {
    const pass = new FirstPass(options, layout);
    const { errors } = pass.diagnostics;
    const isWhole = readLines(source, pass);
    const next = pass.settled();
    if (next === layout || errors.length > 0) return { pass, isWhole };
    if (round === LAYOUT_ROUNDS) {
      errors.push({ line: 1, column: 1, message: "sections grow without end" });
      return { pass, isWhole };
    }
    layout = next;
  }
}

/** Never throws on any text; at most 20 errors, of both passes, in the order of the source. */
export function assemble(source: string, options: AssemblyOptions): AssemblyResult {
  const { pass, isWhole } = readSource(source, options);
  const program = isWhole ? writeProgram(pass, options) : undefined;
  const errors = pass.diagnostics.errors.sort((a, b) => a.line - b.line || a.column - b.column);
  if (program !== undefined && errors.length === 0) return { ok: true, program };
  return { ok: false, errors: errors.slice(0, ERROR_LIMIT), errorCount: errors.length };
}
