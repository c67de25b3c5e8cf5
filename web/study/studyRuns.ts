/** The runs of a study: what is done, what is under way, how long the rest takes. Outlives the page that shows it. */
import { createStore, type StoreApi } from "zustand/vanilla";
import { secondsLeft, type TimedRun } from "../../lib/study/estimate.ts";
import { runsOf, type StudyPlan, type StudyPoint, type StudyRun } from "../../lib/study/plan.ts";
import { pointKey, rowOf, type StudyRow } from "../../lib/study/row.ts";
import { firstSeed } from "../../lib/study/seeds.ts";
import { seedsWanted, stopValues } from "../../lib/study/stop.ts";
import { type MachinePool, StoppedError } from "../engine/machinePool.ts";
import type { KeptRows } from "./keptRows.ts";
import type { LoadedStudy } from "./loadStudy.ts";

export type StudyStatus = "none" | "ready" | "running" | "paused" | "done" | "failed";

export interface StudyRunState {
  readonly status: StudyStatus;
  readonly loaded: LoadedStudy | undefined;
  readonly rows: readonly StudyRow[];
  readonly done: number;
  /** As far as is known: a stop rule may add seeds. */
  readonly of: number;
  /** undefined: not known yet. */
  readonly secondsLeft: number | undefined;
  /** Of "failed". */
  readonly message: string | undefined;
  /** false: rows are gone when the page is. */
  readonly isKept: boolean;
}

export interface StudyRuns {
  readonly store: StoreApi<StudyRunState>;
  /** Gives up what runs; takes the rows that are kept of the same study. */
  readonly open: (loaded: LoadedStudy | undefined) => Promise<void>;
  /** Runs what has no row yet. */
  readonly run: () => Promise<void>;
  /** Runs under way are given up, rows stay. */
  readonly pause: () => void;
  /** All rows are thrown away. */
  readonly discard: () => Promise<void>;
}

const NOTHING: StudyRunState = {
  status: "none",
  loaded: undefined,
  rows: [],
  done: 0,
  of: 0,
  secondsLeft: undefined,
  message: undefined,
  isKept: true,
};

/** Rows are shown and kept together, so often at most. */
const TELL_MS = 250;
const KEEP_MS = 1000;

/** Trials tell how long a study will take: of so many points, of so many cycles each. */
const TRIAL_POINTS = 3;
const TRIAL_CYCLES = 1_000_000;
/** What a run takes beside its cycles is told by a very short one. */
const SHORT_CYCLES = 10_000;

interface Options {
  readonly pool: MachinePool;
  readonly workers: number;
  readonly kept: KeptRows;
  readonly now?: () => number;
}

