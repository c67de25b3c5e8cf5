/** Parquet files have the rows of the CSV, according to the writer's companion reader, and to pyarrow where it is
 * installed. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parquetReadObjects } from "hyparquet";
import { afterAll, describe, expect, test } from "vitest";
import { exportOf, type RowsName } from "../../lib/export/formats.ts";
import { parquetFile } from "../../lib/export/parquetFile.ts";
import { type RowSource, text, whole } from "../../lib/export/rows.ts";
import { builtin, openCore } from "../boundary/support.ts";
import { python, readBy, WHY_NOT } from "../support/readers.ts";
import { written } from "./support/writeFile.ts";

const core = await openCore();
const scenario = { ...(await builtin("ring-overflow")), runCycles: 300_000 };
const window = { from: 0, to: scenario.runCycles };
const folder = mkdtempSync(join(tmpdir(), "irqscope-parquet-"));
afterAll(() => rmSync(folder, { recursive: true }));

function bytesOf(name: RowsName, isParquet: boolean): Uint8Array {
  const { file } = exportOf(name, scenario, { window, isParquet });
  return written(core, scenario, file).bytes;
}

const bufferOf = (bytes: Uint8Array): ArrayBuffer => {
  const buffer = new ArrayBuffer(bytes.length);
  new Uint8Array(buffer).set(bytes);
  return buffer;
};

/** Names and lines. No cell of these has a comma. */
function csvOf(name: RowsName): readonly (readonly string[])[] {
  const lines = new TextDecoder().decode(bytesOf(name, false)).trimEnd().split("\n");
  return lines.map((line) => line.split(","));
}

interface Theirs {
  readonly types: Readonly<Record<string, string>>;
  readonly groups: readonly number[];
  readonly facts: Readonly<Record<string, string>>;
  readonly columns: Readonly<Record<string, readonly (string | number | null)[]>>;
}

function readByPyarrow(bytes: Uint8Array): Theirs {
  const file = join(folder, "rows.parquet");
  writeFileSync(file, bytes);
  return readBy("parquet_rows.py", file) as Theirs;
}

describe.each(["packets", "interrupts", "events", "series"] as const)("the Parquet rows of %s", (name) => {
  const [names = [], ...lines] = csvOf(name);
  const bytes = bytesOf(name, true);

  test("equal the CSV rows", async () => {
    const rows = await parquetReadObjects({ file: bufferOf(bytes) });
    expect(rows.map((row) => names.map((column) => String(row[column] ?? "")))).toEqual(lines);
  });

  if (python !== undefined)
    test("are read by pyarrow with their types", () => {
      const { types, columns, facts } = readByPyarrow(bytes);
      expect(Object.keys(types)).toEqual(names);
      expect(new Set(Object.values(types))).toEqual(
        new Set(name === "series" ? ["int64", "double"] : ["int64", "string"]),
      );
      expect(facts["irqscope.scenario"]).toBe(scenario.name);
      for (const [index, column] of names.entries()) {
        const wanted = lines.map((line) => line[index] ?? "");
        const isText = types[column] === "string";
        expect(columns[column]).toEqual(
          wanted.map((cell) => (cell === "" ? null : isText ? cell : Number(cell))),
        );
      }
    });
});

describe("a long Parquet file", () => {
  const ROWS = 150_000;
  const source: RowSource = {
    columns: [whole("number"), text("word")],
    take: ({ fromCycle }) =>
      Array.from({ length: ROWS / 3 }, (_, index) => [
        fromCycle * 1000 + index,
        index % 2 === 0 ? "" : "odd",
      ]),
    rest: () => [],
    pace: { observers: {}, nextStop: (cycle) => cycle + 100 },
  };
  const file = parquetFile(source, "rows", {});
  const { bytes } = written(core, { ...scenario, runCycles: 300 }, file);

  test("is written in row groups", async () => {
    const rows = await parquetReadObjects({ file: bufferOf(bytes) });
    expect(rows).toHaveLength(ROWS);
    expect(rows[100_001]).toEqual({ number: 200_001n, word: "odd" });
  });

  if (python !== undefined)
    test("has row groups of bounded size in pyarrow", () => {
      expect(readByPyarrow(bytes).groups).toEqual([65_536, 65_536, ROWS - 2 * 65_536]);
    });
});

if (python === undefined) test(WHY_NOT, () => undefined);
