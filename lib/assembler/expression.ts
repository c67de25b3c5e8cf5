/** Constant expressions: numbers, symbols, + - * / % << >> & | ^ ~ and parentheses, %hi() and %lo(); for conditions
 * == != < > <= >= && || ! (as GNU as has them: true is -1 of a comparison, else 1). */
import { type Cursor, numberOf, SourceError, ValueError } from "./text.ts";

/** Values of symbols; undefined: not known (yet). */
export type Lookup = (symbol: string) => bigint | undefined;

const NESTING_LIMIT = 64;
const VALUE_LIMIT = 1n << 64n;
const WORD_BITS = 32;

/** The signs of a difference with which they hold. */
const COMPARISONS: ReadonlyMap<string, string> = new Map([
  ["==", "0"],
  ["!=", "-+"],
  ["<>", "-+"],
  ["<", "-"],
  [">", "+"],
  ["<=", "-0"],
  [">=", "0+"],
]);

/** From the loosest to the tightest. */
const LEVELS: readonly (readonly string[])[] = [
  ["||"],
  ["&&"],
  [...COMPARISONS.keys()],
  ["|"],
  ["^"],
  ["&"],
  ["<<", ">>"],
  ["+", "-"],
  ["*", "/", "%"],
];

export interface Value {
  readonly value: bigint;
  readonly column: number;
}

/** An unknown symbol is an error that names it. */
export function readExpression(cursor: Cursor, lookup: Lookup): Value {
  const { column } = cursor.peek();
  return { value: readLevel(cursor, lookup, 0, 0), column };
}

export function within({ value, column }: Value, minimum: number, maximum: number): number {
  if (value < BigInt(minimum) || value > BigInt(maximum))
    throw new ValueError(column, `${value} does not fit: ${minimum} to ${maximum}`);
  return Number(value);
}

function readLevel(cursor: Cursor, lookup: Lookup, level: number, depth: number): bigint {
  const signs = LEVELS[level];
  if (signs === undefined) return readUnary(cursor, lookup, depth);
  let left = readLevel(cursor, lookup, level + 1, depth);
  for (;;) {
    const { column } = cursor.peek();
    const sign = signs.find((one) => cursor.accepts(one));
    if (sign === undefined) return left;
    left = apply(sign, left, readLevel(cursor, lookup, level + 1, depth), column);
  }
}

function apply(sign: string, left: bigint, right: bigint, column: number): bigint {
  const value = operate(sign, left, right, column);
  if (value >= VALUE_LIMIT || value <= -VALUE_LIMIT) throw new ValueError(column, "gives too large a number");
  return value;
}

function operate(sign: string, left: bigint, right: bigint, column: number): bigint {
  if ((sign === "/" || sign === "%") && right === 0n) throw new ValueError(column, "divides by zero");
  if ((sign === "<<" || sign === ">>") && (right < 0n || right > WORD_BITS))
    throw new ValueError(column, `shifts by ${right}, 0 to ${WORD_BITS} make sense`);
  const signs = COMPARISONS.get(sign);
  if (signs !== undefined) return -BigInt(signs.includes(signOf(left - right)));
  switch (sign) {
    case "||":
      return BigInt(left !== 0n || right !== 0n);
    case "&&":
      return BigInt(left !== 0n && right !== 0n);
    case "|":
      return left | right;
    case "^":
      return left ^ right;
    case "&":
      return left & right;
    case "<<":
      return left << right;
    case ">>":
      return left >> right;
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

function readUnary(cursor: Cursor, lookup: Lookup, depth: number): bigint {
  if (depth > NESTING_LIMIT) cursor.fail("is nested too deep");
  if (cursor.accepts("-")) return -readUnary(cursor, lookup, depth + 1);
  if (cursor.accepts("+")) return readUnary(cursor, lookup, depth + 1);
  if (cursor.accepts("!")) return BigInt(readUnary(cursor, lookup, depth + 1) === 0n);
  if (cursor.accepts("~")) return ~readUnary(cursor, lookup, depth + 1);
  if (cursor.accepts("%hi")) return upperPart(readParenthesis(cursor, lookup, depth));
  if (cursor.accepts("%lo")) return lowerPart(readParenthesis(cursor, lookup, depth));
  const token = cursor.peek();
  if (token.kind === "sign" && token.text === "(") return readParenthesis(cursor, lookup, depth);
  if (token.kind === "sign" && token.text.length > 2)
    cursor.fail(`${token.text} is not known: compile with -mcmodel=medlow -fno-pic`);
  if (token.kind === "number") {
    const value = numberOf(cursor.take());
    if (value >= VALUE_LIMIT) throw new SourceError(token.column, "is too large a number");
    return value;
  }
  if (token.kind === "name") {
    cursor.take();
    const value = lookup(token.text);
    if (value === undefined) throw new SourceError(token.column, `names nothing: ${token.text}`);
    return value;
  }
  return cursor.fail("a value is missing here");
}

function readParenthesis(cursor: Cursor, lookup: Lookup, depth: number): bigint {
  cursor.expect("(");
  const value = readLevel(cursor, lookup, 0, depth + 1);
  cursor.expect(")");
  return value;
}

/** For LUI: what is missing to the value when the lower part is added, which is signed. */
export const upperPart = (value: bigint): bigint => ((value + 0x800n) >> 12n) & 0xf_ffffn;
export const lowerPart = (value: bigint): bigint => BigInt.asIntN(12, value);
