/** The second machine of a comparison: it has a store, data and an engine of its own and goes wherever the
 * session that leads goes. What somebody does to it, the leader does. Both are at the same moment of simulated
 * time, so their cycles differ when their clocks do. */

import type { Scenario } from "../../scenarios/schema/schema.ts";
import type { FrameScheduler } from "../base/scheduler.ts";
import type { EngineClient } from "../engine/client.ts";
import type { EngineError, StopKind } from "../engine/protocol.ts";
import { say } from "../text/say.ts";
import { errorText } from "./errorText.ts";
import { createFeed } from "./feed.ts";
import { clearLive, createLive } from "./live.ts";
import { type Companion, createNavigation } from "./navigation.ts";
import { MAX_SPEED_VIEW_MS, type Session } from "./session.ts";
import { type AppActions, type AppState, createAppStore } from "./store.ts";
import type { Viewport } from "./viewport.ts";

export interface Follower extends Session {
  /** Keeps what ran when the scenario is refused. */
  readonly load: (scenario: Scenario) => Promise<boolean>;
}

export interface FollowerOptions {
  readonly leader: Session;
  readonly client: EngineClient;
  readonly scheduler: FrameScheduler;
}

export function createFollower({ leader, client, scheduler }: FollowerOptions): Follower {
  const store = createAppStore();
  const live = createLive();
  const get = store.getState;
  const set = (change: Partial<AppState>): void => store.setState(change);
  const feed = createFeed({ store, live, client, scheduler, onFailure: fail });
  const navigation = createNavigation({
    store,
    live,
    client,
    onMoved: feed.refresh,
    onNotFound: () => undefined,
    onFailure: fail,
  });
  let lastViewMs = Number.NEGATIVE_INFINITY;
  let closed = false;

  function fail(error: EngineError): void {
    set({ loadError: error });
    leader.actions.notify("error", say("Machine B: {error}", { error: errorText(error) }));
  }

  /** Own cycles in one of the leader's. */
  function ratio(): number {
    const own = get().scenario?.machine.clockHertz;
    const leading = leader.store.getState().scenario?.machine.clockHertz;
    return own === undefined || leading === undefined ? 1 : own / leading;
  }
  const toOwn = (cycle: number): number => Math.floor(cycle * ratio());
  const toLeader = (cycle: number): number => Math.ceil(cycle / ratio());

  function mirror(): void {
    const { viewport, playing, speed, following, seeking } = leader.store.getState();
    const scale = ratio();
    const own: Viewport = {
      startCycle: viewport.startCycle * scale,
      cyclesPerPx: viewport.cyclesPerPx * scale,
      widthPx: viewport.widthPx,
    };
    const before = get();
    const stopped = before.playing && !playing;
    set({
      viewport: isSame(before.viewport, own) ? before.viewport : own,
      playing,
      speed,
      following,
      seeking,
    });
    if (stopped) follow();
    feed.refresh();
  }

  function follow(): void {
    if (get().scenario === undefined) return;
    const { playing, speed } = get();
    const cycle = toOwn(leader.live.playhead.get());
    const passes = playing && speed === "max" && scheduler.now() - lastViewMs < MAX_SPEED_VIEW_MS;
    if (!passes) lastViewMs = scheduler.now();
    (passes ? navigation.passCycle : navigation.showCycle)(cycle);
  }

  async function load(scenario: Scenario): Promise<boolean> {
    set({ status: "loading" });
    const outcome = await client.load(scenario);
    if (outcome.status === "superseded" || closed) return false;
    if (outcome.status === "failed") {
      set({ status: get().scenario === undefined ? "failed" : "ready" });
      fail(outcome.error);
      return false;
    }
    clearLive(live);
    feed.reset();
    const { endCycle } = outcome.value;
    set({ status: "ready", scenario, original: scenario, loadError: undefined, endCycle, frontier: 0 });
    client.runAhead(true);
    mirror();
    follow();
    return true;
  }

  client.onProgress(({ frontier, cyclesPerSecond }) => {
    set({ frontier, cyclesPerSecond });
    feed.refresh();
  });
  client.onFault(fail);

  const companion: Companion = {
    frontier: () => {
      const { scenario, frontier, endCycle, status } = get();
      // Its run may be over earlier than the leader's, and what is not there holds nobody up.
      if (scenario === undefined || status === "failed" || frontier >= endCycle)
        return Number.MAX_SAFE_INTEGER;
      return Math.floor(frontier / ratio());
    },
    find: async (from: number, stop: StopKind, direction: 1 | -1) => {
      if (get().scenario === undefined) return undefined;
      const target = { kind: direction > 0 ? "next" : "previous", stop } as const;
      const outcome = await client.seek(toOwn(from), target);
      if (outcome.status !== "ok" || !outcome.value.found) return undefined;
      const { cycle } = outcome.value.view;
      return direction > 0 ? toLeader(cycle) : Math.floor(cycle / ratio());
    },
    abandon: () => client.cancel("seek"),
  };
  leader.accompany(companion);

  const stops = [leader.store.subscribe(mirror), leader.live.playhead.subscribe(follow)];

  const actions: AppActions = {
    ...leader.actions,
    loadScenario: load,
    seek: (cycle) => leader.actions.seek(toLeader(cycle)),
    zoomAround: (cycle, factor) => leader.actions.zoomAround(cycle / ratio(), factor),
    showCycles: (from, to) => leader.actions.showCycles(from / ratio(), to / ratio()),
    // The width is the leader's: both timelines stand above each other.
    setViewport: ({ startCycle, cyclesPerPx }) =>
      leader.actions.setViewport({
        ...(startCycle === undefined ? {} : { startCycle: startCycle / ratio() }),
        ...(cyclesPerPx === undefined ? {} : { cyclesPerPx: cyclesPerPx / ratio() }),
      }),
    setOverviewWidth: feed.setOverviewWidth,
  };

  return {
    ...leader,
    store,
    live,
    actions,
    load,
    close: () => {
      closed = true;
      leader.accompany(undefined);
      for (const stop of stops) stop();
      feed.close();
      client.close();
    },
  };
}

function isSame(a: Viewport, b: Viewport): boolean {
  return a.startCycle === b.startCycle && a.cyclesPerPx === b.cyclesPerPx && a.widthPx === b.widthPx;
}
