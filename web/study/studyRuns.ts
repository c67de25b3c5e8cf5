/** The runs of a study: the finished ones, the active ones, and the remaining time. They outlive the page that shows
 * them. */

import { createStore, type StoreApi } from "zustand/vanilla";
import type { Outcome } from "../../lib/papers/outcome.ts";
import { secondsLeft, type TimedRun } from "../../lib/study/estimate.ts";
import { runsOf, type StudyPlan, type StudyPoint, type StudyRun } from "../../lib/study/plan.ts";
import { pointKey, rowKey, rowOf, rowsByKey, type StudyRow } from "../../lib/study/row.ts";
import { askedPoints, completeRows, type SearchResult, searchResults } from "../../lib/study/search.ts";
import { firstSeed, pointSeedsWanted } from "../../lib/study/seeds.ts";
import { type MachinePool, StoppedError } from "../engine/machinePool.ts";
import type { KeptRows } from "./keptRows.ts";
import type { LoadedStudy } from "./loadStudy.ts";

type StudyStatus = "none" | "ready" | "running" | "paused" | "done" | "failed";

export interface StudyRunState {
  readonly status: StudyStatus;
  readonly loaded: LoadedStudy | undefined;
  readonly rows: readonly StudyRow[];
  readonly done: number;
  /** As far as it is known. A stop rule may add seeds. */
  readonly of: number;
  /** Undefined if it is not known yet. */
  readonly secondsLeft: number | undefined;
  /** Set for a study with a search that has ended. */
  readonly found: readonly SearchResult[] | undefined;
  /** Set if the status is "failed". */
  readonly message: string | undefined;
  /** False if rows will be lost when the page closes. */
  readonly isKept: boolean;
  /** How the results of a finished study relate to its stored results. Undefined if it has no stored results. */
  readonly stored: "shown" | "same" | "different" | undefined;
}

export interface StudyRuns {
  readonly store: StoreApi<StudyRunState>;
  /** Cancels current runs. Then takes the rows that are stored with the study or by earlier visits. */
  readonly open: (loaded: LoadedStudy | undefined, stored?: readonly StudyRow[]) => Promise<void>;
  /** Runs everything that has no row yet. */
  readonly run: () => Promise<void>;
  /** Cancels active runs and keeps rows. */
  readonly pause: () => void;
  /** Deletes all rows. */
  readonly discard: () => Promise<void>;
}

const NOTHING: StudyRunState = {
  status: "none",
  loaded: undefined,
  rows: [],
  done: 0,
  of: 0,
  secondsLeft: undefined,
  found: undefined,
  message: undefined,
  isKept: true,
  stored: undefined,
};

/** Rows are shown and stored together, at most this often. */
const TELL_MS = 250;
const KEEP_MS = 1000;
/** All rows are summed up and drawn again each time, on a processor that workers could use. That may take a twentieth
 * of the time. */
const TELL_SHARE = 20;

interface Options {
  readonly pool: MachinePool;
  readonly workers: number;
  readonly kept: KeptRows;
  readonly now?: () => number;
}

/** A study that is open, with its rows. */
interface OpenStudy {
  readonly plan: StudyPlan;
  readonly held: HeldRows;
  /** Rows that come with the study. */
  readonly stored: readonly StudyRow[];
  readonly timed: TimedRun[];
  /** Rows that are not stored yet. */
  unkept: StudyRow[];
}

