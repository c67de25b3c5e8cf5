/** Expands macros, repetitions and conditions, statement by statement. Depth and length of the expansion are bounded.
 */
import { isDirective } from "./directives.ts";
import { type Lookup, readExpression, signOf } from "./expression.ts";
import { type LineReader, type SourceLine, statementsOf } from "./lines.ts";
import { argumentsOf, type Macro, readMacro, valuesOf, writtenOut } from "./macro.ts";
import {
  type Cursor,
  LINE_CHARACTER_LIMIT,
  SourceError,
  statementOf,
  ValueError,
  withoutBlockComments,
} from "./text.ts";

/** The same limit as in GNU as. */
const DEPTH_LIMIT = 100;
/** Limit for all text that blocks produce. A machine has at most 4096 instructions. */
const MADE_CHARACTER_LIMIT = 262_144;

const HAS_BLOCKS = /\.(?:macro|rept|irp|if|else|end|purgem|exitm)/i;
/** Matches labels at the start of a line, then the name of the statement. */
const HEAD = /^((?:\s*[\p{L}\p{M}\p{N}_.$]+\s*:)*\s*)([\p{L}_.$][\p{L}\p{M}\p{N}_.$]*)/u;
/** The directives that end a block, by the directive that begins it. */
const MACRO_ENDS = [".endm", ".end_macro"];
const REPEAT_ENDS = [".endr"];
const ENDS: ReadonlyMap<string, readonly string[]> = new Map([
  [".macro", MACRO_ENDS],
  [".rept", REPEAT_ENDS],
  [".irp", REPEAT_ENDS],
  [".irpc", REPEAT_ENDS],
]);
const ALL_ENDS = [...ENDS.values()].flat();

const COMMENT_END = "*/";

const itself = (column: number): number => column;

/** False if the block's end is missing or lies beyond the read limit; the rest is then unread. */
export function readLines(source: string, reader: LineReader): boolean {
  const { source: plain, open } = withoutBlockComments(source);
  const ofSource = plain
    .split(/\r\n|\n|\r/)
    .map((text, index): SourceLine => ({ text, line: index + 1, columnOf: itself, note: "" }));
  const [first] = ofSource;
  if (first !== undefined && !reader.takes(first, 1, source.length)) return false;
  if (open !== undefined) refuseOpenComment(source, open, ofSource, reader);
  const lines = ofSource.flatMap(statementsOf);
  if (HAS_BLOCKS.test(source)) return new Blocks(reader).read(lines, 0);
  for (const line of lines) reader.readLine(line);
  return true;
}

function refuseOpenComment(
  source: string,
  open: number,
  lines: readonly SourceLine[],
  reader: LineReader,
): void {
  const before = source.slice(0, open).split(/\r\n|\n|\r/);
  const line = lines[before.length - 1];
  if (line !== undefined) reader.refuse(line, (before.at(-1)?.length ?? 0) + 1, `has no ${COMMENT_END}`);
}

interface Head {
  readonly name: string;
  /** From 1. */
  readonly column: number;
  readonly labels: string;
  readonly rest: string;
}

class Blocks {
  readonly #reader: LineReader;
  readonly #macros = new Map<string, Macro>();
  #made = 0;
  #calls = 0;
  /** True after `.exitm`: the reader then skips the rest of the macro or repetition that contains it. */
  #isLeaving = false;

  constructor(reader: LineReader) {
    this.#reader = reader;
  }

