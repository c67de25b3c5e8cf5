/** Texts by what their first lines look like. */
import type { Recognised } from "./recognised.ts";

/** Lines that are looked at. */
const LINE_LIMIT = 200;
/** Of a line: what is longer is cut, so that no expression walks over a file that is one line. */
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

/** `text`: the beginning of the file, whose last line may be cut. */
export function textKind(text: string, name: string): Recognised {
  const trimmed = text.replace(/^\ufeff/, "").trimStart();
  const ending = /\.[^./\\]*$/.exec(name)?.[0]?.toLowerCase() ?? "";
  if (trimmed === "") return EMPTY;
  if (/^[{[]/.test(trimmed)) return { kind: "json" };
  const lines = linesOf(trimmed);
  const all = (pattern: RegExp) => lines.every((line) => pattern.test(line));
  const some = (pattern: RegExp, share: number) =>
    lines.filter((line) => pattern.test(line)).length >= share * lines.length;
  const [first = ""] = lines;
  if (/^\$(?:date|version|timescale|comment|scope)\b/.test(first))
    return foreign("is a VCD file, which irqscope writes and does not read");
  if (/^# tracer: |^cpus=\d+/.test(first) || some(FTRACE, 0.5))
    return foreign("is a trace of ftrace, which irqscope does not read");
  if (some(STRACE, 0.5)) return foreign("is a trace of strace, which irqscope does not read");
  if (all(INTEL_HEX)) return foreign("is an Intel hex file: open the ELF file that it was made of");
  if (all(S_RECORD)) return foreign("is an S-record file: open the ELF file that it was made of");
  if (/^<!doctype html|^<html/i.test(first)) return WEB_PAGE;
  if (/^<\?xml|^<svg/i.test(first)) return foreign("is XML");
  if (/^(?:\.s|\.asm)$/.test(ending)) return { kind: "assembly" };
  if (/^\.(?:c|h|cc|cpp|cxx|hpp|rs|py)$/.test(ending)) return SOURCE;
  if (isAssembly(lines)) return { kind: "assembly" };
  if (some(C_LINE, 0.2) && /[;{]\s*$/m.test(trimmed)) return SOURCE;
  if (ending === ".csv" || ending === ".tsv" || isTable(lines))
    return foreign("is a table (CSV), which irqscope writes and does not read");
  // Meant as one: its reader finds what is wrong.
  return { kind: ending === ".json" ? "json" : "text" };
}

function foreign(what: string): Recognised {
  return { kind: "foreign", what };
}

/** Without empty lines. */
function linesOf(text: string): readonly string[] {
  return text
    .split(/\r\n?|\n/, LINE_LIMIT)
    .map((line) => line.slice(0, LINE_CHARACTERS).trimEnd())
    .filter((line) => line !== "");
}

/** Most of its lines are such as an assembler reads, and some of them are more than a label. */
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
