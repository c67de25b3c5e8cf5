import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parsePaper } from "../../lib/papers/paper.ts";
import { BUILTIN_PAPERS } from "../../scenarios/papers/index.ts";
import { slimPaper } from "../../tools/slimBundle.ts";

test.each(BUILTIN_PAPERS.map(({ id }) => id))(
  "the page's slim copy of paper %s is a valid paper with every claim",
  (id) => {
    const text = readFileSync(new URL(`../../scenarios/papers/${id}.paper.json`, import.meta.url), "utf8");
    const [whole, slim] = [parsePaper(JSON.parse(text)), parsePaper(JSON.parse(slimPaper(text)))];
    if (!whole.ok || !slim.ok) throw new Error("no paper");
    const without = ({ figures, given, ...claim }: Record<string, unknown>) => claim;
    expect(slim.paper).toEqual({
      ...whole.paper,
      contradictions: whole.paper.contradictions.map((one) => ({
        ...one,
        condition: "0 == 1",
        figures: [],
        given: [],
      })),
      experiments: whole.paper.experiments.map((one) => ({
        ...one,
        apart: {},
        claims: one.claims.map((claim) => without({ ...claim })),
      })),
    });
  },
);
