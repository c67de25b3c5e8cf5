/** Maps instructions to source lines: .debug_line of DWARF 2 to 5 (DWARF 5, chapter 6.2). */
import { ElfError, ElfReader, ElfWork } from "./elfReader.ts";
import { rangeAt, segmentOf } from "./ranges.ts";
import { type ElfFile, type ElfResult, resultOf } from "./readElf.ts";

export interface LineRange {
  readonly address: number;
  /** The first address after the range. */
  readonly end: number;
  /** The file name as it was given to the compiler, without the folder in which the compiler ran. */
  readonly file: string;
  /** Counted from 1. 0: the code belongs to no line. */
  readonly line: number;
}

/** Sorted by address, without overlaps. Empty if the file was compiled without -g. */
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

/** Limit for all rows of a file. 64 kB of code have at most 32,768 instructions. */
const ROW_LIMIT = 1 << 20;

/** Reads only code in executable segments, because code that a linker has removed is at address 0. `work` bounds the
 * cost. */
export function readLines(elf: ElfFile, work = workOf(elf)): ElfResult<Lines> {
  const bytes = elf.sections.get(SECTION);
  if (bytes === undefined) return { ok: true, value: { table: [], entries: [] } };
  return resultOf(() => {
    const names = new FileNames(
      new ElfReader(elf.sections.get(LINE_STRINGS) ?? new Uint8Array(), LINE_STRINGS, work),
      new ElfReader(elf.sections.get(ALL_STRINGS) ?? new Uint8Array(), ALL_STRINGS, work),
    );
    const reader = new ElfReader(bytes, SECTION, work);
    const code = elf.segments.filter(({ isExecutable }) => isExecutable);
    const rows = new Rows((address, end) => segmentOf(code, address, end) !== undefined);
    while (!reader.isAtEnd) readUnit(reader, names, rows);
    return {
      table: inOrder(rows.ranges),
      entries: rows.entries.sort((a, b) => a.address - b.address),
    };
  });
}

const LINE_STRINGS = ".debug_line_str";
const ALL_STRINGS = ".debug_str";

const workOf = ({ sections }: ElfFile): ElfWork =>
  new ElfWork(
    [SECTION, LINE_STRINGS, ALL_STRINGS].reduce((sum, name) => sum + (sections.get(name)?.length ?? 0), 0),
  );

export const lineAt = (table: LineTable, address: number): LineRange | undefined => rangeAt(table, address);

/** Each file once, in the order of its code. The name "" is not a file. */
export const filesOf = (table: LineTable): readonly string[] =>
  [...new Set(table.filter(({ line }) => line > 0).map(({ file }) => file))].filter((file) => file !== "");

/** If ranges overlap, as for a function that two units contain, the first range stays. */
function inOrder(ranges: LineRange[]): LineTable {
  ranges.sort((a, b) => a.address - b.address);
  let end = 0;
  return ranges.filter((range) => {
    if (range.address < end) return false;
    end = range.end;
    return true;
  });
}

/** Collects the rows of line programs that describe code. Counts and skips other rows. */
class Rows {
  readonly ranges: LineRange[] = [];
  readonly entries: LineEntry[] = [];
  readonly #isCode: (address: number, end: number) => boolean;
  #count = 0;

  constructor(isCode: (address: number, end: number) => boolean) {
    this.#isCode = isCode;
  }

  /** Returns false if there are too many rows. */
  count(): boolean {
    this.#count += 1;
    return this.#count <= ROW_LIMIT;
  }

