import { CaptureError } from "./capture.ts";

/** Reads whole numbers from a capture. Refuses a read beyond the end and names the offset. */
export interface ByteReader {
  readonly bytes: Uint8Array;
  readonly length: number;
  readonly littleEndian: boolean;
  u8(offset: number): number;
  u16(offset: number): number;
  u32(offset: number): number;
  i64(offset: number): bigint;
  /** Refuses if fewer than `count` bytes follow `offset`. `begin` is the start of the part that needs them. */
  need(offset: number, count: number, what: string, begin?: number): void;
}

export function byteReader(bytes: Uint8Array, littleEndian: boolean): ByteReader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return {
    bytes,
    length: bytes.length,
    littleEndian,
    u8: (offset) => view.getUint8(offset),
    u16: (offset) => view.getUint16(offset, littleEndian),
    u32: (offset) => view.getUint32(offset, littleEndian),
    i64: (offset) => view.getBigInt64(offset, littleEndian),
    need(offset, count, what, begin = offset) {
      const left = bytes.length - offset;
      if (count > left) {
        const reason = `the file ends inside ${what}: ${count} bytes needed, ${left} left`;
        throw new CaptureError(reason, offset, begin);
      }
    },
  };
}
