/** Source 002: its machines differ only in what the source states. */
import { expect, test } from "vitest";
import { loadPapers } from "../../lib/papers/gallery.ts";
import { builtinScenario } from "../../scenarios/index.ts";

const paper = (await loadPapers()).find(({ id }) => id === "002");

async function scenarioNamed(id: string) {
  const parsed = await builtinScenario(id)?.load();
  if (!parsed?.ok) throw new Error(id);
  return parsed.scenario;
}

test("rows 1 and 2 of source 002 set the stated fields and no others", () => {
  const fitted = paper?.experiments
    .flatMap(({ claims }) => claims)
    .flatMap((claim) => (claim.kind === "calibration" && claim.fitted ? [claim.id] : []));
  expect(fitted).toEqual(["002-row1-fps", "002-row1-ipc", "002-row2-mbs", "002-row2-ipc"]);
});

test("all machines of source 002 run the same code and data", async () => {
  const { routines } = (await scenarioNamed("002-both-34k")).software;
  for (const id of [
    "002-audio-24k",
    "002-file-24k",
    "002-both-24k",
    "002-both-24k-audio-first",
    "002-audio-34k",
    "002-both-34k-io-first",
    "002-both-34k-weighted",
  ])
    for (const routine of (await scenarioNamed(id)).software.routines)
      expect(routines).toContainEqual(routine);
});
