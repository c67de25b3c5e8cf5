/** Writes rows as a Parquet file. A row group has a fixed number of rows, so that memory holds one group. Whole numbers
 * are INT64, and unknown values are null. */
import { ByteWriter, type ColumnSource, ParquetWriter } from "hyparquet-writer";
import { VERSION } from "../origin.ts";
import { type RowEncoder, type RunFile, rowFile } from "./file.ts";
import { type Cell, type Column, EMPTY, type Row, type RowSource } from "./rows.ts";

const GROUP_ROWS = 65_536;
const TYPES = { text: "BYTE_ARRAY", whole: "INT64", real: "DOUBLE" } as const;

/** `facts` describe the run and are stored with the rows. */
export function parquetFile(
  source: RowSource,
  noun: string,
  facts: Readonly<Record<string, string>>,
): RunFile {
  return rowFile(source, new ParquetEncoder(source, facts), noun);
}

class ParquetEncoder implements RowEncoder {
  readonly #source: RowSource;
  readonly #facts: Readonly<Record<string, string>>;
  readonly #bytes = new ByteWriter();
  #writer: ParquetWriter | undefined;
  #rows: Row[] = [];

  constructor(source: RowSource, facts: Readonly<Record<string, string>>) {
    this.#source = source;
    this.#facts = facts;
  }

  head(): Uint8Array {
    const { columns } = this.#source;
    this.#writer = new ParquetWriter({
      writer: this.#bytes,
      schema: [
        { name: "root", num_children: columns.length },
        ...columns.map(({ name, type }) => ({
          ...{ name, type: TYPES[type], repetition_type: "OPTIONAL" as const },
          ...(type === "text" ? { converted_type: "UTF8" as const } : {}),
        })),
      ],
      createdBy: `irqscope ${VERSION}`,
    });
    return this.#taken();
  }

  rows(rows: readonly Row[]): Uint8Array {
    for (const row of rows) {
      this.#rows.push(row);
      if (this.#rows.length === GROUP_ROWS) this.#writeGroup();
    }
    return this.#taken();
  }

  tail(notes: Readonly<Record<string, string>>): Uint8Array {
    if (this.#rows.length > 0) this.#writeGroup();
    if (this.#writer !== undefined) {
      // The metadata and the table of contents are at the end of the file.
      this.#writer.kvMetadata = Object.entries({ ...this.#facts, ...notes }).map(([key, value]) => ({
        ...{ key: `irqscope.${key}`, value },
      }));
      this.#writer.finish();
    }
    return this.#taken();
  }

  #writeGroup(): void {
    const rows = this.#rows;
    this.#rows = [];
    const columnData = this.#source.columns.map(
      (column, index): ColumnSource => ({
        name: column.name,
        data: rows.map((row) => parquetValue(column, row[index] ?? EMPTY)),
      }),
    );
    this.#writer?.write({ columnData, rowGroupSize: GROUP_ROWS });
  }

  /** Bytes written since the previous call. Offsets in the file continue. */
  #taken(): Uint8Array {
    const taken = this.#bytes.getBytes().slice();
    this.#bytes.index = 0;
    return taken;
  }
}

function parquetValue({ type }: Column, cell: Cell): string | number | bigint | null {
  if (cell === EMPTY) return null;
  return type === "whole" ? BigInt(cell) : cell;
}
