import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test, vi } from "vitest";
import { inAnyCase } from "../../cli/output.ts";
import { RowFile } from "../../cli/rowFile.ts";

const opened: FileHandle[] = [];

vi.mock(import("node:fs/promises"), async (original) => {
  const actual = await original();
  const open: typeof actual.open = async (...place) => {
    const file = await actual.open(...place);
    opened.push(file);
    return file;
  };
  return { ...actual, open };
});

const folder = mkdtempSync(join(tmpdir(), "irqscope-output-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("inAnyCase", () => {
  const fails = (text: string) => () => Promise.reject(new Error(text));

  test.each([
    ["the first", fails("first"), () => Promise.resolve(), "first"],
    ["the second", () => Promise.resolve(), fails("second"), "second"],
    ["both: the first is told", fails("first"), fails("second"), "first"],
  ])("runs both functions and fails with the error of %s", async (_, first, then, message) => {
    const second = vi.fn(then);
    await expect(inAnyCase(first, second)).rejects.toThrow(message);
    expect(second).toHaveBeenCalledOnce();
  });
});

test("an existing file of rows is kept, and no open or temporary file remains", async () => {
  const path = join(folder, "there.csv");
  writeFileSync(path, "mine");
  await expect(RowFile.create(path, "head\n", { overwrite: false })).rejects.toThrow(
    `${path}: already exists; --force replaces it`,
  );
  expect(opened.map(({ fd }) => fd)).toEqual([-1]); // Closed.
  expect(readdirSync(folder)).toEqual(["there.csv"]);
});
