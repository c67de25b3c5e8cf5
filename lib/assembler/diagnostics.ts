/**
 * Collects the errors of a source. Each error is reported once, and only if it does not follow from another
 * error.
 */
import type { SourceLine } from "./lines.ts";
import type { Symbols } from "./symbols.ts";
import { type AssemblyError, SourceError, ValueError } from "./text.ts";

const FAULT_LIMIT = 1000;

export class Diagnostics {
  readonly errors: AssemblyError[] = [];
  readonly #symbols: Symbols;
  readonly #told = new Set<string>();
  /** Number of errors in lines that blocks produced, reported or not. */
  #faults = 0;

  constructor(symbols: Symbols) {
    this.#symbols = symbols;
  }

  /** True if there are so many errors that the assembler stops expanding blocks. */
  get hasEnough(): boolean {
    return this.#faults >= FAULT_LIMIT;
  }

  /** Reports an error once, even if its line is read several times. */
  note({ line, columnOf, note }: SourceLine, at: number, message: string): void {
    const column = columnOf(at);
    const told = `${line}:${column}:${message}`;
    if (note !== "" && this.#told.has(told)) return;
    this.#told.add(told);
    this.errors.push({ line, column, message: message + note });
  }

  /** Runs `action` and notes an error, unless it only follows from another error. Returns true if there was no error.
   */
  guard(line: SourceLine, action: () => void): boolean {
    this.#symbols.restsOnUnsure = false;
    try {
      action();
      return true;
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      if (line.note !== "") this.#faults++;
      if (!(this.#symbols.restsOnUnsure && error instanceof ValueError))
        this.note(line, error.column, error.message);
      return false;
    }
  }
}

/** Remarks about text that GNU as reads differently. The assembler accepts it all the same. */
const REMARK_LIMIT = 20;
const ZERO_CHARACTER = /"(?:\\.|[^"\\\n])*"|#.*|\/\/.*|\/\*[\s\S]*?\*\/|'\\0'/g;

/** Returns at most 20 remarks, in the order of the source. */
export function remarksOf(source: string): readonly AssemblyError[] {
  if (!source.includes("'\\0'")) return [];
  const remarks: AssemblyError[] = [];
  for (const { 0: text, index } of source.matchAll(ZERO_CHARACTER)) {
    if (text !== "'\\0'") continue;
    const before = source.slice(0, index).split(/\r\n|\n|\r/);
    const column = (before.at(-1) ?? "").length + 1;
    const message = "'\\0' is 0 here and the digit, 48, in GNU as: 0 is the same in both";
    remarks.push({ line: before.length, column, message });
    if (remarks.length === REMARK_LIMIT) break;
  }
  return remarks;
}
