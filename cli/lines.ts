/** A file of lines, read while it comes: none is held longer than its reader needs it. */
import { open } from "node:fs/promises";
import { InputError } from "./command.ts";
import { readReason, STANDARD_INPUT } from "./load.ts";

/** Of one line; a capture of 500,000 frames takes a tenth of it. */
const LINE_BYTE_LIMIT = 128 * 1024 * 1024;

export interface Line {
  /** From 1. */
  readonly number: number;
  readonly text: string;
}

const LINE_FEED = 10;

/** Lines without their line feed; empty ones are left out. */
export async function* linesOf(path: string): AsyncGenerator<Line> {
  let number = 0;
  let parts: Buffer[] = [];
  let size = 0;
  const line = (last: Buffer): Line => {
    number += 1;
    const text = Buffer.concat([...parts, last]).toString("utf8");
    parts = [];
    size = 0;
    return { number, text };
  };
  for await (const chunk of await chunksOf(path)) {
    let from = 0;
    for (let to = chunk.indexOf(LINE_FEED); to >= 0; to = chunk.indexOf(LINE_FEED, from)) {
      const one = line(chunk.subarray(from, to));
      if (one.text.trim() !== "") yield one;
      from = to + 1;
    }
    size += chunk.length - from;
    if (size > LINE_BYTE_LIMIT)
      throw new InputError({ subject: path, field: `line ${number + 1}`, reason: "is too long" });
    parts.push(chunk.subarray(from));
  }
  const last = line(Buffer.alloc(0));
  if (last.text.trim() !== "") yield last;
}

async function chunksOf(path: string): Promise<AsyncIterable<Buffer>> {
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
    throw new InputError({ subject: path, field: `line ${number}`, reason: "is no JSON" });
  }
}
