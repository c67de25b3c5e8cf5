/** The part of marked in the built page reads as the whole of marked does. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Lexer } from "marked";
import { expect, test } from "vitest";
import { BUILTIN_LABS } from "../../scenarios/labs/index.ts";
import { lexerModule } from "../../tools/slimBundle.ts";

const code = readFileSync(createRequire(import.meta.url).resolve("marked"), "utf8");

test("the lexer alone reads every lab as the whole of marked does", async () => {
  const cut = lexerModule(code);
  const folder = mkdtempSync(join(tmpdir(), "lexer-"));
  const file = join(folder, "lexer.mjs");
  writeFileSync(file, cut);
  const alone = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as {
    readonly Lexer: typeof Lexer;
  };
  rmSync(folder, { recursive: true });
  expect(Object.keys(alone)).toEqual(["Lexer"]);
  for (const builtin of BUILTIN_LABS) {
    const { text } = await builtin.load();
    expect(alone.Lexer.lex(text, { gfm: true })).toEqual(Lexer.lex(text, { gfm: true }));
  }
});

test("an unknown build of marked is refused", () => {
  expect(() => lexerModule("export{a as Lexer};")).toThrow(/built otherwise/);
});