export function createStudyRuns({ pool, workers, kept, now = () => performance.now() }: Options): StudyRuns {
  const store = createStore<StudyRunState>()(() => NOTHING);
  /** Counts events that make answers obsolete: another study, a pause. */
  let turn = 0;
  let opened: OpenStudy | undefined;
  let toldMs = 0;
  /** Time of the last update: computing the summary, and drawing the page. */
  let tellingMs = 0;
  let keptMs = 0;

  function tell(study: OpenStudy, change: Partial<StudyRunState> = {}): void {
    const beganMs = now();
    store.setState({ ...toldOf(study, workers), ...change });
    toldMs = now();
    tellingMs = toldMs - beganMs;
  }

  async function keep(study: OpenStudy): Promise<void> {
    const batch = study.unkept;
    study.unkept = [];
    keptMs = now();
    if (batch.length === 0) return;
    const isKept = await kept.add(study.plan.studyHash, batch);
    if (study === opened) store.setState({ isKept });
  }

  /** Cancels current runs. Their answers are then stale. */
  function begin(): number {
    turn += 1;
    pool.stop();
    return turn;
  }

  async function open(loaded: LoadedStudy | undefined, stored: readonly StudyRow[] = []): Promise<void> {
    const mine = begin();
    if (opened !== undefined) await keep(opened);
    if (mine !== turn) return;
    opened = undefined;
    store.setState(NOTHING, true);
    if (loaded === undefined) return;
    const { plan } = loaded;
    const known = await kept.read(plan.studyHash);
    if (mine !== turn) return;
    const held = holdRows(plan, [...stored, ...known]);
    const study: OpenStudy = { plan, held, stored, timed: [], unkept: [] };
    opened = study;
    store.setState({ ...NOTHING, loaded }, true);
    const status = statusOf(study);
    tell(study, { status });
    if (status !== "done") await tryOut(study, mine);
  }

  async function tryOut(study: OpenStudy, mine: number): Promise<void> {
    try {
      for await (const trial of trials(pool, study.plan, now)) {
        if (mine !== turn) return;
        study.timed.push(trial);
        tell(study);
      }
    } catch {
      // Errors are reported when the study runs.
    }
  }

  async function run(): Promise<void> {
    const study = opened;
    if (study === undefined || store.getState().status === "running") return;
    const mine = begin();
    tell(study, { status: "running", message: undefined });
    try {
      // A stop rule may ask for more seeds after the last answer.
      for (let left = study.held.runsLeft(); left.length > 0 && mine === turn; left = study.held.runsLeft())
        await runAll(study, [...left], mine);
      if (mine !== turn) return;
      await keep(study);
      if (mine === turn) tell(study, { status: "done" });
    } catch (error) {
      if (mine !== turn || error instanceof StoppedError) return;
      begin();
      void keep(study);
      tell(study, { status: "failed", message: error instanceof Error ? error.message : String(error) });
    }
  }

  /** Runs as many at a time as there are workers. */
  async function runAll(study: OpenStudy, queue: StudyRun[], mine: number): Promise<void> {
    const next = (): AskedRun | undefined => {
      const run = mine === turn ? queue.shift() : undefined;
      return run && { run, outcome: pool.run(run.scenario, study.plan.study.warmUpCycles) };
    };
    const take = (run: StudyRun, outcome: Outcome, seconds: number) => {
      if (mine !== turn) return;
      enter(study, run, outcome, seconds);
      if (now() - toldMs >= Math.max(TELL_MS, TELL_SHARE * tellingMs)) tell(study);
      if (now() - keptMs >= KEEP_MS) void keep(study);
    };
    await Promise.all(Array.from({ length: workers }, () => lane(next, take, now)));
  }

  function pause(): void {
    if (opened === undefined || store.getState().status !== "running") return;
    begin();
    void keep(opened);
    tell(opened, { status: "paused" });
  }

  async function discard(): Promise<void> {
    if (opened === undefined) return;
    begin();
    const { plan } = opened;
    const study: OpenStudy = { ...opened, held: holdRows(plan), unkept: [] };
    opened = study;
    await kept.remove(plan.studyHash);
    if (study === opened) tell(study, { status: "ready", message: undefined });
  }

  return { store, open, run, pause, discard };
}

interface AskedRun {
  readonly run: StudyRun;
  readonly outcome: Promise<Outcome>;
}

/** Runs one after the other. A worker starts its next run while the page processes the last one. */
async function lane(
  next: () => AskedRun | undefined,
  take: (run: StudyRun, outcome: Outcome, seconds: number) => void,
  now: () => number,
): Promise<void> {
  let began = now();
  for (let asked = next(); asked !== undefined; ) {
    const outcome = await asked.outcome;
    const { run } = asked;
    const ended = now();
    asked = next();
    // It is not awaited if take() throws. Without this handler its own failure would be an unhandled rejection.
    asked?.outcome.catch(() => undefined);
    take(run, outcome, (ended - began) / 1000);
    began = ended;
  }
}

function toldOf({ held, stored, timed }: OpenStudy, workers: number): Partial<StudyRunState> {
  const left = held.pointsLeft();
  const runs = left.reduce((sum, one) => sum + one.runs, 0);
  const rows = held.all();
  return {
    rows,
    stored: runs === 0 && stored.length > 0 ? comparedWithStored(rows, stored) : undefined,
    done: held.count(),
    of: held.count() + runs,
    secondsLeft: secondsLeft(timed, left, workers),
    found: runs === 0 ? held.found() : undefined,
  };
}

function comparedWithStored(
  rows: readonly StudyRow[],
  stored: readonly StudyRow[],
): "shown" | "same" | "different" {
  const known = rowsByKey(stored);
  const pairs = rows.map((row) => [row, known.get(rowKey(row))] as const);
  if (pairs.every(([row, other]) => row === other)) return "shown";
  return pairs.every(([row, other]) => row.stateHash === other?.stateHash) ? "same" : "different";
}

function enter(study: OpenStudy, run: StudyRun, outcome: Outcome, seconds: number): void {
  const row = rowOf(study.plan, run, outcome);
  study.held.enter(run.point, row);
  study.unkept.push(row);
  study.timed.push({ pointNumber: run.point.number, seconds });
}

/** Status of a study that was just opened. */
function statusOf({ plan, held }: OpenStudy): StudyStatus {
  if (held.count() === 0) return "ready";
  return plan.points.length > 0 && held.runsLeft().length === 0 ? "done" : "paused";
}

/** The rows of a study as they arrive, and the remaining runs. */
interface PointLeft {
  readonly pointNumber: number;
  readonly runs: number;
}

