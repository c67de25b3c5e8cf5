/** Numbers of `.float` and `.double`: they are written as decimals, and no expressions. */
import { type Cursor, SourceError } from "./text.ts";

const FLOAT_BYTES: ReadonlyMap<string, number> = new Map([
  [".float", 4],
  [".single", 4],
  [".double", 8],
]);

/** Bytes of one, or undefined. */
export const floatBytes = (name: string): number | undefined => FLOAT_BYTES.get(name);

const DECIMAL = /^(?:0[fd])?([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)$/i;

export function writeFloat(view: DataView, at: number, size: number, cursor: Cursor): void {
  const isNegative = cursor.accepts("-");
  if (!isNegative) cursor.accepts("+");
  const { text, column } = cursor.take();
  const value = numberIn(text);
  if (value === undefined) throw new SourceError(column, `is no number for .float or .double: ${text}`);
  if (size === 4) view.setFloat32(at, value, true);
  else view.setFloat64(at, value, true);
  // As GNU as: of what is no number all bits but the sign are 1.
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
