/** Lines as blocks make them, and the cursor that reads them. */
import type { Lookup } from "./expression.ts";
import { type Cursor, statementEnds } from "./text.ts";

/** A line as it is read: of the source, or what a block made of it. */
export interface SourceLine {
  readonly text: string;
  /** In the source, from 1. */
  readonly line: number;
  /** Where a column of `text` stands in the source. */
  readonly columnOf: (column: number) => number;
  /** The outermost line of the source that a macro was called in. */
  readonly calledFrom?: number;
  /** Behind an error: what made this line. */
  readonly note: string;
}

export interface LineReader {
  /** Whether no more of a block is to be read: a section has no room for it, or enough is wrong with it. */
  readonly hasEnough: boolean;
  /** Whether the source has ended, wherever its text does. */
  readonly isOver: boolean;
  /** Whether so many characters more may be read; what is too much is noted. */
  readonly takes: (line: SourceLine, column: number, characters: number) => boolean;
  readonly readLine: (line: SourceLine) => void;
  /** What `from` finds in `text`, the line with blanks up to there; undefined where that is wrong, which is noted. */
  readonly read: <T>(
    line: SourceLine,
    text: string,
    from: (cursor: Cursor, lookup: Lookup) => T,
  ) => T | undefined;
  /** Notes what is wrong; what is not read for it may have been labels and bytes. */
  readonly refuse: (line: SourceLine, column: number, message: string) => void;
}

/** A line of several statements is as many lines. */
export function statementsOf(line: SourceLine): readonly SourceLine[] {
  let from = 0;
  return statementEnds(line.text).map((to) => {
    const begin = from;
    from = to + 1;
    return { ...line, text: line.text.slice(begin, to), columnOf: (column) => line.columnOf(column + begin) };
  });
}