interface HeldRows {
  /** Ordered by point, then by seed, like the command's output. */
  readonly all: () => readonly StudyRow[];
  readonly count: () => number;
  /** A row replaces an earlier one for the same point and seed. */
  readonly enter: (point: StudyPoint, row: StudyRow) => void;
  /** Seed by seed, so that every point has a first value soon. A stop rule adds runs as rows come. */
  readonly runsLeft: () => readonly StudyRun[];
  readonly pointsLeft: () => readonly PointLeft[];
  /** Undefined if the study has no search, or the search has not ended. */
  readonly found: () => readonly SearchResult[] | undefined;
}

/** Rows in `known` whose points the plan does not have are left out. */
function holdRows(plan: StudyPlan, known: readonly StudyRow[] = []): HeldRows {
  /** Key is rowKey. */
  const rows = new Map<string, StudyRow>();
  /** Number of a row's point, by rowKey. */
  const pointOf = new Map<string, number>();
  /** Rows by number of the point. */
  const done = new Map<number, number>();

  function enter(point: StudyPoint, row: StudyRow): void {
    const key = rowKey(row);
    if (!rows.has(key)) done.set(point.number, (done.get(point.number) ?? 0) + 1);
    rows.set(key, row);
    pointOf.set(key, point.number);
  }

  const inOrder = ([key, row]: [string, StudyRow], [otherKey, other]: [string, StudyRow]): number =>
    (pointOf.get(key) ?? 0) - (pointOf.get(otherKey) ?? 0) || row.seed - other.seed;

  function wanted(point: StudyPoint): number {
    return pointSeedsWanted(plan, point, (seed) => rows.get(rowKey({ point: point.values, seed })));
  }

  const points = new Map(plan.points.map((point) => [pointKey(point.values), point]));
  for (const row of known) {
    const point = points.get(pointKey(row.point));
    if (point !== undefined) enter(point, row);
  }

  const rowsOf = completeRows(plan, rows);
  /** In a search, the points that it requests next. */
  const asked = () => (plan.study.search === undefined ? plan.points : askedPoints(plan, rowsOf));

  return {
    all: () => [...rows].toSorted(inOrder).map(([, row]) => row),
    count: () => rows.size,
    enter,
    runsLeft: () =>
      asked()
        .flatMap((point) => runsOf(plan, point, 0, wanted(point)))
        .filter(({ point, seed }) => !rows.has(rowKey({ point: point.values, seed })))
        .toSorted((a, b) => orderOf(plan, a) - orderOf(plan, b)),
    pointsLeft: () =>
      asked().map((point) => ({
        pointNumber: point.number,
        runs: Math.max(0, wanted(point) - (done.get(point.number) ?? 0)),
      })),
    found: () => (plan.study.search === undefined ? undefined : searchResults(plan, rowsOf)),
  };
}

function orderOf({ study, points }: StudyPlan, { point, seed }: StudyRun): number {
  return (seed - firstSeed(study, point.number)) * points.length + point.number;
}

/** Trials: short runs of a few points. They estimate how long a study takes before its first complete run. */
/** Number of points, evenly spaced from the first to the last. */
const TRIAL_POINTS = 3;
/** The first length. A trial becomes four times as long until its cycles take LEAST_SECONDS or it is the whole run. */
const FIRST_CYCLES = 1_000_000;
const GROWTH = 4;
/**
 * Smallest time for the cycles of a trial, besides the overhead of each run. A shorter time measures timers
 * and messages rather than the machine.
 */
const LEAST_SECONDS = 0.15;
/** Below this time, one long wait for a processor may dominate. The trial is run again, and the shorter time counts. */
const SURE_SECONDS = 0.6;
/** Length of the run that measures the overhead of a run. So few cycles take almost no time themselves. */
const SHORT_CYCLES = 10_000;

/** Rejects as the pool does. `now` in milliseconds. */
export async function* trials(
  pool: MachinePool,
  { points }: StudyPlan,
  now: () => number,
): AsyncGenerator<TimedRun> {
  async function secondsOf({ scenario }: StudyPoint, runCycles: number): Promise<number> {
    const begin = now();
    await pool.run({ ...scenario, runCycles }, 0);
    return (now() - begin) / 1000;
  }
  const places = Array.from({ length: TRIAL_POINTS }, (_, index) =>
    Math.round((index * (points.length - 1)) / (TRIAL_POINTS - 1)),
  );
  const tried = [...new Set(places)].flatMap((place) => points[place] ?? []);
  for (const [index, point] of tried.entries()) {
    const { runCycles } = point.scenario;
    let long = Math.min(runCycles, FIRST_CYCLES);
    // The first run makes sure that the core is loaded and compiled by the browser.
    if (index === 0) await secondsOf(point, long);
    const short = Math.min(long - 1, SHORT_CYCLES);
    const before = Math.min(await secondsOf(point, short), await secondsOf(point, short));
    let after = await secondsOf(point, long);
    for (;;) {
      if (after - before < SURE_SECONDS) after = Math.min(after, await secondsOf(point, long));
      if (after - before >= LEAST_SECONDS || long === runCycles) break;
      long = Math.min(runCycles, long * GROWTH);
      after = await secondsOf(point, long);
    }
    const perCycle = Math.max(0, after - before) / (long - short);
    yield { pointNumber: point.number, seconds: before + perCycle * runCycles };
  }
}
