/** Binary files by their first bytes. */
import type { Recognised } from "./recognised.ts";

interface Magic {
  readonly begins: string;
  /** Where it stands; 0 where it is left out. */
  readonly at?: number;
  readonly what: string;
}

const PICTURE = "is a picture, and irqscope reads none";
const VIDEO = "is a video, and irqscope reads none";
const OTHER_PROGRAM = "is a program of another kind: link an ELF file for RV32 and open that";
const ARCHIVE = "is an archive: unpack it first";
export const OFFICE_DOCUMENT = "is a document of an office program";

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
  { begins: "\0\x05\x16\x07", what: "is what macOS keeps beside a file" },
];

/** Undefined: it begins as none of them. */
export function magicKind(head: Uint8Array): Recognised | undefined {
  const found = MAGICS.find(({ begins, at = 0 }) =>
    Array.from(begins).every((character, index) => head[at + index] === character.charCodeAt(0)),
  );
  return found && { kind: "foreign", what: found.what };
}

export const RAW_BINARY: Recognised = {
  kind: "foreign",
  what: "is binary, of no kind that irqscope reads (of a program open the ELF file, not what objcopy -O binary makes of it)",
};
