/** Finds the place where a text is not JSON, and the reason. JavaScript engines word their errors differently, and some
 * omit the place. It recurses, so call it only with a text of limited depth. */
import { quotedVisibly } from "../../lib/assembler/text.ts";

interface SyntaxFault {
  readonly offset: number;
  readonly reason: string;
}

export function findSyntaxError(text: string): SyntaxFault | undefined {
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
