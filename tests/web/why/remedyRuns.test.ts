import { describe, expect, it } from "vitest";
import type { Outcome } from "../../../lib/papers/outcome.ts";
import { runToOutcome } from "../../../lib/papers/outcome.ts";
import type { Remedy } from "../../../lib/why/remedies.ts";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import { StoppedError, workersBeside } from "../../../web/engine/machinePool.ts";
import { createRemedyRunner, type RemedyRuns } from "../../../web/why/remedyRuns.ts";
import { testCore } from "../engine/support.ts";
import { scenarioFile } from "../scenarios/support.ts";

const scenario = scenarioFile("demos/ring-overflow.json", { runCycles: 20_000 });
const outcome = runToOutcome(await testCore(), scenario, 0);
if (outcome === undefined) throw new Error("the run has no end");
const ended: Outcome = outcome;

/** The machine with that seed represents a variant of it. */
const remedy = (seed: number): Remedy => ({
  pattern: "Clock one and a half times as fast",
  gaps: {},
  scenario: { ...scenario, seed },
});
const OWN = scenario.seed;

/** The seeds that ran, in order, and functions that end the runs. */
function fakePools() {
  const begun: number[] = [];
  let open = 0;
  let pending: { seed: number; resolve: (outcome: Outcome) => void; reject: (error: Error) => void }[] = [];
  const settled = () => new Promise((resolve) => setTimeout(resolve, 0));
  return {
    begun,
    open: () => open,
    running: () => pending.map(({ seed }) => seed),
    end: async (failed = false) => {
      const first = pending.shift();
      if (failed) first?.reject(new Error("no core"));
      else first?.resolve(ended);
      await settled();
    },
    make: () => {
      open += 1;
      return {
        run: ({ seed }: Scenario) =>
          new Promise<Outcome>((resolve, reject) => {
            begun.push(seed);
            pending.push({ seed, resolve, reject });
          }),
        stop: () => {
          open -= 1;
          for (const { reject } of pending) reject(new StoppedError("stopped"));
          pending = [];
        },
      };
    },
  };
}

function runner(size = 1) {
  const pools = fakePools();
  const seen: RemedyRuns[] = [];
  return {
    pools,
    runs: createRemedyRunner(scenario, size, pools.make),
    see: (runs: RemedyRuns) => void seen.push(runs),
    /** "+": its run has ended. */
    last: () => seen.at(-1)?.rows.map(({ after, failed }) => (failed ? "failed" : after ? "+" : "…")),
    machine: () => seen.at(-1)?.before,
  };
}

describe("the runs of suggested remedies", () => {
  it("include the machine as it is, run a few at once, and leave no worker behind", async () => {
    const { pools, runs, see, last, machine } = runner(2);
    runs.ask([remedy(901), remedy(902)], see);
    expect(pools.running()).toEqual([OWN, 901]);
    expect(last()).toEqual(["…", "…"]);
    await pools.end();
    expect(machine()?.metrics).toEqual(ended.wholeRun);
    expect(pools.running()).toEqual([901, 902]);
    await pools.end();
    await pools.end();
    expect(last()).toEqual(["+", "+"]);
    expect(pools.open()).toBe(0);
  });

  it("are made once for all losses that the user asks about", async () => {
    const { pools, runs, see, last, machine } = runner();
    runs.ask([remedy(901), remedy(902)], see);
    await pools.end();
    await pools.end();
    runs.ask([remedy(901), remedy(903)], see);
    expect(last()).toEqual(["+", "…"]);
    expect(machine()?.metrics).toEqual(ended.wholeRun);
    await pools.end(); // Of the previous loss.
    await pools.end();
    expect(last()).toEqual(["+", "+"]);
    expect(pools.begun).toEqual([OWN, 901, 902, 903]);
  });

  it("do not continue while they are held", async () => {
    const { pools, runs, see, last } = runner();
    runs.ask([remedy(901)], see);
    await pools.end();
    runs.hold(true);
    await pools.end();
    expect([pools.open(), pools.running(), last()]).toEqual([0, [], ["…"]]);
    runs.ask([remedy(901), remedy(902)], see);
    expect(pools.running()).toEqual([]);
    runs.hold(false);
    expect(pools.running()).toEqual([901]);
    await pools.end();
    await pools.end();
    expect(last()).toEqual(["+", "+"]);
    expect(pools.begun).toEqual([OWN, 901, 901, 902]);
  });

  it("report which could not run", async () => {
    const { pools, runs, see, last } = runner();
    runs.ask([remedy(901), remedy(902)], see);
    await pools.end();
    await pools.end(true);
    await pools.end();
    expect(last()).toEqual(["failed", "+"]);
  });

  it("are abandoned when the answer is closed", async () => {
    const { pools, runs, see } = runner(2);
    runs.ask([remedy(901), remedy(902)], see);
    runs.stop();
    await pools.end();
    expect([pools.open(), pools.begun.length]).toEqual([0, 2]);
  });

  it("start no worker if there is nothing to try", () => {
    const { pools, runs, see } = runner();
    runs.ask([], see);
    expect([pools.open(), pools.begun]).toEqual([0, []]);
  });

  it("leave a processor to the page", () => {
    expect([1, 2, 3, 4, 16].map(workersBeside)).toEqual([1, 1, 2, 3, 4]);
  });
});
