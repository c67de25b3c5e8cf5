/** The names of a program: labels, local labels, constants, and which of them are not sure after an error. */
import type { Lookup } from "./expression.ts";
import { registerNumber } from "./registers.ts";
import { SourceError, type Token } from "./text.ts";

interface Definition {
  readonly order: number;
  readonly value: bigint;
}

export class Symbols {
  /** At the end of the source. */
  readonly values = new Map<string, bigint>();
  /** False once something has no place: then no address is what it will be. */
  isLayoutKnown = true;
  /** Whether a value that is not sure was asked for since this was set to false. */
  restsOnUnsure = false;
  /** Of local labels and variables, in their order, which never falls. */
  readonly #definitions = new Map<string, Definition[]>();
  /** Constants that may have another value further down. */
  readonly #variables = new Set<string>();
  readonly #labels = new Set<string>();
  /** Constants that are places. */
  readonly #addresses = new Set<string>();
  /** Constants whose value is wrong or rests on one that is. */
  readonly #unsure = new Set<string>();
  readonly #provided: ReadonlyMap<string, number>;
  readonly #own: Set<string>;

  /** `provided`: constants that the source need not define; `own`: which it defines, as far as is known. */
  constructor(provided: ReadonlyMap<string, number> = new Map(), own: ReadonlySet<string> = new Set()) {
    this.#provided = provided;
    this.#own = new Set(own);
  }

  /** Provided names that the source defines itself. */
  get own(): ReadonlySet<string> {
    return this.#own;
  }

  /** `order`: definitions of a lower or equal one count as "before". */
  defineLabel(token: Token, order: number, address: number): void {
    const { kind, text, column } = token;
    if (kind === "number" && /^[0-9]+$/.test(text)) {
      this.#add(text, order, BigInt(address));
    } else if (kind === "name") {
      this.#labels.add(text);
      this.define(token, BigInt(address));
    } else throw new SourceError(column, `is no name for a label: ${JSON.stringify(text)}`);
  }

  /** `isAddress`: it rests on where something lies. */
  define({ text, column }: Token, value: bigint, isAddress = false): void {
    if (registerNumber(text) !== undefined) throw new SourceError(column, `is a register: ${text}`);
    if (this.values.has(text)) throw new SourceError(column, `is defined twice: ${text}`);
    this.values.set(text, value);
    if (this.#provided.has(text)) this.#own.add(text);
    if (isAddress) this.#addresses.add(text);
  }

  #providedValue(name: string): bigint | undefined {
    const value = this.#own.has(name) ? undefined : this.#provided.get(name);
    return value === undefined ? undefined : BigInt(value);
  }

  /** As GNU as: what stands before the next one sees this value, what stands before all of them the first one. */
  defineVariable(token: Token, order: number, value: bigint, isAddress = false): void {
    const { text } = token;
    if (!this.#variables.has(text)) this.define(token, value, isAddress);
    else if (isAddress) this.#addresses.add(text);
    this.#variables.add(text);
    this.values.set(text, value);
    this.#add(text, order, value);
  }

  #add(name: string, order: number, value: bigint): void {
    const definitions = this.#definitions.get(name) ?? [];
    this.#definitions.set(name, definitions);
    definitions.push({ order, value });
  }

  makeUnsure(constant: string): void {
    this.#unsure.add(constant);
  }

  lookupAt(order: number, here: number, distanceAt?: Lookup["distanceAt"]): Lookup {
    const find = (symbol: string): bigint | undefined => {
      const local = localOf(symbol);
      const isPlace = symbol === "." || local !== undefined || this.#labels.has(symbol);
      if (this.#unsure.has(symbol) || (isPlace && !this.isLayoutKnown)) this.restsOnUnsure = true;
      if (symbol === ".") return BigInt(here);
      const definitions = this.#definitions.get(local?.number ?? symbol) ?? [];
      const behind = countUpTo(definitions, order);
      if (local !== undefined) return definitions[local.isForward ? behind : behind - 1]?.value;
      const found = definitions[Math.max(behind - 1, 0)]?.value ?? this.values.get(symbol);
      return found ?? (this.#unsure.has(symbol) ? 0n : this.#providedValue(symbol));
    };
    const isAddress = (symbol: string) =>
      symbol === "." ||
      this.#labels.has(symbol) ||
      this.#addresses.has(symbol) ||
      localOf(symbol) !== undefined;
    return Object.assign(find, { isAddress, distanceAt });
  }
}

/** `1b` or `1f`; no other name begins with a digit. */
function localOf(symbol: string): { readonly number: string; readonly isForward: boolean } | undefined {
  const isDigit = symbol >= "0" && symbol < ":";
  return isDigit ? { number: symbol.slice(0, -1), isForward: symbol.endsWith("f") } : undefined;
}

/** How many count as "before". Blocks make tens of thousands of them, asked for as often. */
function countUpTo(definitions: readonly Definition[], order: number): number {
  let from = 0;
  let to = definitions.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((definitions[middle]?.order ?? 0) > order) to = middle;
    else from = middle + 1;
  }
  return from;
}
