/** Style sheets of pages are loaded with their page and stay. Two pages with one class name would depend on the order
 * of visits. */
import { describe, expect, it } from "vitest";
import { repositoryFiles, styleImportsOf, textOf } from "./repository.ts";

const INDEX = "web/app/index.css";
/** The sheet that fits the stage into the page of a lab. Every rule is inside `.lab__machine`. */
const INSIDE_ANOTHER = "web/labs/labStage.css";

/** Block classes that a rule names alone: `.card {`, not `.card__head {`, `.lab .card {` or `@media`. */
function blocksOf(css: string): readonly string[] {
  const plain = css.replace(/\/\*.*?\*\//gs, "").replace(/@[^{}]+\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, "");
  const rules = plain.matchAll(/(?:^|\})\s*([^{}@]+)\{/g);
  const selectors = [...rules].flatMap(([, list = ""]) => list.split(",").map((one) => one.trim()));
  return selectors.flatMap((one) => /^\.([a-z]+(?:-[a-z]+)*)$/.exec(one)?.[1] ?? []);
}

describe("style sheets", () => {
  it("are parsed into their block names", () => {
    expect(blocksOf("/* .x { */ .a {} .b, .c-d { } .a__e {} .f .g {} @media print { .h { } }")).toEqual([
      "a",
      "b",
      "c-d",
    ]);
  });

  it("stand beside their components, except tokens, base, controls and the kit", () => {
    const common = repositoryFiles().filter((path) => path.startsWith("web/styles/"));
    expect(common).toEqual(["base", "controls", "kit", "tokens"].map((name) => `web/styles/${name}.css`));
  });

  it("define each block name in one room only", () => {
    const files = repositoryFiles().filter((path) => path.startsWith("web/") && path.endsWith(".css"));
    const rooms = files.map((path) => ({ path, blocks: new Set(blocksOf(textOf(path))) }));
    const first = styleImportsOf(INDEX).map(({ file }) => file);
    const clashes = rooms
      .filter(({ path }) => !first.includes(path) && path !== INSIDE_ANOTHER)
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
