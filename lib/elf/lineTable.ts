/** Which line of which source an instruction comes from: .debug_line of DWARF 2 to 5 (DWARF 5, chapter 6.2). */
import { ElfError, ElfReader } from "./elfReader.ts";
import { entriesIn, type LineEntry } from "./lineEntries.ts";
import { rangeAt } from "./ranges.ts";
import { type ElfFile, type ElfResult, resultOf } from "./readElf.ts";

export interface LineRange {
  readonly address: number;
  /** The first address behind it. */
  readonly end: number;
  /** As the compiler was told it, without the folder that it was called in. */
  readonly file: string;
  /** From 1; 0: of no line. */
  readonly line: number;
}

/** By address, none over another; empty where the file was compiled without -g. */
export type LineTable = readonly LineRange[];

const VERSIONS = { from: 2, to: 5 };
const SECTION = ".debug_line";

export interface Lines {
  readonly table: LineTable;
  /** By address. */
  readonly entries: readonly LineEntry[];
}

export function readLineTable(elf: ElfFile): ElfResult<LineTable> {
  const lines = readLines(elf);
  return lines.ok ? { ok: true, value: lines.value.table } : lines;
}

/** Only what lies in segments that can be executed: what a linker has left out stands at 0. */
export function readLines(elf: ElfFile): ElfResult<Lines> {
  const bytes = elf.sections.get(SECTION);
  if (bytes === undefined) return { ok: true, value: { table: [], entries: [] } };
  return resultOf(() => {
    const strings: Strings = {
      lines: new ElfReader(elf.sections.get(".debug_line_str") ?? new Uint8Array(), ".debug_line_str"),
      all: new ElfReader(elf.sections.get(".debug_str") ?? new Uint8Array(), ".debug_str"),
    };
    const reader = new ElfReader(bytes, SECTION);
    const rows: Rows = { ranges: [], sequences: [] };
    while (!reader.isAtEnd) readUnit(reader, strings, rows);
    const code = elf.segments.filter(({ isExecutable }) => isExecutable);
    const isCode = (address: number, end: number) =>
      code.some((one) => one.address <= address && end <= one.address + one.memoryBytes);
    return {
      table: inOrder(rows.ranges.filter(({ address, end }) => isCode(address, end))),
      entries: rows.sequences
        .flatMap(entriesIn)
        .filter(({ address, line }) => line > 0 && isCode(address, address + 1))
        .sort((a, b) => a.address - b.address),
    };
  });
}

export const lineAt = (table: LineTable, address: number): LineRange | undefined => rangeAt(table, address);

/** Each once, in the order of their code; "" is of no file. */
export const filesOf = (table: LineTable): readonly string[] =>
  [...new Set(table.filter(({ line }) => line > 0).map(({ file }) => file))].filter((file) => file !== "");

/** Of what overlaps, as of a function that two units have, the first one stays. */
function inOrder(ranges: LineRange[]): LineTable {
  ranges.sort((a, b) => a.address - b.address);
  let end = 0;
  return ranges.filter((range) => {
    if (range.address < end) return false;
    end = range.end;
    return true;
  });
}

interface Rows {
  readonly ranges: LineRange[];
  /** Rows of statements, those of a sequence together. */
  readonly sequences: LineEntry[][];
}

interface Strings {
  readonly lines: ElfReader;
  readonly all: ElfReader;
}

interface UnitHeader {
  readonly minimumBytes: number;
  readonly lineBase: number;
  readonly lineRange: number;
  /** A sequence begins with rows of statements. */
  readonly isStatement: boolean;
  /** Of each standard opcode, how many numbers follow it; by opcode - 1. */
  readonly operandCounts: readonly number[];
  readonly files: FileNames;
}

const OFFSETS_OF_64_BITS = 0xffff_fff0;

