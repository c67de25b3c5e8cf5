/** Reads JSON while the user types it: the position of each value, as far as the text can be understood. Never
 * fails. readJson decides whether the text is valid. */
import { JSON_DEPTH_LIMIT } from "../../scenarios/base/limits.ts";
import type { Path } from "../expressions/index.ts";

/** [from, to) in the text. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export type LooseValue =
  | ({ readonly kind: "object"; readonly members: readonly LooseMember[]; readonly closed: boolean } & Span)
  | ({ readonly kind: "list"; readonly entries: readonly LooseValue[]; readonly closed: boolean } & Span)
  | ({ readonly kind: "scalar"; readonly value: unknown } & Span)
  /** True if a value is expected here and is missing. */
  | ({ readonly kind: "missing" } & Span);

interface LooseMember {
  readonly key: string;
  readonly keySpan: Span;
  /** Undefined if there is no colon yet. */
  readonly value: LooseValue | undefined;
}

export function parseLoose(text: string): LooseValue {
  let at = 0;

  function skipSpace(): void {
    while (at < text.length && " \t\r\n".includes(text.charAt(at))) at++;
  }

  function readValue(depth: number): LooseValue {
    skipSpace();
    const from = at;
    const first = text.charAt(at);
    if (first === "{" && depth < JSON_DEPTH_LIMIT) return readObject(depth);
    if (first === "[" && depth < JSON_DEPTH_LIMIT) return readList(depth);
    if (first === '"') {
      const value = readString();
      return { kind: "scalar", value, from, to: at };
    }
    while (at < text.length && !',]}:"\n{['.includes(text.charAt(at))) at++;
    const word = text.slice(from, at).trimEnd();
    at = from + word.length;
    if (word === "") return { kind: "missing", from, to: from };
    return { kind: "scalar", value: scalarOf(word), from, to: at };
  }

  function readObject(depth: number): LooseValue {
    const from = at++;
    const members: LooseMember[] = [];
    for (;;) {
      skipSpace();
      const next = text.charAt(at);
      if (next === "}" || next === "]" || next === "") break;
      const keyFrom = at;
      if (next === '"') {
        const key = readString();
        members.push(readMember(key, { from: keyFrom, to: at }, depth));
      } else {
        while (at < text.length && /[\w-]/.test(text.charAt(at))) at++;
        if (at > keyFrom) members.push(readMember(text.slice(keyFrom, at), { from: keyFrom, to: at }, depth));
        else at++;
      }
    }
    const closed = text.charAt(at) === "}";
    if (closed) at++;
    return { kind: "object", members, closed, from, to: at };
  }

  function readMember(key: string, keySpan: Span, depth: number): LooseMember {
    skipSpace();
    if (text.charAt(at) !== ":") return { key, keySpan, value: undefined };
    at++;
    return { key, keySpan, value: readValue(depth + 1) };
  }

  function readList(depth: number): LooseValue {
    const from = at++;
    const entries: LooseValue[] = [];
    for (;;) {
      skipSpace();
      const next = text.charAt(at);
      if (next === "]" || next === "}" || next === "") break;
      if (next === ",") {
        at++;
        continue;
      }
      const before = at;
      const entry = readValue(depth + 1);
      if (at === before) at++;
      else entries.push(entry);
    }
    const closed = text.charAt(at) === "]";
    if (closed) at++;
    return { kind: "list", entries, closed, from, to: at };
  }

  /** A string ends at its quotes or, if these are missing, with its line. */
  function readString(): string {
    const from = at++;
    while (at < text.length && text.charAt(at) !== '"' && text.charAt(at) !== "\n")
      at += text.charAt(at) === "\\" ? 2 : 1;
    at = Math.min(at, text.length);
    const closed = text.charAt(at) === '"';
    if (closed) at++;
    const inner = scalarOf(text.slice(from, at));
    return typeof inner === "string" ? inner : text.slice(from + 1, closed ? at - 1 : at);
  }

  return readValue(0);
}

/** Position of the value at the path, or of the innermost existing value around it. */
export function spanAt(root: LooseValue, path: Path): Span {
  let here = root;
  for (const part of path) {
    const next =
      here.kind === "object"
        ? here.members.find(({ key }) => key === part)
        : here.kind === "list" && typeof part === "number"
          ? here.entries[part]
          : undefined;
    if (next === undefined) return opening(here);
    if ("keySpan" in next) {
      if (next.value === undefined) return next.keySpan;
      here = next.value;
    } else {
      here = next;
    }
  }
  return opening(here);
}

/** Marks only the opening bracket of a long value. */
function opening(value: LooseValue): Span {
  const isLong = value.kind === "object" || value.kind === "list";
  return { from: value.from, to: isLong ? value.from + 1 : value.to };
}

/** The value as JSON. Missing and unfinished parts are omitted. */
export function plainOf(value: LooseValue): unknown {
  switch (value.kind) {
    case "scalar":
      return value.value;
    case "missing":
      return undefined;
    case "list":
      return value.entries.map(plainOf);
    case "object":
      return Object.fromEntries(
        value.members.flatMap(({ key, value: member }) =>
          member === undefined || key === "__proto__" ? [] : [[key, plainOf(member)]],
        ),
      );
  }
}

function scalarOf(word: string): unknown {
  try {
    return JSON.parse(word);
  } catch {
    return undefined;
  }
}
