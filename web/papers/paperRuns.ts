/** State of the published experiments: which ones ran, run or failed. It outlives the page that shows it. */
import { createStore, type StoreApi } from "zustand/vanilla";
import { loadPapers, type RunMachine, runExperiment, sharedRuns } from "../../lib/papers/gallery.ts";
import type { Judgement } from "../../lib/papers/judge.ts";
import type { Experiment, Paper } from "../../lib/papers/paper.ts";
import { type StoredResults, storedResults } from "../../lib/papers/stored.ts";
import type { DrawnCurve } from "../../lib/papers/value.ts";
import { type MachinePool, StoppedError } from "../engine/machinePool.ts";

export type ExperimentState =
  | { readonly status: "idle" }
  | { readonly status: "waiting" }
  | { readonly status: "running"; readonly done: number; readonly of: number }
  | {
      readonly status: "done";
      readonly judgements: readonly Judgement[];
      readonly curves: readonly DrawnCurve[];
      /** Digest of the state hashes of all its machines. */
      readonly state: string;
    }
  | { readonly status: "failed"; readonly message: string };

interface PapersState {
  readonly papers: readonly Paper[];
  readonly loading: boolean;
  readonly loadError: string | undefined;
  /** State by id of the experiment. A missing entry means idle. */
  readonly experiments: Readonly<Record<string, ExperimentState>>;
  /** Results of the release, by id of the experiment. */
  readonly stored: ReadonlyMap<string, StoredResults>;
}

export interface Papers {
  readonly store: StoreApi<PapersState>;
  readonly load: () => Promise<void>;
  readonly run: (paper: Paper, experiment: Experiment) => Promise<void>;
  /** Runs all unfinished experiments, or only those of one paper. */
  readonly runAll: (only?: Paper) => Promise<void>;
  readonly stop: () => void;
}

export const IDLE: ExperimentState = { status: "idle" };

/** Empty if they do not load: every experiment can still run. */
async function loadResults(): Promise<string> {
  try {
    return (await import("../../docs/papers/results.csv?raw")).default;
  } catch {
    return "";
  }
}

/** Number of experiments at a time, so that machines of the next one are ready when one ends. */
const AT_ONCE = 2;

export function createPapers(pool: MachinePool): Papers {
  const store = createStore<PapersState>()(() => ({
    papers: [],
    loading: true,
    loadError: undefined,
    experiments: {},
    stored: new Map(),
  }));

  function mark(id: string, state: ExperimentState): void {
    store.setState(({ experiments }) => ({ experiments: { ...experiments, [id]: state } }));
  }

  /** Counts the stops. Work that was started before the latest stop ends wherever it is. */
  let stops = 0;

  const inPool: RunMachine = (scenario, warmUpCycles, until) => pool.run(scenario, warmUpCycles, until);

  async function runWith(paper: Paper, experiment: Experiment, runMachine: RunMachine): Promise<void> {
    const { id } = experiment;
    const started = stops;
    const isStopped = () => stops !== started;
    if (store.getState().experiments[id]?.status === "running") return;
    try {
      mark(id, { status: "running", done: 0, of: 1 });
      const { judgements, curves, state } = await runExperiment(
        paper,
        experiment,
        (scenario, warmUpCycles, until) =>
          isStopped()
            ? Promise.reject(new StoppedError("stopped"))
            : runMachine(scenario, warmUpCycles, until),
        (done, of) => {
          if (!isStopped()) mark(id, { status: "running", done, of });
        },
      );
      if (!isStopped()) mark(id, { status: "done", judgements, curves, state });
    } catch (error) {
      if (isStopped()) return;
      if (error instanceof StoppedError) mark(id, IDLE);
      else mark(id, { status: "failed", message: error instanceof Error ? error.message : String(error) });
    }
  }

  /** Runs the experiments in the order of the page, AT_ONCE of them at a time, because the page itself plans them. */
  async function runAll(only?: Paper): Promise<void> {
    const { papers, experiments } = store.getState();
    const left = (only === undefined ? papers : [only]).flatMap((paper) =>
      paper.experiments
        .filter(({ id }) => !["done", "running"].includes(experiments[id]?.status ?? "idle"))
        .map((experiment) => ({ paper, experiment })),
    );
    for (const { experiment } of left) mark(experiment.id, { status: "waiting" });
    const started = stops;
    const runMachine = sharedRuns(inPool);
    const lane = async (): Promise<void> => {
      for (let next = left.shift(); next && stops === started; next = left.shift())
        await runWith(next.paper, next.experiment, runMachine);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
  }

  function stop(): void {
    stops += 1;
    pool.stop();
    for (const [id, { status }] of Object.entries(store.getState().experiments))
      if (status === "waiting" || status === "running") mark(id, IDLE);
  }

  return {
    store,
    run: (paper, experiment) => runWith(paper, experiment, inPool),
    load: async () => {
      try {
        const [papers, results] = await Promise.all([loadPapers(), loadResults()]);
        store.setState({
          papers,
          loading: false,
          loadError: undefined,
          stored: storedResults(results, papers),
        });
      } catch (error) {
        store.setState({ loading: false, loadError: error instanceof Error ? error.message : String(error) });
      }
    },
    runAll,
    stop,
  };
}
