/** Warnings of a scenario in German. */
import { it } from "vitest";
import { warningsOf } from "../../../scenarios/check/warnings.ts";
import { parseScenario } from "../../../scenarios/read/parse.ts";
import { expectGerman } from "./german.ts";

it("warnings of settings without effect are German", () => {
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

it("warnings of software that can never work are German", () => {
  const exec = { do: "exec", routine: "r" };
  const parsed = parseScenario({
    format: "irqscope-scenario",
    version: 1,
    name: "m",
    seed: 5,
    machine: {
      core: { cores: 2, switchBlockedCycles: 1 },
      memory: { l1d: { sizeBytes: 8192 } },
      nics: [{ name: "n" }],
      disks: [{ name: "d", rateBitPerSecond: 1e9 }],
    },
    software: {
      queues: [{ name: "q" }],
      routines: [{ name: "r", kind: "instructions", instructions: 5, data: { address: 0x0200_0000 } }],
      threads: [0, 1].map((core) => ({
        name: `t${core}`,
        layer: "application",
        priority: 9,
        core,
        start: { on: "always" },
        steps: [
          exec,
          { do: "put", queue: "q" },
          { do: "give-frame", nic: "n" },
          { do: "wait-disk", disk: "d" },
        ],
      })),
    },
    traffic: [
      { kind: "trace", nic: "n", events: { timesNanoseconds: [1], sizesBytes: [64], directions: "r" } },
    ],
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
  const undrawn = { ...parsed.scenario, software: { ...parsed.scenario.software, routines: [] } };
  expectGerman(
    [...warningsOf(parsed.scenario), ...warningsOf(undrawn)].map(({ message }) => message),
    7,
  );
});
