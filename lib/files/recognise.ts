/** Recognises the kind of a file from its bytes. The ending of its name counts only if the bytes are a text without a
 * mark of its kind. */
import { unzipSync } from "fflate";
import { JSON_BYTE_LIMIT } from "../../scenarios/base/limits.ts";
import { isObject } from "../../scenarios/base/values.ts";
import { SCENARIO_FORMAT } from "../../scenarios/format/schema.ts";
import { STUDY_FORMAT } from "../../scenarios/study/study.ts";
import { beginsAsCapture, packingOf } from "../captures/readCapture.ts";
import { beginsAsElf } from "../elf/readElf.ts";
import { LAB_FORMAT } from "../labs/lab.ts";
import { PROGRESS_FORMAT } from "../labs/progressFile.ts";
import { SUBMISSION_FORMAT } from "../labs/submission.ts";
import { LIBRARY_FORMAT, type OwnKind, type Recognised } from "./recognised.ts";

/** A kind of binary files, with its first bytes. */
interface Magic {
  readonly begins: string;
  /** Byte offset of `begins` in the file; 0 if omitted. */
  readonly at?: number;
  readonly what: string;
}

const PICTURE = "is a picture, which irqscope does not read";
const VIDEO = "is a video, which irqscope does not read";
const OTHER_PROGRAM = "is a program of another kind: link an ELF file for RV32 and open that";
const ARCHIVE = "is an archive: unpack it first";
const OFFICE_DOCUMENT = "is a document of an office program";

const MAGICS: readonly Magic[] = [
  { begins: "\x17\x08Dtracing", what: "is a trace of trace-cmd, which irqscope does not read" },
  { begins: "PERFILE2", what: "is a record of perf, which irqscope does not read" },
  { begins: "PAR1", what: "is a Parquet file, which irqscope writes and does not read" },
  { begins: "%PDF", what: "is a PDF" },
  { begins: "\x89PNG", what: PICTURE },
  { begins: "\xff\xd8\xff", what: PICTURE },
  { begins: "GIF8", what: PICTURE },
  { begins: "WEBP", at: 8, what: PICTURE },
  { begins: "ftyp", at: 4, what: VIDEO },
  { begins: "\x1aE\xdf\xa3", what: VIDEO },
  { begins: "!<arch>\n", what: "is a library of object files: link an ELF file for RV32 and open that" },
  { begins: "\0asm", what: OTHER_PROGRAM },
  { begins: "MZ", what: OTHER_PROGRAM },
  { begins: "\xcf\xfa\xed\xfe", what: OTHER_PROGRAM },
  { begins: "\xca\xfe\xba\xbe", what: OTHER_PROGRAM },
  { begins: "UF2\n", what: "is a UF2 image: open the ELF file that it was made of" },
  { begins: "7z\xbc\xaf\x27\x1c", what: ARCHIVE },
  { begins: "Rar!", what: ARCHIVE },
  { begins: "ustar", at: 257, what: ARCHIVE },
  { begins: "\xd0\xcf\x11\xe0", what: OFFICE_DOCUMENT },
  { begins: "\0\x05\x16\x07", what: "is a metadata file of macOS" },
];

/** Undefined if the file starts with no known bytes. */
function magicKind(head: Uint8Array): Recognised | undefined {
  const found = MAGICS.find(({ begins, at = 0 }) =>
    Array.from(begins).every((character, index) => head[at + index] === character.charCodeAt(0)),
  );
  return found && { kind: "foreign", what: found.what };
}

const RAW_BINARY: Recognised = {
  kind: "foreign",
  what: "is a binary file that irqscope does not read (of a program, open the ELF file, not the output of objcopy -O binary)",
};

const HEAD_BYTES = 64 * 1024;
/** Limit for an archive, whose list of files is at its end. */
const ARCHIVE_BYTE_LIMIT = 64 * 1024 * 1024;

const FORMATS: ReadonlyMap<unknown, OwnKind> = new Map<unknown, OwnKind>([
  [SCENARIO_FORMAT, "scenario"],
  [STUDY_FORMAT, "study"],
  [LAB_FORMAT, "lab"],
  [SUBMISSION_FORMAT, "submission"],
  [PROGRESS_FORMAT, "progress"],
  [LIBRARY_FORMAT, "library"],
]);

