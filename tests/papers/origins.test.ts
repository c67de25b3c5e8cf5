/** No prediction rests on a number that nobody gave (rules.md, free parameters). */
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { loadPapers } from "../../lib/papers/gallery.ts";
import { idleOrigins, unknownOrigins } from "../../lib/papers/origins.ts";

const papers = await loadPapers();

/** As in its file; a paper may also run a demo. */
function written(scenario: string): unknown {
  const files = ["papers", "demos"].map(
    (folder) => new URL(`../../scenarios/${folder}/${scenario}.json`, import.meta.url),
  );
  const file = files.find(existsSync);
  if (file === undefined) throw new Error(`no file of ${scenario}`);
  return JSON.parse(readFileSync(file, "utf8"));
}

describe.each(papers.map((paper) => [paper.id, paper] as const))("source %s", (_, paper) => {
  const ids = [
    ...new Set([
      ...paper.experiments.flatMap(({ runs }) => Object.values(runs).map(({ scenario }) => scenario)),
      ...paper.free.flatMap(({ scenarios }) => Object.values(scenarios).flatMap((one) => Object.values(one))),
    ]),
  ];

  test.each(ids)("%s: every parameter has an origin", (id) => {
    expect(unknownOrigins(paper, id, written(id)).map(({ field }) => field)).toEqual([]);
  });

  test("every origin is of something", () => {
    const all = new Map(ids.map((id) => [id, written(id)]));
    expect(idleOrigins(paper, all).map(({ field }) => field)).toEqual([]);
  });

  test("what is free has a range", () => {
    const free = new Set(paper.free.map(({ id }) => id));
    const named = paper.origins.filter(({ from }) => from === "free").map(({ where }) => where);
    expect(named.filter((id) => !free.has(id))).toEqual([]);
    expect([...free].filter((id) => !named.includes(id))).toEqual([]);
  });

  test("no origin is a printed result", () => {
    const results = paper.experiments.flatMap(({ claims }) =>
      claims.filter(({ kind }) => kind !== "calibration"),
    );
    for (const { where } of paper.origins) for (const { id } of results) expect(where).not.toContain(id);
  });

  test("a claim is known by its source", () => {
    for (const { claims } of paper.experiments)
      for (const { id } of claims) expect(id.startsWith(`${paper.id}-`)).toBe(true);
  });
});
