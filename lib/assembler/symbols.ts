/** The symbols of a program: labels, local labels and constants. After an error it knows which of their values are
 * uncertain. */
import type { Lookup } from "./expression.ts";
import { registerNumber } from "./registers.ts";
import { SourceError, type Token } from "./text.ts";
import { quotedVisibly } from "./visible.ts";

interface Definition {
  readonly order: number;
  readonly value: bigint;
}

/** Results of one pass over a source that the next pass needs from its start. */
export interface Found {
  /** Provided names that the source defines itself. */
  readonly own: ReadonlySet<string>;
  /** Weak names that nothing defines. */
  readonly absent: ReadonlySet<string>;
  /** Symbols of the previous pass. Constants that depend on later definitions use them. Undefined in the first pass. */
  readonly before: Symbols | undefined;
  /** Constants that this pass could not compute because they depend on later definitions. */
  readonly open: ReadonlySet<string>;
  /** True if a later pass may find a value that is still unknown. */
  readonly mayWait: boolean;
}

const NONE: ReadonlySet<string> = new Set();
export const NOTHING_FOUND: Found = { own: NONE, absent: NONE, before: undefined, open: NONE, mayWait: true };

/** The use of a symbol before its definition in a constant. */
interface Ahead {
  readonly symbol: string;
  readonly order: number;
  readonly here: number;
  readonly value: bigint;
}

export class Symbols {
  /** Values of symbols at the end of the source. */
  readonly values = new Map<string, bigint>();
  /** False once a statement has no place. From then on no address has its final value. */
  isLayoutKnown = true;
  /** True if an uncertain value has been used since this was last set to false. */
  restsOnUnsure = false;
  /** Definitions of local labels and variables. Their order never decreases. */
  readonly #definitions = new Map<string, Definition[]>();
  /** Constants that may have another value later in the source. */
  readonly #variables = new Set<string>();
  readonly #labels = new Set<string>();
  /** Constants that are places. */
  readonly #addresses = new Set<string>();
  /** Constants with a wrong value, or that depend on one. */
  readonly #unsure = new Set<string>();
  readonly #weak = new Set<string>();
  /** Constants that depend on a weak name without a definition. */
  readonly #absent = new Set<string>();
  readonly #ahead: Ahead[] = [];
  readonly #open = new Set<string>();
  readonly #provided: ReadonlyMap<string, number>;
  readonly #own: Set<string>;
  readonly #found: Found;

  /** `provided` are constants that the source need not define. `found` are the results of the previous passes. */
  constructor(provided: ReadonlyMap<string, number> = new Map(), found: Found = NOTHING_FOUND) {
    this.#provided = provided;
    this.#found = found;
    this.#own = new Set(found.own);
  }

  /** Called at the end of the source. Returns the results of the previous passes and of this one, or the same
   * object if this pass found nothing new. */
  found(): Found {
    const before = this.#found;
    const absent = new Set(Array.from(this.#weak).filter((name) => !this.values.has(name)));
    const isSettled =
      this.#own.size === before.own.size &&
      Array.from(absent).every((name) => before.absent.has(name)) &&
      this.#open.size === 0 &&
      this.#ahead.every(({ symbol, order, here, value }) => this.lookupAt(order, here)(symbol) === value);
    if (isSettled) return before;
    const mayWait = before.mayWait && (before.before === undefined || this.#open.size < before.open.size);
    return { own: this.#own, absent, before: this, open: this.#open, mayWait };
  }

  /** Marks the symbol as weak: another definition may replace it, and it needs no definition. */
  declareWeak(name: string): void {
    this.#weak.add(name);
  }

  makeAbsent(constant: string): void {
    this.#absent.add(constant);
  }

  /** `order`: definitions of a lower or equal order count as "before". */
  defineLabel(token: Token, order: number, address: number): void {
    const { kind, text, column } = token;
    if (kind === "number" && /^[0-9]+$/.test(text)) {
      this.#add(text, order, BigInt(address));
    } else if (kind === "name") {
      this.#labels.add(text);
      this.define(token, BigInt(address));
    } else throw new SourceError(column, `is not a name for a label: ${quotedVisibly(text)}`);
  }

  /** `isAddress`: the value depends on an address. */
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

  /** As in GNU as, statements before the next definition see this value. Statements before all definitions see the
   * first value. */
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

  lookupAt(order: number, here: number, distanceAt?: Lookup["distanceAt"]) {
    const find = (symbol: string): bigint | undefined => {
      const local = localOf(symbol);
      const isPlace = symbol === "." || local !== undefined || this.#labels.has(symbol);
      if (this.#unsure.has(symbol) || (isPlace && !this.isLayoutKnown)) this.restsOnUnsure = true;
      if (symbol === ".") return BigInt(here);
      const definitions = this.#definitions.get(local?.number ?? symbol) ?? [];
      const behind = countUpTo(definitions, order);
      if (local !== undefined) return definitions[local.isForward ? behind : behind - 1]?.value;
      const found = definitions[Math.max(behind - 1, 0)]?.value ?? this.values.get(symbol);
      return found ?? (this.#unsure.has(symbol) || isAbsent(symbol) ? 0n : this.#providedValue(symbol));
    };
    const isAbsent = (symbol: string) => this.#isAbsent(symbol);
    const isAddress = (symbol: string) =>
      symbol === "." ||
      this.#labels.has(symbol) ||
      this.#addresses.has(symbol) ||
      isAbsent(symbol) ||
      localOf(symbol) !== undefined;
    const isWeak = (symbol: string) => this.#weak.has(symbol);
    return Object.assign(find, { isAddress, isAbsent, isWeak, distanceAt });
  }

  #isAbsent(name: string): boolean {
    return this.#absent.has(name) || (this.#found.absent.has(name) && !this.values.has(name));
  }

  /** Looks up the constant `name`, which may depend on later definitions. For these it uses the values of the previous
   * pass.
   */
  lookupAhead(name: string, order: number, here: number): Lookup {
    const { before, open, mayWait } = this.#found;
    const now = this.lookupAt(order, here);
    const then = before?.lookupAt(order, here);
    const wait = (): bigint => {
      this.restsOnUnsure = true;
      this.#open.add(name);
      return 0n;
    };
    const find = (symbol: string): bigint | undefined => {
      const known = now(symbol);
      if (this.#open.has(symbol)) this.#open.add(name);
      if (known !== undefined) return known;
      if (then === undefined) return wait();
      if (open.has(symbol)) return mayWait ? wait() : undefined;
      const value = then(symbol);
      if (value !== undefined) this.#ahead.push({ symbol, order, here, value });
      return value;
    };
    const isAddress = (symbol: string) =>
      now.isAddress(symbol) || (now(symbol) === undefined && then?.isAddress(symbol) === true);
    return Object.assign(find, { isAddress, isAbsent: now.isAbsent, isWeak: now.isWeak });
  }
}

/** `1b` or `1f`; no other name begins with a digit. */
function localOf(symbol: string): { readonly number: string; readonly isForward: boolean } | undefined {
  const isDigit = symbol >= "0" && symbol < ":";
  return isDigit ? { number: symbol.slice(0, -1), isForward: symbol.endsWith("f") } : undefined;
}

/** Number of definitions that count as "before". It is a binary search, because blocks can make and look up tens of
 * thousands of definitions. */
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
