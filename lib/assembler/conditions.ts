/** `.if` and its kin: which lines of a source count. */
import { readExpression, signOf } from "./expression.ts";
import type { LineReader, SourceLine } from "./lines.ts";
import { SourceError, statementOf } from "./text.ts";

/** A directive and its position in its line. */
interface Head {
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
export class Conditions {
  readonly #reader: LineReader;
  readonly #levels: Level[] = [];

  constructor(reader: LineReader) {
    this.#reader = reader;
  }

  static isOne(name: string): boolean {
    return BETWEEN.includes(name) || SIGNS.has(name) || OF_TEXT.test(name);
  }

  /** Whether lines count here. */
  get isReading(): boolean {
    return this.#levels.at(-1)?.isReading ?? true;
  }

  read(line: SourceLine, head: Head): void {
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

  #expectNothing(line: SourceLine, { rest }: Head): true {
    this.#reader.read(line, rest.padStart(line.text.length), () => true);
    return true;
  }

  /** Reports an error in the condition. The lines behind such a condition are read. */
  #holds(line: SourceLine, { name, rest }: Head): boolean {
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
