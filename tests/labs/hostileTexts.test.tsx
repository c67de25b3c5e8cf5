/** Labs from links and files with texts and names that try to break the page. */
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { readOwnLab } from "../../lib/labs/own.ts";
import FIRST_LAB from "../../web/labs/firstLab.json";
import { Markdown, MarkdownLine } from "../../web/labs/Markdown.tsx";
import { long } from "../support/long.ts";

const NESTED = [
  ["quotes", "> "],
  ["list items", "- "],
  ["numbered items", "1. "],
  ["stars", "*"],
  ["underscores", "_"],
  ["strikes", "x~~"],
  ["brackets", "["],
  ["pictures", "!["],
  ["quotes in lists", "> - "],
  ["formulas", "$("],
] as const;

const SHORT_MARKS: readonly string[] = ["- ", "*", "[", "$("];
const OTHER_MARKS = long(
  "A list, emphasis, a link and a formula nest by the code that the other marks go through; those take 4 s of CPU.",
);

/** Brackets take the lexer quadratic time, so the test has fewer of them. */
describe.each(NESTED)("the page shows nested %s", (_, mark) => {
  const expectShown = (count: number) => {
    for (const text of [
      `${mark.repeat(count)}end`,
      `a ${mark.repeat(count)}end${[...mark].reverse().join("").repeat(count)}`,
      `begin\n\n${mark.repeat(count)} end`,
    ]) {
      expect(renderToStaticMarkup(createElement(Markdown, { text }))).toContain("end");
      expect(renderToStaticMarkup(createElement(MarkdownLine, { text }))).not.toBe("");
    }
  };
  const count = mark.includes("[") ? 500 : 9000;
  test("30 levels deep", () => expectShown(30));
  test(`${count} levels deep`, SHORT_MARKS.includes(mark) ? {} : OTHER_MARKS, () => expectShown(count));
});

test("ordinary nesting is rendered fully", () => {
  const text = "> - one\n>   - two\n>     > **three _four_**\n";
  const html = renderToStaticMarkup(createElement(Markdown, { text }));
  expect(html).toContain("<strong>three <em>four</em></strong>");
  expect(html.match(/<ul>/g)).toHaveLength(2);
  expect(html.match(/<blockquote>/g)).toHaveLength(2);
});

describe("an id that is a property of every object", () => {
  const refusal = "must be another word: this one is reserved";
  const [step, ...steps] = FIRST_LAB.steps;
  const reasonsOf = async (lab: unknown) => {
    const read = await readOwnLab(JSON.stringify(lab));
    return read.ok ? [] : read.errors.map(({ field, message }) => `${field}: ${message}`);
  };

  test("is refused for a step, a question and a lab", async () => {
    if (step === undefined) throw new Error("no step");
    const { id: _, ...question } = step.questions?.[0] ?? { id: "" };
    expect(await reasonsOf(FIRST_LAB)).toEqual([]);
    expect(await reasonsOf({ ...FIRST_LAB, id: "constructor" })).toContain(`id: ${refusal}`);
    expect(await reasonsOf({ ...FIRST_LAB, steps: [{ ...step, id: "constructor" }, ...steps] })).toContain(
      `steps[0].id: ${refusal}`,
    );
    const asked = { ...step, questions: [{ id: "constructor", ...question }] };
    expect(await reasonsOf({ ...FIRST_LAB, steps: [asked, ...steps] })).toContain(
      `steps[0].questions[0].id: ${refusal}`,
    );
  });

  test("is refused for a machine", async () => {
    const machines = { ...FIRST_LAB.machines, constructor: Object.values(FIRST_LAB.machines)[0] };
    expect((await reasonsOf({ ...FIRST_LAB, machines })).join()).toContain("constructor");
    const elsewhere = { ...FIRST_LAB, steps: [{ ...step, machine: "constructor" }, ...steps] };
    expect((await reasonsOf(elsewhere)).join()).toContain("machine");
  });
});
