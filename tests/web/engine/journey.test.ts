import { describe, expect, it } from "vitest";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import { parseScenario } from "../../../scenarios/read/parse.ts";
import type { FollowRequest, Journey } from "../../../web/engine/protocol.ts";
import { randomScenario } from "../../support/randomScenario.ts";
import { overflowing, scenarioFile } from "../scenarios/support.ts";
import { filtering } from "./losingScenario.ts";
import { openEngine, type TestEngine } from "./support.ts";

function follow(engine: TestEngine, request: FollowRequest): Journey | undefined {
  return engine.ask({ kind: "follow", ...request }, "journey").journey;
}

function certain<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("there is none");
  return value;
}

async function opened(scenario: Scenario): Promise<TestEngine> {
  const engine = await openEngine();
  engine.load(scenario);
  engine.runToEnd();
  return engine;
}

/** Paths from one packet to the next, the first one first. */
function chain(engine: TestEngine, what: FollowRequest["what"], length: number): Journey[] {
  const all = [certain(follow(engine, { what, cycle: 0, move: 0 }))];
  for (let at = 1; at < length; at += 1) {
    const { stop, number } = certain(all[at - 1]);
    const next = follow(engine, { what, cycle: stop, move: 1, number });
    if (next === undefined) break;
    all.push(next);
  }
  return all;
}

function expectWhole({ parts, beginCycle, endCycle }: Journey): void {
  let at = beginCycle;
  for (const part of parts) {
    expect(part.fromCycle).toBe(at);
    expect(part.toCycle).toBeGreaterThanOrEqual(at);
    at = part.toCycle;
  }
  if (parts.length > 0) expect(at).toBe(endCycle);
}

const lengthOf = (journey: Journey, part: string) =>
  journey.parts.filter((one) => one.part === part).reduce((sum, one) => sum + one.toCycle - one.fromCycle, 0);

describe("the path of a packet in source 000 with one context", () => {
  const scenario = () => scenarioFile("papers/000-receive-one-context.json", { runCycles: 60_000 });

  it("has the parts that the paper's numbers give", async () => {
    const [first, second] = chain(await opened(scenario()), "packet", 2);
    expect(first).toMatchObject({ number: 0, beginCycle: 0, endCycle: 2328, sizeBytes: 1500, place: 0 });
    expect(second).toMatchObject({ number: 1, fate: { kind: "delivered" } });
    for (const [part, cycles] of [
      ["drain", 3],
      ["entry", 6],
      ["save", 93],
      ["delivery", 2228],
    ] as const)
      expect(lengthOf(certain(second), part), part).toBe(cycles);
  });

  it("of an interrupt leads from its line through each entry step to the return", async () => {
    const [, second] = chain(await opened(scenario()), "interrupt", 2);
    const journey = certain(second);
    expect(journey).toMatchObject({ number: 1, beginCycle: 2421, context: 0, fate: { kind: "returned" } });
    expectWhole(journey);
    const steps = journey.waypoints.filter(({ cycles }) => cycles !== undefined);
    expect(steps.map(({ kind, cycles }) => `${kind} ${cycles}`)).toEqual([
      "drain 3",
      "push-sr 1",
      "clear-enable 1",
      "push-pc 1",
      "vector-acknowledge 1",
      "vector-address 1",
      "load-pc 1",
    ]);
    expect(steps.slice(1).reduce((sum, { cycles }) => sum + (cycles ?? 0), 0)).toBe(
      lengthOf(journey, "entry"),
    );
    expect(lengthOf(journey, "return")).toBe(2228);
  });
});

