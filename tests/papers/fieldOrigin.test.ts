import { expect, test } from "vitest";
import { loadPapers } from "../../lib/papers/gallery.ts";
import { fieldOrigin } from "../../lib/papers/origins.ts";
import { BUILTIN_SCENARIOS } from "../../scenarios/index.ts";
import { originText, shortAuthors } from "../../web/scenarios/settings/originText.ts";

const papers = await loadPapers();

async function originIn(document: string, id: string, path: readonly (string | number)[]) {
  const paper = papers.find((one) => one.id === document);
  const loaded = await BUILTIN_SCENARIOS.find((one) => one.id === id)?.load();
  if (paper === undefined || loaded?.ok !== true) throw new Error(`no ${id}`);
  return { paper, scenario: loaded.scenario, origin: fieldOrigin(paper, id, loaded.scenario, path) };
}

test("the origin of a field is a place in the source, the literature, or a reason why it is free", async () => {
  const wire = await originIn("001", "001-nat", ["machine", "clockHertz"]);
  expect(wire.origin).toMatchObject({ from: "literature", where: expect.stringContaining("2 GHz") });
  const contexts = await originIn("001", "001-nat", ["machine", "core", "contexts"]);
  expect(contexts.origin?.from).toBe("source");
  const cache = await originIn("001", "001-nat", ["machine", "memory", "l1i", "sizeBytes"]);
  expect(cache.origin).toMatchObject({ from: "free", more: expect.stringMatching(/.{20}/) });
  expect(cache.origin?.where).not.toBe("l1");
  const rate = await originIn("001", "001-netperf", ["machine", "nics", 0, "lineRateBitPerSecond"]);
  expect(rate.origin).toMatchObject({ from: "calibration", where: "slide 2" });
  expect(rate.origin?.printed).toEqual({ value: 10, unit: "Gb/s" });
  expect((await originIn("001", "001-nat", ["name"])).origin).toBeUndefined();
});

test("the origin of a field is written as a sentence", async () => {
  const { paper, scenario } = await originIn("001", "001-nat", []);
  const node = { path: ["machine", "core", "contexts"] };
  const pieces = originText(paper, "001-nat", scenario, node) ?? [];
  expect(pieces.map(({ text }) => text).join("")).toMatch(/^From source 001 \(Gibeling, Schultz\), .*\.$/);
  expect(pieces.filter(({ isQuoted }) => isQuoted)).toHaveLength(1);
  expect(shortAuthors("M. Salehi, R. Rafati, A. Baharvand, J. Nekouei")).toBe("Salehi and others");
});
