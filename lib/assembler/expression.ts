/** Expressions as GNU as reads them: 64 bits, `>>` unsigned; `<< >> * / %` bind tightest, then `& | ^ !` (or not), then
 * `+ -`, then `== != <> < > <= >=` (true is -1), `&&`, `||`; before an operand `- + ~ !`, before a whole expression
 * `%hi %lo %pcrel_hi %pcrel_lo`. `%got_pcrel_hi` is `%pcrel_hi`: no table of addresses is needed. */
import { type Cursor, numberOf, SourceError, type Token, ValueError } from "./text.ts";

export interface Lookup {
  /** Value of a symbol. Undefined if it is not known (yet). */
  (symbol: string): bigint | undefined;
  /** True if the value of the symbol is an address. If the function is omitted, no symbol is an address. */
  readonly isAddress?: (symbol: string) => boolean;
  /** True for a weak symbol that nothing defines; its address is 0. If the function is omitted, there is no such
   * symbol. */
  readonly isAbsent?: (symbol: string) => boolean;
  /** True if a linker may replace the definition of the symbol. If the function is omitted, there is no such symbol. */
  readonly isWeak?: (symbol: string) => boolean;
  /** Distance that the AUIPC at an address encodes. Undefined if the address has no AUIPC with %pcrel_hi. The
   * function is omitted while distances are not known. */
  readonly distanceAt?: ((address: bigint) => bigint | undefined) | undefined;
}

const NESTING_LIMIT = 64;
const WORD_BITS = 64;
const LITERAL_LIMIT = 1n << 64n;
const SIGN = 1n << 63n;

/** For each operator, the signs of a difference with which it is true. */
const COMPARISONS: ReadonlyMap<string, string> = new Map([
  ["==", "0"],
  ["!=", "-+"],
  ["<>", "-+"],
  ["<", "-"],
  [">", "+"],
  ["<=", "-0"],
  [">=", "0+"],
]);

/** Operators by level, loosest binding first. */
const LEVELS: readonly (readonly string[])[] = [
  ["||"],
  ["&&"],
  [...COMPARISONS.keys()],
  ["+", "-"],
  ["|", "&", "^", "!"],
  ["*", "/", "%", "<<", ">>"],
];

export interface Value {
  readonly value: bigint;
  readonly column: number;
  /** Name of an address that the value depends on. Undefined if it depends on none. */
  readonly address: string | undefined;
  /** True if the value depends on a weak name that has no definition. */
  readonly isAbsent: boolean;
  /** True if no `%hi` or similar operator selects a part of the value. */
  readonly isWhole: boolean;
}

/** An unknown symbol is an error that names it. */
export function readExpression(cursor: Cursor, lookup: Lookup): Value {
  return new Reader(cursor, lookup).whole();
}

/** Distance to an operand, which is read from `%pcrel_hi` onwards. The distance counts from the instruction. */
export function readDistance(cursor: Cursor, lookup: Lookup): bigint {
  cursor.take();
  return new Reader(cursor, lookup).level(0, 0) - (lookup(".") ?? 0n);
}

const hexadecimal = (value: bigint): string => `0x${BigInt.asUintN(64, value).toString(16)}`;

export function within({ value, column, address }: Value, minimum: number, maximum: number): number {
  if (value >= BigInt(minimum) && value <= BigInt(maximum)) return Number(value);
  const reason =
    address === undefined
      ? `${value} does not fit: ${minimum} to ${maximum}`
      : `the address of ${address}, ${hexadecimal(value)}, does not fit: ${minimum} to ${maximum}`;
  throw new ValueError(column, reason);
}

/** 0xfffff800 is -2048, as in GNU as for RV32. */
export function signedWord(whole: Value): Value {
  const { value, address } = whole;
  const isWord = value >= 1n << 31n && value < 1n << 32n;
  return { ...whole, value: isWord && address === undefined ? BigInt.asIntN(32, value) : value };
}

class Reader {
  readonly #cursor: Cursor;
  readonly #lookup: Lookup;
  #address: string | undefined;
  #isAbsent = false;

  constructor(cursor: Cursor, lookup: Lookup) {
    this.#cursor = cursor;
    this.#lookup = lookup;
  }

