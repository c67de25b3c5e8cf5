/** What is wrong in a source, told once, and not where it only follows from something else. */
import type { SourceLine } from "./lines.ts";
import type { Symbols } from "./symbols.ts";
import { type AssemblyError, SourceError, ValueError } from "./text.ts";

const FAULT_LIMIT = 1000;

export class Diagnostics {
  readonly errors: AssemblyError[] = [];
  readonly #symbols: Symbols;
  readonly #told = new Set<string>();
  /** In lines that blocks made, told or not. */
  #faults = 0;

  constructor(symbols: Symbols) {
    this.#symbols = symbols;
  }

  /** No more of what blocks make need be read. */
  get hasEnough(): boolean {
    return this.#faults >= FAULT_LIMIT;
  }

  /** What is wrong in a line that is read again and again is told once. */
  note({ line, columnOf, note }: SourceLine, at: number, message: string): void {
    const column = columnOf(at);
    const told = `${line}:${column}:${message}`;
    if (note !== "" && this.#told.has(told)) return;
    this.#told.add(told);
    this.errors.push({ line, column, message: message + note });
  }

  /** Runs `action`; what is wrong is noted, unless it only follows from something else. Whether nothing was. */
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
