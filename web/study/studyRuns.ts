/** The runs of a study: what is done, what is under way, how long the rest takes. Outlives the page that shows it. */
import { createStore, type StoreApi } from "zustand/vanilla";
import type { Outcome } from "../../lib/papers/outcome.ts";
import { secondsLeft, type TimedRun } from "../../lib/study/estimate.ts";
import type { StudyPlan, StudyRun } from "../../lib/study/plan.ts";
import { rowOf, type StudyRow } from "../../lib/study/row.ts";
import type { SearchResult } from "../../lib/study/search.ts";
import { type MachinePool, StoppedError } from "../engine/machinePool.ts";
import { type HeldRows, holdRows } from "./heldRows.ts";
import type { KeptRows } from "./keptRows.ts";
import type { LoadedStudy } from "./loadStudy.ts";
import { trials } from "./trials.ts";

type StudyStatus = "none" | "ready" | "running" | "paused" | "done" | "failed";

export interface StudyRunState {
  readonly status: StudyStatus;
  readonly loaded: LoadedStudy | undefined;
  readonly rows: readonly StudyRow[];
  readonly done: number;
  /** As far as is known: a stop rule may add seeds. */
  readonly of: number;
  /** undefined: not known yet. */
  readonly secondsLeft: number | undefined;
  /** Of a study with a search that is at its end. */
  readonly found: readonly SearchResult[] | undefined;
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
  found: undefined,
  message: undefined,
  isKept: true,
};

/** Rows are shown and kept together, so often at most. */
const TELL_MS = 250;
const KEEP_MS = 1000;
/** All rows are summed up and drawn anew each time, on a processor that workers could have: a twentieth of the time. */
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
  readonly timed: TimedRun[];
  /** Rows that are not kept yet. */
  unkept: StudyRow[];
}

export function createStudyRuns({ pool, workers, kept, now = () => performance.now() }: Options): StudyRuns {
  const store = createStore<StudyRunState>()(() => NOTHING);
  /** Counts what makes answers stale: another study, a pause. */
  let turn = 0;
  let opened: OpenStudy | undefined;
  let toldMs = 0;
  /** What the last telling took: to sum up, and to draw what is on the page. */
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

  /** What runs is given up; an answer to it is stale. */
  function begin(): number {
    turn += 1;
    pool.stop();
    return turn;
  }

  async function open(loaded: LoadedStudy | undefined): Promise<void> {
    const mine = begin();
    if (opened !== undefined) await keep(opened);
    if (mine !== turn) return;
    opened = undefined;
    store.setState(NOTHING, true);
    if (loaded === undefined) return;
    const { plan } = loaded;
    const known = await kept.read(plan.studyHash);
    if (mine !== turn) return;
    const study: OpenStudy = { plan, held: holdRows(plan, known), timed: [], unkept: [] };
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
      // What is wrong is said when the study runs.
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

  /** As many at a time as there are workers. */
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
    const study: OpenStudy = { plan, held: holdRows(plan), timed: opened.timed, unkept: [] };
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

/** One after the other. A worker is at its next run while the page takes the last one and draws it. */
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
    // It is not awaited where take() throws: its own failure is no unhandled rejection then.
    asked?.outcome.catch(() => undefined);
    take(run, outcome, (ended - began) / 1000);
    began = ended;
  }
}

function toldOf({ held, timed }: OpenStudy, workers: number): Partial<StudyRunState> {
  const left = held.pointsLeft();
  const runs = left.reduce((sum, one) => sum + one.runs, 0);
  return {
    rows: held.all(),
    done: held.count(),
    of: held.count() + runs,
    secondsLeft: secondsLeft(timed, left, workers),
    found: runs === 0 ? held.found() : undefined,
  };
}

function enter(study: OpenStudy, run: StudyRun, outcome: Outcome, seconds: number): void {
  const row = rowOf(study.plan, run, outcome);
  study.held.enter(run.point, row);
  study.unkept.push(row);
  study.timed.push({ pointNumber: run.point.number, seconds });
}

/** Of one that was just opened. */
function statusOf({ plan, held }: OpenStudy): StudyStatus {
  if (held.count() === 0) return "ready";
  return plan.points.length > 0 && held.runsLeft().length === 0 ? "done" : "paused";
}
