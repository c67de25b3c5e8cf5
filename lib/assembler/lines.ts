/** Lines that blocks produce, and the cursor that reads them. */
import type { Lookup } from "./expression.ts";
import { type Cursor, statementEnds } from "./text.ts";

/** One line of the source, or one line that a block produced. */
export interface SourceLine {
  readonly text: string;
  /** Line of the source, counted from 1. */
  readonly line: number;
  /** Maps a column of `text` to the column in the source. */
  readonly columnOf: (column: number) => number;
  /** The outermost line of the source with the macro call. */
  readonly calledFrom?: number;
  /** Text to append to an error: it names the block that produced this line. */
  readonly note: string;
}

export interface LineReader {
  /** True if the reader needs no more lines of a block: a section is full, or the block has too many errors. */
  readonly hasEnough: boolean;
  /** Whether the source has ended; its text may end earlier. */
  readonly isOver: boolean;
  /** True if the budget allows this many more characters. Notes an error if it does not. */
  readonly takes: (line: SourceLine, column: number, characters: number) => boolean;
  readonly readLine: (line: SourceLine) => void;
  /** Applies `from` to `text`, which is the line with blanks before it. Notes an error and returns undefined if `text`
   * is wrong. */
  readonly read: <T>(
    line: SourceLine,
    text: string,
    from: (cursor: Cursor, lookup: Lookup) => T,
  ) => T | undefined;
  /** Notes an error. The refused line may have defined labels and bytes. */
  readonly refuse: (line: SourceLine, column: number, message: string) => void;
}

/** A line with several statements counts as several lines. */
export function statementsOf(line: SourceLine): readonly SourceLine[] {
  let from = 0;
  return statementEnds(line.text).map((to) => {
    const begin = from;
    from = to + 1;
    return { ...line, text: line.text.slice(begin, to), columnOf: (column) => line.columnOf(column + begin) };
  });
}
