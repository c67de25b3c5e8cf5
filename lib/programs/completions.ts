/** Completions at a place of an assembly source. They use only the text, because the source may have errors anywhere.
 */
import { instructionNames } from "../assembler/encode.ts";
import { csrNumber, REGISTER_NAMES } from "../assembler/registers.ts";
import { HELP, instructionHelp } from "./assemblyHelp.ts";
import { namedRegisters } from "./deviceRegisters.ts";

interface AssemblyOption {
  readonly label: string;
  readonly kind: "instruction" | "directive" | "register" | "csr" | "label" | "device";
  /** Operands, or the number of a register. */
  readonly detail: string;
  /** English text. Its German is in web/text/de; for a device register it is a message. */
  readonly info: string;
}

interface AssemblyCompletions {
  /** The replaced range is [from, to). */
  readonly from: number;
  readonly to: number;
  readonly options: readonly AssemblyOption[];
}

const WORD_BEFORE = /[\p{L}\p{N}_.$%]*$/u;
const WORD_AFTER = /^[\p{L}\p{N}_.$]*/u;
const COMMENT = /'(?:\\.|[^'\\])'|"(?:\\.|[^"\\])*"?|#.*|\/\/.*/g;
const HEAD = /^(?:\s*[\p{L}\p{N}_.$]+\s*:)*\s*([\p{L}_.$][\p{L}\p{N}_.$]*)?/u;
const LABEL = /^\s*([\p{L}_.$][\p{L}\p{N}_.$]*)\s*:/gmu;
const CONSTANT =
  /^\s*(?:\.(?:equ|set|eqv|equiv)\s+([\p{L}_.$][\p{L}\p{N}_.$]*)|([\p{L}_.$][\p{L}\p{N}_.$]*)\s*=)/gmu;

/** Undefined if no completion fits, as in a comment. */
export function assemblyCompletionsAt(source: string, position: number): AssemblyCompletions | undefined {
  const line = source.slice(source.lastIndexOf("\n", position - 1) + 1, position);
  if (isQuoted(line)) return undefined;
  const statement = line.slice(line.lastIndexOf(";") + 1);
  const before = WORD_BEFORE.exec(statement)?.[0] ?? "";
  const after = WORD_AFTER.exec(source.slice(position))?.[0] ?? "";
  const range = { from: position - before.length, to: position + after.length };
  const head = HEAD.exec(statement);
  const isFirst = (head?.[0] ?? "") === statement;
  if (isFirst) return { ...range, options: operations() };
  return { ...range, options: operandsOf(head?.[1]?.toLowerCase() ?? "", source) };
}

/** True inside a comment or a text that has not ended in the line. */
function isQuoted(line: string): boolean {
  for (const { 0: found, index } of line.matchAll(COMMENT)) {
    if (found.startsWith("#") || found.startsWith("//")) return true;
    const isClosed = found.length > 1 && found.endsWith(found.charAt(0));
    if (!isClosed && index + found.length === line.length) return true;
  }
  return false;
}

function operations(): readonly AssemblyOption[] {
  const instructions = instructionNames().map((label): AssemblyOption => {
    const { operands = "", text = "" } = instructionHelp(label) ?? {};
    return { label, kind: "instruction", detail: operands, info: text };
  });
  return [...instructions, ...listed("directive")];
}

function listed(kind: "register" | "csr" | "directive"): readonly AssemblyOption[] {
  return Array.from(HELP[kind], ([label, { operands, text }]) => ({
    label,
    kind,
    detail: operands,
    info: text,
  }));
}

function operandsOf(name: string, source: string): readonly AssemblyOption[] {
  if (name.startsWith(".")) return [...labelsOf(source), ...deviceRegisters()];
  const csrs = name.startsWith("csr")
    ? listed("csr").filter(({ label }) => csrNumber(label) !== undefined)
    : [];
  return [...csrs, ...registers(), ...labelsOf(source), ...deviceRegisters()];
}

/** Completions for register names. The detail is the number, such as x10. */
function registers(): readonly AssemblyOption[] {
  return REGISTER_NAMES.map((label, number) => ({
    label,
    kind: "register",
    detail: `x${number}`,
    info: HELP.register.get(label)?.text ?? "",
  }));
}

function deviceRegisters(): readonly AssemblyOption[] {
  return namedRegisters().map(({ name, value, doc }) => ({
    label: name,
    kind: "device",
    detail: `0x${value.toString(16)}`,
    info: doc,
  }));
}

/** Labels and constants, in source order. */
function labelsOf(source: string): readonly AssemblyOption[] {
  const named = (pattern: RegExp, detail: string) =>
    Array.from(source.matchAll(pattern), ([, one, other]) => [one ?? other ?? "", detail] as const);
  const all = new Map([...named(LABEL, "label"), ...named(CONSTANT, "constant")]);
  return Array.from(all, ([label, detail]) => ({ label, kind: "label", detail, info: "" }));
}
