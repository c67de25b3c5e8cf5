import { describe, expect, it } from "vitest";
import { runToOutcome } from "../../../lib/papers/outcome.ts";
import { createSeedRuns, seedsFrom } from "../../../web/compare/seedRuns.ts";
import { type MachinePool, StoppedError } from "../../../web/engine/machinePool.ts";
import { testCore } from "../engine/support.ts";
import { scenarioFile } from "../scenarios/support.ts";

const core = await testCore();
const a = scenarioFile("demos/ring-overflow.json", { runCycles: 1_000_000 });
const b = {
  ...a,
  machine: { ...a.machine, nics: a.machine.nics.map((nic) => ({ ...nic, rxRingFrames: 64 })) },
};

function pool(seen: number[] = []): MachinePool {
  return {
    run: async (scenario, warmUpCycles) => {
      seen.push(scenario.seed);
      const outcome = runToOutcome(core, scenario, warmUpCycles);
      if (outcome === undefined) throw new Error("stopped");
      return outcome;
    },
    stop: () => undefined,
  };
}

describe("runs over several seeds", () => {
  it("use the seeds after the scenario's own, the same for both machines", async () => {
    const seen: number[] = [];
    const runs = createSeedRuns(pool(seen));
    await runs.run(a, b, 4);
    const seeds = seedsFrom(a.seed, 4);
    expect(seen.toSorted((one, other) => one - other)).toEqual(
      [...seeds, ...seeds].toSorted((one, other) => one - other),
    );
    expect(runs.store.getState()).toMatchObject({ status: "done", seeds });
  });

  it("use seeds within their range", () => {
    expect(seedsFrom(Number.MAX_SAFE_INTEGER - 1, 3)).toEqual([
      Number.MAX_SAFE_INTEGER - 1,
      Number.MAX_SAFE_INTEGER,
      2,
    ]);
  });

  it("find a difference between machines, and none in equal metrics", async () => {
    const runs = createSeedRuns(pool());
    await runs.run(a, b, 4);
    const state = runs.store.getState();
    if (state.status !== "done") throw new Error(state.status);
    const row = (key: string) => state.rows.find((one) => one.key === key);
    expect(row("Received: dropped")?.difference).toBeLessThan(0);
    expect(row("Received: offered")?.verdict).toBe("same");
    await runs.run(a, a, 4);
    const same = runs.store.getState();
    if (same.status !== "done") throw new Error(same.status);
    expect(same.rows.map(({ verdict }) => verdict)).not.toContain("more");
    expect(same.rows.map(({ verdict }) => verdict)).not.toContain("within");
  });

  it("report progress and can be stopped", async () => {
    let reject: (error: Error) => void = () => undefined;
    const held: MachinePool = {
      run: () =>
        new Promise((_, refuse) => {
          reject = refuse;
        }),
      stop: () => reject(new StoppedError("stopped")),
    };
    const runs = createSeedRuns(held);
    void runs.run(a, b, 4);
    expect(runs.store.getState()).toEqual({ status: "running", done: 0, of: 8 });
    runs.stop();
    await Promise.resolve();
    expect(runs.store.getState()).toEqual({ status: "idle" });
  });

  it("report how many fail and why, and show the results of the others", async () => {
    const good = pool();
    const [, bad = 0, worse = 0] = seedsFrom(a.seed, 4);
    const runs = createSeedRuns({
      ...good,
      run: (scenario, warmUp) => {
        if (scenario.seed === bad) return Promise.reject(new Error("no memory"));
        // Only one machine of the pair fails.
        if (scenario.seed === worse && scenario.machine === b.machine)
          return Promise.reject(new Error("gone"));
        return good.run(scenario, warmUp);
      },
    });
    const progress: number[] = [];
    runs.store.subscribe((state) => state.status === "running" && progress.push(state.done));
    await runs.run(a, b, 4);
    const state = runs.store.getState();
    if (state.status !== "done") throw new Error(state.status);
    expect(state.failed).toEqual({ count: 2, of: 4, message: "no memory" });
    expect(state.seeds).toEqual(seedsFrom(a.seed, 4).filter((seed) => seed !== bad && seed !== worse));
    expect(state.rows.find(({ key }) => key === "Received: dropped")?.pairs).toBe(2);
    expect(progress.at(-1), "machines that failed have run, too").toBe(8);
  });

  it("report that all failed", async () => {
    const runs = createSeedRuns({ run: () => Promise.reject(new Error("no memory")), stop: () => undefined });
    await runs.run(a, b, 4);
    expect(runs.store.getState()).toEqual({
      status: "failed",
      failed: { count: 4, of: 4, message: "no memory" },
    });
  });
});
