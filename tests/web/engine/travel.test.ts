import { describe, expect, it } from "vitest";
import { viewOf } from "../../../web/engine/decode.ts";
import { PROGRAM_TOOLS } from "../../../web/engine/programTools.ts";
import { createRun, KEYFRAME_CYCLES, shapeOf } from "../../../web/engine/run.ts";
import { long } from "../../support/long.ts";
import { scenarioFile } from "../scenarios/support.ts";
import { openEngine, randomSource, straightMachine, testCore } from "./support.ts";

const RUN = 1_700_000;
const scenarios = {
  "timed layers, contexts": () => scenarioFile("papers/000-receive-three-contexts.json", { runCycles: RUN }),
  "timed layers, saved frames": () => scenarioFile("papers/000-send-one-context.json", { runCycles: RUN }),
  "pipeline and DMA, saved frames": () => scenarioFile("demos/ring-overflow.json", { runCycles: RUN }),
  "pipeline and DMA, contexts": () =>
    scenarioFile("demos/ring-overflow-three-contexts.json", { runCycles: RUN }),
};

const MANY = long(
  "More random cycles meet more distances to a snapshot; the cycles of the short list are other ones in each run, and these take 9 s of CPU.",
);

describe.each(Object.entries(scenarios))("time travel: %s", (name, make) => {
  const expectCycles = async (count: number) => {
    const scenario = make();
    const random = randomSource(`travel, ${name}`);
    const wanted = Array.from({ length: count }, () => random.next(RUN + 1));
    const straight = await straightMachine(scenario);
    const shape = shapeOf(scenario, () => undefined);
    const expected = new Map<number, { hash: string; view: unknown }>();
    for (const cycle of [...wanted].sort((a, b) => a - b)) {
      straight.step(cycle);
      const view = viewOf(straight, shape);
      expected.set(cycle, { hash: straight.stateHash(), view });
    }

    const engine = await openEngine();
    engine.load(scenario);
    for (const cycle of wanted) {
      expect(engine.seekCycle(cycle), `view at ${cycle}`).toEqual(expected.get(cycle)?.view);
      expect(engine.hashAt(cycle), `hash at ${cycle}`).toBe(expected.get(cycle)?.hash);
    }
  };
  it("any cycle, however reached, equals that cycle of a straight run", () => expectCycles(12));
  it("any of many cycles, however reached, equals that cycle of a straight run", MANY, () =>
    expectCycles(40),
  );

  const expectStepsBack = async (rounds: number) => {
    const random = randomSource(`step back, ${name}`);
    const engine = await openEngine();
    engine.load(make());
    engine.runToEnd();
    for (let round = 0; round < rounds; round += 1) {
      const start = 200 + random.next(RUN - 200);
      const forward = new Map<number, string>();
      for (let cycle = start - 20; cycle <= start; cycle += 1) {
        engine.seekCycle(cycle);
        forward.set(cycle, engine.hashAt(cycle));
      }
      for (let cycle = start; cycle >= start - 20; cycle -= 1) {
        expect(engine.seekCycle(cycle).cycle).toBe(cycle);
        expect(engine.hashAt(cycle)).toBe(forward.get(cycle));
      }
    }
  };
  it("a step back reaches the cycle before", () => expectStepsBack(2));
  it("a step back reaches the cycle before, many times", MANY, () => expectStepsBack(5));
});

describe("time travel", () => {
  it("looks at another cycle and back without moving the playhead", async () => {
    const scenario = scenarioFile("demos/ring-overflow.json", { runCycles: RUN });
    const engine = await openEngine();
    engine.load(scenario);
    engine.runToEnd();
    const before = engine.seekCycle(1_234_567);
    engine.ask({ kind: "window", from: 0, to: 400_000, columns: 500, patient: false }, "window");
    engine.ask({ kind: "rows", from: 900_000, to: 900_100 }, "rows");
    engine.hashAt(5000);
    expect(engine.seekCycle(1_234_567)).toEqual(before);
  });

  it("keeps snapshots within their memory budgets, and every cycle reachable, on a long run", async () => {
    const keyframeBudgetBytes = 3 * 2 ** 20;
    const fineBudgetBytes = 2 ** 20;
    const scenario = scenarioFile("papers/000-receive-three-contexts.json", { runCycles: 150_000_000 });
    const run = createRun(scenario, 1, {
      core: await testCore(),
      now: () => performance.now(),
      programTools: () => PROGRAM_TOOLS,
      keyframeBudgetBytes,
      fineBudgetBytes,
    });
    const { frontier, scrub } = run;
    while (frontier.machine.cycle < scenario.runCycles) frontier.advance(scenario.runCycles);
    expect(frontier.keyframes.heldBytes()).toBeLessThanOrEqual(keyframeBudgetBytes);
    expect(frontier.keyframes.spacing()).toBeGreaterThan(KEYFRAME_CYCLES);
    const straight = await straightMachine(scenario);
    straight.step(99_999_999);
    for (const step of scrub.goTo(120_000_000)) expect(step).toBeUndefined();
    for (const step of scrub.goTo(99_999_999)) expect(step).toBeUndefined();
    expect(scrub.machine.stateHash()).toBe(straight.stateHash());
    expect(scrub.fineBytes()).toBeGreaterThan(0);
    expect(scrub.fineBytes()).toBeLessThanOrEqual(fineBudgetBytes);
  });
});
