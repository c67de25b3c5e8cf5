/** Source 001: no claim is dropped, its files are those of its machines, and these differ only where it says so. */
import { describe, expect, test } from "vitest";
import { loadPapers } from "../../lib/papers/gallery.ts";
import { scenarioOf } from "../../lib/papers/plan.ts";
import { parseFieldPath, readField } from "../../lib/scenario_fields/field.ts";
import { scenarioOfVariant, VARIANTS } from "../../scenarios/papers/001.scenarios.ts";
import { formatJson } from "../../scenarios/schema/format.ts";

/** Id, place, printed value. */
const CLAIMS: readonly (readonly [string, string, number?])[] = [
  ["001-wire", "slide 2", 10],
  ["001-gigabit", "slide 2"],
  ["001-netperf-gain", "slide 12", 30],
  ["001-netperf-130", "slide 16", 130],
  ["001-netperf-sign", "slides 12, 16"],
  ["001-netperf-switches", "slide 5"],
  ["001-netperf-even-l1i", "slide 12"],
  ["001-netperf-even-l1d", "slide 12"],
  ["001-netperf-even-l2", "slide 12"],
  ["001-netperf-io", "slides 7, 12"],
  ["001-bins", "slides 8, 9"],
  ["001-netperf-l2", "slide 12"],
  ["001-netperf-l1i", "slide 12"],
  ["001-netperf-l1d", "slide 12"],
  ["001-netperf-shares-l2", "slide 12"],
  ["001-netperf-shares-l1i", "slide 12"],
  ["001-netperf-shares-l1d", "slide 12"],
  ["001-nat-loss", "slide 15"],
  ["001-nat-kernel", "slide 15"],
  ["001-nat-dedicated", "slide 15"],
  ["001-nat-processing", "slides 7, 15"],
  ["001-nat-cache-l1i", "slide 15"],
  ["001-nat-cache-l1d", "slide 15"],
  ["001-nat-cache-l2", "slide 15"],
  ["001-multithreaded", "slides 16, 17"],
  ["001-nat-l1i", "slide 15"],
  ["001-nat-l1d", "slide 15"],
  ["001-nat-shares-l1i", "slide 15"],
  ["001-nat-shares-l1d", "slide 15"],
  ["001-nat-l2-30", "slide 15", 30],
  ["001-nat-l2-fewer", "slides 15, 16"],
  ["001-nat-l2-helps", "slide 16"],
  ["001-nat-l2-peak", "slide 15"],
  ["001-nat-l2-inner", "slide 15"],
  ["001-nat-l2-best", "slide 15"],
  ["001-range-128-fewer", "slide 15; the range is ours"],
  ["001-range-128-peak", "slide 15; the range is ours"],
  ["001-range-128-inner", "slide 15; the range is ours"],
  ["001-range-256-fewer", "slide 15; the range is ours"],
  ["001-range-256-peak", "slide 15; the range is ours"],
  ["001-range-256-inner", "slide 15; the range is ours"],
  ["001-corners-netperf", "slides 12, 15; the range is ours"],
  ["001-corners-nat", "slides 12, 15; the range is ours"],
  ["001-coalescing", "slide 3"],
];

const paper = (await loadPapers()).find(({ id }) => id === "001");
if (!paper) throw new Error("source 001 is missing");

test.each(VARIANTS)("$id is what its machine makes (vitest -u writes it)", async (variant) => {
  await expect(formatJson(scenarioOfVariant(variant))).toMatchFileSnapshot(
    `../../scenarios/papers/${variant.id}.json`,
  );
});

test("every claim is there, at its place, as printed", () => {
  const claims = paper.experiments.flatMap((experiment) => experiment.claims);
  expect(
    claims.map((claim) =>
      claim.kind === "shape" ? [claim.id, claim.place] : [claim.id, claim.place, claim.printed],
    ),
  ).toEqual(CLAIMS);
});

test("the one number of which no claim is made is listed with the reason", () => {
  expect(paper.unused.map(({ place, printed }) => [place, printed])).toEqual([["slide 6", 211_264]]);
});

test("nothing is fitted to a result", () => {
  for (const { claims } of paper.experiments)
    for (const claim of claims) if (claim.kind === "calibration") expect(claim.fitted).toBeUndefined();
});

const scenario = (id: string) => scenarioOf({ scenario: id, set: {}, warmUpCycles: 0, text: "" }, "001");

describe("the machines", () => {
  test.each([
    ["001-netperf", "001-netperf-hot"],
    ["001-netperf", "001-netperf-apart"],
    ["001-nat", "001-nat-hot"],
    ["001-nat", "001-nat-together"],
  ])("%s and %s differ in placement only", async (one, other) => {
    const [first, second] = await Promise.all([scenario(one), scenario(other)].map(unplaced));
    expect(second).toEqual(first);
  });

  test("the pinned NAT box is the hot thread without the idle context", async () => {
    const [hot, alone] = await Promise.all(
      [scenario("001-nat-hot"), scenario("001-nat-pinned")].map(unplaced),
    );
    expect({ ...alone?.machine, core: hot?.machine.core }).toEqual(hot?.machine);
    expect(alone?.software).toEqual(hot?.software);
  });

  test("a free parameter's first value is that of every machine that has it", async () => {
    for (const { fields, values } of paper.free)
      for (const field of fields) {
        const held = await Promise.all(
          VARIANTS.map(async ({ id }) => readField(await scenario(id), parseFieldPath(field) ?? [])),
        );
        expect(held.filter((value) => value !== undefined)).toContain(values[0]);
      }
  });
});

/** Without what says on which context its parts run. */
async function unplaced(loading: ReturnType<typeof scenario>) {
  const { machine, software } = await loading;
  return {
    machine: { ...machine, nics: machine.nics.map(({ line: _, ...nic }) => nic) },
    software: { ...software, threads: software.threads.map(({ context: _, ...thread }) => thread) },
  };
}
