/** Where a line of a source is entered: a debugger stops there, and nowhere else in the line. */
export interface LineEntry {
  readonly address: number;
  readonly file: string;
  /** From 1. */
  readonly line: number;
}

/** Entries among the statements of one sequence (rows with is_stmt, DWARF 5, 6.2.2), which are in its order: each statement
 * that is not right behind another one of its line. Code of no statement belongs to what is before it. */
export function entriesIn(statements: readonly LineEntry[]): readonly LineEntry[] {
  const entries: LineEntry[] = [];
  let before: LineEntry | undefined;
  let last: LineEntry | undefined;
  let here: LineEntry[] = [];
  for (const statement of statements) {
    // Of several at one address the last one has the code.
    if (last?.address !== statement.address) {
      before = last;
      here = [];
    }
    if (!isSame(before, statement) && !here.some((one) => isSame(one, statement))) entries.push(statement);
    here.push(statement);
    last = statement;
  }
  return entries;
}

const isSame = (a: LineEntry | undefined, b: LineEntry): boolean => a?.line === b.line && a.file === b.file;
