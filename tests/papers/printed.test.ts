/** No claim and no number of a source is missing. scenarios/papers/printed.json lists them. */
import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { loadPapers } from "../../lib/papers/gallery.ts";
import type { Claim } from "../../lib/papers/paper.ts";
import printed from "../../scenarios/papers/printed.json" with { type: "json" };

const papers = await loadPapers();

/** Id and place of each claim, and the printed number if there is one. */
function rowOf(claim: Claim) {
  return claim.kind === "shape" ? [claim.id, claim.place] : [claim.id, claim.place, claim.printed];
}

test("the printed numbers are 333 claims of eight sources, and 75 numbers and mechanisms without a claim", () => {
  const lists = Object.values(printed);
  expect(papers.map(({ id }) => id)).toEqual(Object.keys(printed));
  expect(lists.flatMap(({ claims }) => claims)).toHaveLength(333);
  expect(lists.flatMap(({ unused }) => unused)).toHaveLength(75);
});

test("every paper file is in the list and has its page", () => {
  const idsIn = (folder: string, ending: RegExp) =>
    readdirSync(new URL(`../../${folder}`, import.meta.url)).flatMap((name) => ending.exec(name)?.[1] ?? []);
  const ids = papers.map(({ id }) => id);
  expect(idsIn("scenarios/papers", /^(.+)\.paper\.json$/).toSorted()).toEqual(ids);
  expect(idsIn("docs/papers", /^(\d+)\.md$/).toSorted()).toEqual(ids);
});

test.each(papers.map((paper) => [paper.id, paper] as const))(
  "source %s has a claim or a reason for each printed number",
  (id, paper) => {
    const list = new Map<string, { claims: unknown; unused: unknown }>(Object.entries(printed)).get(id);
    expect(paper.experiments.flatMap(({ claims }) => claims.map(rowOf))).toEqual(list?.claims);
    expect(
      paper.unused.map(({ text, place, printed }) =>
        printed === undefined ? [text, place] : [text, place, printed],
      ),
    ).toEqual(list?.unused);
  },
);
