/** Addresses at which execution enters a source line. A debugger stops only at these addresses of the line. */
export interface LineEntry {
  readonly address: number;
  readonly file: string;
  /** From 1. */
  readonly line: number;
}

/** Finds entries among the statements of one sequence (rows with is_stmt, DWARF 5, 6.2.2), in the order of the
 * sequence. A statement is an entry if the statement in front of it belongs to another line. Code without a statement
 * belongs to the statement in front of it. */
export class EntryFinder {
  #before: LineEntry | undefined;
  #last: LineEntry | undefined;
  /** Lines by file, of the statements at the address of the last one. */
  #here = new Map<string, Set<number>>();

  isEntry(statement: LineEntry): boolean {
    // If several statements have one address, the code belongs to the last one.
    if (this.#last?.address !== statement.address) {
      this.#before = this.#last;
      this.#here = new Map();
    }
    const { file, line } = statement;
    const lines = this.#here.get(file);
    const isFirst = lines === undefined || !lines.has(line);
    if (lines === undefined) this.#here.set(file, new Set([line]));
    else lines.add(line);
    this.#last = statement;
    return isFirst && (this.#before?.line !== line || this.#before.file !== file);
  }
}

/** Entries among the statements of one sequence. */
export function entriesIn(statements: readonly LineEntry[]): readonly LineEntry[] {
  const finder = new EntryFinder();
  return statements.filter((statement) => finder.isEntry(statement));
}
