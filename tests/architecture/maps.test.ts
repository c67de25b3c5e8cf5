/** The maps of the tree (CONTRIBUTING.md, docs/architecture.md, a README in each folder) list all folders and only
 * existing ones. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { CORE_ROOMS } from "./coreRooms.ts";
import { ROOT, repositoryFiles, textOf } from "./repository.ts";

const files = repositoryFiles();
const folders = [...new Set(files.flatMap((path) => withParents(dirname(path))))];

function withParents(folder: string): readonly string[] {
  return folder === "." ? [] : [folder, ...withParents(dirname(folder))];
}

/** Sorted names of the folders directly in `folder`. "" is the root. */
const inside = (folder: string): readonly string[] =>
  folders
    .filter((path) => dirname(path) === (folder === "" ? "." : folder) && !path.startsWith("."))
    .map((path) => path.slice(folder === "" ? 0 : folder.length + 1))
    .toSorted();

/** Texts between backticks. */
const codeIn = (text: string): readonly string[] =>
  Array.from(text.matchAll(/`([^`\n]+)`/g), ([, code = ""]) => code);

/** Cells of the first column of the tables. */
const firstColumn = (text: string): readonly string[] =>
  Array.from(text.matchAll(/^\| ([^|]+) \|/gm), ([, cell = ""]) => cell);

const section = (text: string, from: string, to: string) =>
  text.slice(text.indexOf(from), text.indexOf(to, text.indexOf(from)));

it("CONTRIBUTING.md lists the folders of the repository", () => {
  const table = section(textOf("CONTRIBUTING.md"), "## Where things are", "## Make a change");
  const named = firstColumn(table).flatMap(codeIn);
  expect(named.map((folder) => folder.replace(/\/$/, "")).toSorted()).toEqual(inside(""));
});

describe("docs/architecture.md", () => {
  const text = textOf("docs/architecture.md");

  it("lists the rooms of the core in their order", () => {
    const table = section(text, "In the core (", "## The life");
    expect(firstColumn(table).flatMap(codeIn)).toEqual(CORE_ROOMS);
    const sources = files.filter((path) => path.startsWith("core-wasm/src/")).map(dirname);
    expect([...new Set(sources)].toSorted()).toEqual(
      CORE_ROOMS.map((room) => `core-wasm/src/${room}`).toSorted(),
    );
  });

  it("names only files and folders that exist", () => {
    const paths = codeIn(text).filter((code) => /^[\w-]+\/[\w./-]*$/.test(code));
    expect(paths.length).toBeGreaterThan(20);
    expect(
      paths.filter((path) => !existsSync(join(ROOT, path)) && !existsSync(join(ROOT, "core-wasm/src", path))),
    ).toEqual([]);
  });
});

it.each(["core-wasm", "scenarios", "web", "lib", "tests"])(
  "%s/README.md lists the folders beside it",
  (folder) => {
    const named = firstColumn(textOf(`${folder}/README.md`)).flatMap(codeIn);
    expect(named.toSorted()).toEqual(inside(folder));
  },
);

it("docs/architecture.md lists what each room of the page may import", () => {
  const text = textOf("docs/architecture.md");
  const table = firstColumn(section(text, "## Directions", "Rooms of the file format"));
  const rooms = table.flatMap(codeIn).filter((path) => path.startsWith("web/"));
  expect(rooms.map((path) => path.slice("web/".length)).toSorted()).toEqual(
    inside("web").filter((room) => room !== "styles"),
  );
});