  addRange(range: LineRange): void {
    if (this.#isCode(range.address, range.end)) this.ranges.push(range);
  }

  addEntry(entry: LineEntry): void {
    if (entry.line > 0 && this.#isCode(entry.address, entry.address + 1)) this.entries.push(entry);
  }
}

/** Each name is built once, even if many files and units have it. */
class FileNames {
  readonly lines: ElfReader;
  readonly all: ElfReader;
  /** Joined names by folder and name. */
  readonly #joined = new Map<string, Map<string, string>>();

  constructor(lines: ElfReader, all: ElfReader) {
    this.lines = lines;
    this.all = all;
  }

  /** `folder` is undefined or empty for the folder in which the compiler ran. */
  joined(folder: string | undefined, name: string): string {
    if (folder === undefined || folder === "" || name.startsWith("/")) return name;
    const inFolder = this.#joined.get(folder) ?? new Map<string, string>();
    this.#joined.set(folder, inFolder);
    const known = inFolder.get(name);
    if (known !== undefined) return known;
    const file = `${folder}/${name}`;
    this.lines.spend(file.length);
    inFolder.set(name, file);
    return file;
  }
}

interface UnitHeader {
  readonly minimumBytes: number;
  readonly lineBase: number;
  readonly lineRange: number;
  /** Initial value of is_stmt in a sequence. */
  readonly isStatement: boolean;
  /** Number of operands of each standard opcode, indexed by opcode - 1. */
  readonly operandCounts: readonly number[];
  readonly files: UnitFiles;
}

const OFFSETS_OF_64_BITS = 0xffff_fff0;

function readUnit(all: ElfReader, names: FileNames, rows: Rows): void {
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
  const header = readUnitHeader(unit.sub(headerBytes), version, names);
  runLines(unit, header, rows);
}

function readUnitHeader(reader: ElfReader, version: number, names: FileNames): UnitHeader {
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
  const files = version >= 5 ? filesOf5(reader, names) : filesOf4(reader, names);
  return { minimumBytes, lineBase, lineRange, isStatement, operandCounts, files };
}

/** Indexed by number; the version says whether numbers start at 0 or 1. */
interface UnitFiles {
  readonly files: string[];
  /** The first folder is the one in which the compiler ran. */
  readonly folders: readonly string[];
  readonly names: FileNames;
}

const fileIn = ({ folders, names }: Omit<UnitFiles, "files">, folder: number, name: string): string =>
  names.joined(folder === 0 ? undefined : folders[folder], name);

function filesOf4(reader: ElfReader, names: FileNames): UnitFiles {
  const folders = [""];
  for (let name = reader.text(); name !== ""; name = reader.text()) folders.push(name);
  const files = [""];
  for (let name = reader.text(); name !== ""; name = reader.text())
    files.push(fileOf4(reader, { folders, names }, name));
  return { files, folders, names };
}

function fileOf4(reader: ElfReader, of: Omit<UnitFiles, "files">, name: string): string {
  const folder = reader.uleb();
  reader.uleb();
  reader.uleb();
  return fileIn(of, folder, name);
}

const CONTENT_PATH = 1;
const CONTENT_FOLDER = 2;

interface Entry {
  readonly path: string;
  readonly folder: number;
}

function filesOf5(reader: ElfReader, names: FileNames): UnitFiles {
  const folders = entriesOf(reader, names, "folders").map(({ path }) => path);
  const files = entriesOf(reader, names, "files").map(({ path, folder }) =>
    fileIn({ folders, names }, folder, path),
  );
  return { files, folders, names };
}

function entriesOf(reader: ElfReader, names: FileNames, what: string): readonly Entry[] {
  const formats = Array.from({ length: reader.u8() }, () => ({
    content: reader.uleb(),
    form: reader.uleb(),
  }));
  const count = reader.uleb();
  // Each entry takes at least one byte.
  if (count > 0 && (formats.length === 0 || count > reader.bytes.length - reader.offset))
    reader.fail(`has ${count} ${what} in too few bytes`);
  return Array.from({ length: count }, () => {
    const entry = { path: "", folder: 0 };
    for (const { content, form } of formats) {
      const value = readForm(reader, form, names);
      if (content === CONTENT_PATH && typeof value === "string") entry.path = value;
      if (content === CONTENT_FOLDER && typeof value === "number") entry.folder = value;
    }
    return entry;
  });
}

/** Undefined if irqscope does not use the value. */
function readForm(reader: ElfReader, form: number, names: FileNames): string | number | undefined {
  switch (form) {
    case 0x08: // DW_FORM_string
      return reader.text();
    case 0x1f: // DW_FORM_line_strp
      return names.lines.textAt(reader.u32());
    case 0x0e: // DW_FORM_strp
      return names.all.textAt(reader.u32());
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

/** Standard opcodes. Larger numbers are special opcodes, which do two things at once. */
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

/** The state machine of a unit. A row extends to the next one of its sequence. */
function runLines(reader: ElfReader, header: UnitHeader, rows: Rows): void {
  const { minimumBytes, lineBase, lineRange, isStatement, operandCounts } = header;
  const opcodeBase = operandCounts.length + 1;
  const begun = (): LineState => ({ address: 0, file: 1, line: 1, isStatement });
  let state = begun();
  let open: LineState | undefined;
  let finder = new EntryFinder();
  let entries: LineEntry[] = [];
  const placeOf = ({ file, line }: LineState) => ({ file: header.files.files[file] ?? "", line: line >>> 0 });
  const row = (isOver = false): void => {
    if (!rows.count()) reader.fail(`has more than ${ROW_LIMIT} rows`);
    if (open !== undefined && open.address < state.address)
      rows.addRange({ address: open.address, end: state.address, ...placeOf(open) });
    open = isOver ? undefined : { ...state };
    if (!state.isStatement || isOver) return;
    const statement = { address: state.address, ...placeOf(state) };
    if (finder.isEntry(statement)) entries.push(statement);
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
      // A sequence without an end has no entries.
      for (const entry of entries) rows.addEntry(entry);
      entries = [];
      finder = new EntryFinder();
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

/** Whether the sequence has ended. */
function runExtended(reader: ElfReader, { files }: UnitHeader, state: LineState): boolean {
  const length = reader.uleb();
  if (length === 0) return false;
  const own = reader.sub(length);
  const opcode = own.u8();
  if (opcode === SET_ADDRESS) {
    if (length !== 5) throw new ElfError(SECTION, `has an address of ${length - 1} bytes, not 4`);
    state.address = own.u32();
  } else if (opcode === DEFINE_FILE) files.files.push(fileOf4(own, files, own.text()));
  return opcode === END_SEQUENCE;
}

/** Addresses at which execution enters a source line. A debugger stops only at these addresses of the line. */
export interface LineEntry {
  readonly address: number;
  readonly file: string;
  /** From 1. */
  readonly line: number;
}

/** Finds entries among the statements of one sequence (rows with is_stmt, DWARF 5, 6.2.2), in the order of the
 * sequence. A statement is an entry if the statement in front of it belongs to another line. Code without a statement
 * belongs to the statement in front of it. */
class EntryFinder {
  #before: LineEntry | undefined;
  #last: LineEntry | undefined;
  /** Lines by file, of the statements at the address of the last one. */
  #here = new Map<string, Set<number>>();

  isEntry(statement: LineEntry): boolean {
    // If several statements have one address, the code belongs to the last one.
    if (this.#last?.address !== statement.address) {
      this.#before = this.#last;
      this.#here = new Map();
    }
    const { file, line } = statement;
    const lines = this.#here.get(file);
    const isFirst = lines === undefined || !lines.has(line);
    if (lines === undefined) this.#here.set(file, new Set([line]));
    else lines.add(line);
    this.#last = statement;
    return isFirst && (this.#before?.line !== line || this.#before.file !== file);
  }
}

/** Entries among the statements of one sequence. */
export function entriesIn(statements: readonly LineEntry[]): readonly LineEntry[] {
  const finder = new EntryFinder();
  return statements.filter((statement) => finder.isEntry(statement));
}
