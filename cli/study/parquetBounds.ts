/** Whether a Parquet file of rows may be decoded: its reader makes lists as long as headers say, and a page of 20 bytes may
 * say that it has any number of values (Apache Parquet 2.11: Thrift, encodings). So pages are looked through before it. */
import type { ColumnMetaData, FileMetaData, PageHeader } from "hyparquet";
import { snappyUncompress } from "hyparquet";
import { parquetHeader } from "hyparquet/src/column.js";

/** Of the table of contents: 90 columns with statistics take some 100 kB. */
const FOOTER_BYTE_LIMIT = 4 * 1024 * 1024;
const COLUMN_LIMIT = 256;
/** Snappy copies 64 bytes for three at most. */
const UNPACKED_PER_BYTE = 32;
const UNPACKED_FREE_BYTES = 1024;
const BIT_LIMIT = 32;
const TAIL_BYTES = 8;
/** PAR1. */
const MAGIC = 0x31524150;

/** undefined: it may be read. */
export function footerFault(bytes: Uint8Array): string | undefined {
  if (bytes.length < TAIL_BYTES) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const size = view.getUint32(bytes.length - TAIL_BYTES, true);
  // What is no Parquet file, or cut off, its reader says.
  const isWhole = view.getUint32(bytes.length - 4, true) === MAGIC && size <= bytes.length - TAIL_BYTES;
  return isWhole && size > FOOTER_BYTE_LIMIT ? `its table of contents has ${size} bytes` : undefined;
}

/** undefined: it may be decoded. What is damaged so that it cannot be looked through is thrown. */
export function pagesFault(
  bytes: Uint8Array,
  { schema, row_groups: groups }: FileMetaData,
): string | undefined {
  const [root, ...leaves] = schema;
  const isFlat = leaves.every((one) => !one.num_children && one.repetition_type !== "REPEATED");
  if (root?.num_children !== leaves.length || !isFlat) return "its columns are no flat table";
  if (leaves.length > COLUMN_LIMIT) return `it has ${leaves.length} columns`;
  let packed = 0;
  for (const { columns, num_rows: rows } of groups) {
    if (columns.length !== leaves.length) return "a group of rows has other columns than the file";
    if (rows < 1) return "a group has no row";
    for (const [index, { meta_data: column, file_path: path }] of columns.entries()) {
      if (column === undefined || path !== undefined) return "a column lies in another file";
      const part = partOf(bytes, column);
      packed += part?.length ?? 0;
      // The same bytes may stand for many columns.
      if (part === undefined || packed > bytes.length)
        return "its columns lie outside of it, or over each other";
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

/** undefined: it is packed in a way that is not known here. */
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
      return `a page has the encoding ${encoding}, which is not read here`;
  }
}

const wordAt = (bytes: Uint8Array, at: number): number | undefined =>
  at + 4 > bytes.length
    ? undefined
    : new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(at, true);

/** Whether runs of the RLE and bit-packing hybrid give so many values and no more; packed ones are filled up to 8. */
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
