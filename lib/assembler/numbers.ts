/** Bytes of the numbers that directives write: floats and LEB128. */
import { type Lookup, readExpression } from "./expression.ts";
import { type Cursor, SourceError, ValueError } from "./text.ts";

/** Numbers of `.float` and `.double`. They are decimal numbers and not expressions. */
const FLOAT_BYTES: ReadonlyMap<string, number> = new Map([
  [".float", 4],
  [".single", 4],
  [".double", 8],
]);

/** Bytes of one number, or undefined. */
export const floatBytes = (name: string): number | undefined => FLOAT_BYTES.get(name);

const DECIMAL = /^(?:0[fd])?([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)$/i;

export function writeFloat(view: DataView, at: number, size: number, cursor: Cursor): void {
  const isNegative = cursor.accepts("-");
  if (!isNegative) cursor.accepts("+");
  const { text, column } = cursor.take();
  const value = numberIn(text);
  if (value === undefined) throw new SourceError(column, `is not a number for .float or .double: ${text}`);
  if (size === 4) view.setFloat32(at, value, true);
  else view.setFloat64(at, value, true);
  // As in GNU as, all bits of a NaN are 1 except the sign.
  if (Number.isNaN(value)) for (let index = 0; index < size; index++) view.setUint8(at + index, 0xff);
  const top = at + size - 1;
  if (Number.isNaN(value)) view.setUint8(top, 0x7f);
  if (isNegative) view.setUint8(top, view.getUint8(top) ^ 0x80);
}

function numberIn(text: string): number | undefined {
  if (/^inf(?:inity)?$/i.test(text)) return Number.POSITIVE_INFINITY;
  if (/^nan$/i.test(text)) return Number.NaN;
  const decimal = DECIMAL.exec(text)?.[1];
  return decimal === undefined ? undefined : Number(decimal);
}

/** `.uleb128` and `.sleb128`: seven bits in each byte, in as many bytes as a value needs. */
export const LEBS: ReadonlySet<string> = new Set([".uleb128", ".sleb128"]);
/** Greatest LEB128 length of a 64-bit value. */
const LEB_BYTE_LIMIT = 10;

/** Greatest length of `count` values that are not known yet. */
export const longestLeb = (count: number): number => count * LEB_BYTE_LIMIT;

/** Bytes of all values after the directive. The last value is padded up to `bytes`. */
export function lebBytes(name: string, cursor: Cursor, lookup: Lookup, bytes = 0): readonly number[] {
  const isSigned = name === ".sleb128";
  const written: number[] = [];
  for (;;) {
    const { value, column } = readExpression(cursor, lookup);
    if (!isSigned && value < 0n) throw new ValueError(column, `is below 0: ${value}`);
    const isLast = cursor.isAtEnd;
    appendLeb(written, value, isSigned, isLast ? bytes : 0);
    if (isLast) return written;
    cursor.separate();
  }
}

function appendLeb(written: number[], value: bigint, isSigned: boolean, until: number): void {
  for (let rest = value; ; rest >>= 7n) {
    const isEnd = isSigned ? rest >= -64n && rest < 64n : rest < 128n;
    if (isEnd && written.length + 1 >= until) {
      written.push(Number(BigInt.asUintN(7, rest)));
      return;
    }
    written.push(Number(BigInt.asUintN(7, rest)) | 0x80);
  }
}
