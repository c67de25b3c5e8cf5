/** Keeps live.window, rows, overview, metrics and end up to date with the viewport, the frontier and the playhead. Old
 * data stay until new ones arrive, so the page is never blank. */

import type { EngineClient, Outcome } from "../engine/client.ts";
import type { EngineError, QueryKind, TimelineWindow } from "../engine/protocol.ts";
import { createFrameTask, type FrameScheduler } from "../ui/scheduler.ts";
import type { WritableLive } from "./live.ts";
import type { AppStore } from "./store.ts";
import { endCycleOf, showsInstructions, type Viewport, visibleCycles } from "./viewport.ts";

export interface Feed {
  /** Requests everything that is missing or outdated. Cheap; called once a frame. */
  readonly refresh: () => void;
  readonly setOverviewWidth: (columns: number) => void;
  /** Called for a new machine: earlier requests no longer count. */
  readonly reset: () => void;
  readonly close: () => void;
}

/**
 * Counters change at most this often while the machine plays, because readers cannot follow faster changes.
 */
const METRICS_INTERVAL_MS = 200;

/** Interval at which a view grows while the frontier moves through it. */
const GROWTH_INTERVAL_MS = 200;
/** A view that has not moved for this long gets a sharper picture. */
const SETTLED_MS = 150;
/** Interval for requesting the whole run in columns, which are drawn outside the window. Above this speed they are
 * requested at once. The number of columns is fixed if no strip shows the run. */
const COARSE_INTERVAL_MS = 500;
const COARSE_SPEED = 10_000;
const COARSE_COLUMNS = 1024;
const PATIENT = "patient ";

interface FeedOptions {
  readonly store: AppStore;
  readonly live: WritableLive;
  readonly client: EngineClient;
  readonly scheduler: FrameScheduler;
  readonly onFailure: (error: EngineError) => void;
}

