/** The second machine of a comparison. It has its own store, data and engine, and follows the leading session. The
 * leader performs the user's actions on it. Both are at the same moment of simulated time, so their cycles differ if
 * their clocks do; or the follower is a number of cycles later or earlier, at the same packet. Its breakpoints and
 * bookmarks are its own; the leader stores them (AppState.pair). */

import type { Scenario } from "../../scenarios/format/schema.ts";
import type { EngineClient } from "../engine/client.ts";
import type { EngineError, Journey, StopKind } from "../engine/protocol.ts";
import { type Breakpoints, createBreakpoints } from "../state/breakpoints.ts";
import { createFeed, type Feed } from "../state/feed.ts";
import { createJourneyKeeper, type JourneyKeeper } from "../state/follow.ts";
import { clearLive, createLive, type WritableLive } from "../state/live.ts";
import { bookmarkActions } from "../state/marks.ts";
import { type Companion, createNavigation, type Navigation } from "../state/navigation.ts";
import { errorText } from "../state/notices.ts";
import { MAX_SPEED_VIEW_MS } from "../state/playLoop.ts";
import type { Session } from "../state/session.ts";
import { type AppActions, type AppState, type AppStore, createAppStore } from "../state/store.ts";
import type { Viewport } from "../state/viewport.ts";
import { whyActions } from "../state/why.ts";
import { t } from "../text/t.ts";
import type { FrameScheduler } from "../ui/scheduler.ts";
import { type CycleScale, createCycleScale } from "./cycleScale.ts";
import { type AlignOn, findPacket, offsetFor } from "./packetAlignment.ts";

export interface Follower extends Session {
  /** If the scenario is refused, the running machine stays. */
  readonly load: (scenario: Scenario) => Promise<boolean>;
  /** Moves it to the packet that the leader follows. "moment": back to the same moment. */
  readonly align: (on: AlignOn) => Promise<void>;
  /**
   * Both machines play from the start of the same packet, at packet speed. If there is no packet, a notice
   * says so.
   */
  readonly start: () => Promise<void>;
  /** The reader works with this machine, so the key for "why?" refers to it. */
  readonly turnTo: (machine: "A" | "B") => void;
}

interface FollowerOptions {
  readonly leader: Session;
  readonly client: EngineClient;
  readonly scheduler: FrameScheduler;
}

/** The follower's machine and its data. */
interface FollowerParts {
  readonly leader: Session;
  readonly client: EngineClient;
  readonly scheduler: FrameScheduler;
  readonly store: AppStore;
  readonly live: WritableLive;
  readonly scale: CycleScale;
  readonly feed: Feed;
  readonly navigation: Navigation;
  readonly keeper: JourneyKeeper;
  readonly breakpoints: Breakpoints;
  readonly fail: (error: EngineError) => void;
}

export function createFollower(options: FollowerOptions): Follower {
  const parts = createParts(options);
  const { leader, client, store, live, feed, breakpoints } = parts;
  const mirror = createMirror(parts);
  let closed = false;
  const isClosed = (): boolean => closed;
  const load = createLoad(parts, mirror, isClosed);
  const alignment = createAlignment(parts, isClosed);
  listenToEngine(parts);
  const whys = createWhys(parts);
  leader.accompany({ ...companionOf(parts), takesWhy: whys.takesWhy });

  const stops = [
    leader.store.subscribe((now, before) => {
      mirror.takeOver();
      if (now.pair.offsetCycles !== before.pair.offsetCycles) mirror.follow();
    }),
    leader.live.playhead.subscribe(mirror.follow),
    store.subscribe((state) => keepMarks(leader, state)),
    whys.stop,
  ];
  mirror.takeOver();

  return {
    ...leader,
    store,
    live,
    actions: { ...actionsOf(parts, load), ...whys.actions },
    load,
    align: alignment.align,
    start: alignment.start,
    turnTo: whys.turnTo,
    close: () => {
      closed = true;
      alignment.close();
      breakpoints.abandon();
      leader.accompany(undefined);
      for (const stop of stops) stop();
      feed.close();
      client.close();
    },
  };
}

function createParts({ leader, client, scheduler }: FollowerOptions): FollowerParts {
  const store = createAppStore();
  const live = createLive();
  const scale = createCycleScale(store, leader);
  const fail = (error: EngineError): void => {
    store.setState({ loadError: error });
    leader.actions.notify("error", t("Machine B: {error}", { error: errorText(error) }));
  };
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
  const breakpoints = createBreakpoints({
    store,
    live,
    client,
    onStop: (stop) => {
      leader.actions.seek(scale.toLeader(stop.cycle));
      store.setState({ stop });
    },
    notify: leader.actions.notify,
  });
  return { leader, client, scheduler, store, live, scale, feed, navigation, keeper, breakpoints, fail };
}

