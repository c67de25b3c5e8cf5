/** Rows of a study as a Parquet file. */
import { parquetReadObjects } from "hyparquet";
import { type BasicType, parquetWriteBuffer } from "hyparquet-writer";
import { csvLine } from "../../lib/csv.ts";
import type { PointValues, StudyPlan } from "../../lib/study/plan.ts";
import type { StudyRow } from "../../lib/study/row.ts";
import { cellOf } from "../../lib/study/rowFormat.ts";
import { columnName } from "../../lib/sweep/column.ts";
import { VERSION } from "../../lib/version.ts";
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
    { key: "irqscope.command", value: command },
  ];
  return new Uint8Array(parquetWriteBuffer({ columnData, kvMetadata, createdBy: `irqscope ${VERSION}` }));
}

/** A row as CSV has it. */
export interface ParquetLine {
  /** With its line feed. */
  readonly head: string;
  readonly cells: string;
}

/** undefined: it is no Parquet file, or a damaged one. */
export async function parquetLines(bytes: Uint8Array): Promise<readonly ParquetLine[] | undefined> {
  try {
    const rows = await parquetReadObjects({ file: new Uint8Array(bytes).buffer });
    return rows.map((row) => ({
      head: `${csvLine(Object.keys(row))}\n`,
      cells: csvLine(Object.values(row).map(cellTextOf)),
    }));
  } catch {
    return undefined;
  }
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
