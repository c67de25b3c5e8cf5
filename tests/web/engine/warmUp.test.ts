/** The page's counts after a warm-up, compared with the command at the end of a run of the same length, reached from
 * anywhere. */
import { describe, expect, it } from "vitest";
import { measured, runMetrics } from "../../../cli/runMetrics.ts";
import { reportRun } from "../../../lib/metrics/report.ts";
import { columnValues, readColumn } from "../../../lib/sweep/column.ts";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import { createEngine } from "../../../web/engine/engine.ts";
import { PROGRAM_TOOLS } from "../../../web/engine/programTools.ts";
import type { ReplyEnvelope, Request } from "../../../web/engine/protocol.ts";
import { build, builtin, openCore } from "../../boundary/support.ts";
import { openEngine, randomSource, straightMachine, type TestEngine } from "./support.ts";

const WARM_UP = 1_000_003;
const RUN = 3_000_000;

async function opened(id: string, warmUpCycles = WARM_UP) {
  const scenario: Scenario = { ...(await builtin(id)), runCycles: RUN };
  const engine = await openEngine();
  engine.ask({ kind: "load", scenario, warmUpCycles }, "loaded");
  return { scenario, engine };
}

const countedAt = (engine: TestEngine, cycle: number) =>
  engine.ask({ kind: "metrics", cycle, isMeasured: true }, "metrics");

/** The numbers of `irqscope run --cycles N --warm-up N --json`. */
async function byCommand(scenario: Scenario, cycle: number, warmUpCycles = WARM_UP) {
  const shortened = { ...scenario, runCycles: cycle };
  const machine = build(await openCore(), shortened);
  return reportRun(shortened, runMetrics(machine, shortened, warmUpCycles));
}

describe.each(["ring-overflow", "timer-network-disk", "overload-three-contexts"])(
  "a run of %s with a warm-up",
  (id) => {
    it("has the numbers of the command at any cycle after the warm-up, however reached", async () => {
      const { scenario, engine } = await opened(id);
      const { next } = randomSource(`warm-up of ${id}`);
      const cycles = [RUN, WARM_UP + 1, 2_000_000, WARM_UP + 50_000, WARM_UP + next(RUN - WARM_UP) + 1];
      for (const cycle of cycles) {
        // On its way the playhead has been before the warm-up, right at its end, and elsewhere.
        engine.seekCycle(next(WARM_UP));
        if (cycle % 2 === 0) engine.seekCycle(WARM_UP);
        engine.seekCycle(cycle);
        const { counted } = countedAt(engine, cycle);
        const expected = await byCommand(scenario, cycle);
        expect(counted && reportRun({ ...scenario, runCycles: cycle }, counted), `cycle ${cycle}`).toEqual(
          expected,
        );
        expect(expected.warmUpCycles).toBe(WARM_UP);
      }
    });

    it("keeps the state hash and everything that counts from cycle 0", async () => {
      const { scenario, engine } = await opened(id);
      const plain = await openEngine();
      plain.load(scenario);
      for (const cycle of [500_000, WARM_UP, 2_345_678, 1_200_000]) {
        const straight = await straightMachine(scenario);
        straight.step(cycle);
        const { metrics } = countedAt(engine, cycle);
        expect(metrics.stateHash).toBe(straight.stateHash());
        const { marks: _, toldApart: __, ...counts } = metrics;
        expect(countedAt(plain, cycle).metrics).toMatchObject(counts);
      }
    });
  },
);

it("a run without the late scripts reports what is missing, and has no warm-up", async () => {
  const replies: ReplyEnvelope[] = [];
  const engine = createEngine({
    core: await openCore(),
    now: () => performance.now(),
    programTools: () => PROGRAM_TOOLS,
    post: (reply) => replies.push(reply),
  });
  const scenario = { ...(await builtin("ring-overflow")), runCycles: RUN };
  const asked = (request: Request, id: number) => {
    engine.receive({ ...request, id, generation: 1 });
    while (engine.work());
    return replies.find((reply) => reply.id === id);
  };
  const missing = {
    kind: "error",
    error: {
      code: "missing-part",
      message: "a part of the engine could not be loaded. Can you still reach the server?",
    },
  };
  expect(asked({ kind: "load", scenario, warmUpCycles: WARM_UP }, 1)).toMatchObject(missing);
  expect(asked({ kind: "load", scenario }, 2)).toMatchObject({ kind: "loaded" });
  expect(asked({ kind: "range", from: 0, to: 1000 }, 3)).toMatchObject(missing);
});

it("a run has no counts before the end of the warm-up, and zero at its end", async () => {
  const { engine } = await opened("ring-overflow");
  const before = countedAt(engine, WARM_UP - 1);
  expect([before.counted, before.measured]).toEqual([undefined, undefined]);
  const at = countedAt(engine, WARM_UP);
  expect([at.counted?.fromCycle, at.counted?.cycle, at.counted?.interrupts]).toEqual([WARM_UP, WARM_UP, 0]);
  // The same holds where it was over before.
  countedAt(engine, RUN);
  expect(countedAt(engine, WARM_UP - 1).counted).toBeUndefined();
});

it.each([0, WARM_UP])("measures have the values of --show after a warm-up of %d", async (warmUpCycles) => {
  const { scenario, engine } = await opened("ring-overflow", warmUpCycles);
  const columns = [
    "interrupt.latency.p95 in us",
    "share(interrupt.latency > 20 us) in %",
    "receive.loss < 1 %",
  ].map((text) => {
    const read = readColumn(scenario, text);
    if (!read.ok) throw new Error(read.message);
    return read.column;
  });
  const shortened = { ...scenario, runCycles: 2_500_000 };
  const ran = measured(build(await openCore(), shortened), shortened, warmUpCycles);
  const here = countedAt(engine, 2_500_000);
  const found = here.measured && columnValues(columns, scenario, here.measured);
  expect(found).toEqual(columnValues(columns, scenario, ran.measured));
  expect(found?.map((one) => typeof one)).toEqual(["number", "number", "boolean"]);
  // The inputs of measures are omitted unless requested.
  expect(engine.ask({ kind: "metrics", cycle: 2_500_000 }, "metrics").measured).toBeUndefined();
});

it("a selected range counts from cycle 0, whatever the warm-up", async () => {
  const { scenario, engine } = await opened("ring-overflow");
  const plain = await openEngine();
  plain.load(scenario);
  const of = (one: TestEngine) => {
    const { before, after } = one.ask({ kind: "range", from: 400_000, to: 2_000_000 }, "range");
    return [before.receive, before.interruptLatency, after.receive, after.interruptLatency];
  };
  expect(of(engine)).toEqual(of(plain));
});
