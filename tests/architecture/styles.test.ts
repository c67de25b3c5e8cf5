/** Styles of pages come when a page does, and stay: what two of them call by one name depends on the order of the visit. */
import { describe, expect, it } from "vitest";
import { repositoryFiles, textOf } from "./repository.ts";

/** Loaded by themselves; what fits others to a narrow or short window is no room of its own. */
const ROOMS =
  /^web\/((app|compare|labs|papers|scenarios|simulate(?!\/stage))\/.*|styles\/(papers|lab|lab_text|compare|compare_panel))\.css$/;

/** Classes that a rule names alone, of a block: `.card {`, not `.card__head {`, `.lab .card {` or `@media`. */
function blocksOf(css: string): readonly string[] {
  const plain = css.replace(/\/\*.*?\*\//gs, "").replace(/@[^{}]+\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, "");
  const rules = plain.matchAll(/(?:^|\})\s*([^{}@]+)\{/g);
  const selectors = [...rules].flatMap(([, list = ""]) => list.split(",").map((one) => one.trim()));
  return selectors.flatMap((one) => /^\.([a-z]+(?:-[a-z]+)*)$/.exec(one)?.[1] ?? []);
}

describe("styles", () => {
  it("finds the blocks of a file", () => {
    expect(blocksOf("/* .x { */ .a {} .b, .c-d { } .a__e {} .f .g {} @media print { .h { } }")).toEqual([
      "a",
      "b",
      "c-d",
    ]);
  });

  it("have one room for each block", () => {
    const files = repositoryFiles().filter((path) => path.startsWith("web/") && path.endsWith(".css"));
    const rooms = files.map((path) => ({ path, blocks: new Set(blocksOf(textOf(path))) }));
    const clashes = rooms
      .filter(({ path }) => ROOMS.test(path))
      .flatMap(({ path, blocks }) =>
        rooms
          .filter((other) => other.path !== path)
          .flatMap((other) =>
            [...blocks].filter((one) => other.blocks.has(one)).map((one) => `${one}: ${path}, ${other.path}`),
          ),
      );
    expect(clashes).toEqual([]);
  });
});