function listenToEngine({ client, store, feed, keeper, fail }: FollowerParts): void {
  client.onProgress(({ frontier, cyclesPerSecond }) => {
    store.setState({ frontier, cyclesPerSecond });
    feed.refresh();
    keeper.refresh();
  });
  client.onFault(fail);
  client.onSilence((silent) => store.setState({ silent }));
}

interface Mirror {
  /** Takes over the leader's state, converted into own cycles. */
  readonly takeOver: () => void;
  /** Goes to the time of the leader's playhead. */
  readonly follow: () => void;
}

function createMirror(parts: FollowerParts): Mirror {
  const { leader, scheduler, store, scale, feed, navigation, breakpoints } = parts;
  let lastViewMs = Number.NEGATIVE_INFINITY;

  function takeOver(): void {
    const { viewport, playing, speed, following, seeking, pair } = leader.store.getState();
    const ratio = scale.ratio();
    const own: Viewport = {
      startCycle: viewport.startCycle * ratio + pair.offsetCycles,
      cyclesPerPx: viewport.cyclesPerPx * ratio,
      widthPx: viewport.widthPx,
    };
    const before = store.getState();
    const stopped = before.playing && !playing;
    store.setState({
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

  function follow(): void {
    const { scenario, playing, speed, stop } = store.getState();
    if (scenario === undefined) return;
    const cycle = scale.toOwn(leader.live.playhead.get());
    if (stop !== undefined && Math.abs(stop.cycle - cycle) > scale.ratio())
      store.setState({ stop: undefined });
    const passes = playing && speed === "max" && scheduler.now() - lastViewMs < MAX_SPEED_VIEW_MS;
    if (!passes) lastViewMs = scheduler.now();
    (passes ? navigation.passCycle : navigation.showCycle)(cycle);
  }

  return { takeOver, follow };
}

/** Stores the marks in its run where links and other pages find them. */
function keepMarks(leader: Session, { breakpoints, bookmarks }: AppState): void {
  const { pair } = leader.store.getState();
  if (breakpoints === pair.breakpoints && bookmarks === pair.bookmarks) return;
  leader.actions.setPair({ ...pair, breakpoints, bookmarks });
}

function createLoad(parts: FollowerParts, mirror: Mirror, isClosed: () => boolean): Follower["load"] {
  const { client, store, live, feed, breakpoints, fail } = parts;
  return async (scenario) => {
    store.setState({ status: "loading" });
    const outcome = await client.load(scenario);
    if (outcome.status === "superseded" || isClosed()) return false;
    if (outcome.status === "failed") {
      store.setState({ status: store.getState().scenario === undefined ? "failed" : "ready" });
      fail(outcome.error);
      return false;
    }
    breakpoints.abandon();
    clearLive(live);
    feed.reset();
    const { endCycle } = outcome.value;
    store.setState({
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
    mirror.takeOver();
    mirror.follow();
    return true;
  };
}

/** Requests of the leader to the follower. */
function companionOf({ client, store, scale, breakpoints }: FollowerParts): Omit<Companion, "takesWhy"> {
  const get = store.getState;
  return {
    frontier: () => {
      const { scenario, frontier, endCycle, status } = get();
      // The follower's run may end earlier than the leader's, and must not delay it then.
      if (scenario === undefined || status === "failed") return Number.MAX_SAFE_INTEGER;
      const known = Math.min(frontier, breakpoints.clearTo());
      if (known >= endCycle) return Number.MAX_SAFE_INTEGER;
      return Math.max(0, Math.floor(scale.toLeaderExactly(known)));
    },
    stopAfter: (cycle) => {
      const stop = breakpoints.after(scale.toOwn(cycle));
      return stop && { cycle: scale.toLeader(stop.cycle), show: () => store.setState({ stop }) };
    },
    find: async (from: number, stop: StopKind, direction: 1 | -1) => {
      if (get().scenario === undefined) return undefined;
      const target = { kind: direction > 0 ? "next" : "previous", stop } as const;
      const outcome = await client.seek(scale.toOwn(from), target);
      if (outcome.status !== "ok" || !outcome.value.found) return undefined;
      const { cycle } = outcome.value.view;
      const found = direction > 0 ? scale.toLeader(cycle) : Math.floor(scale.toLeaderExactly(cycle));
      return found < 0 ? undefined : found;
    },
    abandon: () => client.cancel("seek"),
  };
}

interface Alignment extends Pick<Follower, "align" | "start"> {
  readonly close: () => void;
}

function createAlignment(parts: FollowerParts, isClosed: () => boolean): Alignment {
  const { leader, store, live, scale, keeper } = parts;
  const { notify } = leader.actions;
  /** The journey that the leader follows only for the alignment. It is dropped when the comparison is left. */
  let followedToAlign: Journey | undefined;

  async function followPacket(): Promise<Journey | undefined> {
    const followed = await leader.actions.follow("packet");
    followedToAlign = followed;
    return followed;
  }

  /** Returns whether both machines have the packet, and reports the reason if not. */
  async function alignAt(on: Exclude<AlignOn, "moment">, followed: Journey): Promise<boolean> {
    const guess = scale.toOwn(followed.beginCycle);
    const own = await findPacket(keeper, followed.number, guess, store.getState().endCycle);
    if (isClosed()) return false;
    const offsetCycles = own && offsetFor(on, followed, own, scale.ratio());
    if (own === undefined || offsetCycles === undefined) {
      notify("info", whyNotAligned(followed, own, store.getState()));
      return false;
    }
    live.journey.set(own);
    keeper.refresh();
    leader.actions.setPair({ ...leader.store.getState().pair, offsetCycles });
    return true;
  }

  return {
    align: async (on) => {
      if (on === "moment") {
        leader.actions.setPair({ ...leader.store.getState().pair, offsetCycles: 0 });
        return;
      }
      leader.actions.pause();
      const followed = leader.live.journey.get() ?? (await followPacket());
      if (followed?.what === "packet") await alignAt(on, followed);
      else notify("info", t("Follow a packet first: B is aligned on it."));
    },
    start: async () => {
      leader.actions.pause();
      const before = leader.live.journey.get();
      const followed = before?.what === "packet" ? before : await followPacket();
      if (isClosed()) return;
      if (followed === undefined)
        notify("info", t("There is no packet to start at so far: both machines play from here."));
      else if (await alignAt("begin", followed)) leader.actions.seek(followed.beginCycle);
      else return;
      leader.actions.setSpeed("packet");
      leader.actions.play();
    },
    close: () => {
      if (followedToAlign && leader.live.journey.get()?.number === followedToAlign.number)
        leader.actions.unfollow();
    },
  };
}

function whyNotAligned(
  { number, isFinal }: Journey,
  own: Journey | undefined,
  { frontier, endCycle }: Pick<AppState, "frontier" | "endCycle">,
): string {
  if (own === undefined)
    return frontier < endCycle
      ? t("Packet {number} is not in the run of B so far.", { number })
      : t("Packet {number} is not in the run of B.", { number });
  return isFinal && own.isFinal
    ? t("Packet {number} does not come to its end in both machines.", { number })
    : t("Packet {number} has not come to its end in both machines so far.", { number });
}

interface Whys extends Pick<Follower, "turnTo">, Pick<Companion, "takesWhy"> {
  readonly actions: ReturnType<typeof whyActions>;
  readonly stop: () => void;
}

/** Both machines share one card: asking about one ends the question about the other. */
function createWhys({ leader, client, store, live, fail }: FollowerParts): Whys {
  const actions = whyActions({ store, live, client, onFailure: fail });
  const isAsked = (now: AppState, before: AppState) =>
    now.why !== undefined && now.why.target !== before.why?.target;
  const stops = [
    leader.store.subscribe((now, before) => {
      if (isAsked(now, before) && store.getState().why !== undefined) actions.askWhy(undefined);
    }),
    store.subscribe((now, before) => {
      if (isAsked(now, before) && leader.store.getState().why !== undefined) leader.actions.askWhy(undefined);
    }),
  ];
  let turnedTo: "A" | "B" = "A";
  return {
    actions,
    turnTo: (machine) => {
      turnedTo = machine;
    },
    takesWhy: () => {
      if (turnedTo === "A") return false;
      actions.askWhyHere();
      return true;
    },
    stop: () => {
      for (const stop of stops) stop();
    },
  };
}

function actionsOf(parts: FollowerParts, load: Follower["load"]): AppActions {
  const { leader, client, store, live, scale, feed, breakpoints } = parts;
  const { toLeader, toLeaderExactly, ratio } = scale;
  return {
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
    setPanel: (panel) => store.setState({ panel }),
    seek: (cycle) => leader.actions.seek(toLeader(cycle)),
    zoomAround: (cycle, factor) => leader.actions.zoomAround(toLeaderExactly(cycle), factor),
    showCycles: (from, to) => leader.actions.showCycles(toLeaderExactly(from), toLeaderExactly(to)),
    // The leader sets the width, because both timelines are aligned.
    setViewport: ({ startCycle, cyclesPerPx }) =>
      leader.actions.setViewport({
        ...(startCycle === undefined ? {} : { startCycle: toLeaderExactly(startCycle) }),
        ...(cyclesPerPx === undefined ? {} : { cyclesPerPx: cyclesPerPx / ratio() }),
      }),
    setOverviewWidth: feed.setOverviewWidth,
    setRunAhead: client.runAhead,
  };
}

function isSame(a: Viewport, b: Viewport): boolean {
  return a.startCycle === b.startCycle && a.cyclesPerPx === b.cyclesPerPx && a.widthPx === b.widthPx;
}
