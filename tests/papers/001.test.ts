/** Source 001: its machines differ only in the stated fields. */
import { describe, expect, test } from "vitest";
import { loadPapers } from "../../lib/papers/gallery.ts";
import { scenarioOf } from "../../lib/papers/plan.ts";
import { parseFieldPath, readField } from "../../scenarios/base/fieldPath.ts";
import { SMT_HOT_THREAD } from "../../scenarios/papers/001.builtin.ts";

const paper = (await loadPapers()).find(({ id }) => id === "001");
if (!paper) throw new Error("source 001 is missing");

test("no calibration of source 001 is fitted to a result", () => {
  for (const { claims } of paper.experiments)
    for (const claim of claims) if (claim.kind === "calibration") expect(claim.fitted).toBeUndefined();
});

const scenario = (id: string) => scenarioOf({ scenario: id, set: {}, warmUpCycles: 0, text: "" }, "001");

describe("the machines of source 001", () => {
  test.each([
    ["001-netperf", "001-netperf-hot"],
    ["001-netperf", "001-netperf-apart"],
    ["001-nat", "001-nat-hot"],
    ["001-nat", "001-nat-together"],
  ])("%s and %s differ in placement only", async (one, other) => {
    const [first, second] = await Promise.all([scenario(one), scenario(other)].map(unplaced));
    expect(second).toEqual(first);
  });

  test("include a NAT box with pinned lines, which is the hot thread without the idle context", async () => {
    const [hot, alone] = await Promise.all(
      [scenario("001-nat-hot"), scenario("001-nat-pinned")].map(unplaced),
    );
    expect({ ...alone?.machine, core: hot?.machine.core }).toEqual(hot?.machine);
    expect(alone?.software).toEqual(hot?.software);
  });

  test("have the first value of each free parameter", async () => {
    for (const { fields, values } of paper.free)
      for (const field of fields) {
        const held = await Promise.all(
          SMT_HOT_THREAD.map(async ({ id }) => readField(await scenario(id), parseFieldPath(field) ?? [])),
        );
        expect(held.filter((value) => value !== undefined)).toContain(values[0]);
      }
  });
});

/** The scenario without the fields that place its parts on contexts. */
async function unplaced(loading: ReturnType<typeof scenario>) {
  const { machine, software } = await loading;
  return {
    machine: { ...machine, nics: machine.nics.map(({ line: _, ...nic }) => nic) },
    software: { ...software, threads: software.threads.map(({ context: _, ...thread }) => thread) },
  };
}
