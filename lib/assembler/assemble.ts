/** Assembles RV32I and the extensions of architecture.ts: the first pass places everything, the second writes it. */
import { readLines } from "./blocks.ts";
import { type AssemblyOptions, FirstPass } from "./firstPass.ts";
import { type Layout, Sizes } from "./room.ts";
import { type AssembledProgram, writeProgram } from "./secondPass.ts";
import { NOTHING_FOUND } from "./symbols.ts";
import type { AssemblyError } from "./text.ts";

export type { AssemblyOptions } from "./firstPass.ts";
export type { AssembledProgram, Piece } from "./secondPass.ts";
export { WorkBudget } from "./work.ts";

export type AssemblyResult =
  | { readonly ok: true; readonly program: AssembledProgram }
  /** The first of them, in the order of the source. */
  | { readonly ok: false; readonly errors: readonly AssemblyError[]; readonly errorCount: number };

const ERROR_LIMIT = 20;
/** The size of a section may follow from where another one lies, that of a branch from how far it goes; rarely does that
 * take a fourth look. */
const LAYOUT_ROUNDS = 16;
/** From then on every branch is as long as any. */
const SIZE_ROUNDS = 8;

/** What stands further down may rest on something further down. */
const FOUND_ROUNDS = 100;

/** The first pass, until it finds nothing new, every section lies where the others end, and every branch reaches. `isWhole`:
 * nothing was left out. */
function readSource(source: string, options: AssemblyOptions) {
  const { codeAddress, dataAddress: data } = options;
  let layout: Layout = { text: codeAddress, data, rodata: data, bss: data, none: 0 };
  const sizes = new Sizes();
  let found = NOTHING_FOUND;
  let round = 0;
  for (let passes = 1; ; passes++) {
    const pass = new FirstPass(options, layout, sizes, found);
    const { errors } = pass.diagnostics;
    const isWhole = readLines(source, pass);
    const all = pass.symbols.found();
    if (all !== found && passes < FOUND_ROUNDS) {
      found = all;
      continue;
    }
    const next = pass.settled();
    const isSettled = all === found && !sizes.grow(pass) && next === layout;
    if (errors.length > 0 || isSettled) return { pass, isWhole };
    sizes.isLongest = round >= SIZE_ROUNDS;
    if (round++ === LAYOUT_ROUNDS || all !== found) {
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
