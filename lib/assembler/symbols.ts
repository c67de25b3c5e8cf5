/** The names of a program: labels, local labels, constants, and which of them are not sure after an error. */
import type { Lookup } from "./expression.ts";
import { registerNumber } from "./registers.ts";
import { SourceError, type Token } from "./text.ts";

interface LocalLabel {
  readonly order: number;
  readonly address: bigint;
}

export class Symbols {
  readonly values = new Map<string, bigint>();
  /** False once something has no place: then no address is what it will be. */
  isLayoutKnown = true;
  /** Whether a value that is not sure was asked for since somebody set this to false. */
  restsOnUnsure = false;
  /** In their order, which never falls. */
  readonly #locals = new Map<string, LocalLabel[]>();
  readonly #labels = new Set<string>();
  /** Constants whose value is wrong or rests on one that is. */
  readonly #unsure = new Set<string>();

  /** `order`: local labels of a lower or equal one count as "before". */
  defineLabel(token: Token, order: number, address: number): void {
    const { kind, text, column } = token;
    if (kind === "number" && /^[0-9]+$/.test(text)) {
      const labels = this.#locals.get(text) ?? [];
      this.#locals.set(text, labels);
      labels.push({ order, address: BigInt(address) });
    } else if (kind === "name") {
      this.#labels.add(text);
      this.define(token, BigInt(address));
    } else throw new SourceError(column, `is no name for a label: ${JSON.stringify(text)}`);
  }

  define({ text, column }: Token, value: bigint): void {
    if (registerNumber(text) !== undefined) throw new SourceError(column, `is a register: ${text}`);
    if (this.values.has(text)) throw new SourceError(column, `is defined twice: ${text}`);
    this.values.set(text, value);
  }

  makeUnsure(constant: string): void {
    this.#unsure.add(constant);
  }

  lookupAt(order: number, here: number): Lookup {
    return (symbol) => {
      const local = /^([0-9]+)([bf])$/.exec(symbol);
      const isAddress = symbol === "." || local !== null || this.#labels.has(symbol);
      if (this.#unsure.has(symbol) || (isAddress && !this.isLayoutKnown)) this.restsOnUnsure = true;
      if (symbol === ".") return BigInt(here);
      if (local === null) return this.values.get(symbol) ?? (this.#unsure.has(symbol) ? 0n : undefined);
      const labels = this.#locals.get(local[1] ?? "") ?? [];
      const behind = countUpTo(labels, order);
      return labels[local[2] === "f" ? behind : behind - 1]?.address;
    };
  }
}

/** How many count as "before". Blocks make tens of thousands of labels, asked for as often. */
function countUpTo(labels: readonly LocalLabel[], order: number): number {
  let from = 0;
  let to = labels.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((labels[middle]?.order ?? 0) > order) to = middle;
    else from = middle + 1;
  }
  return from;
}