  /** `depth` is the number of enclosing blocks. Returns true if it read all lines. */
  read(lines: readonly SourceLine[], depth: number): boolean {
    const conditions = new Conditions(this.#reader);
    for (let at = 0; at < lines.length; at++) {
      const line = lines[at];
      if (this.#reader.isOver || this.#isLeaving) return true;
      if (line === undefined) continue;
      const head = headOf(line.text);
      const macro = isDefinition(head) ? undefined : this.#macros.get(head.name);
      if (Conditions.isOne(head.name)) {
        if (conditions.isReading) this.#readLabels(line, head);
        conditions.read(line, head);
      } else if (!conditions.isReading) continue;
      else if (ENDS.has(head.name)) {
        const end = endOf(lines, at, head.name);
        const closing = lines[end];
        if (closing === undefined) {
          this.#reader.refuse(line, head.column, `has no ${ENDS.get(head.name)?.[0]}`);
          return false;
        }
        const body = lines.slice(at + 1, end);
        this.#readLabels(line, head);
        if (head.name === ".macro") this.#define(line, head, body, headOf(closing.text).name);
        else if (!this.#repeat(line, head, body, depth)) return false;
        at = end;
      } else if (macro !== undefined) {
        this.#readLabels(line, head);
        if (!this.#call(line, head, macro, depth)) return false;
      } else this.#readStatement(line, head, depth);
      if (depth > 0 && this.#reader.hasEnough) return false;
    }
    return this.#isLeaving || conditions.end();
  }

  /** Reads a statement that does not begin a block. */
  #readStatement(line: SourceLine, head: Head, depth: number): void {
    const { name, column } = head;
    if (name === ".purgem") this.#forget(line, head);
    else if (name === ".exitm" && depth > 0) this.#isLeaving = true;
    else if (ALL_ENDS.includes(name) || name === ".exitm")
      this.#reader.refuse(line, column, `has no block to end: ${name}`);
    else this.#reader.readLine(line);
  }

  /** `.purgem name`. */
  #forget(line: SourceLine, { column, rest }: Head): void {
    const name = statementOf(rest).trim();
    if (!this.#macros.delete(name.toLowerCase()))
      this.#reader.refuse(line, column, `is not a macro: ${name}`);
  }

  #readLabels(line: SourceLine, { labels }: Head): void {
    if (labels.trim() !== "") this.#reader.readLine({ ...line, text: labels });
  }

  #define(line: SourceLine, { column, rest }: Head, body: readonly SourceLine[], end: string): void {
    try {
      const macro = readMacro(rest, column, body, end === ".end_macro");
      const key = macro.name.toLowerCase();
      if (isDirective(key) || ENDS.has(key) || ALL_ENDS.includes(key))
        throw new SourceError(column, `is a directive: ${macro.name}`);
      if (this.#macros.has(key)) throw new SourceError(column, `is defined twice: ${macro.name}`);
      this.#macros.set(key, macro);
    } catch (error) {
      this.#tell(line, error);
    }
  }

  #repeat(line: SourceLine, head: Head, body: readonly SourceLine[], depth: number): boolean {
    const note = ` (repeated from line ${line.line})`;
    const repeated = body.map((one) => (one.note === "" ? { ...one, note } : one));
    if (head.name !== ".rept") return this.#repeatWith(line, head, repeated, depth);
    const count = this.#reader.read(line, head.rest.padStart(line.text.length), readRepetitions) ?? 1;
    for (let done = 0; done < count && !this.#isLeaving; done++)
      if (!this.#readMade(line, head, repeated, depth)) return false;
    return this.#left(true);
  }

  /** Called at the end of a macro or repetition that `.exitm` may have left. */
  #left(isRead: boolean): boolean {
    this.#isLeaving = false;
    return isRead;
  }

  /** `.irp` and `.irpc`. */
  #repeatWith(line: SourceLine, head: Head, body: readonly SourceLine[], depth: number): boolean {
    const { name, rest, column } = head;
    try {
      const { symbol, values } = valuesOf(rest, column + name.length, name === ".irpc");
      const made = (value: string) =>
        writtenOut({ body, ownLabels: undefined }, new Map([[symbol, value]]), this.#calls);
      const isRead = values.every(
        (value) => this.#isLeaving || this.#readMade(line, head, made(value), depth),
      );
      return this.#left(isRead);
    } catch (error) {
      this.#tell(line, error);
      return true;
    }
  }

  #call(line: SourceLine, head: Head, macro: Macro, depth: number): boolean {
    let body: readonly SourceLine[];
    try {
      const values = argumentsOf(macro, head.rest, head.column);
      const calledFrom = line.calledFrom ?? line.line;
      const note = ` (in macro ${macro.name}, called from line ${calledFrom})`;
      body = writtenOut(macro, values, this.#calls++).map((one) => ({ ...one, calledFrom, note }));
    } catch (error) {
      this.#tell(line, error);
      return true;
    }
    return this.#left(this.#readMade(line, head, body, depth));
  }

  #readMade(line: SourceLine, { column }: Head, made: readonly SourceLine[], depth: number): boolean {
    // Line ends count too. An empty block counts as one character, because expanding it also takes time.
    const characters = made.reduce((sum, { text }) => sum + text.length + 1, 0) || 1;
    this.#made += characters;
    const isTooMuch = this.#made > MADE_CHARACTER_LIMIT;
    if (!isTooMuch && depth < DEPTH_LIMIT)
      return this.#reader.takes(line, column, characters) && this.read(made.flatMap(statementsOf), depth + 1);
    const reason = isTooMuch
      ? `makes more than ${MADE_CHARACTER_LIMIT} characters`
      : `is nested deeper than ${DEPTH_LIMIT} blocks`;
    this.#reader.refuse(line, column, reason);
    return false;
  }

  #tell(line: SourceLine, error: unknown): void {
    if (!(error instanceof SourceError)) throw error;
    this.#reader.refuse(line, error.column, error.message);
  }
}

/** True for `name = value` and `name:`, even if a macro has the same name. */
const isDefinition = ({ rest }: Head): boolean => /^\s*(?::|=(?!=))/.test(rest);

function readRepetitions(cursor: Cursor, lookup: Lookup): number {
  const { value, column } = readExpression(cursor, lookup);
  if (value < 0n) throw new ValueError(column, `is not a number of repetitions: ${value}`);
  return Number(value);
}

function headOf(text: string): Head {
  // readLine refuses a line that is too long.
  const [whole = "", labels = "", name = ""] = (text.length <= LINE_CHARACTER_LIMIT && HEAD.exec(text)) || [];
  return { name: name.toLowerCase(), column: labels.length + 1, labels, rest: text.slice(whole.length) };
}

/** Index of the line that ends the block which starts at `from`. The index after the last line if no line ends it. */
function endOf(lines: readonly SourceLine[], from: number, begin: string): number {
  const ends = ENDS.get(begin) ?? [];
  let depth = 0;
  for (let at = from; at < lines.length; at++) {
    const { name } = headOf(lines[at]?.text ?? "");
    if (ENDS.get(name) === ends) depth++;
    else if (ends.includes(name) && --depth === 0) return at;
  }
  return lines.length;
}

/** A directive and its position in its line. */
interface ConditionHead {
  readonly name: string;
  /** From 1. */
  readonly column: number;
  readonly rest: string;
}

interface Level {
  readonly line: SourceLine;
  readonly column: number;
  isReading: boolean;
  /** True if the assembler may still read a branch of this condition: the code around it is active, and it has read no
   * branch so far. */
  isOpen: boolean;
  hasElse: boolean;
}

/** For each directive, the signs of a value for which its condition is true. */
const SIGNS: ReadonlyMap<string, string> = new Map([
  [".if", "-+"],
  [".elseif", "-+"],
  [".ifne", "-+"],
  [".ifeq", "0"],
  [".ifgt", "+"],
  [".ifge", "0+"],
  [".iflt", "-"],
  [".ifle", "-0"],
]);
/** Conditions that test whether a name is defined, a text is blank, or two texts are equal. */
const OF_TEXT = /^\.if(n?)(def|b|c)$/;
const END = ".endif";
const BETWEEN: readonly string[] = [".else", ".elseif", END];

/** The conditions of one source or of the text of one block. No condition reaches beyond its source or block. */
class Conditions {
  readonly #reader: LineReader;
  readonly #levels: Level[] = [];

