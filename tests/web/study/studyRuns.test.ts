import { describe, expect, it } from "vitest";
import type { Outcome } from "../../../lib/papers/outcome.ts";
import type { StudyRow } from "../../../lib/study/row.ts";
import { wideStill } from "../../../lib/study/seeds.ts";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import { type MachinePool, StoppedError } from "../../../web/engine/machinePool.ts";
import type { KeptRows } from "../../../web/study/keptRows.ts";
import { type LoadedStudy, loadStudy } from "../../../web/study/loadStudy.ts";
import { createStudyRuns } from "../../../web/study/studyRuns.ts";

async function loaded(change: Readonly<Record<string, unknown>> = {}): Promise<LoadedStudy> {
  const read = await loadStudy({
    format: "irqscope-study",
    version: 1,
    name: "rings",
    scenarios: ["ring-overflow"],
    set: { runCycles: 100_000 },
    axes: [{ kind: "field", field: "rxRingFrames", name: "ring", values: [4, 8] }],
    seeds: { count: 3 },
    metrics: ["interrupts"],
    ...change,
  });
  if (!read.ok) throw new Error(JSON.stringify(read.errors));
  return read.loaded;
}

/** Answers in the order of the requests when the test allows it, and short runs (trials) at once. */
function fakePool(interruptsOf = ({ seed }: Scenario) => seed) {
  const asked: {
    readonly scenario: Scenario;
    readonly answer: () => void;
    readonly fail: (e: Error) => void;
  }[] = [];
  const run = (scenario: Scenario): Promise<Outcome> =>
    new Promise((resolve, reject) => {
      const outcome = {
        measured: { cycles: scenario.runCycles, counters: { interrupts: interruptsOf(scenario) } },
        stateHash: `hash ${scenario.seed}`,
        model: "4",
      } as unknown as Outcome;
      asked.push({ scenario, answer: () => resolve(outcome), fail: reject });
    });
  const pool: MachinePool = {
    run,
    stop: () => {
      for (const { fail } of asked.splice(0)) fail(new StoppedError("stopped"));
    },
  };
  return { pool, asked };
}

function memory(): KeptRows & { readonly rows: Map<string, StudyRow[]> } {
  const rows = new Map<string, StudyRow[]>();
  return {
    rows,
    read: async (hash) => rows.get(hash) ?? [],
    add: async (hash, added) => {
      rows.set(hash, [...(rows.get(hash) ?? []), ...added]);
      return true;
    },
    remove: async (hash) => {
      rows.delete(hash);
    },
  };
}

const settle = () => new Promise((resolve) => setTimeout(resolve));

async function answerAll(asked: ReturnType<typeof fakePool>["asked"], count = Number.POSITIVE_INFINITY) {
  for (let left = count; left > 0 && asked.length > 0; left--) {
    asked.shift()?.answer();
    await settle();
  }
}

function begin(kept: KeptRows = memory(), workers = 2, interruptsOf?: (scenario: Scenario) => number) {
  const { pool, asked } = fakePool(interruptsOf);
  return { runs: createStudyRuns({ pool, workers, kept }), asked, kept };
}

