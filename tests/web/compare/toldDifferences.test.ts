/** Differences of two machines in the words of Compare. */
import { describe, expect, it } from "vitest";
import { differencesOf } from "../../../lib/scenarioFields/differences.ts";
import { toldDifferences } from "../../../web/compare/toldDifferences.ts";
import { scenarioFile } from "../scenarios/support.ts";

const told = (a: string, b: string) => {
  const { changed, ...parts } = toldDifferences(
    differencesOf(scenarioFile(`demos/${a}.json`), scenarioFile(`demos/${b}.json`)),
  );
  return { changed: changed.map(({ title, owner }) => [title, owner]), ...parts };
};

describe("toldDifferences", () => {
  it("names threads and queues of only one machine, and threads with other steps", () => {
    expect(told("napi-livelock", "napi-budget")).toEqual({
      changed: [],
      steps: ["driver"],
      onlyInA: ["backlog", "protocol"],
      onlyInB: ["poll"],
    });
    expect(told("load-use-one-context", "load-use-four-contexts")).toEqual({
      changed: [
        ["Context selection", undefined],
        ["Hardware contexts", undefined],
      ],
      steps: [],
      onlyInA: [],
      onlyInB: ["program 2", "program 3", "program 4"],
    });
  });

  it("names the owner of a software field, even with a quoted name", () => {
    expect(told("ring-overflow", "ring-overflow-three-contexts").changed).toEqual([
      ["Context selection", undefined],
      ["Hardware contexts", undefined],
      ["Context", "Driver ISR"],
      ["Context", "protocol"],
    ]);
  });

  it("reports a field that only one of two machines sets, and nothing for none", () => {
    const one = { name: "software.threads.a.budget", title: "Budget", unit: "", a: undefined, b: 3 };
    expect(toldDifferences([one])).toEqual({
      changed: [{ ...one, owner: "a" }],
      steps: [],
      onlyInA: [],
      onlyInB: [],
    });
    expect(toldDifferences([])).toEqual({ changed: [], steps: [], onlyInA: [], onlyInB: [] });
  });
});
