/** The text of Compare about two machines that differ in their contexts. */
import { describe, expect, it } from "vitest";
import { differencesOf } from "../../../lib/scenarioFields/differences.ts";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import { becauseText, contextsText } from "../../../web/compare/becauseText.ts";
import { scenarioFile } from "../scenarios/support.ts";

const one = scenarioFile("demos/overload-one-context.json");
const three = scenarioFile("demos/overload-three-contexts.json");
const withCore = (core: Partial<Scenario["machine"]["core"]>, of = one): Scenario => ({
  ...of,
  machine: { ...of.machine, core: { ...of.machine.core, ...core } },
});
const saidOf = (a: Scenario, b: Scenario) => contextsText(a, b, differencesOf(a, b));

describe("the reason why two machines with different contexts differ", () => {
  it("is given once, as the saves of each machine", () => {
    expect(saidOf(one, three)).toBe(
      "A: one set of registers (context), which each interrupt saves and restores. B: 3 sets (contexts): each thread has its own, and nothing is saved.",
    );
    expect(becauseText("counterpart", one, three, differencesOf(one, three))).toBeUndefined();
    expect(becauseText("first", one, three, differencesOf(one, three))).toMatch(/^Unlike “.*help most\.$/);
  });

  it("does not claim fewer saves if threads stay in their context", () => {
    expect(saidOf(one, withCore({ contexts: 3, policy: "on-event" }))).toMatch(
      / B: 3 sets \(contexts\); some threads share one\.$/,
    );
  });

  it("is given as fields if the number of contexts is the same or more differs", () => {
    const other = withCore({ policy: "smt" }, three);
    expect(saidOf(three, other)).toBeUndefined();
    expect(becauseText("counterpart", three, other, differencesOf(three, other))).toBe(
      "B does the same job in another way.",
    );
    expect(saidOf(one, { ...three, seed: 7 })).toBeUndefined();
  });
});
