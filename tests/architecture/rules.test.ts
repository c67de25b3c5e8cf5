/** Every rule of docs/model.md has a number of its own, and every number that is quoted is one of a rule. */
import { describe, expect, it } from "vitest";
import { GONE, numberRules, ruleNumbers } from "../../tools/rules.mjs";
import { repositoryFiles, textOf } from "./repository.ts";

const model = textOf("docs/model.md");
const numbers = ruleNumbers(model);

describe("rules of the model", () => {
  it("have a number each (node tools/numberRules.mjs gives it), used once and never again", () => {
    expect(numbers.length).toBeGreaterThan(150);
    expect(numberRules(model).added).toEqual([]);
    const all = [...numbers, ...GONE].map(Number).sort((a, b) => a - b);
    // A gap: a rule is gone, and its number is not yet in GONE of tools/rules.mjs.
    expect(all).toEqual(all.map((_, index) => index + 1));
  });

  it("are those that are quoted", () => {
    const quoting = repositoryFiles().filter((path) =>
      /^(core-wasm\/(src|ref|include|tests|fuzz)\/.*\.[ch]|tests\/micro\/.*|docs\/.*\.md)$/.test(path),
    );
    const quotes = quoting.flatMap((path) =>
      Array.from(textOf(path).matchAll(/\bM-(\d+)\b/g), ([, number]) => ({ path, number: Number(number) })),
    );
    expect(quotes.filter(({ path }) => path.startsWith("core-wasm/ref/")).length).toBeGreaterThan(20);
    expect(quotes.filter(({ number }) => !numbers.includes(number))).toEqual([]);
  });

  it("are numbered by the script: new ones behind the last, old ones as they are, text and code left alone", () => {
    const text = '# The model\n\nIntro.\n\n## A\n\n- <a id="m-1"></a>**M-1** old\n- new\n\nText.\n\n| a |\n';
    const { text: numbered, added } = numberRules(text);
    expect(added).toEqual(["M-2", "M-3"]);
    expect(numbered).toContain('- <a id="m-2"></a>**M-2** new\n\n<a id="m-3"></a>**M-3** Text.\n\n| a |');
    expect(numberRules(numbered)).toEqual({ text: numbered, added: [] });
  });
});