export function createFeed({ store, live, client, scheduler, onFailure }: FeedOptions): Feed {
  let overviewColumns = 0;
  /** The frontier up to which columns of the whole run are known. */
  let coarseTo = -1;
  let coarseAskedMs = Number.NEGATIVE_INFINITY;
  let metricsAskedMs = Number.NEGATIVE_INFINITY;
  let windowAskedMs = Number.NEGATIVE_INFINITY;
  /** Number of requested cycles in a column of the shown window. */
  let shownWidth = 0;
  let settled: { readonly viewport: Viewport; readonly sinceMs: number } = {
    viewport: store.getState().viewport,
    sinceMs: Number.NEGATIVE_INFINITY,
  };
  const asked = new Map<QueryKind, string>();
  const task = createFrameTask(scheduler, refreshNow);

  function refreshNow(nowMs: number): void {
    if (store.getState().scenario === undefined) return;
    askWindow(nowMs);
    askRows();
    askOverview(nowMs);
    askMetrics(nowMs);
  }

  /** Sends one request per key. The client keeps one request of a kind in flight and drops overtaken ones. */
  async function ask<T>(
    kind: QueryKind,
    key: string,
    request: () => Promise<Outcome<T>>,
    keep: (value: T) => void,
  ): Promise<void> {
    if (asked.get(kind) === key) return;
    asked.set(kind, key);
    const outcome = await request();
    if (outcome.status === "ok") keep(outcome.value);
    if (outcome.status === "failed") onFailure(outcome.error);
    if (outcome.status === "superseded" && asked.get(kind) === key) asked.delete(kind);
  }

  function askWindow(nowMs: number): void {
    const { viewport, endCycle, frontier } = store.getState();
    if (viewport.widthPx <= 0 || endCycle <= 0) return;
    if (viewport !== settled.viewport) settled = { viewport, sinceMs: nowMs };
    const shown = live.window.get();
    const isMoving = nowMs - settled.sinceMs < SETTLED_MS;
    if (shown !== undefined && covers(shown, viewport, endCycle, isMoving ? shownWidth : undefined)) {
      if (isMoving && !covers(shown, viewport, endCycle)) task.schedule();
      if (!isBehind(shown, frontier, endCycle)) return;
      if (nowMs - windowAskedMs < GROWTH_INTERVAL_MS) {
        task.schedule();
        return;
      }
    }
    const range = windowRange(viewport, endCycle);
    const key = `${range.from} ${range.to} ${range.columns} ${Math.min(frontier, range.to)}`;
    if (asked.get("window") !== key && asked.get("window") !== PATIENT + key) {
      if (asked.get("window")?.startsWith(PATIENT)) client.cancel("window");
      windowAskedMs = nowMs;
      askForWindow(key, range, false);
    } else if (shown?.refinable) {
      if (nowMs - settled.sinceMs < SETTLED_MS) task.schedule();
      else askForWindow(PATIENT + key, range, true);
    }
  }

  function askForWindow(key: string, range: ColumnRange, patient: boolean): void {
    void ask(
      "window",
      key,
      () => client.window({ ...range, patient }),
      (window) => {
        shownWidth = (range.to - range.from) / range.columns;
        live.window.set(window);
        task.schedule();
      },
    );
  }

  function askRows(): void {
    const { viewport, endCycle, frontier } = store.getState();
    if (!showsInstructions(viewport)) {
      asked.delete("rows");
      live.rows.set(undefined);
      return;
    }
    const shown = live.rows.get();
    const last = Math.min(Math.ceil(endCycleOf(viewport)), frontier, endCycle);
    if (shown !== undefined && shown.from <= Math.floor(viewport.startCycle) && shown.to >= last) return;
    const { from, to } = rowsRange(viewport, Math.min(endCycle, frontier));
    if (to <= from) return;
    void ask(
      "rows",
      `${from} ${to}`,
      () => client.rows(from, to),
      (rows) => {
        if (showsInstructions(store.getState().viewport)) live.rows.set(rows);
        task.schedule();
      },
    );
  }

  function askOverview(nowMs: number): void {
    const { endCycle, frontier, playing, speed } = store.getState();
    const isFast = playing && (speed === "max" || (speed !== "packet" && speed >= COARSE_SPEED));
    const columns = overviewColumns > 0 ? overviewColumns : isFast ? COARSE_COLUMNS : 0;
    if (columns <= 0 || endCycle <= 0) return;
    const isBehindFrontier = coarseTo !== frontier;
    const coarse = isBehindFrontier && (isFast || nowMs - coarseAskedMs >= COARSE_INTERVAL_MS);
    if (coarse) coarseAskedMs = nowMs;
    else if (isBehindFrontier) task.schedule();
    const key = `${columns} ${endCycle} ${frontier}`;
    if (!coarse && asked.get("overview") === `${key} coarse`) return;
    void ask(
      "overview",
      coarse ? `${key} coarse` : key,
      () => client.overview(columns, endCycle, coarse),
      (overview) => {
        if (overview.coarse !== undefined) coarseTo = frontier;
        live.overview.set({ coarse: live.overview.get()?.coarse, ...overview });
      },
    );
  }

  function askMetrics(nowMs: number): void {
    const cycle = live.playhead.get();
    const { measures, warmUpCycles } = store.getState();
    const isMeasured = measures.length > 0;
    const key = `${cycle} ${warmUpCycles} ${isMeasured}`;
    if (live.counted.get()?.key === key || asked.get("metrics") === key) return;
    if (store.getState().playing && nowMs - metricsAskedMs < METRICS_INTERVAL_MS) {
      task.schedule();
      return;
    }
    metricsAskedMs = nowMs;
    void ask(
      "metrics",
      key,
      () => client.metrics(cycle, isMeasured),
      ({ metrics, counted, measured }) => {
        live.metrics.set(metrics);
        live.counted.set({
          ...{ key, cycle: metrics.cycle, warmUpCycles, measured },
          metrics: warmUpCycles === 0 ? metrics : counted,
        });
        // The playhead may have moved since the request.
        task.schedule();
      },
    );
  }

  return {
    refresh: task.schedule,
    setOverviewWidth: (columns) => {
      overviewColumns = Math.max(0, Math.floor(columns));
      task.schedule();
    },
    reset: () => {
      asked.clear();
      coarseTo = -1;
      task.schedule();
    },
    close: task.cancel,
  };
}

interface CycleRange {
  readonly from: number;
  readonly to: number;
}
export interface ColumnRange extends CycleRange {
  readonly columns: number;
}

/** Additional data on each side of the view, in widths of the view, so that a drag has something to draw. */
const MARGIN_VIEWS = 1;
/** Two thirds of the engine's maximum. Wide screens get a smaller margin. */
const COLUMNS_WANTED = 6000;
/** Ranges begin and end at multiples of this. A drag over data that are too coarse then sends a request once per chunk,
 * not once per frame. */