export function createStudyRuns({ pool, workers, kept, now = () => performance.now() }: Options): StudyRuns {
  const store = createStore<StudyRunState>()(() => NOTHING);
  /** Counts what makes answers stale: another study, a pause. */
  let turn = 0;
  /** By point and seed. */
  let rows = new Map<string, StudyRow>();
  /** Rows by number of the point. */
  let doneOf = new Map<number, number>();
  let timed: TimedRun[] = [];
  let unkept: StudyRow[] = [];
  let toldMs = 0;
  let keptMs = 0;

  const rowKey = (point: StudyPoint, seed: number) => `${pointKey(point.values)} ${seed}`;

  function wantedOf(plan: StudyPlan, point: StudyPoint): number {
    const known = stopValues(plan, point, (seed) => rows.get(rowKey(point, seed)));
    return seedsWanted(plan.study, known);
  }

  /** Seed by seed, so that every point has a first value soon. */
  function runsLeft(plan: StudyPlan): readonly StudyRun[] {
    return plan.points
      .flatMap((point) => runsOf(plan, point, 0, wantedOf(plan, point)))
      .filter(({ point, seed }) => !rows.has(rowKey(point, seed)))
      .toSorted((a, b) => orderOf(plan, a) - orderOf(plan, b));
  }

  function tell(change: Partial<StudyRunState> = {}): void {
    const { loaded } = store.getState();
    if (loaded === undefined) return;
    const { plan } = loaded;
    toldMs = now();
    const wanted = plan.points.map((point) => ({ pointNumber: point.number, runs: wantedOf(plan, point) }));
    const of = wanted.reduce((sum, { runs }) => sum + runs, 0);
    const left = wanted.map(({ pointNumber, runs }) => ({
      pointNumber,
      runs: Math.max(0, runs - (doneOf.get(pointNumber) ?? 0)),
    }));
    store.setState({
      rows: [...rows.values()],
      done: rows.size,
      of: Math.max(of, rows.size),
      secondsLeft: secondsLeft(timed, left, workers),
      ...change,
    });
  }

  async function keep(studyHash: string): Promise<void> {
    const batch = unkept;
    unkept = [];
    keptMs = now();
    if (batch.length === 0) return;
    const isKept = await kept.add(studyHash, batch);
    if (store.getState().loaded?.plan.studyHash === studyHash) store.setState({ isKept });
  }

  async function open(loaded: LoadedStudy | undefined): Promise<void> {
    turn += 1;
    const mine = turn;
    pool.stop();
    const before = store.getState().loaded;
    if (before !== undefined) await keep(before.plan.studyHash);
    if (mine !== turn) return;
    forget();
    if (loaded === undefined) {
      store.setState(NOTHING, true);
      return;
    }
    const { plan } = loaded;
    const known = await kept.read(plan.studyHash);
    if (mine !== turn) return;
    takeRows(plan, known);
    store.setState({ ...NOTHING, loaded, status: "ready" }, true);
    const isDone = plan.points.length > 0 && runsLeft(plan).length === 0;
    tell({ status: isDone ? "done" : rows.size > 0 ? "paused" : "ready" });
    if (!isDone) await tryOut(plan, mine);
  }

  /** Of points that the plan has. */
  function takeRows(plan: StudyPlan, known: readonly StudyRow[]): void {
    const points = new Map(plan.points.map((point) => [pointKey(point.values), point]));
    for (const row of known) {
      const point = points.get(pointKey(row.point));
      if (point !== undefined) enter(point, row);
    }
  }

  function enter(point: StudyPoint, row: StudyRow): void {
    const key = rowKey(point, row.seed);
    if (!rows.has(key)) doneOf.set(point.number, (doneOf.get(point.number) ?? 0) + 1);
    rows.set(key, row);
  }

  function forget(): void {
    rows = new Map();
    doneOf = new Map();
    timed = [];
    unkept = [];
  }

  /** Short runs of some points, for an estimate before the first whole one. */
  async function tryOut(plan: StudyPlan, mine: number): Promise<void> {
    const at = Array.from({ length: TRIAL_POINTS }, (_, index) =>
      Math.round((index * (plan.points.length - 1)) / (TRIAL_POINTS - 1)),
    );
    const points = [...new Set(at)].flatMap((index) => plan.points[index] ?? []);
    try {
      for (const [index, point] of points.entries()) {
        const { runCycles } = point.scenario;
        const long = Math.min(runCycles, TRIAL_CYCLES);
        const short = Math.min(long - 1, SHORT_CYCLES);
        // The core has to be there, and compiled by the browser.
        if (index === 0) await secondsOf(point, long);
        const before = await secondsOf(point, short);
        const after = await secondsOf(point, long);
        if (mine !== turn || store.getState().status === "running") return;
        const perCycle = Math.max(0, after - before) / (long - short);
        timed.push({ pointNumber: point.number, seconds: before + perCycle * runCycles });
        tell();
      }
    } catch {
      // What is wrong is said when the study runs.
    }
  }

  async function secondsOf({ scenario }: StudyPoint, runCycles: number): Promise<number> {
    const begin = now();
    await pool.run({ ...scenario, runCycles }, 0);
    return (now() - begin) / 1000;
  }

  async function run(): Promise<void> {
    const { loaded, status } = store.getState();
    if (loaded === undefined || status === "running") return;
    turn += 1;
    const mine = turn;
    pool.stop();
    const { plan } = loaded;
    store.setState({ status: "running", message: undefined });
    tell();
    try {
      // A stop rule may ask for more seeds after the last answer.
      for (let left = runsLeft(plan); left.length > 0 && mine === turn; left = runsLeft(plan))
        await runAll(plan, [...left], mine);
      if (mine !== turn) return;
      await keep(plan.studyHash);
      if (mine === turn) tell({ status: "done" });
    } catch (error) {
      if (mine !== turn || error instanceof StoppedError) return;
      turn += 1;
      pool.stop();
      tell({ status: "failed", message: error instanceof Error ? error.message : String(error) });
    }
  }

  /** As many at a time as there are workers. */
  async function runAll(plan: StudyPlan, queue: StudyRun[], mine: number): Promise<void> {
    const lane = async (): Promise<void> => {
      for (let one = queue.shift(); one !== undefined && mine === turn; one = queue.shift()) {
        const begin = now();
        const outcome = await pool.run(one.scenario, plan.study.warmUpCycles);
        if (mine !== turn) return;
        const row = rowOf(plan, one, outcome);
        enter(one.point, row);
        unkept.push(row);
        timed.push({ pointNumber: one.point.number, seconds: (now() - begin) / 1000 });
        if (now() - toldMs >= TELL_MS) tell();
        if (now() - keptMs >= KEEP_MS) void keep(plan.studyHash);
      }
    };
    await Promise.all(Array.from({ length: workers }, lane));
  }

  function pause(): void {
    const { status, loaded } = store.getState();
    if (status !== "running" || loaded === undefined) return;
    turn += 1;
    pool.stop();
    void keep(loaded.plan.studyHash);
    tell({ status: "paused" });
  }

  async function discard(): Promise<void> {
    const { loaded } = store.getState();
    if (loaded === undefined) return;
    turn += 1;
    pool.stop();
    forget();
    await kept.remove(loaded.plan.studyHash);
    tell({ status: "ready", message: undefined });
  }

  return { store, open, run, pause, discard };
}

function orderOf({ study, points }: StudyPlan, { point, seed }: StudyRun): number {
  return (seed - firstSeed(study, point.number)) * points.length + point.number;
}
