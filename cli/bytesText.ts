/** Bytes within JSON lines: compressed as zlib does it, in base64. */
import { deflateSync, inflateSync } from "node:zlib";

/** What compresses well is done so fast, and the rest gains little by more. */
const LEVEL = 3;

export function textOfBytes(bytes: Uint8Array): string {
  return deflateSync(bytes, { level: LEVEL }).toString("base64");
}

/** Undefined: no such text, or one of more than `limit` bytes. */
export function bytesOfText(text: string, limit: number): Uint8Array | undefined {
  try {
    return inflateSync(Buffer.from(text, "base64"), { maxOutputLength: limit });
  } catch {
    return undefined;
  }
}