describe("the path of a packet in an overflowing ring", () => {
  it("states when and why a frame was lost", async () => {
    const engine = await opened(overflowing({ runCycles: 1_300_000 }));
    const drop = engine.seek(0, { kind: "next", stop: "frame-dropped" }).view.cycle;
    const lost = certain(follow(engine, { what: "packet", cycle: drop + 1, move: -1 }));
    expect(lost).toMatchObject({
      fate: { kind: "dropped", cause: "rx-ring-full" },
      endCycle: drop,
      offeredCycle: drop - 1,
      parts: [{ part: "lost", fromCycle: drop - 1, toCycle: drop }],
    });
  });

  it("states how long a lost frame was on the wire, up to its last bit", async () => {
    const engine = await opened(scenarioFile("demos/ring-overflow.json", { runCycles: 1_300_000 }));
    const drop = engine.seek(0, { kind: "next", stop: "frame-dropped" }).view.cycle;
    const lost = certain(follow(engine, { what: "packet", cycle: drop + 1, move: -1 }));
    expect(lost).toMatchObject({ fate: { kind: "dropped", cause: "rx-ring-full" }, place: 0 });
    // (128 + 20) bytes at 1 Gb/s and 100 MHz: 118.4 cycles.
    expect(certain(lost.sizeBytes)).toBe(128);
    expect(lost.parts).toEqual([
      { part: "wire", fromCycle: drop - 1 - 118, toCycle: drop - 1 },
      { part: "lost", fromCycle: drop - 1, toCycle: drop },
    ]);
    expect(lost.beginCycle).toBe(drop - 119);
  });

  it("is that of the packet longest in the machine, or of the chosen slot", async () => {
    const engine = await opened(scenarioFile("demos/ring-overflow.json", { runCycles: 1_300_000 }));
    const { view } = engine.seek(0, { kind: "next", stop: "frame-dropped" });
    const { cycle, held } = view;
    const numbers = [...held.rings, ...held.queues].flat().map(({ number }) => number);
    const inHand = view.frames.flatMap(({ packet }) => packet ?? []);
    expect(held.rings[0]).toHaveLength(8);
    const asked = { what: "packet", cycle, move: 0 } as const;
    expect(certain(follow(engine, asked)).number).toBeGreaterThan(Math.max(...numbers));
    expect(certain(follow(engine, { ...asked, isOldest: true })).number).toBe(
      Math.min(...numbers, ...inHand),
    );
    const third = certain(held.rings[0]?.[2]);
    const followed = follow(engine, {
      what: "packet",
      cycle: third.offeredCycle + 1,
      move: 0,
      number: third.number,
    });
    expect(followed).toMatchObject({ number: third.number, offeredCycle: third.offeredCycle });
  });

  it("includes the steps before a loss after the card, and no wire for a copy", async () => {
    const all = chain(await opened({ ...filtering("drop"), runCycles: 200_000 }), "packet", 40);
    const lost = all.filter(({ fate }) => fate.kind === "dropped");
    for (const journey of lost) expectWhole(journey);
    const from = (cause: string) =>
      lost.filter(({ fate }) => fate.kind === "dropped" && fate.cause === cause);
    const [filtered, full] = [from("filtered"), from("queue-full")];
    expect(filtered.length).toBeGreaterThan(5);
    for (const journey of filtered) {
      // The wire is never idle: 84 bytes at 10 Mb/s and 100 MHz.
      expect(lengthOf(journey, "wire")).toBe(6720);
      expect(certain(journey.parts.at(-1))).toMatchObject({ part: "lost", toCycle: journey.endCycle });
      expect(lengthOf(journey, "lost")).toBeGreaterThan(100);
    }
    const [first, second] = filtered;
    expect(certain(certain(second).offeredCycle) - certain(certain(first).offeredCycle)).toBe(6720);
    expect(full.length).toBeGreaterThan(5);
    for (const journey of full) {
      expect(journey.fate).toMatchObject({ queue: 0 });
      expect(journey.parts.map(({ part }) => part)).not.toContain("wire");
    }
  });

  it("leads to the same packets forwards and backwards", async () => {
    const engine = await opened(overflowing({ runCycles: 1_300_000 }));
    for (const what of ["packet", "interrupt"] as const) {
      const forth = chain(engine, what, 12);
      expect(forth.map(({ number }) => number)).toEqual(forth.map((_, index) => index));
      for (let at = forth.length - 1; at > 0; at -= 1) {
        const { stop, number } = certain(forth[at]);
        expect(follow(engine, { what, cycle: stop, move: -1, number })).toEqual(forth[at - 1]);
      }
      const { stop, number } = certain(forth[0]);
      expect(follow(engine, { what, cycle: stop, move: -1, number })).toBeUndefined();
    }
  });

  it("is asked again as the run grows, since the fate of a packet is unknown at its begin", async () => {
    const scenario = overflowing({ runCycles: 1_300_000 });
    const whole = await opened(scenario);
    const drop = whole.seek(0, { kind: "next", stop: "frame-dropped" }).view.cycle;
    let underWay = 0;
    for (const [what, cycle] of [
      ["packet", drop],
      ["packet", 20_000],
      ["interrupt", 30_000],
    ] as const) {
      const truth = certain(follow(whole, { what, cycle, move: 0 }));
      expect(truth).toMatchObject({ isFinal: true, knownToCycle: truth.endCycle });
      // As when a link opens: nothing has run when the page asks for the followed packet.
      const engine = await openEngine();
      engine.load(scenario);
      const { stop, number } = truth;
      const first = certain(follow(engine, { what, cycle: stop, move: 0, number }));
      expect(first.number).toBe(number);
      if (!first.isFinal) {
        underWay += 1;
        expect(first).toMatchObject({ fate: { kind: "under-way" }, endCycle: undefined });
        expect(first.knownToCycle).toBeGreaterThanOrEqual(stop);
        expect(first.knownToCycle).toBeLessThan(certain(truth.endCycle));
      }
      engine.runToEnd();
      expect(follow(engine, { what, cycle: stop, move: 0, number })).toEqual(truth);
    }
    expect(underWay).toBeGreaterThan(0);
  });

  it("stays open at the end of the run, and is measured up to there", async () => {
    const [first] = chain(await opened(overflowing({ runCycles: 200_000 })), "packet", 1);
    expect(first).toMatchObject({ fate: { kind: "delivered" } });
    const runCycles = certain(certain(first).endCycle) - 1;
    const engine = await opened(overflowing({ runCycles }));
    expect(follow(engine, { what: "packet", cycle: 0, move: 0 })).toMatchObject({
      fate: { kind: "under-way" },
      endCycle: undefined,
      knownToCycle: runCycles,
      isFinal: true,
    });
  });

  it("leaves the picture unchanged", async () => {
    const engine = await opened(overflowing({ runCycles: 400_000 }));
    const before = engine.hashAt(123_456);
    follow(engine, { what: "packet", cycle: 300_000, move: 0 });
    expect(engine.hashAt(123_456)).toBe(before);
  });
});

it.each([3, 17, 40, 77, 123, 512])(
  "the parts of a packet's path sum to the whole in random scenario %i",
  async (seed) => {
    const parsed = parseScenario(randomScenario(seed));
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
    const engine = await opened({ ...parsed.scenario, runCycles: 400_000 });
    for (const what of ["packet", "interrupt"] as const) {
      if (follow(engine, { what, cycle: 0, move: 0 }) === undefined) continue;
      for (const journey of chain(engine, what, 15)) expectWhole(journey);
    }
  },
);