function readUnit(all: ElfReader, strings: Strings, rows: Rows): void {
  const length = all.u32();
  if (length >= OFFSETS_OF_64_BITS) all.fail("has offsets of 64 bits, as no file for RV32 has");
  const unit = all.sub(length);
  const version = unit.u16();
  if (version < VERSIONS.from || version > VERSIONS.to)
    unit.fail(`is DWARF ${version}, known are ${VERSIONS.from} to ${VERSIONS.to}`);
  if (version >= 5) {
    const addressBytes = unit.u8();
    if (addressBytes !== 4) unit.fail(`has addresses of ${addressBytes} bytes, not 4`);
    unit.skip(1);
  }
  const headerBytes = unit.u32();
  const header = readUnitHeader(unit.sub(headerBytes), version, strings);
  runLines(unit, header, rows);
}

function readUnitHeader(reader: ElfReader, version: number, strings: Strings): UnitHeader {
  const minimumBytes = reader.u8();
  if (version >= 4) {
    const operations = reader.u8();
    if (operations !== 1) reader.fail(`has ${operations} operations an instruction, not 1`);
  }
  const isStatement = reader.u8() !== 0;
  const lineBase = reader.i8();
  const lineRange = reader.u8();
  if (lineRange === 0) reader.fail("has a line_range of 0");
  const opcodeBase = reader.u8();
  if (opcodeBase === 0) reader.fail("has an opcode_base of 0");
  const operandCounts = Array.from({ length: opcodeBase - 1 }, () => reader.u8());
  const files = version >= 5 ? filesOf5(reader, strings) : filesOf4(reader);
  return { minimumBytes, lineBase, lineRange, isStatement, operandCounts, files };
}

/** By number, as the version counts them. */
interface FileNames {
  readonly names: string[];
  readonly folders: readonly string[];
}

function joined(folders: readonly string[], folder: number, name: string): string {
  // The first folder is that in which the compiler was called.
  const before = folder === 0 ? undefined : folders[folder];
  return before === undefined || before === "" || name.startsWith("/") ? name : `${before}/${name}`;
}

function filesOf4(reader: ElfReader): FileNames {
  const folders = [""];
  for (let name = reader.text(); name !== ""; name = reader.text()) folders.push(name);
  const names = [""];
  for (let name = reader.text(); name !== ""; name = reader.text())
    names.push(fileOf4(reader, folders, name));
  return { names, folders };
}

function fileOf4(reader: ElfReader, folders: readonly string[], name: string): string {
  const folder = reader.uleb();
  reader.uleb();
  reader.uleb();
  return joined(folders, folder, name);
}

const CONTENT_PATH = 1;
const CONTENT_FOLDER = 2;

interface Entry {
  readonly path: string;
  readonly folder: number;
}

function filesOf5(reader: ElfReader, strings: Strings): FileNames {
  const folders = entriesOf(reader, strings, "folders").map(({ path }) => path);
  const names = entriesOf(reader, strings, "files").map(({ path, folder }) => joined(folders, folder, path));
  return { names, folders };
}

function entriesOf(reader: ElfReader, strings: Strings, what: string): readonly Entry[] {
  const formats = Array.from({ length: reader.u8() }, () => ({
    content: reader.uleb(),
    form: reader.uleb(),
  }));
  const count = reader.uleb();
  // Each takes a byte at least.
  if (count > 0 && (formats.length === 0 || count > reader.bytes.length - reader.offset))
    reader.fail(`has ${count} ${what} in too few bytes`);
  return Array.from({ length: count }, () => {
    const entry = { path: "", folder: 0 };
    for (const { content, form } of formats) {
      const value = readForm(reader, form, strings);
      if (content === CONTENT_PATH && typeof value === "string") entry.path = value;
      if (content === CONTENT_FOLDER && typeof value === "number") entry.folder = value;
    }
    return entry;
  });
}

