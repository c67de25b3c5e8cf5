/** The second machine of a comparison: it has a store, data and an engine of its own and goes wherever the
 * session that leads goes. What somebody does to it, the leader does. Both are at the same moment of simulated
 * time, so their cycles differ when their clocks do; or it stands so many cycles later or earlier, where the same packet
 * is. Breakpoints and bookmarks are its own, kept by the leader (AppState.pair). */

import type { Scenario } from "../../scenarios/format/schema.ts";
import type { EngineClient } from "../engine/client.ts";
import type { EngineError, Journey, StopKind } from "../engine/protocol.ts";
import { bookmarkActions } from "../state/bookmarks.ts";
import { createBreakpoints } from "../state/breakpoints.ts";
import { errorText } from "../state/errorText.ts";
import { createFeed } from "../state/feed.ts";
import { createJourneyKeeper } from "../state/journeyKeeper.ts";
import { clearLive, createLive } from "../state/live.ts";
import { type Companion, createNavigation } from "../state/navigation.ts";
import { MAX_SPEED_VIEW_MS } from "../state/playLoop.ts";
import type { Session } from "../state/session.ts";
import { type AppActions, type AppState, createAppStore } from "../state/store.ts";
import type { Viewport } from "../state/viewport.ts";
import { say } from "../text/say.ts";
import type { FrameScheduler } from "../ui/scheduler.ts";
import { type AlignOn, findPacket, offsetFor } from "./packetAlignment.ts";

export interface Follower extends Session {
  /** Keeps what ran when the scenario is refused. */
  readonly load: (scenario: Scenario) => Promise<boolean>;
  /** Shows it where the packet is that the leader follows; "moment": at the same moment again. */
  readonly align: (on: AlignOn) => Promise<void>;
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
  const keeper = createJourneyKeeper({ store, live, client });
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
  const offset = (): number => leader.store.getState().pair.offsetCycles;
  const toOwn = (cycle: number): number => Math.floor(cycle * ratio()) + offset();
  const toLeader = (cycle: number): number => Math.ceil((cycle - offset()) / ratio());

  const breakpoints = createBreakpoints({
    store,
    live,
    client,
    onStop: (stop) => {
      leader.actions.seek(toLeader(stop.cycle));
      set({ stop });
    },
    notify: leader.actions.notify,
  });

