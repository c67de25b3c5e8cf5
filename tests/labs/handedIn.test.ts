/** Files, folders and archives that teachers drop on the page for grading, each file with its path. */
import { zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { FILE_LIMIT, filesIn, filesOfDrop } from "../../web/labs/handedIn.ts";

const JSON_FILE = new TextEncoder().encode("{}");

describe("submitted files", () => {
  test("are named by their path in the chosen folder, or by their name", async () => {
    const inFolder = new File([JSON_FILE], "rings.json");
    Object.defineProperty(inFolder, "webkitRelativePath", { value: "class/Ada_17/rings.json" });
    const alone = new File([JSON_FILE], "a.json");
    Object.defineProperty(alone, "webkitRelativePath", { value: "" });
    expect((await filesIn([inFolder, alone])).map(({ name, size }) => [name, size])).toEqual([
      ["class/Ada_17/rings.json", 2],
      ["a.json", 2],
    ]);
  });

  test("in an archive are named after the archive, and a broken archive is passed on as it is", async () => {
    const zip = zipSync({
      "Ada_17/rings.JSON": JSON_FILE,
      "Ada_17/notes.pdf": new TextEncoder().encode("%PDF-1.7"),
      "Ben_18/rings.json": JSON_FILE,
      "Cat_19/": new Uint8Array(),
      "__MACOSX/._rings.json": Uint8Array.of(0, 5, 0x16, 7),
    });
    const files = await filesIn([
      { path: "class.zip", file: new File([zip.slice()], "class.zip"), isNamed: true },
      { path: "broken.zip", file: new File([JSON_FILE], "broken.zip"), isNamed: true },
    ]);
    expect(files.map(({ name, not }) => [name, not?.status, not?.reason])).toEqual([
      ["class.zip/Ada_17/rings.JSON", undefined, undefined],
      ["class.zip/Ada_17/notes.pdf", "passed-over", "is a PDF (a submission ends in .json)"],
      ["class.zip/Ben_18/rings.json", undefined, undefined],
      ["class.zip/Cat_19", "passed-over", "has no file in it"],
      ["class.zip/__MACOSX/._rings.json", "of-system", "is a metadata file that macOS added"],
      ["broken.zip", undefined, undefined],
    ]);
    expect(await files[2]?.bytes()).toEqual(JSON_FILE);
  });

  test("beyond the limit are reported", async () => {
    const many = Array.from({ length: FILE_LIMIT + 1 }, () => ({
      ...{ path: "a.json", isNamed: true },
      file: new File([], "a.json"),
    }));
    await expect(filesIn(many)).rejects.toThrow(/more than 4.?000 files/);
  });
});

describe("a dropped selection", () => {
  const fileEntry = (path: string) => ({
    ...{ isFile: true, isDirectory: false, name: path.split("/").at(-1), fullPath: path },
    file: (give: (file: File) => void) => give(new File([JSON_FILE], path.split("/").at(-1) ?? "")),
  });
  /** Returns its entries one at a time, as browsers return a hundred at a time. */
  const folderEntry = (path: string, entries: readonly unknown[]) => ({
    ...{ isFile: false, isDirectory: true, name: path.split("/").at(-1), fullPath: path },
    createReader: () => {
      const left = [...entries];
      return { readEntries: (give: (some: unknown[]) => void) => give(left.splice(0, 1)) };
    },
  });
  const items = (...entries: readonly unknown[]) =>
    entries.map((entry) => ({ webkitGetAsEntry: () => entry })) as unknown as DataTransferItemList;

  test("of folders contains all files below them with their paths", async () => {
    const found = await filesOfDrop(
      items(
        folderEntry("/class", [
          folderEntry("/class/Ben_18", [
            fileEntry("/class/Ben_18/rings.json"),
            fileEntry("/class/Ben_18/x.png"),
          ]),
          folderEntry("/class/Ada_17", [fileEntry("/class/Ada_17/rings.json")]),
          folderEntry("/class/Cat_19", []),
        ]),
        fileEntry("/loose.txt"),
        null,
      ),
    );
    expect(found.map(({ path, file, isNamed }) => [path, file !== undefined, isNamed]).sort()).toEqual([
      ["class/Ada_17/rings.json", true, false],
      ["class/Ben_18/rings.json", true, false],
      ["class/Ben_18/x.png", true, false],
      ["class/Cat_19", false, false],
      ["loose.txt", true, true],
    ]);
  });
});