  whole(): Value {
    const { column } = this.#cursor.peek();
    const part = this.#part();
    const isWhole = part === undefined;
    const value = isWhole ? this.level(0, 0) : part(this.level(0, 0));
    const address = isWhole ? this.#address : undefined;
    return { value, column, address, isAbsent: this.#isAbsent, isWhole };
  }

  /** The part of a value that `%hi` and similar operators select. */
  #part(): ((value: bigint) => bigint) | undefined {
    const cursor = this.#cursor;
    const { column } = cursor.peek();
    if (cursor.accepts("%hi")) return upperPart;
    if (cursor.accepts("%lo")) return lowerPart;
    if (cursor.accepts("%pcrel_hi") || cursor.accepts("%got_pcrel_hi"))
      return (value) => upperPart(value - (this.#lookup(".") ?? 0n));
    if (cursor.accepts("%pcrel_lo")) return (value) => lowerPart(this.#distance(value, column));
    return undefined;
  }

  #distance(address: bigint, column: number): bigint {
    const { distanceAt } = this.#lookup;
    if (distanceAt === undefined) return 0n;
    const distance = distanceAt(address);
    if (distance === undefined)
      throw new ValueError(column, "%pcrel_lo needs the label of an auipc with %pcrel_hi");
    return distance;
  }

  level(level: number, depth: number): bigint {
    const signs = LEVELS[level];
    if (signs === undefined) return this.#unary(depth);
    let left = this.level(level + 1, depth);
    for (;;) {
      const { column } = this.#cursor.peek();
      const sign = signs.find((one) => this.#cursor.accepts(one));
      if (sign === undefined) return left;
      left = apply(sign, left, this.level(level + 1, depth), column);
    }
  }

  #unary(depth: number): bigint {
    const cursor = this.#cursor;
    if (depth > NESTING_LIMIT) cursor.fail("is nested too deep");
    const sign = cursor.peek();
    if (cursor.accepts("-")) return bounded(-this.#unary(depth + 1), sign.column);
    if (cursor.accepts("+")) return this.#unary(depth + 1);
    if (cursor.accepts("!")) return BigInt(this.#unary(depth + 1) === 0n);
    if (cursor.accepts("~")) return ~this.#unary(depth + 1);
    const part = this.#part();
    if (part !== undefined) return part(this.#parenthesis(depth));
    return this.#operand(cursor.peek(), depth);
  }

  #operand(token: Token, depth: number): bigint {
    const cursor = this.#cursor;
    if (token.kind === "sign" && token.text === "(") return this.#parenthesis(depth);
    if (token.kind === "sign" && token.text.startsWith("%") && token.text.length > 1)
      cursor.fail(`${token.text} is not known; known are %hi, %lo, %pcrel_hi, %pcrel_lo, %got_pcrel_hi`);
    if (token.kind === "number") {
      const value = numberOf(cursor.take());
      if (value >= LITERAL_LIMIT) throw new SourceError(token.column, "is too large a number");
      return BigInt.asIntN(WORD_BITS, value);
    }
    if (token.kind === "float") return cursor.fail(`is not a whole number: ${token.text}`);
    if (token.kind !== "name") return cursor.fail("a value is missing here");
    cursor.take();
    const value = this.#lookup(token.text);
    if (value === undefined) throw new SourceError(token.column, `names nothing: ${token.text}`);
    if (this.#lookup.isAddress?.(token.text) === true) this.#address ??= token.text;
    if (this.#lookup.isAbsent?.(token.text) === true) this.#isAbsent = true;
    return value;
  }

  #parenthesis(depth: number): bigint {
    this.#cursor.expect("(");
    const value = this.level(0, depth + 1);
    this.#cursor.expect(")");
    return value;
  }
}

function apply(sign: string, left: bigint, right: bigint, column: number): bigint {
  if ((sign === "/" || sign === "%") && right === 0n) throw new ValueError(column, "divides by zero");
  if ((sign === "<<" || sign === ">>") && (right < 0n || right >= BigInt(WORD_BITS)))
    throw new ValueError(column, `shifts by ${right}, 0 to ${WORD_BITS - 1} are allowed`);
  return bounded(operate(sign, left, right), column);
}

/** GNU as wraps around here without a warning. */
function bounded(value: bigint, column: number): bigint {
  if (value >= SIGN || value < -SIGN) throw new ValueError(column, "gives too large a number");
  return value;
}

function operate(sign: string, left: bigint, right: bigint): bigint {
  const signs = COMPARISONS.get(sign);
  if (signs !== undefined) return -BigInt(signs.includes(signOf(left - right)));
  switch (sign) {
    case "||":
      return BigInt(left !== 0n || right !== 0n);
    case "&&":
      return BigInt(left !== 0n && right !== 0n);
    case "|":
      return left | right;
    case "!":
      return left | ~right;
    case "^":
      return left ^ right;
    case "&":
      return left & right;
    case "<<":
      return BigInt.asIntN(WORD_BITS, left << right);
    case ">>":
      return BigInt.asIntN(WORD_BITS, BigInt.asUintN(WORD_BITS, left) >> right);
    case "+":
      return left + right;
    case "-":
      return left - right;
    case "*":
      return left * right;
    case "/":
      return left / right;
    default:
      return left % right;
  }
}

export function signOf(value: bigint): "-" | "0" | "+" {
  if (value === 0n) return "0";
  return value > 0n ? "+" : "-";
}

/** Upper part for LUI. It is adjusted because the lower part added to it is signed. */
export const upperPart = (value: bigint): bigint => ((value + 0x800n) >> 12n) & 0xf_ffffn;
export const lowerPart = (value: bigint): bigint => BigInt.asIntN(12, value);