const CHUNK_COLUMNS = 256;
/** New data are requested if less than this is left on a side. */
const LOW_WATER_VIEWS = 0.25;
/** Zooming in makes columns wider than a pixel. Beyond this ratio, finer data are requested. The limit is larger while
 * the view moves, because single pixels are not visible then and every new answer would have to be painted. */
const MOVING_SLACK = 1.5;
const RESTING_SLACK = 1.01;
const ROWS_MARGIN_VIEWS = 0.5;

/** Cycles in one column at this zoom. */
export function columnCycles(viewport: Viewport): number {
  return Math.max(1, Math.floor(viewport.cyclesPerPx));
}

/** Cycles to request from the engine. Columns are whole cycles wide and begin at multiples of their width, so that bars
 * do not move while the view is dragged. */
export function windowRange(viewport: Viewport, endCycle: number): ColumnRange {
  const width = columnCycles(viewport);
  const spare = Math.max(0, COLUMNS_WANTED - visibleCycles(viewport) / width) / 2;
  const margin = Math.min(MARGIN_VIEWS * visibleCycles(viewport), spare * width);
  const chunk = width * CHUNK_COLUMNS;
  const first = Math.floor(Math.max(0, viewport.startCycle - margin) / chunk) * CHUNK_COLUMNS;
  const reach = Math.ceil((endCycleOf(viewport) + margin) / chunk) * CHUNK_COLUMNS;
  const last = Math.min(reach, Math.ceil(endCycle / width));
  const columns = Math.max(1, last - first);
  return { from: first * width, to: (first + columns) * width, columns };
}

/** True if the data cover the view and some range around it, and are as fine as the view. `movingWidth` is set
 * while the view moves: the width in cycles of the requested columns, whatever the engine could deliver at
 * once. */
export function covers(
  window: TimelineWindow | undefined,
  viewport: Viewport,
  endCycle: number,
  movingWidth?: number,
): boolean {
  if (window === undefined) return false;
  const lowWater = LOW_WATER_VIEWS * visibleCycles(viewport);
  const from = Math.max(0, viewport.startCycle - lowWater);
  const to = Math.min(endCycle, endCycleOf(viewport) + lowWater);
  if (window.from > from || window.to < to) return false;
  const dataWidth = (window.to - window.from) / window.columns;
  const wanted = columnCycles(viewport);
  const fineEnough =
    movingWidth === undefined
      ? dataWidth <= wanted * RESTING_SLACK
      : Math.min(movingWidth, dataWidth) <= wanted * MOVING_SLACK;
  const coarseEnough = dataWidth * 2 >= wanted;
  return fineEnough && coarseEnough;
}

/** True if the frontier has passed cycles that the data lack. */
export function isBehind(window: TimelineWindow, frontier: number, endCycle: number): boolean {
  return window.knownTo < Math.min(window.to, frontier, endCycle);
}

export function rowsRange(viewport: Viewport, knownTo: number): CycleRange {
  const margin = ROWS_MARGIN_VIEWS * visibleCycles(viewport);
  return {
    from: Math.max(0, Math.floor(viewport.startCycle - margin)),
    to: Math.min(knownTo, Math.ceil(endCycleOf(viewport) + margin)),
  };
}

/** Requests the metrics of the whole run as soon as it ends. */
export interface EndKeeper {
  /** The run has grown. */
  readonly refresh: () => void;
}

interface EndKeeperOptions {
  readonly store: AppStore;
  readonly live: WritableLive;
  readonly client: Pick<EngineClient, "end">;
}

export function createEndKeeper({ store, live, client }: EndKeeperOptions): EndKeeper {
  /** Scenario of the run that was requested. */
  let askedOf: unknown;

  store.subscribe((now, before) => {
    if (now.frontier < before.frontier) askedOf = undefined;
  });

  async function refresh(): Promise<void> {
    const { frontier, endCycle, scenario } = store.getState();
    if (endCycle <= 0 || frontier < endCycle || askedOf === scenario) return;
    askedOf = scenario;
    const outcome = await client.end();
    if (store.getState().scenario !== scenario) return;
    if (outcome.status === "ok") live.end.set(outcome.value);
    else askedOf = undefined;
  }

  return { refresh: () => void refresh() };
}
