import { describe, expect, it } from "vitest";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import { stopMask } from "../../../web/engine/answers.ts";
import type { StopKind } from "../../../web/engine/protocol.ts";
import { long } from "../../support/long.ts";
import { overflowing, scenarioFile } from "../scenarios/support.ts";
import { openEngine, randomSource, straightMachine } from "./support.ts";

const RUN = 1_300_000;
const STOPS: readonly StopKind[] = [
  "recognised",
  "context-switch",
  "frame-dropped",
  "frame-delivered",
  "frame-offered",
  "handler-entered",
  "any-event",
];
const scenarios = {
  "an overflowing ring": () => overflowing({ runCycles: RUN }),
  "sending with three contexts": () =>
    scenarioFile("papers/000-send-three-contexts.json", { runCycles: RUN }),
};

/** Every cycle right after an event of the mask, found by stopping at each of them once. */
async function allStops(scenario: Scenario, stop: StopKind): Promise<number[]> {
  const machine = await straightMachine(scenario);
  const stops: number[] = [];
  const end = scenario.runCycles;
  while (machine.cycle < end) if (machine.step(end, stopMask(stop)) !== 0) stops.push(machine.cycle);
  return stops;
}

describe.each(Object.entries(scenarios))("the search in %s", (name, make) => {
  const expectStops = async (stop: StopKind, rounds: number) => {
    const random = randomSource(`${stop} in ${name}`);
    const stops = await allStops(make(), stop);
    const engine = await openEngine();
    engine.load(make());
    engine.runToEnd();
    for (let round = 0; round < rounds; round += 1) {
      const any = random.next(RUN + 1);
      const from = round % 3 === 0 ? (stops[random.next(Math.max(1, stops.length))] ?? any) : any;
      const next = stops.find((cycle) => cycle > from);
      const previous = stops.findLast((cycle) => cycle < from);
      const ahead = engine.seek(from, { kind: "next", stop });
      expect({ cycle: ahead.view.cycle, found: ahead.found }).toEqual({
        cycle: next ?? from,
        found: next !== undefined,
      });
      const behind = engine.seek(from, { kind: "previous", stop });
      expect({ cycle: behind.view.cycle, found: behind.found }).toEqual({
        cycle: previous ?? from,
        found: previous !== undefined,
      });
    }
  };
  it.each(STOPS)("finds the next and the previous %s from anywhere", (stop) => expectStops(stop, 4));
  it.each(STOPS)(
    "finds the next and the previous %s from many places",
    long("More random places meet more distances to a snapshot; the short list draws others in each run."),
    (stop) => expectStops(stop, 15),
  );

  it("returns to the same events forwards and backwards", async () => {
    const engine = await openEngine();
    engine.load(make());
    const path = [randomSource(`path in ${name}`).next(RUN / 2)];
    for (let step = 0; step < 12; step += 1) {
      const here = path.at(-1) ?? 0;
      path.push(engine.seek(here, { kind: "next", stop: "any-event" }).view.cycle);
    }
    for (let step = path.length - 1; step > 1; step -= 1) {
      const here = path[step] ?? 0;
      expect(engine.seek(here, { kind: "previous", stop: "any-event" }).view.cycle).toBe(path[step - 1]);
    }
  });
});

describe("stepping by instructions", () => {
  const scenarios = {
    "instructions of the pipeline": () => overflowing({ runCycles: 8_000 }),
    "illustrated instructions of timed layers": () =>
      scenarioFile("papers/000-receive-one-context.json", { runCycles: 8_000 }),
  };

  it.each(Object.entries(scenarios))(
    "stops at every one of %s, forwards and backwards",
    async (name, make) => {
      const random = randomSource(name);
      const stops = await allStops(make(), "retired");
      expect(stops.length).toBeGreaterThan(1000);
      const engine = await openEngine();
      engine.load(make());
      for (let round = 0; round < 40; round += 1) {
        const from = random.next(8_000);
        const next = stops.find((cycle) => cycle > from) ?? from;
        const previous = stops.findLast((cycle) => cycle < from) ?? from;
        expect(engine.seek(from, { kind: "next", stop: "retired" }).view.cycle).toBe(next);
        expect(engine.seek(from, { kind: "previous", stop: "retired" }).view.cycle).toBe(previous);
      }
    },
  );
});

describe("a search beyond the frontier", () => {
  it("advances the frontier until it finds the event", async () => {
    const engine = await openEngine();
    engine.load(overflowing());
    const [first] = await allStops(overflowing({ runCycles: RUN }), "frame-dropped");
    expect(first).toBeGreaterThan(0);
    const { view, found } = engine.seek(0, { kind: "next", stop: "frame-dropped" });
    expect({ cycle: view.cycle, found }).toEqual({ cycle: first, found: true });
  });

  it("says what was lost in the last cycle, wherever it came from, and only then", async () => {
    const engine = await openEngine();
    engine.load(overflowing());
    const lostAt = (from: number, cycle: number) =>
      engine
        .ask({ kind: "seek", from, target: { kind: "cycle", cycle }, tellsWay: true }, "at")
        .view.lost?.map(({ kind }) => kind);
    const first = engine.seek(0, { kind: "next", stop: "frame-dropped" }).view.cycle;
    for (const from of [0, first - 1, first, first + 1, first + 500_000])
      expect(lostAt(from, first)).toEqual(["frame-dropped"]);
    for (const from of [0, first]) expect(lostAt(from, first - 1)).toBeUndefined();
    for (const from of [0, first]) expect(lostAt(from, first + 1)).toBeUndefined();
    expect(lostAt(first, 0)).toBeUndefined();
  });

  it("can be cancelled", async () => {
    const engine = await openEngine();
    engine.load(scenarioFile("papers/000-receive-three-contexts.json"));
    const id = engine.send({ kind: "seek", from: 0, target: { kind: "next", stop: "frame-dropped" } });
    engine.work();
    expect(engine.replyTo(id)).toBeUndefined();
    engine.send({ kind: "cancel", request: id });
    expect(engine.replyTo(id)).toMatchObject({ kind: "cancelled" });
    engine.settle();
    expect(engine.seekCycle(1000).cycle).toBe(1000);
  });
});
