/** `.option`: what a source switches on and off for the instructions behind it. */
import {
  type Architecture,
  architectureNamed,
  type Extension,
  extensionName,
  isExtension,
  NO_ARCHITECTURE,
} from "./architecture.ts";
import { type Cursor, SourceError, type Token } from "./text.ts";

const DEPTH_LIMIT = 100;
/** For a linker, which is not needed. */
const WITHOUT_MEANING = /^(?:(?:no)?relax|(?:no)?pic|(?:no-)?csr-check)$/;

export class CodeOptions {
  readonly #architecture: Architecture;
  #extensions: ReadonlySet<Extension>;
  readonly #pushed: ReadonlySet<Extension>[] = [];

  constructor(architecture: Architecture) {
    this.#architecture = architecture;
    this.#extensions = architecture.extensions;
  }

  /** Whether instructions become two bytes where they can. */
  get compresses(): boolean {
    return this.#extensions.has("c");
  }

  /** Of instructions, in bytes. */
  get pitch(): 2 | 4 {
    return this.#architecture.extensions.has("c") ? 2 : 4;
  }

  /** `text`: of the instruction that needs it. */
  expect(extension: Extension, { text, column }: Token): void {
    if (this.#extensions.has(extension)) return;
    const name = extensionName(extension);
    if (this.#architecture.extensions.has(extension))
      throw new SourceError(column, `needs the extension ${name}, which an .option took away: ${text}`);
    throw new SourceError(column, `needs the extension ${name}, not in ${this.#architecture.name}: ${text}`);
  }

  /** Behind `.option`. */
  change(cursor: Cursor): void {
    const first = cursor.take();
    const name = first.text.toLowerCase();
    if (name === "push") this.#push(cursor);
    else if (name === "pop") this.#extensions = this.#pushed.pop() ?? cursor.fail("no option was pushed");
    else if (name === "rvc" || name === "norvc") this.#set("c", name === "rvc", first);
    else if (name === "arch") this.#changeArchitecture(cursor);
    else if (!WITHOUT_MEANING.test(optionOf(name, cursor)))
      throw new SourceError(first.column, `is no option: ${first.text}`);
    cursor.expectEnd();
  }

  #push(cursor: Cursor): void {
    if (this.#pushed.length >= DEPTH_LIMIT) cursor.fail(`is deeper than ${DEPTH_LIMIT} options`);
    this.#pushed.push(this.#extensions);
  }

  /** `, +a, -c` or `, rv32imc`. */
  #changeArchitecture(cursor: Cursor): void {
    while (cursor.accepts(",")) {
      const isOff = cursor.accepts("-");
      const isChange = isOff || cursor.accepts("+");
      const token = cursor.take();
      const name = token.text.toLowerCase();
      if (isChange && isExtension(name)) this.#set(name, !isOff, token);
      else this.#replace(isChange ? undefined : architectureNamed(name), token);
    }
  }

  #replace(architecture: Architecture | undefined, token: Token): void {
    if (architecture === undefined) throw new SourceError(token.column, NO_ARCHITECTURE);
    for (const extension of architecture.extensions) this.#expectInAll(extension, token);
    this.#extensions = architecture.extensions;
  }

  #set(extension: Extension, isOn: boolean, token: Token): void {
    const next = new Set(this.#extensions);
    if (isOn) {
      this.#expectInAll(extension, token);
      next.add(extension);
    } else next.delete(extension);
    this.#extensions = next;
  }

  #expectInAll(extension: Extension, { text, column }: Token): void {
    const { extensions, name } = this.#architecture;
    if (!extensions.has(extension))
      throw new SourceError(
        column,
        `needs the extension ${extensionName(extension)}, not in ${name}: ${text}`,
      );
  }
}

/** `csr-check` and the like, which are several tokens. */
function optionOf(name: string, cursor: Cursor): string {
  let text = name;
  while (!cursor.isAtEnd) text += cursor.take().text;
  return text;
}
