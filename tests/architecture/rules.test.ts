/** Every rule of docs/model.md has a unique number, and every mentioned number is the number of a rule. */
import { describe, expect, it } from "vitest";
import { GONE, numberRules, ruleNumbers } from "../../tools/rules.mjs";
import { repositoryFiles, textOf } from "./repository.ts";

const model = textOf("docs/model.md");
const numbers = ruleNumbers(model);

/** Rules that can be read in more than one way. Engine and reference model both name them where they decide. */
const DECIDED = [
  4, 10, 13, 17, 19, 28, 30, 38, 39, 42, 43, 45, 46, 53, 54, 56, 58, 59, 60, 61, 62, 64, 65, 67, 69, 71, 73,
  74, 76, 77, 78, 79, 80, 90, 92, 94, 103, 107, 108, 110, 111, 112, 115, 117, 119, 121, 127, 128, 129, 130,
  131, 134, 136, 139, 140, 141, 142, 149, 152, 153, 154, 162, 163, 164, 169, 170, 171, 172, 183,
];

const C_FILES = (folder: string) =>
  repositoryFiles().filter((path) => path.startsWith(folder) && /\.[ch]$/.test(path));

/** Comments of a C source, each on one line. */
const comments = (source: string) =>
  Array.from(source.matchAll(/\/\*([\s\S]*?)\*\//g), ([, text = ""]) => text.replace(/\s*\n\s*\*?\s*/g, " "));

/** The text without Markdown marks. */
const plain = (text: string) => text.replace(/[*_`]/g, "").replace(/\s+/g, " ").trim();

/** The text of a rule, up to the next rule. */
function wordsOf(number: number): string {
  const begin = model.indexOf(`<a id="m-${number}"></a>`);
  if (begin < 0) return "";
  const end = model.indexOf("<a id=", begin + 1);
  return plain(model.slice(begin, end < 0 ? undefined : end));
}

/** Whether each part between "..." is in the rule. */
const isQuotation = (words: string, rule: string) =>
  plain(words)
    .split("...")
    .map((part) => part.replace(/^[ ,.;:]+|[ ,.;:]+$/g, ""))
    .every((part) => rule.includes(part));

describe("rules of the model", () => {
  it("have unique numbers that are never reused (node tools/numberRules.mjs assigns them)", () => {
    expect(numbers.length).toBeGreaterThan(150);
    expect(numberRules(model).added).toEqual([]);
    const all = [...numbers, ...GONE].map(Number).sort((a, b) => a - b);
    // A gap means that a rule was removed and that its number is not yet in GONE of tools/rules.mjs.
    expect(all).toEqual(all.map((_, index) => index + 1));
  });

  it("exist for each number that code and docs mention", () => {
    const quoting = repositoryFiles().filter((path) =>
      /^(core-wasm\/(src|ref|include|tests|fuzz)\/.*\.[ch]|tests\/micro\/.*|docs\/.*\.md)$/.test(path),
    );
    const quotes = quoting.flatMap((path) =>
      Array.from(textOf(path).matchAll(/\bM-(\d+)\b/g), ([, number]) => ({ path, number: Number(number) })),
    );
    expect(quotes.filter(({ path }) => path.startsWith("core-wasm/ref/")).length).toBeGreaterThan(20);
    expect(quotes.filter(({ number }) => !numbers.includes(number))).toEqual([]);
  });

  it("are quoted by the reference model in their own words, behind their number", () => {
    const missing = C_FILES("core-wasm/ref/").flatMap((path) =>
      comments(textOf(path)).flatMap((comment) =>
        Array.from(comment.matchAll(/(?:\bM-(\d+): )?"([^"]{12,})"/g))
          .filter(
            ([, number, words = ""]) =>
              !isQuotation(words, number === undefined ? "" : wordsOf(Number(number))),
          )
          .map(([quotation]) => `${path}: ${quotation}`),
      ),
    );
    expect(missing).toEqual([]);
  });

  it("that have several readings are mentioned in the engine and in the reference model", () => {
    const quotedBy = (folder: string) =>
      new Set(
        C_FILES(folder).flatMap((path) =>
          Array.from(textOf(path).matchAll(/\bM-(\d+)\b/g), ([, number]) => Number(number)),
        ),
      );
    const [engine, reference] = [quotedBy("core-wasm/src/"), quotedBy("core-wasm/ref/")];
    expect(DECIDED.filter((number) => !engine.has(number))).toEqual([]);
    expect(DECIDED.filter((number) => !reference.has(number))).toEqual([]);
  });

  it("get numbers from the script, which keeps old numbers, text and code blocks", () => {
    const text = '# The model\n\nIntro.\n\n## A\n\n- <a id="m-1"></a>**M-1** old\n- new\n\nText.\n\n| a |\n';
    const { text: numbered, added } = numberRules(text);
    expect(added).toEqual(["M-2", "M-3"]);
    expect(numbered).toContain('- <a id="m-2"></a>**M-2** new\n\n<a id="m-3"></a>**M-3** Text.\n\n| a |');
    expect(numberRules(numbered)).toEqual({ text: numbered, added: [] });
  });
});
