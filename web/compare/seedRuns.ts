/**
 * Runs both machines of a comparison with several seeds, in the machine pool, to show whether their
 * difference holds for all seeds.
 */
import { createStore, type StoreApi } from "zustand/vanilla";
import { type ComparedMachine, type ComparedRow, compareMetrics } from "../../lib/metrics/compare.ts";
import { type PairedDifference, pairedDifference } from "../../lib/metrics/paired.ts";
import { isResampled } from "../../lib/study/interval.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { type MachinePool, StoppedError } from "../engine/machinePool.ts";

export interface SeedRow
  extends Pick<ComparedRow, "key" | "group" | "label" | "unit" | "isLoss">,
    PairedDifference {}

/** Seeds for which at least one of the two machines did not finish its run. */
export interface FailedSeeds {
  readonly count: number;
  readonly of: number;
  /** Message of the first failure. */
  readonly message: string;
}

export type SeedState =
  | { readonly status: "idle" }
  | { readonly status: "running"; readonly done: number; readonly of: number }
  | {
      readonly status: "done";
      readonly rows: readonly SeedRow[];
      /** True if each seed gives another sample of one capture. Intervals then hold for such traffic. */
      readonly areReplicates: boolean;
      /** Seeds that did not fail. */
      readonly seeds: readonly number[];
      readonly failed: FailedSeeds | undefined;
    }
  /** No seed finished its run on both machines. */
  | { readonly status: "failed"; readonly failed: FailedSeeds };

interface SeedRuns {
  readonly store: StoreApi<SeedState>;
  /** Runs both machines to their end, with the seed of `a` and the seeds after it. */
  readonly run: (a: Scenario, b: Scenario, count: number) => Promise<void>;
  readonly stop: () => void;
  /** Called for other machines: the results do not apply to them. */
  readonly reset: () => void;
}

export const SEED_COUNTS = [4, 8, 16, 32] as const;

export function createSeedRuns(pool: MachinePool): SeedRuns {
  const store = createStore<SeedState>()(() => ({ status: "idle" }));
  /** Counts starts and stops, so that answers to earlier ones are dropped. */
  let turn = 0;

  async function run(a: Scenario, b: Scenario, count: number): Promise<void> {
    turn += 1;
    const mine = turn;
    const seeds = seedsFrom(a.seed, count);
    const of = 2 * seeds.length;
    let done = 0;
    store.setState({ status: "running", done, of }, true);
    const one = async (scenario: Scenario, seed: number): Promise<ComparedMachine> => {
      try {
        const { wholeRun } = await pool.run({ ...scenario, seed }, 0);
        return { metrics: wholeRun, clockHertz: scenario.machine.clockHertz };
      } finally {
        done += 1;
        if (mine === turn) store.setState({ status: "running", done, of }, true);
      }
    };
    const ended = await Promise.all(
      seeds.map(async (seed): Promise<EndedSeed> => {
        const [ofA, ofB] = await Promise.allSettled([one(a, seed), one(b, seed)]);
        if (ofA.status === "fulfilled" && ofB.status === "fulfilled")
          return { seed, rows: compareMetrics(ofA.value, ofB.value) };
        return {
          seed,
          error: ofA.status === "rejected" ? ofA.reason : (ofB as PromiseRejectedResult).reason,
        };
      }),
    );
    // A stop counts as a separate turn. A pool that was stopped elsewhere has no results either.
    if (mine !== turn || ended.some((one) => "error" in one && one.error instanceof StoppedError)) return;
    store.setState(outcomeOf(ended, isResampled(a) || isResampled(b)), true);
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

type EndedSeed =
  | { readonly seed: number; readonly rows: readonly ComparedRow[] }
  | { readonly seed: number; readonly error: unknown };

function outcomeOf(ended: readonly EndedSeed[], areReplicates: boolean): SeedState {
  const good = ended.flatMap((one) => ("rows" in one ? [one] : []));
  const errors = ended.flatMap((one) => ("error" in one ? [one.error] : []));
  const [first] = errors;
  const failed =
    errors.length === 0
      ? undefined
      : {
          count: errors.length,
          of: ended.length,
          message: first instanceof Error ? first.message : String(first),
        };
  if (good.length === 0 && failed !== undefined) return { status: "failed", failed };
  return {
    status: "done",
    rows: seedRows(
      good.map(({ rows }) => rows),
      areReplicates,
    ),
    areReplicates,
    seeds: good.map(({ seed }) => seed),
    failed,
  };
}

/** `first` and the seeds after it. After the largest seed comes 0. */
export function seedsFrom(first: number, count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) =>
    first <= Number.MAX_SAFE_INTEGER - index ? first + index : index,
  );
}

/** One row for each metric that every seed has. */
export function seedRows(
  pairs: readonly (readonly ComparedRow[])[],
  areReplicates = false,
): readonly SeedRow[] {
  const [first = []] = pairs;
  return first.flatMap(({ key, group, label, unit, isLoss }) => {
    const found = pairs.map((rows) => rows.find((row) => row.key === key));
    if (found.some((row) => row === undefined)) return [];
    const values = (side: "a" | "b") => found.map((row) => row?.[side] ?? Number.NaN);
    return [
      { key, group, label, unit, isLoss, ...pairedDifference(values("a"), values("b"), areReplicates) },
    ];
  });
}
