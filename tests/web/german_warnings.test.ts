/** What a scenario says without effect, in German. */
import { it } from "vitest";
import { parseScenario } from "../../scenarios/schema/parse.ts";
import { warningsOf } from "../../scenarios/schema/warnings.ts";
import { expectGerman } from "./german.ts";

it("settings without effect are told in German", () => {
  const ranges = [
    { from: 0, to: 256 },
    { from: 0, to: 512 },
  ];
  const pinned = {
    pinnedRanges: [
      { from: 4, to: 8 },
      { from: 32, to: 72 },
    ],
    pinnedLines: 1,
  };
  const closed = { sizeBytes: 1024, ways: 2, pinnedWays: [0, 1] };
  const routine = { name: "r", kind: "sequence", sequence: ["prefetch r1"] };
  const machines = [
    { memory: { uncachedCycles: 99, l2Cycles: 9, claimCycles: 9, postedDeviceWrites: true } },
    { memory: { l1i: { sizeBytes: 8192, writeAllocate: false, ...pinned }, uncachedRanges: ranges } },
    { memory: { l2: closed } },
    { memory: { l2: { ...closed, pinnedSets: 2 } } },
    { core: { policy: "smt", predictor: { kind: "backward-taken", returns: 4 } } },
  ];
  const messages = machines.flatMap((machine, index) => {
    const data = { uncachedPermille: 5, pinned: index < 2 };
    const parsed = parseScenario({
      format: "irqscope-scenario",
      version: 1,
      name: "m",
      machine,
      software: { routines: [{ ...routine, data }] },
    });
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
    return warningsOf(parsed.scenario).map(({ message }) => message);
  });
  expectGerman(messages, 15);
});
