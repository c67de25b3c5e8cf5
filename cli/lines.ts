/** Reads a file of lines while it arrives, and keeps no line longer than its reader needs it. */

import { open } from "node:fs/promises";
import { deflateSync, inflateSync } from "node:zlib";
import { InputError } from "./command.ts";
import { readReason, STANDARD_INPUT } from "./load.ts";

/** Limit for one line. A capture of 500,000 frames takes a tenth of it. */
const LINE_BYTE_LIMIT = 128 * 1024 * 1024;

export interface Line {
  /** Counted from 1. */
  readonly number: number;
  readonly text: string;
}

const LINE_FEED = 10;

interface RawLine {
  /** Counted from 1. */
  readonly number: number;
  /** Bytes of the line without its line feed. */
  readonly bytes: Uint8Array;
  /** Offset in the file after the line and its line feed. */
  readonly end: number;
  /** False if the file ends before the line feed. */
  readonly isWhole: boolean;
}

/** `tooLong` makes the error for a line of more than `limit` bytes. It is thrown before the line is in memory. */
export async function* rawLines(
  chunks: AsyncIterable<Uint8Array>,
  limit: number,
  tooLong: (number: number) => Error,
): AsyncGenerator<RawLine> {
  let number = 0;
  let end = 0;
  let parts: Uint8Array[] = [];
  let size = 0;
  const line = (last: Uint8Array, isWhole: boolean): RawLine => {
    const bytes = parts.length === 0 ? last : Buffer.concat([...parts, last]);
    number += 1;
    end += bytes.length + (isWhole ? 1 : 0);
    parts = [];
    size = 0;
    return { number, bytes, end, isWhole };
  };
  for await (const chunk of chunks) {
    let from = 0;
    for (let to = chunk.indexOf(LINE_FEED); to >= 0; to = chunk.indexOf(LINE_FEED, from)) {
      if (size + to - from > limit) throw tooLong(number + 1);
      yield line(chunk.subarray(from, to), true);
      from = to + 1;
    }
    size += chunk.length - from;
    if (size > limit) throw tooLong(number + 1);
    if (from < chunk.length) parts.push(chunk.subarray(from));
  }
  if (size > 0) yield line(new Uint8Array(), false);
}

/** Lines without their line feed; empty ones are left out. */
export async function* linesOf(path: string): AsyncGenerator<Line> {
  const tooLong = (number: number) =>
    new InputError({ subject: path, field: `line ${number}`, reason: "is too long" });
  for await (const { number, bytes } of rawLines(await chunksOf(path), LINE_BYTE_LIMIT, tooLong)) {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("utf8");
    if (text.trim() !== "") yield { number, text };
  }
}

export async function chunksOf(path: string): Promise<AsyncIterable<Uint8Array>> {
  if (path === STANDARD_INPUT) return process.stdin;
  try {
    return (await open(path)).createReadStream();
  } catch (error) {
    throw new InputError({ subject: path, reason: readReason(error) });
  }
}

/** The line as JSON. */
export function jsonOf(path: string, { number, text }: Line): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new InputError({ subject: path, field: `line ${number}`, reason: "is not JSON" });
  }
}

// ---- bytes inside JSON lines: zlib, then base64 ----

/** A low level is fast for data that compress well, and other data would gain little from a higher one. */
const LEVEL = 3;

export function textOfBytes(bytes: Uint8Array): string {
  return deflateSync(bytes, { level: LEVEL }).toString("base64");
}

/** Undefined if the text is malformed, or holds more than `limit` bytes. */
export function bytesOfText(text: string, limit: number): Uint8Array | undefined {
  try {
    return inflateSync(Buffer.from(text, "base64"), { maxOutputLength: limit });
  } catch {
    return undefined;
  }
}
