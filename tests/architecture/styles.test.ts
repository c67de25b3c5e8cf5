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

const KIT = "web/styles/kit.css";
const WIDTHS = "web/styles/widths.css";
/** Pictures of a run take these two as they are in the repository, so they say their widths in numbers. */
const TAKEN_AS_THEY_ARE = ["web/styles/tokens.css", "web/timeline/timeline.css"];

/** Lines of all style sheets of the page. Only ever lower this number. It was raised once, by the picture without details
 * (docs/decisions/0051), which a newcomer sees in place of the detailed one, once by the page for marking
 * (docs/decisions/0057), and once by narrow windows: Papers at 320 px, four register sets, an open pipeline and an answer
 * beside the machine. */
const LINES = 12_279;
/** Declarations of the pages' sheets that the kit has, too: a class of the kit would do. Only ever lower this number. */
const REPEATED = 1_296;

const sheets = () => repositoryFiles().filter((path) => path.startsWith("web/") && path.endsWith(".css"));
const markup = () => repositoryFiles().filter((path) => path.startsWith("web/") && /\.tsx?$/.test(path));
const withoutComments = (css: string) => css.replace(/\/\*.*?\*\//gs, "");

/** `color: red` of each declaration, as the formatter writes it. */
function declarationsOf(css: string): readonly string[] {
  return Array.from(withoutComments(css).matchAll(/^\s*([a-z-]+: [^;{]+);$/gm), ([, one = ""]) => one);
}

describe("style sheets", () => {
  it("are parsed into their block names", () => {
    expect(blocksOf("/* .x { */ .a {} .b, .c-d { } .a__e {} .f .g {} @media print { .h { } }")).toEqual([
      "a",
      "b",
      "c-d",
    ]);
  });

  it("stand beside their components, except tokens, widths, base, controls and the kit", () => {
    const common = repositoryFiles().filter((path) => path.startsWith("web/styles/"));
    expect(common).toEqual(
      ["base", "controls", "kit", "tokens", "widths"].map((name) => `web/styles/${name}.css`),
    );
  });

  it("define each block name in one room only", () => {
    const rooms = sheets().map((path) => ({ path, blocks: new Set(blocksOf(textOf(path))) }));
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

  it("grow no longer, and repeat no more of the kit", () => {
    const shared = new Set(declarationsOf(textOf(KIT)));
    const pages = sheets().filter((path) => !path.startsWith("web/styles/"));
    const repeated = pages.flatMap((path) => declarationsOf(textOf(path)).filter((one) => shared.has(one)));
    const lines = sheets().reduce((sum, path) => sum + textOf(path).split("\n").length - 1, 0);
    expect(lines, "lines of style sheets").toBeLessThanOrEqual(LINES);
    expect(repeated.length, "declarations that the kit has").toBeLessThanOrEqual(REPEATED);
  });

  it("define no class of the kit that no markup uses", () => {
    const values = markup().flatMap((path) => textOf(path).match(/className=(?:"[^"]*"|\{[^}]*\})/g) ?? []);
    const used = new Set(values.flatMap((value) => value.match(/[\w-]+/g) ?? []));
    const classes = Array.from(
      withoutComments(textOf(KIT)).matchAll(/^\.([\w-]+) \{$/gm),
      ([, name = ""]) => name,
    );
    expect(classes.length).toBeGreaterThan(50);
    expect(classes.filter((name) => !used.has(name))).toEqual([]);
  });

  it("name the widths at which the page changes", () => {
    const conditions = Array.from(
      withoutComments(textOf(WIDTHS)).matchAll(/^@custom-media --\w+ (.+);/gm),
      ([, one = ""]) => one,
    );
    expect(conditions).toContain("(max-width: 639px)");
    const inNumbers = sheets()
      .filter((path) => path !== WIDTHS && !TAKEN_AS_THEY_ARE.includes(path))
      .flatMap((path) =>
        (withoutComments(textOf(path)).match(/@media[^{]*/g) ?? [])
          .filter((media) => conditions.some((condition) => media.includes(condition)))
          .map((media) => `${path}: ${media.trim()}`),
      );
    expect(inNumbers).toEqual([]);
  });
});
