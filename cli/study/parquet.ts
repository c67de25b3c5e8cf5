/** Rows of a study as a Parquet file. */

import { createHash } from "node:crypto";
import {
  type ColumnMetaData,
  type FileMetaData,
  type PageHeader,
  parquetMetadataAsync,
  parquetReadObjects,
  snappyUncompress,
} from "hyparquet";
import { parquetHeader } from "hyparquet/src/column.js";
import { type BasicType, parquetWriteBuffer } from "hyparquet-writer";
import { csvLine } from "../../lib/csv.ts";
import { VERSION } from "../../lib/origin.ts";
import type { PointValues, StudyPlan } from "../../lib/study/plan.ts";
import type { StudyRow } from "../../lib/study/row.ts";
import { cellOf, rowFormat } from "../../lib/study/rowFormat.ts";
import { columnName } from "../../lib/sweep/column.ts";
import type { StudyValue } from "../../scenarios/study/study.ts";

interface ParquetColumn {
  readonly name: string;
  readonly data: (string | number | bigint | boolean | null)[];
  readonly type: BasicType;
}

export function parquetOf(plan: StudyPlan, rows: readonly StudyRow[], command: string): Uint8Array {
  const texts = (name: string, read: (row: StudyRow) => string): ParquetColumn => ({
    name,
    data: rows.map(read),
    type: "STRING",
  });
  const whole = (name: string, read: (row: StudyRow) => number): ParquetColumn => ({
    name,
    data: rows.map((row) => BigInt(read(row))),
    type: "INT64",
  });
  const columnData = [
    texts("study", ({ study }) => study),
    texts("studyHash", ({ studyHash }) => studyHash),
    ...plan.columns.map((column) => {
      const of = ({ [column]: value = null }: PointValues) => value;
      return valueColumn(
        column,
        rows.map(({ point }) => of(point)),
        plan.points.map(({ values }) => of(values)),
      );
    }),
    whole("seed", ({ seed }) => seed),
    ...plan.metrics.map(columnName).map(
      (name): ParquetColumn => ({
        name,
        data: rows.map(({ metrics }) => metrics[name] ?? null),
        type: "DOUBLE",
      }),
    ),
    whole("cycles", ({ cycles }) => cycles),
    texts("stateHash", ({ stateHash }) => stateHash),
    texts("program", ({ program }) => program),
    texts("model", ({ model }) => model),
    texts("command", ({ command: own }) => own),
  ];
  const kvMetadata = [
    { key: "irqscope.study", value: plan.study.name },
    { key: "irqscope.studyHash", value: plan.studyHash },
    { key: "irqscope.program", value: VERSION },
    { key: "irqscope.model", value: rows[0]?.model ?? "" },
    { key: "irqscope.command", value: command },
    { key: CHECKSUM, value: checksumOf(linesOfRows(plan, rows)) },
  ];
  return new Uint8Array(parquetWriteBuffer({ columnData, kvMetadata, createdBy: `irqscope ${VERSION}` }));
}

/** SHA-256 of the rows as CSV with their head. Pages have no checksum, and one wrong byte could give another number. */
const CHECKSUM = "irqscope.rowsSha256";

function linesOfRows(plan: StudyPlan, rows: readonly StudyRow[]): readonly ParquetLine[] {
  const { head, line } = rowFormat("csv", plan);
  return rows.map((row) => ({ head, cells: line(row).slice(0, -1) }));
}

function checksumOf(lines: readonly ParquetLine[]): string {
  const hash = createHash("sha256");
  for (const [index, { head, cells }] of lines.entries()) hash.update(`${index === 0 ? head : ""}${cells}\n`);
  return hash.digest("hex");
}

/** A row as in CSV. */
interface ParquetLine {
  /** Includes the line feed. */
  readonly head: string;
  readonly cells: string;
}

type ParquetRead =
  /** Without `hasChecksum` a damaged number cannot be detected. */
  | { readonly kind: "lines"; readonly lines: readonly ParquetLine[]; readonly hasChecksum: boolean }
  | { readonly kind: "other-count"; readonly rowCount: number }
  /** The file is not a Parquet file, or is damaged. */
  | { readonly kind: "damaged"; readonly reason: string };

/** `isFitting` says whether this number of rows is acceptable. Other files are not decoded, because a small file can
 * claim any number. */