export async function recognise(file: Blob, name: string): Promise<Recognised> {
  const head = await bytesOf(file.slice(0, HEAD_BYTES));
  if (head.length === 0) return EMPTY;
  if (beginsAsCapture(head)) return { kind: "capture" };
  if (beginsAsElf(head)) return { kind: "elf" };
  const packing = packingOf(head);
  if (packing === "zip") return archiveKind(file);
  if (packing === "gzip")
    return { kind: "packed", packing, inside: await insideOf(file, name.replace(/\.gz$/i, "")) };
  if (packing !== undefined) return { kind: "packed", packing, inside: undefined };
  const magic = magicKind(head);
  if (magic !== undefined) return magic;
  const text = textIn(head);
  if (typeof text !== "string") return text;
  const found = textKind(text, name);
  return found.kind === "json" && file.size <= JSON_BYTE_LIMIT ? jsonKind(await file.text()) : found;
}

async function bytesOf(part: Blob): Promise<Uint8Array> {
  return new Uint8Array(await part.arrayBuffer());
}

/** The text, or the kind of the file if it is not a text. */
function textIn(head: Uint8Array): string | Recognised {
  const [first, second] = head;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
    return { kind: "foreign", what: "is UTF-16 text: save it as UTF-8" };
  const isText = head.every((byte) => byte >= 0x20 || (byte >= 0x09 && byte <= 0x0d) || byte === 0x1b);
  // The head may end in the middle of a character.
  return isText ? new TextDecoder().decode(head) : RAW_BINARY;
}

const FORMAT_FIELD = /"format"\s*:\s*"([^"\\]{1,40})"/g;

/** Reads the field `format`. A damaged file still has the kind that it names. */
function jsonKind(text: string): Recognised {
  const named = new Set(Array.from(text.matchAll(FORMAT_FIELD), ([, format]) => format));
  const [only] = named;
  const format = named.size > 1 ? (formatOf(text) ?? only) : only;
  const kind = FORMATS.get(format);
  return { kind: kind ?? "json" };
}

function formatOf(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value.format : undefined;
  } catch {
    return undefined;
  }
}

/** The kind of the file inside a gzip file. Undefined if it cannot be unpacked. Never unpacks more than the head. */
async function insideOf(file: Blob, name: string): Promise<Recognised | undefined> {
  const reader = file.stream().pipeThrough(new DecompressionStream("gzip")).getReader();
  const chunks: BlobPart[] = [];
  let size = 0;
  while (size < HEAD_BYTES) {
    const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }) as const);
    if (done || value === undefined) break;
    chunks.push(value as BlobPart);
    size += value.length;
  }
  await reader.cancel().catch(() => undefined);
  const head = new Blob(chunks).slice(0, HEAD_BYTES);
  if (head.size === 0) return undefined;
  const begins = await bytesOf(head);
  // An archive inside a packed file is reported only as packed, because its list of files is not unpacked.
  return packingOf(begins) === undefined ? recognise(head, name) : undefined;
}

const ZIP: Recognised = { kind: "packed", packing: "zip", inside: undefined };
const NAME_LIMIT = 10_000;

/** Decides by the names of the files in the archive. Unpacks nothing. */
async function archiveKind(file: Blob): Promise<Recognised> {
  if (file.size > ARCHIVE_BYTE_LIMIT) return ZIP;
  const names = new Set<string>();
  try {
    unzipSync(await bytesOf(file), {
      filter: ({ name }) => {
        if (names.size < NAME_LIMIT) names.add(name);
        return false;
      },
    });
  } catch {
    return ZIP;
  }
  if (names.has("manifest.json") && names.has("study.json")) return { kind: "bundle" };
  if (names.has("imsmanifest.xml"))
    return { kind: "foreign", what: "is a SCORM package: a learning platform opens it" };
  if (names.has("[Content_Types].xml") || names.has("mimetype"))
    return { kind: "foreign", what: OFFICE_DOCUMENT };
  return ZIP;
}

/** Number of lines that are examined. */
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
const SOURCE = foreign("is source of a program: compile it, and open the resulting ELF file");

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
  // The ending determines the kind. The reader of that kind finds errors.
  [".json", { kind: "json" }] as const,
]);

/** `text` is the beginning of the file. Its last line may be truncated. */
function textKind(text: string, name: string): Recognised {
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

/** Used if neither the beginning nor the name shows the kind. */
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

/** True if an assembler could read most lines, and some of them are more than a label. */
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
