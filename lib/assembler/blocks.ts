/** Macros and repetitions: a source line by line with these written out, bounded in depth and length. */
import { isDirective } from "./directives.ts";
import { argumentsOf, type Macro, readMacro, type SourceLine, writtenOut } from "./macro.ts";
import { LINE_CHARACTER_LIMIT, SourceError } from "./text.ts";

export interface LineReader {
  /** Whether no more of a block is to be read: a section has no room for it, or enough is wrong with it. */
  readonly hasEnough: boolean;
  readonly readLine: (line: SourceLine) => void;
  /** How often a block is read; once where that is wrong, which is noted. `text`: the line with blanks up to the number. */
  readonly repetitions: (line: SourceLine, text: string) => number;
  /** Notes what is wrong; what is not read for it may have been labels and bytes. */
  readonly refuse: (line: SourceLine, column: number, message: string) => void;
}

const DEPTH_LIMIT = 64;
/** Of all that blocks make; a machine has 4096 instructions at most. */
const MADE_CHARACTER_LIMIT = 262_144;

const HAS_BLOCKS = /\.(?:macro|rept|endm|endr|end_macro)\b/i;
/** Labels, then what the line is about. */
const HEAD = /^((?:\s*[\w.$]+\s*:)*\s*)([A-Za-z_.$][\w.$]*)/;
/** By what begins a block: what ends it. */
const ENDS: ReadonlyMap<string, readonly string[]> = new Map([
  [".macro", [".endm", ".end_macro"]],
  [".rept", [".endr"]],
]);
const ALL_ENDS = [...ENDS.values()].flat();

const itself = (column: number): number => column;

/** False where a block has no end, or none that is in sight: the rest has not been read. */
export function readLines(source: string, reader: LineReader): boolean {
  const lines = source
    .split(/\r\n|\n|\r/)
    .map((text, index): SourceLine => ({ text, line: index + 1, columnOf: itself, note: "" }));
  if (HAS_BLOCKS.test(source)) return new Blocks(reader).read(lines, []);
  for (const line of lines) reader.readLine(line);
  return true;
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

  constructor(reader: LineReader) {
    this.#reader = reader;
  }

  /** `within`: the blocks around, macros by their names. Whether all was read. */
  read(lines: readonly SourceLine[], within: readonly string[]): boolean {
    for (let at = 0; at < lines.length; at++) {
      const line = lines[at];
      if (line === undefined) continue;
      const head = headOf(line.text);
      const macro = this.#macros.get(head.name);
      if (ENDS.has(head.name)) {
        const end = endOf(lines, at, head.name);
        const closing = lines[end];
        if (closing === undefined) {
          this.#reader.refuse(line, head.column, `has no ${ENDS.get(head.name)?.[0]}`);
          return false;
        }
        const body = lines.slice(at + 1, end);
        this.#readLabels(line, head);
        if (head.name === ".macro") this.#define(line, head, body, headOf(closing.text).name);
        else if (!this.#repeat(line, head, body, within)) return false;
        at = end;
      } else if (macro !== undefined) {
        this.#readLabels(line, head);
        if (!this.#call(line, head, macro, within)) return false;
      } else if (ALL_ENDS.includes(head.name))
        this.#reader.refuse(line, head.column, `ends nothing: ${head.name}`);
      else this.#reader.readLine(line);
      if (within.length > 0 && this.#reader.hasEnough) return false;
    }
    return true;
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

  #repeat(line: SourceLine, head: Head, body: readonly SourceLine[], within: readonly string[]): boolean {
    const count = this.#reader.repetitions(line, head.rest.padStart(line.text.length));
    const note = ` (repeated from line ${line.line})`;
    const repeated = body.map((one) => (one.note === "" ? { ...one, note } : one));
    for (let done = 0; done < count; done++)
      if (!this.#readMade(line, head, repeated, [...within, ""])) return false;
    return true;
  }

  #call(line: SourceLine, head: Head, macro: Macro, within: readonly string[]): boolean {
    if (within.includes(macro.name)) {
      this.#reader.refuse(line, head.column, `calls itself: ${macro.name}`);
      return false;
    }
    let body: readonly SourceLine[];
    try {
      const values = argumentsOf(macro, head.rest, head.column);
      body = writtenOut(macro, values, this.#calls++, line.calledFrom ?? line.line);
    } catch (error) {
      this.#tell(line, error);
      return true;
    }
    return this.#readMade(line, head, body, [...within, macro.name]);
  }

  #readMade(
    line: SourceLine,
    { column }: Head,
    lines: readonly SourceLine[],
    within: readonly string[],
  ): boolean {
    // With the ends of lines; an empty block takes its time as well.
    this.#made += lines.reduce((sum, { text }) => sum + text.length + 1, 0) || 1;
    const isTooMuch = this.#made > MADE_CHARACTER_LIMIT;
    if (!isTooMuch && within.length <= DEPTH_LIMIT) return this.read(lines, within);
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

function headOf(text: string): Head {
  // What is too long is refused where it is read.
  const [whole = "", labels = "", name = ""] = (text.length <= LINE_CHARACTER_LIMIT && HEAD.exec(text)) || [];
  return { name: name.toLowerCase(), column: labels.length + 1, labels, rest: text.slice(whole.length) };
}

/** Where a block ends that begins at `from`; behind the last line if nowhere. */
function endOf(lines: readonly SourceLine[], from: number, begin: string): number {
  const ends = ENDS.get(begin) ?? [];
  let depth = 0;
  for (let at = from; at < lines.length; at++) {
    const { name } = headOf(lines[at]?.text ?? "");
    if (name === begin) depth++;
    else if (ends.includes(name) && --depth === 0) return at;
  }
  return lines.length;
}
