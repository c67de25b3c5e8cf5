/** Rows read from Parquet: how many are decoded, and the message about a damaged file. */
import { parquetMetadata } from "hyparquet";
import { parquetHeader } from "hyparquet/src/column.js";
import { parquetWriteBuffer } from "hyparquet-writer";
import { describe, expect, test } from "vitest";
import { parquetLines, parquetOf } from "../../cli/study/parquet.ts";
import type { StudyRow } from "../../lib/study/row.ts";
import { planned } from "../study/support.ts";
import { createRandom } from "../support/random.ts";

const ROWS = 100_000;
const bytes = new Uint8Array(
  parquetWriteBuffer({ columnData: [{ name: "seed", data: Array(ROWS).fill(1n), type: "INT64" }] }),
);
/** A file with a complete footer. */
const damaged = Uint8Array.from(bytes).fill(0xff, 4, bytes.length / 4);

test("Parquet rows are read as lines of CSV", async () => {
  const read = await parquetLines(bytes, (count) => count === ROWS);
  if (read.kind !== "lines") throw new Error(read.kind);
  expect(read.lines).toHaveLength(ROWS);
  expect(read.lines[0]).toEqual({ head: "seed\n", cells: "1" });
});

test("an unexpected number of rows is reported before any row is decoded", async () => {
  // A small file may state any number of rows.
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

test("a damaged Parquet file is reported with the reader's reason, and other errors are not blamed on the file", async () => {
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

/** Rows as in a study: some values are missing, some repeat. */
const columns = (rows: number) => [
  { name: "study", data: Array.from({ length: rows }, () => "s"), type: "STRING" as const },
  { name: "seed", data: Array.from({ length: rows }, (_, at) => BigInt(at)), type: "INT64" as const },
  {
    name: "loss",
    data: Array.from({ length: rows }, (_, at) => (at % 3 === 0 ? null : at / 7)),
    type: "DOUBLE" as const,
  },
  { name: "on", data: Array.from({ length: rows }, (_, at) => at % 2 === 0), type: "BOOLEAN" as const },
];
const fileOf = (rows: number) => new Uint8Array(parquetWriteBuffer({ columnData: columns(rows) }));

test.each([1, 7, 8, 9, 1000, 2500])("%i rows of every type pass the checks before decoding", async (rows) => {
  const read = await parquetLines(fileOf(rows), () => true);
  expect(read).toMatchObject({ kind: "lines", hasChecksum: false });
  expect(read.kind === "lines" && read.lines.length).toBe(rows);
});

test("randomly changed Parquet files are read or refused, with no more rows than expected", async () => {
  const ROWS_OF_ALL = 200;
  const file = fileOf(ROWS_OF_ALL);
  const seen = { lines: 0, damaged: 0, "other-count": 0 };
  let longest = 0;
  for (let seed = 0; seed < 400; seed++) {
    const random = createRandom(seed);
    const changed = Uint8Array.from(file);
    for (let change = random.integer(1, 4); change > 0; change--) {
      const footer = file.length - 1200;
      const at =
        random.integer(0, 2) === 0 ? random.integer(0, footer) : random.integer(footer, file.length - 9);
      changed[at] = random.integer(0, 2) === 0 ? 0xff : random.integer(0, 255);
    }
    const read = await parquetLines(changed, (count) => count <= ROWS_OF_ALL);
    seen[read.kind] += 1;
    if (read.kind === "lines") longest = Math.max(longest, read.lines.length);
  }
  expect(longest).toBeLessThanOrEqual(ROWS_OF_ALL);
  expect(seen.lines).toBeGreaterThan(20);
  expect(seen.damaged).toBeGreaterThan(100);
});

/** Without a checksum of the rows, a sixth of the damaged files of a study were accepted with other numbers. */
test("a Parquet file with one changed byte gives the same rows or none", async () => {
  const plan = await planned({
    ...{ scenarios: ["ring-overflow"], seeds: { count: 3 }, metrics: ["receive.loss in %", "interrupts"] },
    axes: [{ kind: "field", field: "rxRingFrames", values: [4, 8] }],
  });
  const rows = plan.runs.map(
    ({ point, seed }): StudyRow => ({
      ...{ study: plan.study.name, studyHash: plan.studyHash, point: point.values, seed },
      metrics: { "receive.loss in %": seed / 7, interrupts: 100 * seed },
      ...{ cycles: 5, stateHash: "0123456789abcdef", program: "1", model: "1", command: "irqscope sweep s" },
    }),
  );
  const file = parquetOf(plan, rows, "irqscope sweep s");
  const whole = await parquetLines(file, () => true);
  if (whole.kind !== "lines") throw new Error(whole.kind);
  expect(whole.hasChecksum).toBe(true);
  const seen = { lines: 0, damaged: 0, "other-count": 0 };
  for (let at = 4; at < file.length - 8; at += 5) {
    const changed = Uint8Array.from(file);
    changed[at] = (changed[at] ?? 0) ^ (1 << (at & 7));
    const read = await parquetLines(changed, (count) => count === rows.length);
    seen[read.kind] += 1;
    if (read.kind === "lines") expect(read.lines, `byte ${at}`).toEqual(whole.lines);
  }
  expect(seen.damaged).toBeGreaterThan(100);
});

/** A page that states more values than it has. Its reader would allocate a list of that length. */
describe("a Parquet file is refused before decoding", () => {
  const file = fileOf(1000);
  const metadata = () => parquetMetadata(file.buffer);
  const pageOf = (column: number) => {
    const { dictionary_page_offset: dictionary, data_page_offset: data } =
      metadata().row_groups[0]?.columns[column]?.meta_data ?? {};
    return { dictionary: Number(dictionary ?? 0), data: Number(data ?? 0) };
  };

  test("for a run with more values than its page", async () => {
    // The levels of the optional column `loss`: runs of one bit, after the header of its page.
    const { data } = pageOf(2);
    const reader = { view: new DataView(file.buffer), offset: data };
    const header = parquetHeader(reader);
    expect(header.data_page_header_v2?.definition_levels_byte_length).toBeGreaterThan(6);
    const changed = Uint8Array.from(file);
    // An RLE run of 2^27 ones.
    changed.set([0x80, 0x80, 0x80, 0x80, 0x01, 0x01], reader.offset);
    expect(await parquetLines(changed, () => true)).toEqual({
      ...{ kind: "damaged", reason: "a page has runs of more values than it says" },
    });
  });

  test("for a table of contents as large as the file", async () => {
    const large = Buffer.concat([new Uint8Array(5 << 20), Uint8Array.of(0, 0, 0x48, 0), Buffer.from("PAR1")]);
    expect(await parquetLines(large, () => true)).toEqual({
      ...{ kind: "damaged", reason: "its table of contents has 4718592 bytes" },
    });
  });
});
