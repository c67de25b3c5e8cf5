/** Texts by what their first lines look like. */
import type { Recognised } from "./recognised.ts";

/** Lines that are looked at. */
const LINE_LIMIT = 200;
/** Longer lines are truncated, so that no expression scans a file that is a single line. */
const LINE_CHARACTERS = 400;

const LABEL = /^[\w.$]+:/;
const DIRECTIVE = /^(?:[\w.$]+:\s*)?\.[a-z]\w*(?:\s|$)/i;
const INSTRUCTION =
  /^(?:[\w.$]+:\s*)?(?:c\.)?(?:li|la|lla|lui|auipc|addi?|sub|neg|not|andi?|x?ori?|sll?i?|sr[al]i?|slti?u?|s[en]qz|mv|nop|j|jr|jalr?|call|tail|ret|b(?:eq|ne|lt|ge|gt|le)(?:z|u)?|l[bhw]u?|s[bhw]|mul(?:h(?:s?u)?)?|divu?|remu?|csr\w+|ecall|ebreak|wfi|[ms]ret|fence(?:\.i)?|lr\.w|sc\.w|amo\w+\.w)(?:\s|$)/i;
const C_LINE = /^\s*(?:#\s*include\s*[<"]|(?:static|void|int|unsigned|struct|typedef|const|volatile)\b)/;
const STRACE = /^(?:\[pid +\d+\] |\d+ +)?(?:[\d:.]+ )?\w+\(.*\) += (?:-?\d|0x|\?)/;
const FTRACE = /^\s*\S.*-\d+\s+(?:\(\s*[\d-]+\)\s+)?\[\d{3}\]\s+(?:[\w.#]{4,5}\s+)?\d+\.\d+: \w+/;
const INTEL_HEX = /^:[0-9a-f]{10,}$/i;
const S_RECORD = /^S[0-9][0-9a-f]{8,}$/i;

export const EMPTY = foreign("is empty");
export const WEB_PAGE = foreign("is a web page (HTML)");
const SOURCE = foreign("is source of a program: compile it, and open the ELF file that comes of it");

/** Patterns for the first line of each kind. */
const BEGINNINGS: readonly (readonly [begins: RegExp, found: Recognised])[] = [
  [
    /^\$(?:date|version|timescale|comment|scope)\b/,
    foreign("is a VCD file, which irqscope writes and does not read"),
  ],
  [/^# tracer: |^cpus=\d+/, foreign("is a trace of ftrace, which irqscope does not read")],
  [/^<!doctype html|^<html/i, WEB_PAGE],
  [/^<\?xml|^<svg/i, foreign("is XML")],
];

/** Patterns for the lines of each kind, and the share of lines that must match. */
const LOOKS: readonly (readonly [line: RegExp, share: number, found: Recognised])[] = [
  [FTRACE, 0.5, foreign("is a trace of ftrace, which irqscope does not read")],
  [STRACE, 0.5, foreign("is a trace of strace, which irqscope does not read")],
  [INTEL_HEX, 1, foreign("is an Intel hex file: open the ELF file that it was made of")],
  [S_RECORD, 1, foreign("is an S-record file: open the ELF file that it was made of")],
];

const ASSEMBLY: Recognised = { kind: "assembly" };
const TABLE = foreign("is a table (CSV), which irqscope writes and does not read");

const ENDINGS: ReadonlyMap<string, Recognised> = new Map([
  ...[".s", ".asm"].map((ending) => [ending, ASSEMBLY] as const),
  ...[".c", ".h", ".cc", ".cpp", ".cxx", ".hpp", ".rs", ".py"].map((ending) => [ending, SOURCE] as const),
  ...[".csv", ".tsv"].map((ending) => [ending, TABLE] as const),
  // The ending names the kind. Its reader finds what is wrong.
  [".json", { kind: "json" }] as const,
]);

/** `text` is the beginning of the file. Its last line may be truncated. */
export function textKind(text: string, name: string): Recognised {
  const trimmed = text.replace(/^\ufeff/, "").trimStart();
  if (trimmed === "") return EMPTY;
  if (/^[{[]/.test(trimmed)) return { kind: "json" };
  const lines = linesOf(trimmed);
  const [first = ""] = lines;
  const share = (pattern: RegExp) => lines.filter((line) => pattern.test(line)).length / lines.length;
  const [, begun] = BEGINNINGS.find(([begins]) => begins.test(first)) ?? [];
  const [, , looked] = LOOKS.find(([line, least]) => share(line) >= least) ?? [];
  return begun ?? looked ?? ENDINGS.get(endingOf(name)) ?? contentKind(lines, share(C_LINE));
}

const endingOf = (name: string): string => /\.[^./\\]*$/.exec(name)?.[0]?.toLowerCase() ?? "";

/** Used if neither the beginning nor the name tells the kind. */
function contentKind(lines: readonly string[], shareOfC: number): Recognised {
  if (isAssembly(lines)) return ASSEMBLY;
  if (shareOfC >= 0.2 && lines.some((line) => /[;{]$/.test(line))) return SOURCE;
  return isTable(lines) ? TABLE : { kind: "text" };
}

function foreign(what: string): Recognised {
  return { kind: "foreign", what };
}

/** Lines that are not empty. */
function linesOf(text: string): readonly string[] {
  return text
    .split(/\r\n?|\n/, LINE_LIMIT)
    .map((line) => line.slice(0, LINE_CHARACTERS).trimEnd())
    .filter((line) => line !== "");
}

/** True if an assembler could read most of the lines, and some of them are more than a label. */
function isAssembly(lines: readonly string[]): boolean {
  const code = lines.map((line) => line.trim()).filter((line) => !/^(?:#|\/\/|;|\/?\*)/.test(line));
  const meant = code.filter((line) => DIRECTIVE.test(line) || INSTRUCTION.test(line));
  const labels = code.filter((line) => LABEL.test(line));
  return meant.length > 0 && new Set([...meant, ...labels]).size >= 0.5 * new Set(code).size;
}

/** Two lines or more with the same number of cells. */
function isTable(lines: readonly string[]): boolean {
  const whole = lines.slice(0, 20);
  return [",", ";", "\t"].some((separator) => {
    const cells = whole.map((line) => line.split(separator).length);
    return whole.length > 1 && (cells[0] ?? 0) > 1 && cells.every((count) => count === cells[0]);
  });
}
