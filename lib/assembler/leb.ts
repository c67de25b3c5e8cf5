/** `.uleb128` and `.sleb128`: seven bits a byte, as many bytes as a value needs. */
import { type Lookup, readExpression } from "./expression.ts";
import { type Cursor, ValueError } from "./text.ts";

export const LEBS: ReadonlySet<string> = new Set([".uleb128", ".sleb128"]);
/** Of 64 bits. */
const LEB_BYTE_LIMIT = 10;

/** At most, for what is not known yet. */
export const longestLeb = (count: number): number => count * LEB_BYTE_LIMIT;

/** Of all values behind the directive; the last one is filled up to `bytes`. */
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
