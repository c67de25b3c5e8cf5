/** `.option`: settings for the instructions that follow it. */
import {
  type Architecture,
  architectureNamed,
  type Extension,
  extensionName,
  isExtension,
  NO_ARCHITECTURE,
} from "./architecture.ts";
import type { SourceLine } from "./lines.ts";
import { type Cursor, SourceError, type Token } from "./text.ts";

const DEPTH_LIMIT = 100;
/** Options that only a linker needs. The assembler ignores them. */
const WITHOUT_MEANING = /^(?:(?:no)?pic|(?:no-)?csr-check)$/;

/** An option that is wrong for the next instruction. */
interface OptionFault {
  readonly line: SourceLine;
  readonly column: number;
  readonly message: string;
}

interface Options {
  readonly extensions: ReadonlySet<Extension>;
  /** True if a linker may move code after an alignment. */
  readonly relaxes: boolean;
  readonly fault: OptionFault | undefined;
}

export class CodeOptions {
  readonly #architecture: Architecture;
  #now: Options;
  readonly #pushed: Options[] = [];

  constructor(architecture: Architecture) {
    this.#architecture = architecture;
    this.#now = { extensions: architecture.extensions, relaxes: true, fault: undefined };
  }

  /** True if instructions become two bytes long where possible. */
  get compresses(): boolean {
    return this.#now.extensions.has("c") && this.#architecture.extensions.has("c");
  }

  get relaxes(): boolean {
    return this.#now.relaxes;
  }

  /** Called at an instruction that would be two bytes long, if the machine does not have such instructions. Returns
   * each fault once. */
  takeFault(): OptionFault | undefined {
    const { fault } = this.#now;
    if (fault !== undefined) this.#now = { ...this.#now, fault: undefined };
    return fault;
  }

  /** Alignment of instructions, in bytes. */
  get pitch(): 2 | 4 {
    return this.#architecture.extensions.has("c") ? 2 : 4;
  }

  /** `text` is the instruction that needs the extension. */
  expect(extension: Extension, { text, column }: Token): void {
    if (!this.#architecture.extensions.has(extension))
      throw new SourceError(column, this.#lacks(extension, text));
    if (this.#now.extensions.has(extension)) return;
    const name = extensionName(extension);
    throw new SourceError(column, `needs the extension ${name}, which an .option took away: ${text}`);
  }

  #lacks(extension: Extension, text: string): string {
    return `needs the extension ${extensionName(extension)}, not in ${this.#architecture.name}: ${text}`;
  }

  /** Behind `.option`. */
  change(cursor: Cursor, line: SourceLine): void {
    const first = cursor.take();
    const name = first.text.toLowerCase();
    if (name === "push") this.#push(cursor);
    else if (name === "pop") this.#now = this.#pushed.pop() ?? cursor.fail("no option was pushed");
    else if (name === "rvc" || name === "norvc") this.#set("c", name === "rvc", first, line);
    else if (name === "relax" || name === "norelax") this.#now = { ...this.#now, relaxes: name === "relax" };
    else if (name === "arch") this.#changeArchitecture(cursor, line);
    else if (!WITHOUT_MEANING.test(optionOf(name, cursor)))
      throw new SourceError(first.column, `is not an option: ${first.text}`);
    cursor.expectEnd();
  }

  #push(cursor: Cursor): void {
    if (this.#pushed.length >= DEPTH_LIMIT) cursor.fail(`is deeper than ${DEPTH_LIMIT} options`);
    this.#pushed.push(this.#now);
  }

  /** `, +a, -c` or `, rv32imc`. */
  #changeArchitecture(cursor: Cursor, line: SourceLine): void {
    while (cursor.accepts(",")) {
      const isOff = cursor.accepts("-");
      const isChange = isOff || cursor.accepts("+");
      const token = cursor.take();
      const name = token.text.toLowerCase();
      if (isChange && isExtension(name)) this.#set(name, !isOff, token, line);
      else this.#replace(isChange ? undefined : architectureNamed(name), token, line);
    }
  }

  #replace(architecture: Architecture | undefined, token: Token, line: SourceLine): void {
    if (architecture === undefined) throw new SourceError(token.column, NO_ARCHITECTURE);
    this.#become(architecture.extensions, token, line);
  }

  #set(extension: Extension, isOn: boolean, token: Token, line: SourceLine): void {
    const next = new Set(this.#now.extensions);
    if (isOn) next.add(extension);
    else next.delete(extension);
    this.#become(next, token, line);
  }

  /** The error for an extension that the machine lacks comes at the first instruction that needs it, because many
   * sources switch C on only around an alignment. */
  #become(extensions: ReadonlySet<Extension>, { text, column }: Token, line: SourceLine): void {
    const isForeign = extensions.has("c") && !this.#architecture.extensions.has("c");
    const fault = isForeign ? { line, column, message: this.#lacks("c", text) } : undefined;
    this.#now = { ...this.#now, extensions, fault };
  }
}

/** `csr-check` and similar words, which are several tokens. */
function optionOf(name: string, cursor: Cursor): string {
  let text = name;
  while (!cursor.isAtEnd) text += cursor.take().text;
  return text;
}
