/** Fast paths that the core can be compiled without, for `irqscope bench --ablate`. */
import { describe, expect, it } from "vitest";
import { readPaths } from "../../core-wasm/bench/ablate.ts";
import { repositoryFiles, textOf } from "./repository.ts";

const HEADER = "core-wasm/src/base/paths.h";
const paths = readPaths(textOf(HEADER));

describe("the fast paths of the core", () => {
  it("have a bit each in the header", () => {
    const enumerators = Array.from(textOf(HEADER).matchAll(/^ {2}PATH_\w+/gm));
    expect(paths.length).toBe(enumerators.length);
    expect(paths.map(({ bit }) => bit)).toEqual(paths.map((_, index) => 2 ** index));
    expect(paths.every(({ meaning }) => meaning.length > 10)).toBe(true);
  });

  it("are each tested with HAS_PATH where they begin", () => {
    const sources = repositoryFiles().filter(
      (path) => /^core-wasm\/src\/.*\.[ch]$/.test(path) && path !== HEADER,
    );
    const used = sources.flatMap((path) =>
      Array.from(textOf(path).matchAll(/HAS_PATH\(PATH_(\w+)\)/g), ([, name = ""]) => name),
    );
    const names = Array.from(textOf(HEADER).matchAll(/^ {2}PATH_(\w+)/gm), ([, name = ""]) => name);
    expect([...new Set(used)].sort()).toEqual(names.sort());
  });
});