describe("the runs of a study on the page", () => {
  it("start on a worker before the page has drawn the previous result", async () => {
    const { pool, asked } = fakePool();
    let ms = 0;
    const runs = createStudyRuns({ pool, workers: 1, kept: memory(), now: () => ms });
    void runs.open(await loaded());
    await settle();
    void runs.run();
    await settle();
    expect(asked).toHaveLength(1);
    const waiting: number[] = [];
    runs.store.subscribe(({ done }, before) => {
      if (done !== before.done) waiting.push(asked.length);
    });
    for (let row = 1; row <= 4; row++) {
      // The page is updated this long after the last row.
      ms += 1000;
      await answerAll(asked, 1);
    }
    expect(waiting).toEqual([1, 1, 1, 1]);
  });

  it("go seed by seed to the end, as many at a time as there are workers", async () => {
    const { runs, asked } = begin();
    void runs.open(await loaded());
    await settle();
    void runs.run();
    await settle();
    expect(asked.map(({ scenario }) => [scenario.machine.nics[0]?.rxRingFrames, scenario.seed])).toEqual([
      [4, 1],
      [8, 1],
    ]);
    await answerAll(asked);
    const { status, rows, done, of } = runs.store.getState();
    expect([status, rows.length, done, of]).toEqual(["done", 6, 6, 6]);
    // In the order in which the command writes them, not in which they arrived.
    expect(rows.map(({ point, seed }) => `${point.ring} ${seed}`)).toEqual([
      ...["4 1", "4 2", "4 3"],
      ...["8 1", "8 2", "8 3"],
    ]);
  });

  it("are done with the results that come along, and tell whether a run of them again gives the same", async () => {
    const { runs, asked, kept } = begin();
    const study = await loaded();
    void runs.open(study);
    await settle();
    void runs.run();
    await settle();
    await answerAll(asked);
    const stored = runs.store.getState().rows;
    expect(runs.store.getState().stored).toBeUndefined();
    await kept.remove(study.plan.studyHash);

    await runs.open(study, stored);
    expect(runs.store.getState()).toMatchObject({ status: "done", done: 6, stored: "shown" });
    expect(asked).toHaveLength(0);
    await runs.discard();
    expect(runs.store.getState()).toMatchObject({ status: "ready", done: 0, stored: undefined });
    void runs.run();
    await settle();
    await answerAll(asked);
    expect(runs.store.getState()).toMatchObject({ status: "done", stored: "same" });

    await runs.open(
      study,
      stored.map((row, at) => (at === 3 ? { ...row, stateHash: "other" } : row)),
    );
    expect(runs.store.getState().stored).toBe("different");
  });

  it("stop at a pause, and continue with the missing rows only", async () => {
    const { runs, asked } = begin();
    void runs.open(await loaded());
    await settle();
    void runs.run();
    await settle();
    await answerAll(asked, 3);
    runs.pause();
    await settle();
    expect(runs.store.getState().status).toBe("paused");
    expect(runs.store.getState().rows).toHaveLength(3);
    void runs.run();
    await settle();
    await answerAll(asked);
    const { rows, status } = runs.store.getState();
    expect(status).toBe("done");
    expect(rows).toHaveLength(6);
  });

  it("continue after a reload", async () => {
    const kept = memory();
    const first = begin(kept);
    void first.runs.open(await loaded());
    await settle();
    void first.runs.run();
    await settle();
    await answerAll(first.asked, 4);
    first.runs.pause();
    await settle();
    const second = begin(kept);
    void second.runs.open(await loaded());
    await settle();
    expect(second.runs.store.getState()).toMatchObject({ status: "paused", done: 4, of: 6 });
    void second.runs.run();
    await settle();
    expect(second.asked).toHaveLength(2);
  });

  it("of a search are those that it requests, until its answer, over a pause and a reload", async () => {
    const ringOf = ({ machine }: Scenario) => machine.nics[0]?.rxRingFrames ?? 0;
    const kept = memory();
    const study = await loaded({
      axes: [{ kind: "field", field: "rxRingFrames", name: "ring", values: "1..64" }],
      seeds: { count: 2 },
      search: { over: ["ring"], goal: "minimize", of: "ring", subjectTo: ["interrupts >= 41"] },
    });
    const first = begin(kept, 2, (scenario) => ringOf(scenario) + scenario.seed);
    void first.runs.open(study);
    await settle();
    void first.runs.run();
    await settle();
    expect(first.asked.map(({ scenario }) => [ringOf(scenario), scenario.seed])).toEqual([
      [1, 1],
      [64, 1],
    ]);
    await answerAll(first.asked, 9);
    first.runs.pause();
    await settle();
    const { runs, asked } = begin(kept, 2, (scenario) => ringOf(scenario) + scenario.seed);
    void runs.open(study);
    await settle();
    expect(runs.store.getState()).toMatchObject({ status: "paused", done: 9, found: undefined });
    void runs.run();
    await settle();
    await answerAll(asked);
    const { status, done, found } = runs.store.getState();
    expect(status).toBe("done");
    // With seed 1 a ring of 40 is the first, with seed 2 one of 39.
    expect(found?.map(({ best }) => best?.point.values)).toEqual([{ ring: 40 }]);
    expect(done).toBeLessThan(32);
  });

  it("of a study with other metrics are new", async () => {
    const kept = memory();
    const { runs, asked } = begin(kept);
    void runs.open(await loaded());
    await settle();
    void runs.run();
    await settle();
    await answerAll(asked);
    void runs.open(await loaded({ metrics: ["interrupts", "receive.loss in %"] }));
    await settle();
    expect(runs.store.getState()).toMatchObject({ status: "ready", done: 0 });
  });

  it("add seeds under a stop rule until the interval is narrow", async () => {
    const { runs, asked } = begin();
    void runs.open(
      await loaded({
        stop: { metric: "interrupts", halfWidth: 1.4, batch: 2, maximumSeeds: 40 },
        seeds: { count: 2 },
      }),
    );
    await settle();
    void runs.run();
    await settle();
    await answerAll(asked);
    const { status, done, of, rows, loaded: one } = runs.store.getState();
    // Values are the seeds 1, 2, .. n: the interval grows with n, so only the most seeds end it.
    expect([status, done, of]).toEqual(["done", 80, 80]);
    if (one === undefined) throw new Error("no study");
    expect(wideStill(one.plan, rows).map(({ values }) => values.ring)).toEqual([4, 8]);
    expect(wideStill(one.plan, rows.slice(0, -1)).map(({ values }) => values.ring)).toEqual([4]);
    const alike = rows.map((row) => ({ ...row, metrics: { interrupts: 7 } }));
    expect(wideStill(one.plan, alike)).toEqual([]);
  });

  it("report a failed machine, and keep the rows", async () => {
    const { runs, asked } = begin();
    void runs.open(await loaded());
    await settle();
    void runs.run();
    await settle();
    await answerAll(asked, 2);
    asked[0]?.fail(new Error("no memory"));
    await settle();
    expect(runs.store.getState()).toMatchObject({ status: "failed", message: "no memory" });
    expect(runs.store.getState().rows).toHaveLength(2);
  });

  it("start anew after they are discarded", async () => {
    const kept = memory();
    const { runs, asked } = begin(kept);
    void runs.open(await loaded());
    await settle();
    void runs.run();
    await settle();
    await answerAll(asked);
    await runs.discard();
    expect(runs.store.getState()).toMatchObject({ status: "ready", done: 0, of: 6 });
    expect([...kept.rows.keys()]).toEqual([]);
  });
});
