/** JSON text from outside: bounded before it is parsed, errors with line and column. */
import { findDuplicate } from "./duplicate.ts";
import { JSON_BYTE_LIMIT, JSON_DEPTH_LIMIT } from "./limits.ts";
import { findSyntaxError } from "./syntax.ts";
import type { Path } from "./walk.ts";

export interface JsonError {
  readonly message: string;
  /** Left out: the whole text. */
  readonly path?: Path;
  readonly line?: number;
  readonly column?: number;
}

export type JsonResult =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: JsonError };

export function readJson(text: string): JsonResult {
  if (text.length > JSON_BYTE_LIMIT) {
    return failed({ message: `is larger than ${JSON_BYTE_LIMIT / 1024 / 1024} MB` });
  }
  const deep = findTooDeep(text);
  if (deep !== undefined) {
    return failed({ message: `is nested more than ${JSON_DEPTH_LIMIT} deep`, ...positionOf(text, deep) });
  }
  try {
    return withoutDuplicates(text, JSON.parse(text));
  } catch {
    const { offset, reason } = findSyntaxError(text) ?? { offset: 0, reason: "cannot be read" };
    const position = positionOf(text, offset);
    return failed({ message: `is not JSON: ${placeText(position)}: ${reason}`, ...position });
  }
}

function withoutDuplicates(text: string, value: unknown): JsonResult {
  const duplicate = findDuplicate(text);
  if (duplicate === undefined) return { ok: true, value };
  const first = positionOf(text, duplicate.firstOffset);
  const position = positionOf(text, duplicate.offset);
  const message = `is given twice: ${placeText(first)} and ${placeText(position)}`;
  return failed({ message, path: duplicate.path, ...position });
}

function failed(error: JsonError): JsonResult {
  return { ok: false, error };
}

/** Offset of the bracket that goes too deep; strings are skipped. */
export function findTooDeep(text: string): number | undefined {
  let depth = 0;
  let inString = false;
  for (let offset = 0; offset < text.length; offset++) {
    const code = text.charCodeAt(offset);
    if (code === BACKSLASH && inString) offset++;
    else if (code === QUOTE) inString = !inString;
    else if (inString) continue;
    else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      if (++depth > JSON_DEPTH_LIMIT) return offset;
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) depth--;
  }
  return undefined;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

interface Position {
  readonly line: number;
  readonly column: number;
}

function placeText({ line, column }: Position): string {
  return `line ${line}, column ${column}`;
}

function positionOf(text: string, offset: number): Position {
  let line = 1;
  let lineStart = 0;
  for (let end = text.indexOf("\n"); end >= 0 && end < offset; end = text.indexOf("\n", end + 1)) {
    line++;
    lineStart = end + 1;
  }
  return { line, column: offset - lineStart + 1 };
}