  function mirror(): void {
    const { viewport, playing, speed, following, seeking, pair } = leader.store.getState();
    const scale = ratio();
    const own: Viewport = {
      startCycle: viewport.startCycle * scale + pair.offsetCycles,
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
      bookmarks: pair.bookmarks,
    });
    if (before.breakpoints !== pair.breakpoints) breakpoints.set(pair.breakpoints);
    if (stopped) follow();
    feed.refresh();
  }

  /** What is left in its run is kept where links and other pages find it. */
  function keepMarks({ breakpoints: set, bookmarks }: AppState): void {
    const { pair } = leader.store.getState();
    if (set === pair.breakpoints && bookmarks === pair.bookmarks) return;
    leader.actions.setPair({ ...pair, breakpoints: set, bookmarks });
  }

  function follow(): void {
    if (get().scenario === undefined) return;
    const { playing, speed, stop } = get();
    const cycle = toOwn(leader.live.playhead.get());
    if (stop !== undefined && Math.abs(stop.cycle - cycle) > ratio()) set({ stop: undefined });
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
    breakpoints.abandon();
    clearLive(live);
    feed.reset();
    const { endCycle } = outcome.value;
    set({
      status: "ready",
      scenario,
      original: scenario,
      loadError: undefined,
      endCycle,
      frontier: 0,
      stop: undefined,
    });
    breakpoints.restart();
    client.runAhead(true);
    mirror();
    follow();
    return true;
  }

  client.onProgress(({ frontier, cyclesPerSecond }) => {
    set({ frontier, cyclesPerSecond });
    feed.refresh();
    keeper.refresh();
  });
  client.onFault(fail);
  client.onSilence((silent) => set({ silent }));

  const companion: Companion = {
    frontier: () => {
      const { scenario, frontier, endCycle, status } = get();
      // Its run may be over earlier than the leader's, and what is not there holds nobody up.
      if (scenario === undefined || status === "failed") return Number.MAX_SAFE_INTEGER;
      const clear = breakpoints.clearTo();
      const known = Math.min(frontier, clear);
      if (known >= endCycle) return Number.MAX_SAFE_INTEGER;
      return Math.max(0, Math.floor((known - offset()) / ratio()));
    },
    stopAfter: (cycle) => {
      const stop = breakpoints.after(toOwn(cycle));
      return stop && { cycle: toLeader(stop.cycle), show: () => set({ stop }) };
    },
    find: async (from: number, stop: StopKind, direction: 1 | -1) => {
      if (get().scenario === undefined) return undefined;
      const target = { kind: direction > 0 ? "next" : "previous", stop } as const;
      const outcome = await client.seek(toOwn(from), target);
      if (outcome.status !== "ok" || !outcome.value.found) return undefined;
      const { cycle } = outcome.value.view;
      const found = direction > 0 ? toLeader(cycle) : Math.floor((cycle - offset()) / ratio());
      return found < 0 ? undefined : found;
    },
    abandon: () => client.cancel("seek"),
  };
  leader.accompany(companion);

  const stops = [
    leader.store.subscribe((now, before) => {
      mirror();
      if (now.pair.offsetCycles !== before.pair.offsetCycles) follow();
    }),
    leader.live.playhead.subscribe(follow),
    store.subscribe(keepMarks),
  ];
  mirror();

  /** Followed by the leader for the sake of aligning alone: it is not left behind when the comparison is. */
  let followedToAlign: Journey | undefined;

  async function align(on: AlignOn): Promise<void> {
    const { pair } = leader.store.getState();
    if (on === "moment") {
      leader.actions.setPair({ ...pair, offsetCycles: 0 });
      return;
    }
    leader.actions.pause();
    const before = leader.live.journey.get();
    const followed = before ?? (await leader.actions.follow("packet"));
    if (before === undefined) followedToAlign = followed;
    if (followed?.what !== "packet") {
      leader.actions.notify("info", say("Follow a packet first: B is aligned on it."));
      return;
    }
    const guess = toOwn(followed.beginCycle);
    const own = await findPacket(keeper, followed.number, guess, get().endCycle);
    if (closed) return;
    const offsetCycles = own && offsetFor(on, followed, own, ratio());
    if (own === undefined || offsetCycles === undefined) {
      const { number } = followed;
      leader.actions.notify(
        "info",
        own === undefined
          ? say("Packet {number} is not in the run of B.", { number })
          : followed.isFinal && own.isFinal
            ? say("Packet {number} does not come to its end in both machines.", { number })
            : say("Packet {number} has not come to its end in both machines so far.", { number }),
      );
      return;
    }
    live.journey.set(own);
    keeper.refresh();
    leader.actions.setPair({ ...leader.store.getState().pair, offsetCycles });
  }

  const actions: AppActions = {
    ...leader.actions,
    loadScenario: load,
    ...bookmarkActions({
      store,
      live,
      seek: (cycle) => leader.actions.seek(toLeader(cycle)),
      notify: leader.actions.notify,
    }),
    setBreakpoints: breakpoints.set,
    runToBreakpoint: (direction = 1) => {
      leader.actions.pause();
      breakpoints.runTo(direction);
    },
    setPanel: (panel) => set({ panel }),
    seek: (cycle) => leader.actions.seek(toLeader(cycle)),
    zoomAround: (cycle, factor) => leader.actions.zoomAround((cycle - offset()) / ratio(), factor),
    showCycles: (from, to) =>
      leader.actions.showCycles((from - offset()) / ratio(), (to - offset()) / ratio()),
    // The width is the leader's: both timelines stand above each other.
    setViewport: ({ startCycle, cyclesPerPx }) =>
      leader.actions.setViewport({
        ...(startCycle === undefined ? {} : { startCycle: (startCycle - offset()) / ratio() }),
        ...(cyclesPerPx === undefined ? {} : { cyclesPerPx: cyclesPerPx / ratio() }),
      }),
    setOverviewWidth: feed.setOverviewWidth,
    setRunAhead: client.runAhead,
  };

  return {
    ...leader,
    store,
    live,
    actions,
    load,
    align,
    close: () => {
      closed = true;
      if (followedToAlign && leader.live.journey.get()?.number === followedToAlign.number)
        leader.actions.unfollow();
      breakpoints.abandon();
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
