/** The B that Compare shows beside A if the user has chosen none, and when it chooses again. */
import { describe, expect, it } from "vitest";
import { differencesOf } from "../../../lib/scenarioFields/differences.ts";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import {
  besideOf,
  type Choice,
  chooseOther,
  isToChoose,
  mayChoose,
  whyChosen,
} from "../../../web/compare/choosePair.ts";
import { createEngineClient } from "../../../web/engine/client.ts";
import { openBuiltin } from "../../../web/scenarios/open/open.ts";
import { createSession } from "../../../web/state/session.ts";
import type { ScenarioOrigin } from "../../../web/state/store.ts";
import { scenarioFile } from "../scenarios/support.ts";
import { fakePort, fakeScheduler, memoryStorage } from "../state/support.ts";

const ring = scenarioFile("demos/ring-overflow.json");
const bundled = (id: string): ScenarioOrigin => ({ kind: "bundled", id });
const changed = (scenario: Scenario): Scenario => ({ ...scenario, seed: scenario.seed + 1 });

describe("besideOf", () => {
  it("gives the counterpart of a built-in scenario", async () => {
    const [b, because] = await besideOf(ring, { original: ring, origin: bundled("ring-overflow") });
    expect([b.name, because]).toEqual(["Ring overflow, three contexts", "counterpart"]);
  });

  it("gives the scenario that a changed A was made from", async () => {
    const of = { original: ring, origin: bundled("ring-overflow") };
    expect(await besideOf(changed(ring), of)).toEqual([ring, "unchanged"]);
    expect((await besideOf(structuredClone(ring), of))[1], "changed and changed back").toBe("counterpart");
  });

  it.each([
    ["a built-in scenario without a counterpart", bundled("coalescing")],
    ["a file", { kind: "file", name: "my.json" }],
    ["a lab's machine", { kind: "lab" }],
  ] as const)("gives a copy for %s", async (_, origin) => {
    const scenario = scenarioFile("demos/coalescing.json");
    expect(await besideOf(scenario, { original: scenario, origin })).toEqual([scenario, "copy"]);
  });

  it("gives a copy of a lab's machine, changed or not", async () => {
    const machine = changed(ring);
    expect(await besideOf(machine, { original: ring, origin: { kind: "lab" } })).toEqual([machine, "copy"]);
  });
});

describe("isToChoose", () => {
  const other = changed(ring);
  const choice: Choice = { a: ring, original: ring, b: other, because: "counterpart" };
  const edited = { ...ring, runCycles: 7 };
  const another = scenarioFile("demos/coalescing.json");
  it.each([
    ["there is no A", undefined, undefined, undefined, true, false],
    ["there is no B", ring, ring, undefined, false, true],
    ["the reader has chosen B", ring, ring, changed(ring), true, false],
    ["the page has chosen it for this A", ring, ring, other, true, false],
    ["A was changed beside it", edited, ring, other, false, false],
    ["A was changed elsewhere", edited, ring, other, true, true],
    ["another A was opened beside it", another, another, other, false, true],
    ["a changed other A was opened beside it", changed(another), another, other, false, true],
  ] as const)("is true or false for %s", (_, scenario, original, b, arriving, expected) => {
    expect(isToChoose({ scenario, original, other: b }, choice, arriving)).toBe(expected);
  });
});

describe("chooseOther", () => {
  function sessionWith(id: string, scenario: Scenario) {
    const session = createSession({
      client: createEngineClient(fakePort()),
      scheduler: fakeScheduler(),
      storage: memoryStorage(),
    });
    session.store.setState({ scenario, original: scenario, scenarioId: id, origin: bundled(id) });
    return session;
  }

  it("states the reason until the user chooses", async () => {
    const session = sessionWith("ring-overflow", ring);
    expect(mayChoose(session, true)).toBe(true);
    await chooseOther(session);
    expect(session.store.getState().other?.name).toBe("Ring overflow, three contexts");
    expect(whyChosen(session)).toBe("counterpart");
    expect(mayChoose(session, true)).toBe(false);
    session.actions.setOther(changed(ring));
    expect(whyChosen(session)).toBeUndefined();
    expect(mayChoose(session, true)).toBe(false);
  });

  it("shows the first pair only on a first visit whose address names no scenario", async () => {
    const session = sessionWith("ring-overflow", ring);
    session.store.setState({ wasTold: true });
    await chooseOther(session, true);
    expect(session.store.getState().other?.name).toBe("Ring overflow, three contexts");
    const first = sessionWith("ring-overflow", ring);
    first.store.setState({ wasTold: true });
    void chooseOther(first);
    await expect.poll(() => first.store.getState().other?.name).toBe("Overload, three contexts");
  });

  it("describes B as A without its changes once A is changed beside it", async () => {
    const coalescing = scenarioFile("demos/coalescing.json");
    const session = sessionWith("coalescing", coalescing);
    await chooseOther(session);
    expect(whyChosen(session)).toBe("copy");
    session.store.setState({ scenario: changed(coalescing) });
    expect(mayChoose(session, false)).toBe(false);
    expect(whyChosen(session)).toBe("unchanged");
  });

  it("keeps what the user opened or chose meanwhile", async () => {
    const session = sessionWith("ring-overflow", ring);
    const choosing = chooseOther(session);
    session.actions.setOther(changed(ring));
    const { other } = session.store.getState();
    await choosing;
    expect(session.store.getState().other).toBe(other);
    const next = sessionWith("ring-overflow", ring);
    const late = chooseOther(next);
    next.store.setState({ scenario: changed(ring) });
    await late;
    expect(next.store.getState().other).toBeUndefined();
  });
});

it("the counterpart of a built-in scenario differs from it", async () => {
  const opened = await openBuiltin("napi-livelock");
  if (!opened.ok) throw new Error(opened.message);
  const of = { original: opened.scenario, origin: opened.origin };
  const [b] = await besideOf(opened.scenario, of);
  expect(differencesOf(opened.scenario, b).length).toBeGreaterThan(0);
});
