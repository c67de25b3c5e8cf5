/** Where a line of a source is entered: a debugger stops there, and nowhere else in the line. */
export interface LineEntry {
  readonly address: number;
  readonly file: string;
  /** From 1. */
  readonly line: number;
}

/** Finds entries among the statements of one sequence (rows with is_stmt, DWARF 5, 6.2.2), which come in its order: each
 * statement that is not right behind another one of its line. Code of no statement belongs to what is before it. */
export class EntryFinder {
  #before: LineEntry | undefined;
  #last: LineEntry | undefined;
  /** Lines by file, of the statements at the address of the last one. */
  #here = new Map<string, Set<number>>();

  isEntry(statement: LineEntry): boolean {
    // Of several at one address the last one has the code.
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

/** Of statements of one sequence. */
export function entriesIn(statements: readonly LineEntry[]): readonly LineEntry[] {
  const finder = new EntryFinder();
  return statements.filter((statement) => finder.isEntry(statement));
}
