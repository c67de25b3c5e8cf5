/** Rows of a study as a Parquet file. */
import { createHash } from "node:crypto";
import { type FileMetaData, parquetMetadataAsync, parquetReadObjects } from "hyparquet";
import { type BasicType, parquetWriteBuffer } from "hyparquet-writer";
import { csvLine } from "../../lib/csv.ts";
import type { PointValues, StudyPlan } from "../../lib/study/plan.ts";
import type { StudyRow } from "../../lib/study/row.ts";
import { cellOf, rowFormat } from "../../lib/study/rowFormat.ts";
import { columnName } from "../../lib/sweep/column.ts";
import { VERSION } from "../../lib/version.ts";
import type { StudyValue } from "../../scenarios/study/study.ts";
import { footerFault, pagesFault } from "./parquetBounds.ts";

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

/** SHA-256 of the rows as CSV with its head: pages have no checksum of their own here, and one byte of them may be another
 * number. */
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

/** A row as CSV has it. */
interface ParquetLine {
  /** With its line feed. */
  readonly head: string;
  readonly cells: string;
}

type ParquetRead =
  /** `hasChecksum`: false: a number may be another one than was written, and nothing tells it. */
  | { readonly kind: "lines"; readonly lines: readonly ParquetLine[]; readonly hasChecksum: boolean }
  | { readonly kind: "other-count"; readonly rowCount: number }
  /** It is no Parquet file, or a damaged one. */
  | { readonly kind: "damaged"; readonly reason: string };

/** `isFitting`: whether it may have so many rows; others are not decoded, as a small file can say that it has any number. */
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
    return { kind: "damaged", reason: "its rows are others than those that its checksum is of" };
  return { kind: "lines", lines, hasChecksum: checksum !== undefined };
}

export const damagedReason = ({ reason }: { readonly reason: string }): string =>
  `is no Parquet file, or a damaged one: ${reason}`;

type ReaderResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly reason: string };

/** The reader has no class of its own for what is wrong with a file. */
function readerSays<T>(reading: Promise<T>): Promise<ReaderResult<T>> {
  return reading.then(
    (value) => ({ ok: true, value }),
    (error: unknown) => ({ ok: false, reason: error instanceof Error ? error.message : String(error) }),
  );
}

/** Its groups are what is decoded, whatever the file says as a whole. */
function rowCountOf({ row_groups }: FileMetaData): number {
  return row_groups.reduce((sum, group) => sum + Math.max(0, Number(group.num_rows)), 0);
}

function cellTextOf(value: unknown): string {
  return typeof value === "bigint" ? String(value) : cellOf((value ?? "") as StudyValue);
}

/** Numbers as numbers where all of the study's are, so with true and false; others as text. */
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
