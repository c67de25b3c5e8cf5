/** Keeps live.window, rows, overview and metrics up to date with the viewport, the frontier and the
 * playhead. Old data stay until new ones arrive, so the page is never blank. */

import type { EngineClient, Outcome } from "../engine/client.ts";
import type { EngineError, QueryKind } from "../engine/protocol.ts";
import { createFrameTask, type FrameScheduler } from "../ui/scheduler.ts";
import type { WritableLive } from "./live.ts";
import type { AppStore } from "./store.ts";
import { endCycleOf, showsInstructions, type Viewport } from "./viewport.ts";
import { type ColumnRange, covers, isBehind, rowsRange, windowRange } from "./windowRange.ts";

export interface Feed {
  /** Ask again for whatever is missing or stale; cheap, once a frame. */
  readonly refresh: () => void;
  readonly setOverviewWidth: (columns: number) => void;
  /** A new machine: nothing that was asked for counts any more. */
  readonly reset: () => void;
  readonly close: () => void;
}

/** Counters change at most this often while the machine plays: faster cannot be read. */
const METRICS_INTERVAL_MS = 200;

/** While the frontier moves through the view, the view grows this often. */
const GROWTH_INTERVAL_MS = 200;
/** A view that has not moved for so long is worth a sharper picture. */
const SETTLED_MS = 150;
/** The whole run is kept at hand, to be drawn where a window does not reach: asked for again after so long, at once while
 * so many cycles a second are played; in so many columns where nothing shows it anyway. */
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
  /** The frontier up to which the whole run is at hand in columns. */
  let coarseTo = -1;
  let coarseAskedMs = Number.NEGATIVE_INFINITY;
  let metricsAskedMs = Number.NEGATIVE_INFINITY;
  let windowAskedMs = Number.NEGATIVE_INFINITY;
  /** Cycles in a column, as asked for, of the window that is shown. */
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

  /** Asks once per key; the client keeps one request of a kind in flight and drops overtaken ones. */
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
        // The playhead may have gone on, or back, since they were asked for.
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