export async function parquetLines(
  bytes: Uint8Array,
  isFitting: (rowCount: number) => boolean,
): Promise<ParquetRead> {
  const unreadable = footerFault(bytes);
  if (unreadable !== undefined) return { kind: "damaged", reason: unreadable };
  const file = new Uint8Array(bytes).buffer;
  const metadata = await readerSays(parquetMetadataAsync(file, { geoparquet: false }));
  if (!metadata.ok) return { kind: "damaged", reason: metadata.reason };
  const rowCount = rowCountOf(metadata.value);
  if (!isFitting(rowCount)) return { kind: "other-count", rowCount };
  const fault = await readerSays(Promise.resolve().then(() => pagesFault(bytes, metadata.value)));
  const reason = fault.ok ? fault.value : fault.reason;
  if (reason !== undefined) return { kind: "damaged", reason };
  const rows = await readerSays(parquetReadObjects({ file, metadata: metadata.value }));
  if (!rows.ok) return { kind: "damaged", reason: rows.reason };
  const lines = rows.value.map((row) => ({
    head: `${csvLine(Object.keys(row))}\n`,
    cells: csvLine(Object.values(row).map(cellTextOf)),
  }));
  const checksum = metadata.value.key_value_metadata?.find(({ key }) => key === CHECKSUM)?.value;
  if (checksum !== undefined && checksum !== checksumOf(lines))
    return { kind: "damaged", reason: "its rows do not match its checksum" };
  return { kind: "lines", lines, hasChecksum: checksum !== undefined };
}

export const damagedReason = ({ reason }: { readonly reason: string }): string =>
  `is not a Parquet file, or a damaged one: ${reason}`;

type ReaderResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly reason: string };

/** The library has no error class of its own for faulty files. */
function readerSays<T>(reading: Promise<T>): Promise<ReaderResult<T>> {
  return reading.then(
    (value) => ({ ok: true, value }),
    (error: unknown) => ({ ok: false, reason: error instanceof Error ? error.message : String(error) }),
  );
}

/** The sum over row groups, because these are decoded, whatever number the head of the file contains. */
function rowCountOf({ row_groups }: FileMetaData): number {
  return row_groups.reduce((sum, group) => sum + Math.max(0, Number(group.num_rows)), 0);
}

function cellTextOf(value: unknown): string {
  return typeof value === "bigint" ? String(value) : cellOf((value ?? "") as StudyValue);
}

/** Numbers (or booleans) only if all values of the study are numbers (or booleans); otherwise text. */
function valueColumn(
  name: string,
  values: readonly StudyValue[],
  ofStudy: readonly StudyValue[],
): ParquetColumn {
  const known = ofStudy.filter((value) => value !== null);
  if (known.length > 0 && known.every((value) => Number.isSafeInteger(value)))
    return {
      name,
      data: values.map((value) => (value === null ? null : BigInt(Number(value)))),
      type: "INT64",
    };
  if (known.length > 0 && known.every((value) => typeof value === "number"))
    return { name, data: [...values] as (number | null)[], type: "DOUBLE" };
  if (known.length > 0 && known.every((value) => typeof value === "boolean"))
    return { name, data: [...values] as (boolean | null)[], type: "BOOLEAN" };
  return { name, data: values.map((value) => (value === null ? null : cellOf(value))), type: "STRING" };
}

// ---- Limits of a Parquet file that may be decoded. The library allocates lists as long as headers say, and a page of
// ---- 20 bytes may claim any number of values (Apache Parquet 2.11: Thrift, encodings). So the pages are read first ----

/** Limit of the file's footer: 90 columns with statistics take about 100 kB. */
const FOOTER_BYTE_LIMIT = 4 * 1024 * 1024;
const COLUMN_LIMIT = 256;
/** Snappy expands three bytes to at most 64. */
const UNPACKED_PER_BYTE = 32;
const UNPACKED_FREE_BYTES = 1024;
const BIT_LIMIT = 32;
const TAIL_BYTES = 8;
/** PAR1. */
const MAGIC = 0x31524150;

/** Undefined if the footer may be read. */
function footerFault(bytes: Uint8Array): string | undefined {
  if (bytes.length < TAIL_BYTES) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const size = view.getUint32(bytes.length - TAIL_BYTES, true);
  // The library detects files that are truncated or not Parquet.
  const isWhole = view.getUint32(bytes.length - 4, true) === MAGIC && size <= bytes.length - TAIL_BYTES;
  return isWhole && size > FOOTER_BYTE_LIMIT ? `its table of contents has ${size} bytes` : undefined;
}

/** Undefined if the file may be decoded. Throws if it is too damaged to be examined. */
function pagesFault(bytes: Uint8Array, { schema, row_groups: groups }: FileMetaData): string | undefined {
  const [root, ...leaves] = schema;
  const isFlat = leaves.every((one) => !one.num_children && one.repetition_type !== "REPEATED");
  if (root?.num_children !== leaves.length || !isFlat) return "its columns are not a flat table";
  if (leaves.length > COLUMN_LIMIT) return `it has ${leaves.length} columns`;
  let packed = 0;
  for (const { columns, num_rows: rows } of groups) {
    if (columns.length !== leaves.length) return "a group of rows has other columns than the file";
    if (rows < 1) return "a group has no row";
    for (const [index, { meta_data: column, file_path: path }] of columns.entries()) {
      if (column === undefined || path !== undefined) return "a column lies in another file";
      const part = partOf(bytes, column);
      packed += part?.length ?? 0;
      // Several columns could point to the same bytes.
      if (part === undefined || packed > bytes.length) return "its columns overlap, or lie outside of it";
      const isOptional = leaves[index]?.repetition_type !== "REQUIRED";
      const fault = chunkFault(part, column, isOptional, Number(rows));
      if (fault !== undefined) return fault;
    }
  }
  return undefined;
}

