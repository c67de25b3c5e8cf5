/** The results that come along are those of docs/papers/results.csv, also in the page's slim copy. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { factsOf } from "../../lib/papers/facts.ts";
import { loadPapers } from "../../lib/papers/gallery.ts";
import { storedResults } from "../../lib/papers/stored.ts";
import { slimResults } from "../../tools/slimBundle.ts";
import { dotsOf, placeIn, scatterPanels } from "../../web/papers/scatter.ts";

const csv = readFileSync(new URL("../../docs/papers/results.csv", import.meta.url), "utf8");
const papers = await loadPapers();
const stored = storedResults(csv, papers);

test("every experiment has results that come along", () => {
  const ids = papers.flatMap(({ experiments }) => experiments.map(({ id }) => id));
  expect([...stored.keys()]).toEqual(ids);
});

test("the page's slim copy gives the same results", () => {
  const slim = slimResults(csv);
  expect(storedResults(slim, papers)).toEqual(stored);
  expect(slim.length).toBeLessThan(0.6 * csv.length);
});

test("an experiment of which a claim is missing has no results", () => {
  const without = csv.split("\n").filter((line) => !line.includes(",000-rx-three,"));
  expect(storedResults(without.join("\n"), papers).has("000-driver-receive")).toBe(false);
});

test("a result that comes along has number, range, verdict and state", () => {
  const results = stored.get("000-driver-receive");
  const one = results?.judgements.find(({ claim }) => claim.id === "000-rx-one");
  expect(one).toMatchObject({ verdict: "pass", holds: true, points: { held: 1, of: 1 } });
  expect(one?.simulated).toBeCloseTo(989.688, 2);
  expect(one?.range).toEqual([one?.simulated, one?.simulated]);
  expect(results?.state).toMatch(/^[0-9a-f]{16}$/);
});

test("the pictures of the sources have a dot for each number that counts or is contradicted", () => {
  const judged = new Map(
    [...stored.values()].flatMap(({ judgements }) => judgements.map((one) => [one.claim.id, one] as const)),
  );
  const dots = papers.map((paper) => dotsOf(paper, (id) => judged.get(id)));
  const counted = papers.map((paper) => factsOf(paper).filter(({ kind }) => kind === "number").length);
  const contradicted = dots.map((some) => some.filter(({ mark }) => mark === "contradiction").length);
  expect(contradicted).toEqual([5, 0, 0, 0, 0, 1, 0, 0]);
  expect(dots.map((some, at) => some.length - (contradicted[at] ?? 0))).toEqual(counted);
  const panels = dots.flatMap(scatterPanels);
  for (const panel of panels) {
    expect(panel.ticks.length).toBeGreaterThan(1);
    for (const { printed, simulated } of panel.dots)
      for (const value of [printed, simulated]) expect(placeIn(panel, value)).toBeCloseTo(0.5, 0);
  }
  for (const { run, experiment } of dots.flat()) expect(experiment.runs).toHaveProperty([run ?? ""]);
});
