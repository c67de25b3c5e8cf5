/** Both machines of a comparison over several seeds, in the machine pool: does their difference hold over seeds? */
import { createStore, type StoreApi } from "zustand/vanilla";
import { type ComparedMachine, type ComparedRow, compareMetrics } from "../../lib/metrics/compare.ts";
import { type PairedDifference, pairedDifference } from "../../lib/metrics/paired.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { type MachinePool, StoppedError } from "../engine/machinePool.ts";

export interface SeedRow
  extends Pick<ComparedRow, "key" | "group" | "label" | "unit" | "isLoss">,
    PairedDifference {}

export type SeedState =
  | { readonly status: "idle" }
  | { readonly status: "running"; readonly done: number; readonly of: number }
  | { readonly status: "done"; readonly rows: readonly SeedRow[]; readonly seeds: readonly number[] }
  | { readonly status: "failed"; readonly message: string };

export interface SeedRuns {
  readonly store: StoreApi<SeedState>;
  /** The whole run of both, with the seed of `a` and the seeds after it. */
  readonly run: (a: Scenario, b: Scenario, count: number) => Promise<void>;
  readonly stop: () => void;
  /** Other machines: what was found says nothing about them. */
  readonly reset: () => void;
}

export const SEED_COUNTS = [4, 8, 16, 32] as const;

export function createSeedRuns(pool: MachinePool): SeedRuns {
  const store = createStore<SeedState>()(() => ({ status: "idle" }));
  /** Counts starts and stops: an answer to an older one is dropped. */
  let turn = 0;

  async function run(a: Scenario, b: Scenario, count: number): Promise<void> {
    turn += 1;
    const mine = turn;
    const seeds = seedsFrom(a.seed, count);
    const of = 2 * seeds.length;
    let done = 0;
    store.setState({ status: "running", done, of }, true);
    const one = async (scenario: Scenario, seed: number): Promise<ComparedMachine> => {
      const { wholeRun } = await pool.run({ ...scenario, seed }, 0);
      done += 1;
      if (mine === turn) store.setState({ status: "running", done, of }, true);
      return { metrics: wholeRun, clockHertz: scenario.machine.clockHertz };
    };
    try {
      const pairs = await Promise.all(
        seeds.map(async (seed) => {
          const [ofA, ofB] = await Promise.all([one(a, seed), one(b, seed)]);
          return compareMetrics(ofA, ofB);
        }),
      );
      if (mine === turn) store.setState({ status: "done", rows: seedRows(pairs), seeds }, true);
    } catch (error) {
      if (mine !== turn || error instanceof StoppedError) return;
      store.setState(
        { status: "failed", message: error instanceof Error ? error.message : String(error) },
        true,
      );
    }
  }

  function stop(): void {
    turn += 1;
    pool.stop();
    store.setState({ status: "idle" }, true);
  }

  return {
    store,
    run,
    stop,
    reset: () => {
      if (store.getState().status === "running") stop();
      else store.setState({ status: "idle" }, true);
    },
  };
}

/** `first` and the seeds after it; the top of the range is followed by 0. */
export function seedsFrom(first: number, count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) =>
    first <= Number.MAX_SAFE_INTEGER - index ? first + index : index,
  );
}

/** One row for each metric that every seed has. */
export function seedRows(pairs: readonly (readonly ComparedRow[])[]): readonly SeedRow[] {
  const [first = []] = pairs;
  return first.flatMap(({ key, group, label, unit, isLoss }) => {
    const found = pairs.map((rows) => rows.find((row) => row.key === key));
    if (found.some((row) => row === undefined)) return [];
    const values = (side: "a" | "b") => found.map((row) => row?.[side] ?? Number.NaN);
    return [{ key, group, label, unit, isLoss, ...pairedDifference(values("a"), values("b")) }];
  });
}
