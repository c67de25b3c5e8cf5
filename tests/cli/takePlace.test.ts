/** How files are put in their place, also on a disk without hard links. */
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { expectWritable, writeWhole } from "../../cli/output.ts";
import { RowFile } from "../../cli/rowFile.ts";

const disk = vi.hoisted(() => ({
  /** The error code of link(). Undefined: it works. */
  linkCode: undefined as string | undefined,
  renameFails: false,
  /** Another process creates the file just before the command does. */
  before: undefined as (() => void) | undefined,
}));

vi.mock(import("node:fs/promises"), async (original) => {
  const actual = await original();
  const link: typeof actual.link = async (from, to) => {
    disk.before?.();
    if (disk.linkCode !== undefined) throw Object.assign(new Error(), { code: disk.linkCode });
    return actual.link(from, to);
  };
  const rename: typeof actual.rename = async (from, to) => {
    if (disk.renameFails) throw Object.assign(new Error(), { code: "EIO" });
    return actual.rename(from, to);
  };
  return { ...actual, link, rename };
});

const root = mkdtempSync(join(tmpdir(), "irqscope-place-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

let folder = "";
let count = 0;
beforeEach(() => {
  folder = join(root, String(count++));
  mkdirSync(folder);
  Object.assign(disk, { linkCode: undefined, renameFails: false, before: undefined });
});

const text = (name: string) => readFileSync(join(folder, name), "utf8");
const names = () => readdirSync(folder).toSorted();

/** Both ways to write a file. */
const WRITERS = [
  ["whole", (path: string, data: string, overwrite: boolean) => writeWhole(path, data, { overwrite })],
  [
    "row by row",
    async (path: string, data: string, overwrite: boolean) => {
      const [head, ...rows] = data.split(/(?<=\n)/);
      const file = await RowFile.create(path, head ?? "", { overwrite });
      for (const row of rows) await file.append(row);
      await file.close();
    },
  ],
] as const;

describe.each(WRITERS)("a file that is written %s", (_, write) => {
  test.each([undefined, "EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK", "EINVAL"])(
    "is created if hard links fail with %s",
    async (code) => {
      disk.linkCode = code;
      await write(join(folder, "new.csv"), "a\nb\n", false);
      expect(text("new.csv")).toBe("a\nb\n");
      expect(names()).toEqual(["new.csv"]);
    },
  );

  test.each([undefined, "EPERM"])("does not replace an existing file (%s)", async (code) => {
    disk.linkCode = code;
    writeFileSync(join(folder, "there.csv"), "mine");
    const refused = expect(write(join(folder, "there.csv"), "a\nb\n", false)).rejects;
    await refused.toThrow("already exists; --force replaces it");
    expect(text("there.csv")).toBe("mine");
    expect(names()).toEqual(["there.csv"]);
  });

  test("does not replace a file that appears at the last moment", async () => {
    disk.linkCode = "EPERM";
    disk.before = () => writeFileSync(join(folder, "late.csv"), "theirs");
    await expect(write(join(folder, "late.csv"), "a\nb\n", false)).rejects.toThrow("already exists");
    expect(text("late.csv")).toBe("theirs");
    expect(names()).toEqual(["late.csv"]);
  });

  test("leaves no temporary file if it cannot be put in place", async () => {
    disk.linkCode = "EPERM";
    disk.renameFails = true;
    await expect(write(join(folder, "new.csv"), "a\nb\n", false)).rejects.toThrow("cannot be written");
    expect(names()).toEqual([]);
  });

  test("is not created, and reports any other disk error", async () => {
    disk.linkCode = "ENOSPC";
    await expect(write(join(folder, "new.csv"), "a\nb\n", false)).rejects.toThrow("no space left");
    expect(names()).toEqual([]);
  });

  test.each([0o600, 0o640, 0o444])(
    "keeps the permissions of the file that it replaces (%o)",
    async (mode) => {
      const path = join(folder, "grades.csv");
      writeFileSync(path, "old");
      chmodSync(path, mode);
      await write(path, "a\nb\n", true);
      expect(text("grades.csv")).toBe("a\nb\n");
      expect(statSync(path).mode & 0o777).toBe(mode);
    },
  );

  test.each([true, false])(
    "is created at the target of a dangling link (replacing: %s)",
    async (overwrite) => {
      mkdirSync(join(folder, "far"));
      symlinkSync("far/target.csv", join(folder, "first"));
      symlinkSync("first", join(folder, "second"));
      await write(join(folder, "second"), "a\nb\n", overwrite);
      expect(text("far/target.csv")).toBe("a\nb\n");
      expect(readlinkSync(join(folder, "second"))).toBe("first");
      expect(names()).toEqual(["far", "first", "second"]);
    },
  );

  test.each([true, false])("is refused for links in a circle (replacing: %s)", async (overwrite) => {
    symlinkSync("two", join(folder, "one"));
    symlinkSync("one", join(folder, "two"));
    await expect(write(join(folder, "one"), "a\nb\n", overwrite)).rejects.toThrow("form a circle");
    expect(lstatSync(join(folder, "one")).isSymbolicLink()).toBe(true);
    expect(names()).toEqual(["one", "two"]);
  });
});

test("an unwritable path is detected before long work", async () => {
  symlinkSync("circle", join(folder, "circle"));
  await expect(expectWritable(join(folder, "circle"), { overwrite: true })).rejects.toThrow("circle");
  writeFileSync(join(folder, "file"), "");
  await expect(expectWritable(join(folder, "file", "x"), { overwrite: true })).rejects.toThrow(
    "not a folder",
  );
  await expectWritable(join(folder, "new"), { overwrite: false });
  expect(existsSync(join(folder, "new"))).toBe(false);
});
