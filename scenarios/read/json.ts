/** JSON text from outside: its size is limited before it is parsed, and errors have line and column. */

import { quotedVisibly } from "../../lib/assembler/visible.ts";
import { JSON_BYTE_LIMIT, JSON_DEPTH_LIMIT, JSON_FIELD_LIMIT, OBJECT_FIELD_LIMIT } from "../base/limits.ts";
import type { Path } from "../base/values.ts";

/** A field name that occurs twice in an object. JavaScript engines silently take the last one. */
export interface Duplicate {
  readonly path: Path;
  /** Offset of the opening quote. */
  readonly firstOffset: number;
  readonly offset: number;
}

/** An object or list around the place that is being read. */
interface Level {
  /** Offsets of the names so far. Undefined for a list. */
  readonly offsets: Map<string, number> | undefined;
  /** Name or index of the member that is being read. */
  key: string | number;
}

/** The first duplicate in `text`, which must be JSON. Objects with too many fields, which are refused as a whole, are
 * not searched further. */
export function findDuplicate(text: string): Duplicate | undefined {
  const levels: Level[] = [];
  let awaitsName = false;
  for (let offset = 0; offset < text.length; offset++) {
    const character = text.charAt(offset);
    const level = levels.at(-1);
    if (character === '"') {
      const end = endOfString(text, offset);
      if (awaitsName && level?.offsets !== undefined && level.offsets.size <= OBJECT_FIELD_LIMIT) {
        const name: string = JSON.parse(text.slice(offset, end));
        level.key = name;
        const firstOffset = level.offsets.get(name);
        if (firstOffset !== undefined) return { path: levels.map(({ key }) => key), firstOffset, offset };
        level.offsets.set(name, offset);
      }
      awaitsName = false;
      offset = end - 1;
    } else if (character === "{") {
      levels.push({ offsets: new Map(), key: "" });
      awaitsName = true;
    } else if (character === "[") {
      levels.push({ offsets: undefined, key: 0 });
      awaitsName = false;
    } else if (character === "}" || character === "]") {
      levels.pop();
    } else if (character === "," && level !== undefined) {
      awaitsName = level.offsets !== undefined;
      if (typeof level.key === "number") level.key++;
    }
  }
  return undefined;
}

/** Offset behind the closing quotes. */
function endOfString(text: string, open: number): number {
  let offset = open + 1;
  while (text.charAt(offset) !== '"') offset += text.charAt(offset) === "\\" ? 2 : 1;
  return offset + 1;
}

interface JsonError {
  readonly message: string;
  /** Omitted for the whole text. */
  readonly path?: Path;
  readonly line?: number;
  readonly column?: number;
}

type JsonResult =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: JsonError };

export function readJson(text: string): JsonResult {
  if (text.length > JSON_BYTE_LIMIT) {
    return failed({ message: `is larger than ${JSON_BYTE_LIMIT / 1024 / 1024} MB` });
  }
  const excess = findExcess(text);
  if (excess !== undefined) {
    const message =
      excess.kind === "depth"
        ? `is nested more than ${JSON_DEPTH_LIMIT} deep`
        : `has an object of more than ${JSON_FIELD_LIMIT} fields`;
    return failed({ message, ...positionOf(text, excess.offset) });
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

interface Excess {
  readonly kind: "depth" | "fields";
  readonly offset: number;
}

/** The place where brackets are nested too deeply, or where an object has too many fields. Skips strings. */
export function findExcess(text: string): Excess | undefined {
  /** Number of commas so far, by level. Undefined for a list. */
  const commas: (number | undefined)[] = [];
  let inString = false;
  for (let offset = 0; offset < text.length; offset++) {
    const code = text.charCodeAt(offset);
    if (code === BACKSLASH && inString) offset++;
    else if (code === QUOTE) inString = !inString;
    else if (inString) continue;
    else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      if (commas.push(code === OPEN_BRACE ? 0 : undefined) > JSON_DEPTH_LIMIT)
        return { kind: "depth", offset };
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) commas.pop();
    else if (code === COMMA) {
      const before = commas.at(-1);
      if (before === undefined) continue;
      if (before + 1 >= JSON_FIELD_LIMIT) return { kind: "fields", offset };
      commas[commas.length - 1] = before + 1;
    }
  }
  return undefined;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
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

interface SyntaxFault {
  readonly offset: number;
  readonly reason: string;
}

/** Finds the place where a text is not JSON, and the reason. JavaScript engines word their errors differently, and some
 * omit the place. It recurses, so call it only with a text of limited depth. */
function findSyntaxError(text: string): SyntaxFault | undefined {
  try {
    const end = skipSpace(text, readValue(text, skipSpace(text, 0)));
    if (end < text.length) fail(text, end, "the end of the text");
    return undefined;
  } catch (fault) {
    if (fault instanceof Fault) return { offset: fault.offset, reason: fault.message };
    throw fault;
  }
}

class Fault extends Error {
  readonly offset: number;
  constructor(offset: number, reason: string) {
    super(reason);
    this.offset = offset;
  }
}

function fail(text: string, offset: number, expected: string): never {
  const found = text.codePointAt(offset);
  const what = found === undefined ? "the text ends" : `found ${quotedVisibly(String.fromCodePoint(found))}`;
  throw new Fault(offset, `${what} where ${expected} is expected`);
}

function skipSpace(text: string, offset: number): number {
  let end = offset;
  while (end < text.length && " \t\r\n".includes(text.charAt(end))) end++;
  return end;
}

/** Each reader returns the offset behind the part that it read. */
function readValue(text: string, offset: number): number {
  const first = text.charAt(offset);
  if (first === "{") return readMembers(text, offset, "}", readMember);
  if (first === "[") return readMembers(text, offset, "]", readValue);
  if (first === '"') return readString(text, offset);
  const word = matchAt(/true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y, text, offset);
  return word === 0 ? fail(text, offset, "a value") : offset + word;
}

function readMembers(
  text: string,
  open: number,
  close: string,
  readOne: (text: string, offset: number) => number,
): number {
  let offset = skipSpace(text, open + 1);
  if (text.charAt(offset) === close) return offset + 1;
  for (;;) {
    offset = skipSpace(text, readOne(text, offset));
    if (text.charAt(offset) === close) return offset + 1;
    if (text.charAt(offset) !== ",") fail(text, offset, `"," or "${close}"`);
    offset = skipSpace(text, offset + 1);
  }
}

function readMember(text: string, offset: number): number {
  if (text.charAt(offset) !== '"') fail(text, offset, "a field name in double quotes");
  const colon = skipSpace(text, readString(text, offset));
  if (text.charAt(colon) !== ":") fail(text, colon, '":"');
  return readValue(text, skipSpace(text, colon + 1));
}

const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

function readString(text: string, open: number): number {
  let offset = open + 1;
  for (;;) {
    const found = text.charAt(offset);
    if (found === '"') return offset + 1;
    if (found === "\\") {
      const length = matchAt(ESCAPE, text, offset);
      offset += length === 0 ? fail(text, offset + 1, "an escape such as \\n") : length;
    } else if (found < " ") {
      fail(text, offset, "the end of the quoted text");
    } else {
      offset++;
    }
  }
}

function matchAt(sticky: RegExp, text: string, offset: number): number {
  sticky.lastIndex = offset;
  return sticky.exec(text)?.[0].length ?? 0;
}
