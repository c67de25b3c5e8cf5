import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { headingId, TERMS, type TermFacts, termAddress } from "../../../lib/terms/terms.ts";
import { headingId as builtHeadingId, docsBody } from "../../../tools/docsPages.mjs";
import { repositoryFiles, textOf } from "../../architecture/repository.ts";

const entries: readonly (readonly [string, TermFacts])[] = Object.entries(TERMS);
const docs = (page: string) => readFileSync(new URL(`../../../docs/${page}.md`, import.meta.url), "utf8");
const components = repositoryFiles().filter((path) => /^(web|lib\/metrics)\/.*\.tsx?$/.test(path));
const sources = components.map(textOf).join("\n");

describe("the explanation of a term", () => {
  it.each(entries)("%s is one sentence, and links to an existing heading", (_, term) => {
    expect(term.sentence).toMatch(/^[A-Z][^.]*(\.\d[^.]*)*\.$/);
    expect(term.sentence.length).toBeLessThanOrEqual(130);
    const [file = "", anchor = ""] = termAddress(term).replace("docs/", "").split("#");
    expect(docsBody(docs(file.replace(".html", "")))).toContain(` id="${anchor}"`);
  });

  it.each(entries)("%s is used on the page", (id) => {
    expect(sources).toMatch(new RegExp(`(<Term id=|term=|term: |: )(\\{?)"${id}"`));
  });

  it("links to anchors of the built pages", () => {
    for (const text of ["Hybrid interrupts (NAPI)", "Invariants, at every cycle", " A  b! "])
      expect(headingId(text)).toBe(builtHeadingId(text));
  });
});

describe("the documentation as pages", () => {
  it("is linked if the page is built, and only named otherwise", () => {
    const body = docsBody("[a](model.md#nic) [b](decisions/0001-x.md) [c](https://example.org) ![d](x.png)");
    expect(body).toBe('<p><a href="model.html#nic">a</a> b <a href="https://example.org">c</a> d</p>\n');
  });
});
