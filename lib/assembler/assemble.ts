/** Assembles RV32I and the extensions of architecture.ts. The first pass places everything, the second writes it. */
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
  /** `errors` holds the first errors in the order of the source. */
  | { readonly ok: false; readonly errors: readonly AssemblyError[]; readonly errorCount: number };

const ERROR_LIMIT = 20;
/** Limit of layout rounds. The size of a section can depend on the address of another one, and the size of a branch on
 * its distance. A source rarely needs a fourth round. */
const LAYOUT_ROUNDS = 16;
/** From this round onwards, every branch has its greatest length. */
const SIZE_ROUNDS = 8;

/** Limit of passes that resolve constants. A constant may depend on a later one. */
const FOUND_ROUNDS = 100;

/** Repeats the first pass until it finds nothing new, every section starts where the previous one ends, and every
 * branch reaches its target. `isWhole` is true if the pass read the whole source. */
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

/** Never throws, whatever the text is. Returns at most 20 errors of both passes, in the order of the source. */
export function assemble(source: string, options: AssemblyOptions): AssemblyResult {
  const { pass, isWhole } = readSource(source, options);
  const program = isWhole ? writeProgram(pass, options) : undefined;
  const errors = pass.diagnostics.errors.sort((a, b) => a.line - b.line || a.column - b.column);
  if (program !== undefined && errors.length === 0) return { ok: true, program };
  return { ok: false, errors: errors.slice(0, ERROR_LIMIT), errorCount: errors.length };
}