/** Undefined: of no use here. */
function readForm(reader: ElfReader, form: number, strings: Strings): string | number | undefined {
  switch (form) {
    case 0x08: // DW_FORM_string
      return reader.text();
    case 0x1f: // DW_FORM_line_strp
      return strings.lines.textAt(reader.u32());
    case 0x0e: // DW_FORM_strp
      return strings.all.textAt(reader.u32());
    case 0x0b: // DW_FORM_data1
      return reader.u8();
    case 0x05: // DW_FORM_data2
      return reader.u16();
    case 0x06: // DW_FORM_data4
      return reader.u32();
    case 0x0f: // DW_FORM_udata
      return reader.uleb();
    case 0x07: // DW_FORM_data8
      reader.skip(8);
      return undefined;
    case 0x1e: // DW_FORM_data16: a digest
      reader.skip(16);
      return undefined;
    case 0x09: // DW_FORM_block
      reader.skip(reader.uleb());
      return undefined;
    default:
      return reader.fail(`has a value of form 0x${form.toString(16)}, which is not known`);
  }
}

/** Opcodes: standard ones, and behind them those that do two things at once. */
const COPY = 1;
const ADVANCE_ADDRESS = 2;
const ADVANCE_LINE = 3;
const SET_FILE = 4;
const NEGATE_STATEMENT = 6;
const CONST_ADD_ADDRESS = 8;
const FIXED_ADVANCE_ADDRESS = 9;
const EXTENDED = 0;
const END_SEQUENCE = 1;
const SET_ADDRESS = 2;
const DEFINE_FILE = 3;

interface LineState {
  address: number;
  file: number;
  line: number;
  isStatement: boolean;
}

/** The state machine of a unit. A row reaches to the next one of its sequence. */
function runLines(reader: ElfReader, header: UnitHeader, { ranges, sequences }: Rows): void {
  const { minimumBytes, lineBase, lineRange, isStatement, operandCounts } = header;
  const opcodeBase = operandCounts.length + 1;
  const begun = (): LineState => ({ address: 0, file: 1, line: 1, isStatement });
  let state = begun();
  let open: LineState | undefined;
  let statements: LineEntry[] = [];
  const placeOf = ({ file, line }: LineState) => ({ file: header.files.names[file] ?? "", line: line >>> 0 });
  const row = (isOver = false): void => {
    if (open !== undefined && open.address < state.address)
      ranges.push({ address: open.address, end: state.address, ...placeOf(open) });
    open = isOver ? undefined : { ...state };
    if (state.isStatement && !isOver) statements.push({ address: state.address, ...placeOf(state) });
  };
  const advance = (operations: number): void => {
    state.address = (state.address + operations * minimumBytes) % 2 ** 32;
  };
  while (!reader.isAtEnd) {
    const opcode = reader.u8();
    if (opcode >= opcodeBase) {
      const adjusted = opcode - opcodeBase;
      advance(Math.floor(adjusted / lineRange));
      state.line += lineBase + (adjusted % lineRange);
      row();
    } else if (opcode === EXTENDED) {
      const isOver = runExtended(reader, header, state);
      if (!isOver) continue;
      row(true);
      sequences.push(statements);
      statements = [];
      state = begun();
    } else if (opcode === COPY) row();
    else if (opcode === ADVANCE_ADDRESS) advance(reader.uleb());
    else if (opcode === ADVANCE_LINE) state.line += reader.sleb();
    else if (opcode === SET_FILE) state.file = reader.uleb();
    else if (opcode === NEGATE_STATEMENT) state.isStatement = !state.isStatement;
    else if (opcode === CONST_ADD_ADDRESS) advance(Math.floor((255 - opcodeBase) / lineRange));
    else if (opcode === FIXED_ADVANCE_ADDRESS) state.address = (state.address + reader.u16()) % 2 ** 32;
    else for (let left = operandCounts[opcode - 1] ?? 0; left > 0; left--) reader.uleb();
  }
}

/** Whether the sequence is over. */
function runExtended(reader: ElfReader, { files }: UnitHeader, state: LineState): boolean {
  const length = reader.uleb();
  if (length === 0) return false;
  const own = reader.sub(length);
  const opcode = own.u8();
  if (opcode === SET_ADDRESS) {
    if (length !== 5) throw new ElfError(SECTION, `has an address of ${length - 1} bytes, not 4`);
    state.address = own.u32();
  } else if (opcode === DEFINE_FILE) files.names.push(fileOf4(own, files.folders, own.text()));
  return opcode === END_SEQUENCE;
}
