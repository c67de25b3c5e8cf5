/** Texts from the files of the papers that the page shows have a German text. Notes, tolerances and reasons are in
 * English only, and the page marks them so (docs/decisions/0015). */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Paper } from "../../lib/papers/paper.ts";
import { CLOSED_FORMS } from "../../lib/study/closedForms.ts";
import { BUILTIN_PAPERS } from "../../scenarios/papers/index.ts";
import { translationOf } from "../../web/text/message.ts";
import { PAPER_TEXTS } from "../../web/text/papers/text.de.ts";
import { ROOT } from "./repository.ts";

function paperOf(id: string): Paper {
  return JSON.parse(readFileSync(join(ROOT, `scenarios/papers/${id}.paper.json`), "utf8")) as Paper;
}

function textsOf({ summary, experiments, free = [] }: Paper): readonly string[] {
  const ofExperiments = experiments.flatMap(({ title, text, runs, claims, curves = [] }) => [
    title,
    text,
    ...Object.values(runs).map((run) => run.text ?? ""),
    ...claims.flatMap((claim) => [claim.text, "unit" in claim ? claim.unit : ""]),
    ...curves.flatMap((curve) => [curve.text, curve.along, curve.unit]),
  ]);
  const ofFree = free.flatMap(({ text, words = [], unit = "" }) => [text, ...words, unit]);
  return [summary, ...ofExperiments, ...ofFree].filter((text) => text !== "");
}

/** Numbers, symbols, and names of levels and instructions need no translation. */
const SAME =
  /^(?:[\d.,]+|[%‰]|[kMG]?(?:b|bit|B)(?:\/s)?|[kMG]?Hz|[kKMG]B|MB\/s|[mn]?s|us|fps|MIPS|IPC|bit|L\d[ID]?)$/;

/** A formula of letters alone, and a percent sign, are the same in German. */
const FORM_TEXTS = CLOSED_FORMS.flatMap(({ title, question, formula, where, source, x, y }) => [
  ...[title, question, where, source.text, x.text, y.text],
  ...(/[a-z]{3}/.test(formula) ? [formula] : []),
]);

describe("texts of the papers", () => {
  const papers = BUILTIN_PAPERS.map(({ id }) => paperOf(id));
  const texts = [...new Set([...papers.flatMap(textsOf), ...FORM_TEXTS])].filter((text) => !SAME.test(text));

  const each = [
    ...papers.map((paper) => [paper.id, textsOf(paper)] as const),
    ["forms", FORM_TEXTS] as const,
  ];
  it.each(each)("have a German text: %s", (_, all) => {
    const missing = all.filter((text) => !SAME.test(text) && translationOf(PAPER_TEXTS, text) === undefined);
    expect([...new Set(missing)]).toEqual([]);
  });

  it("are entirely German after the placeholders are filled", () => {
    const half = texts.flatMap((text) => {
      const german = translationOf(PAPER_TEXTS, text) ?? "";
      return / (?:the|of|with|than|one|three|bytes) /.test(` ${german.replace(/„[^“]*“/g, "")} `)
        ? [german]
        : [];
    });
    expect(half).toEqual([]);
  });

  it("are still used if they have a German text", () => {
    const all = texts.join("\n");
    const unused = Object.keys(PAPER_TEXTS).filter(
      (key) => !key.split(/\{\w+\}/).every((piece) => all.includes(piece)),
    );
    expect(unused).toEqual([]);
  });
});