function partOf(bytes: Uint8Array, column: ColumnMetaData): Uint8Array | undefined {
  const from = Number(column.dictionary_page_offset || column.data_page_offset);
  const size = Number(column.total_compressed_size);
  const isInside = from >= 0 && size >= 0 && from + size <= bytes.length;
  return isInside ? bytes.subarray(from, from + size) : undefined;
}

function chunkFault(
  part: Uint8Array,
  column: ColumnMetaData,
  isOptional: boolean,
  rows: number,
): string | undefined {
  const reader = { view: new DataView(part.buffer, part.byteOffset, part.byteLength), offset: 0 };
  while (reader.offset < part.length - 1) {
    const header = parquetHeader(reader);
    const { compressed_page_size: size } = header;
    if (!(size >= 0 && reader.offset + size <= part.length)) return "a page is longer than its column";
    const page = part.subarray(reader.offset, reader.offset + size);
    reader.offset += size;
    const fault = pageFault(page, header, column, isOptional, rows);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function pageFault(
  packed: Uint8Array,
  header: PageHeader,
  column: ColumnMetaData,
  isOptional: boolean,
  rows: number,
): string | undefined {
  const { data_page_header: first, data_page_header_v2: second, dictionary_page_header: dictionary } = header;
  const values = (first ?? second ?? dictionary)?.num_values ?? -1;
  if (!(values >= 0 && values <= rows)) return `a page of ${rows} rows says that it has ${values} values`;
  const unpacked = header.uncompressed_page_size;
  if (!(unpacked >= 0 && unpacked <= UNPACKED_PER_BYTE * packed.length + UNPACKED_FREE_BYTES))
    return `a page of ${packed.length} bytes says that it has ${unpacked}`;
  if (dictionary !== undefined) return undefined;
  if (first !== undefined) {
    const page = unpackedPage(packed, unpacked, column);
    if (page === undefined) return `its pages are packed by ${column.codec}`;
    const levels = isOptional ? 4 + (wordAt(page, 0) ?? page.length) : 0;
    if (isOptional && !hasRuns(page, 4, levels, 1, values)) return RUNS;
    return valuesFault(page, levels, first.encoding, values);
  }
  const levels = second?.definition_levels_byte_length ?? 0;
  if (
    second === undefined ||
    second.repetition_levels_byte_length !== 0 ||
    !(levels >= 0 && levels <= unpacked)
  )
    return "a page has levels that a flat table does not have";
  if (isOptional && !hasRuns(packed, 0, levels, 1, values)) return RUNS;
  const rest = packed.subarray(levels);
  const isPacked = second.is_compressed !== false;
  const page = isPacked ? unpackedPage(rest, unpacked - levels, column) : rest;
  if (page === undefined) return `its pages are packed by ${column.codec}`;
  return valuesFault(page, 0, second.encoding, values);
}

const RUNS = "a page has runs of more values than it says";

/** Undefined if the compression is not supported. */
function unpackedPage(packed: Uint8Array, size: number, { codec }: ColumnMetaData): Uint8Array | undefined {
  if (codec === "UNCOMPRESSED") return packed;
  if (codec !== "SNAPPY") return undefined;
  const page = new Uint8Array(size);
  snappyUncompress(packed, page);
  return page;
}

function valuesFault(page: Uint8Array, at: number, encoding: string, values: number): string | undefined {
  switch (encoding) {
    case "PLAIN":
      return undefined;
    case "PLAIN_DICTIONARY":
    case "RLE_DICTIONARY": {
      const bits = page[at] ?? 0;
      return bits <= BIT_LIMIT && hasRuns(page, at + 1, page.length, bits, values) ? undefined : RUNS;
    }
    case "RLE":
      return hasRuns(page, at + 4, page.length, 1, values) ? undefined : RUNS;
    default:
      return `a page has the encoding ${encoding}, which is not supported`;
  }
}

const wordAt = (bytes: Uint8Array, at: number): number | undefined =>
  at + 4 > bytes.length
    ? undefined
    : new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(at, true);

/** Whether the runs of the RLE and bit-packing hybrid give exactly this number of values. Bit-packed runs are padded
 * to a multiple of 8. */
function hasRuns(bytes: Uint8Array, from: number, to: number, bits: number, count: number): boolean {
  if (bits === 0) return true;
  let at = from;
  let seen = 0;
  const end = Math.min(to, bytes.length);
  while (seen < count) {
    let header = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = at < end ? (bytes[at++] ?? 0) : -1;
      if (byte < 0 || shift > 28) return false;
      header += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) break;
    }
    const isPacked = header % 2 === 1;
    const run = isPacked ? 8 * Math.floor(header / 2) : Math.floor(header / 2);
    if (seen + run > count + (isPacked ? 7 : 0)) return false;
    at += isPacked ? (run / 8) * bits : Math.ceil(bits / 8);
    seen += run;
  }
  return true;
}