  constructor(reader: LineReader) {
    this.#reader = reader;
  }

  static isOne(name: string): boolean {
    return BETWEEN.includes(name) || SIGNS.has(name) || OF_TEXT.test(name);
  }

  /** Whether the assembler reads lines here. */
  get isReading(): boolean {
    return this.#levels.at(-1)?.isReading ?? true;
  }

  read(line: SourceLine, head: ConditionHead): void {
    const { name, column } = head;
    const level = this.#levels.at(-1);
    if (!BETWEEN.includes(name)) {
      const isInside = this.isReading;
      const isReading = isInside && this.#holds(line, head);
      this.#levels.push({ line, column, isReading, isOpen: isInside && !isReading, hasElse: false });
    } else if (level === undefined) this.#reader.refuse(line, column, `belongs to no .if: ${name}`);
    else if (name === END) {
      if (level.isReading) this.#expectNothing(line, head);
      this.#levels.pop();
    } else if (level.hasElse) this.#reader.refuse(line, column, `stands behind .else: ${name}`);
    else {
      level.hasElse = name === ".else";
      level.isReading =
        level.isOpen && (level.hasElse ? this.#expectNothing(line, head) : this.#holds(line, head));
      level.isOpen &&= !level.isReading;
    }
  }

  /** Returns true if all conditions have ended. */
  end(): boolean {
    const open = this.#levels.at(-1);
    if (open !== undefined) this.#reader.refuse(open.line, open.column, `has no ${END}`);
    return open === undefined;
  }

  #expectNothing(line: SourceLine, { rest }: ConditionHead): true {
    this.#reader.read(line, rest.padStart(line.text.length), () => true);
    return true;
  }

  /** Reports an error in the condition. The lines after such a condition are still read. */
  #holds(line: SourceLine, { name, rest }: ConditionHead): boolean {
    const [, not, kind] = OF_TEXT.exec(name) ?? [];
    if (kind === "b" || kind === "c") {
      const texts = statementOf(rest).trim();
      const [, one, other] = /^([^,]*),(.*)$/s.exec(texts) ?? [];
      return (not === "") === (kind === "b" ? texts === "" : one?.trim() === other?.trim());
    }
    const holds = this.#reader.read(line, rest.padStart(line.text.length), (cursor, lookup) => {
      if (kind === undefined) return SIGNS.get(name)?.includes(signOf(readExpression(cursor, lookup).value));
      const symbol = cursor.take();
      if (symbol.kind !== "name") throw new SourceError(symbol.column, "a name is missing here");
      return (not === "") === (lookup(symbol.text) !== undefined);
    });
    return holds ?? true;
  }
}
