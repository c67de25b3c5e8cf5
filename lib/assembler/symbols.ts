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
      if (local[2] === "f") return labels.find((label) => label.order > order)?.address;
      return labels.findLast((label) => label.order <= order)?.address;
    };
  }
}
