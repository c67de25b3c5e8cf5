/** Links between documents lead to existing files and headings. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { ROOT, repositoryFiles, textOf } from "./repository.ts";

/** Texts of labs have links of the page, which are no files. */
const documents = repositoryFiles().filter((path) => /^(?!scenarios\/labs\/).*\.md$/.test(path));

/** The anchor that GitHub gives a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_ -]/gu, "")
    .replaceAll(" ", "-");

const withoutBlocks = (text: string) => text.replace(/```[\s\S]*?```/g, "");

const anchorsIn = (text: string) =>
  new Set([
    ...Array.from(withoutBlocks(text).matchAll(/^#+ (.+)$/gm), ([, heading = ""]) => anchorOf(heading)),
    ...Array.from(text.matchAll(/ id="([^"]+)"/g), ([, id = ""]) => id),
  ]);

/** Links of a document that lead nowhere. Links to other sites are not followed. */
function brokenLinks(path: string, text: string): readonly string[] {
  const links = withoutBlocks(text)
    .replace(/`[^`\n]*`/g, "")
    .matchAll(/\]\(([^)\s]+)\)/g);
  return Array.from(links, ([, link = ""]) => link).filter((link) => {
    if (/^[a-z]+:/.test(link)) return false;
    const [file = "", anchor] = link.split("#");
    const target = file === "" ? path : join(dirname(path), file);
    if (!existsSync(join(ROOT, target))) return true;
    return anchor !== undefined && !anchorsIn(file === "" ? text : textOf(target)).has(anchor);
  });
}

it.each([
  ["[a](model.md#nic), [b](model.md#m-64) and [c](#own)\n\n# Own", []],
  ["[a](gone.md) and [b](https://example.org/gone)", ["gone.md"]],
  ["[a](model.md#gone) and `[b](gone.md)`", ["model.md#gone"]],
  ["[a](#own)\n\n```\n# Own\n```", ["#own"]],
])("broken links are found in: %s", (text, broken) => {
  expect(brokenLinks("docs/guide.md", text)).toEqual(broken);
});

it("links of documents lead to existing files and headings", () => {
  expect(documents.length).toBeGreaterThan(90);
  const broken = documents.flatMap((path) =>
    brokenLinks(path, textOf(path)).map((link) => `${path}: ${link}`),
  );
  expect(broken).toEqual([]);
});
