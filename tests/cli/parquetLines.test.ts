/** Rows that come back from Parquet: how many are decoded, and what is said of a damaged file. */
import { parquetWriteBuffer } from "hyparquet-writer";
import { expect, test } from "vitest";
import { parquetLines } from "../../cli/study/parquet.ts";

const ROWS = 100_000;
const bytes = new Uint8Array(
  parquetWriteBuffer({ columnData: [{ name: "seed", data: Array(ROWS).fill(1n), type: "INT64" }] }),
);
/** Its footer is whole. */
const damaged = Uint8Array.from(bytes).fill(0xff, 4, bytes.length / 4);

test("rows are lines of CSV", async () => {
  const read = await parquetLines(bytes, (count) => count === ROWS);
  if (read.kind !== "lines") throw new Error(read.kind);
  expect(read.lines).toHaveLength(ROWS);
  expect(read.lines[0]).toEqual({ head: "seed\n", cells: "1" });
});

test("another number of rows is told before any is decoded", async () => {
  // A small file may say that it has any number.
  expect(bytes.length).toBeLessThan(ROWS / 100);
  const asked: number[] = [];
  const none = (count: number) => {
    asked.push(count);
    return false;
  };
  for (const file of [bytes, damaged])
    expect(await parquetLines(file, none)).toEqual({ kind: "other-count", rowCount: ROWS });
  expect(asked).toEqual([ROWS, ROWS]);
  expect(await parquetLines(damaged, () => true)).toEqual({ kind: "damaged", reason: expect.any(String) });
});

test("what is no Parquet has the reader's reason, and another fault is none of the file's", async () => {
  const any = () => true;
  expect(await parquetLines(new TextEncoder().encode("not Parquet"), any)).toEqual({
    kind: "damaged",
    reason: "parquet file invalid (footer != PAR1)",
  });
  expect((await parquetLines(new Uint8Array(), any)).kind).toBe("damaged");
  const fault = () => {
    throw new Error("a fault of the program");
  };
  await expect(parquetLines(bytes, fault)).rejects.toThrow("a fault of the program");
});
