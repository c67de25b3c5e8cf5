/** The controller of one open page: owns the engine client, turns actions into requests, runs playback. */

import type { EngineClient, SeekAnswer } from "../engine/client.ts";
import type { CountProfile } from "../engine/profiler.ts";
import type { EngineError } from "../engine/protocol.ts";
import type { FrameScheduler } from "../ui/scheduler.ts";
import type { KeyValueStore } from "../ui/storage.ts";
import { bookmarkActions } from "./bookmarks.ts";
import { type Breakpoints, createBreakpoints } from "./breakpoints.ts";
import { createEditing, type Editing } from "./editing.ts";
import { createEndKeeper, type EndKeeper } from "./endKeeper.ts";
import { errorText } from "./errorText.ts";
import { createFeed, type Feed } from "./feed.ts";
import type { PlaceSought } from "./findPlace.ts";
import { followActions } from "./follow.ts";
import { createJourneyKeeper, type JourneyKeeper } from "./journeyKeeper.ts";
import { createLive, type Live, type WritableLive } from "./live.ts";
import { type BuildScenario, createLoader } from "./loading.ts";
import { marksFor } from "./marks.ts";
import { type Companion, createNavigation, type Navigation } from "./navigation.ts";
import { createNotices } from "./notices.ts";
import { speedNow } from "./pace.ts";
import { createPlacement, type Placement } from "./placement.ts";
import { faster, slower } from "./playback.ts";
import { createPlayLoop, type PlayLoop } from "./playLoop.ts";
import {
  readKeySettings,
  readPosition,
  readScenario,
  readTheme,
  type StoredScenario,
  watchPreferences,
  writePosition,
} from "./preferences.ts";
import { rangeActions } from "./range.ts";
import { createRunBefore, type RunBeforeKeeper } from "./runBefore.ts";
import { shellActions } from "./shell.ts";
import { stepActions } from "./steps.ts";
import { type AppActions, type AppStore, createAppStore, type Position } from "./store.ts";
import { createViews, type Views } from "./views.ts";
import { whyActions } from "./why.ts";

const rarely = () => import("./rarely.ts");

export interface Session extends Required<Pick<SessionOptions, "storage" | "tabStorage">> {
  readonly store: AppStore;
  readonly live: Live;
  readonly actions: AppActions;
  /** For share links. */
  readonly position: () => Position;
  /** What was open last on this device; its scenario is untrusted. */
  readonly lastScenario: () => StoredScenario | undefined;
  /** Where it was looked at, as remembered when the page was left. */
  readonly lastPosition: () => Position | undefined;
  readonly rememberPosition: () => void;
  /** A second machine that goes along with the playhead; the playhead waits for it. */
  readonly accompany: (companion: Companion | undefined) => void;
  /** Undefined: there is no such place in the run. */
  readonly find: (place: PlaceSought) => Promise<number | undefined>;
  /** Counts beside the page where the cycles of programs went; undefined: this page cannot. */
  readonly countProfile: CountProfile | undefined;
  /** The machine at a cycle and what happened since another; the playhead stays. Undefined: the engine does not answer. */
  readonly look: (from: number, cycle: number) => Promise<SeekAnswer | undefined>;
  readonly close: () => void;
}

interface SessionOptions {
  readonly client: EngineClient;
  readonly scheduler: FrameScheduler;
  readonly storage: KeyValueStore;
  /** What is open in this tab; another tab has something else open. */
  readonly tabStorage?: KeyValueStore;
  readonly countProfile?: CountProfile;
}

/** What the actions of a session are made of: each part holds the state of one concern. */
interface SessionParts {
  readonly store: AppStore;
  readonly live: WritableLive;
  readonly client: EngineClient;
  readonly storage: KeyValueStore;
  readonly feed: Feed;
  readonly placement: Placement;
  readonly navigation: Navigation;
  readonly breakpoints: Breakpoints;
  readonly playLoop: PlayLoop;
  readonly views: Views;
  readonly follows: ReturnType<typeof followActions>;
  readonly ranges: ReturnType<typeof rangeActions>;
  readonly keeper: JourneyKeeper;
  readonly ends: EndKeeper;
  readonly runBefore: RunBeforeKeeper;
  readonly notify: AppActions["notify"];
  readonly reportFault: (error: EngineError) => void;
  readonly companion: () => Companion | undefined;
}

export function createSession({
  client,
  scheduler,
  storage,
  tabStorage = storage,
  countProfile,
}: SessionOptions): Session {
  let companion: Companion | undefined;
  const parts = createParts({ client, scheduler, storage }, () => companion);
  const { store, live, feed, playLoop } = parts;
  const build = createLoader({ ...parts, tabStorage, restoreFollowed: parts.follows.restore });
  const { runBefore } = parts;
  const editing = createEditing({
    store,
    storage: tabStorage,
    build,
    play: playLoop.play,
    position: keptPosition,
    runBefore,
  });
  const actions = createActions(parts, editing, build);
  listenToEngine(parts);

  const forgetPreferences = watchPreferences(storage, (change) => store.setState(change));
  // A crash does not ask: what was left in the run is written as it is left.
  store.subscribe((now, before) => {
    const isLeft = (["breakpoints", "bookmarks", "tracks", "warmUpWanted", "measures"] as const).some(
      (one) => now[one] !== before[one],
    );
    if (isLeft && now.scenario === before.scenario) rememberPosition();
  });

  function rememberPosition(): void {
    const { scenario, origin } = store.getState();
    if (scenario !== undefined && origin?.kind !== "lab") writePosition(tabStorage, keptPosition());
  }

  /** With the warm-up that was chosen, also where the run is too short for it. */
  function keptPosition(): Position {
    return { ...position(), warmUpCycles: store.getState().warmUpWanted };
  }

  function position(): Position {
    const cycle = live.playhead.get();
    const marks = marksFor(store.getState(), live.journey.get(), cycle);
    return { cycle, ...parts.placement.shownCycles(), ...marks };
  }

  return {
    store,
    live,
    actions,
    position,
    lastScenario: () => readScenario(tabStorage),
    lastPosition: () => readPosition(tabStorage),
    rememberPosition,
    find: async (place) => (await rarely()).findPlace(client, place),
    countProfile,
    look: async (from, cycle) => (await rarely()).lookAt(client, from, cycle),
    accompany: (next) => {
      companion = next;
    },
    storage,
    tabStorage,
    close: () => {
      forgetPreferences();
      playLoop.close();
      feed.close();
      client.close();
    },
  };
}

function createParts(
  { client, scheduler, storage }: SessionOptions,
  companion: () => Companion | undefined,
): SessionParts {
  const store = createAppStore({ theme: readTheme(storage), keys: readKeySettings(storage) });
  const live = createLive();
  const notify = createNotices(store);
  const reportFault = (error: EngineError): void => {
    playLoop.pause();
    store.setState({ loadError: error });
    notify("error", errorText(error));
  };
  const feed = createFeed({ store, live, client, scheduler, onFailure: reportFault });
  const placement = createPlacement({ store, live, onMoved: feed.refresh });
  const { moveViewport, playheadMoved } = placement;
  const navigation = createNavigation({
    store,
    live,
    client,
    onMoved: playheadMoved,
    onNotFound: async (stop, direction) => notify("info", (await rarely()).notFoundText(stop, direction)),
    onFailure: reportFault,
    companion,
  });
  const breakpoints = createBreakpoints({
    store,
    live,
    client,
    onStop: (stop) => playLoop.stopAt(stop),
    notify,
  });
  const moving = { navigation, breakpoints, placement, feed };
  const playLoop: PlayLoop = createPlayLoop({ store, live, client, scheduler, companion, ...moving });
  const views = createViews({ store, live, moveViewport, follow: () => playheadMoved("jump") });
  const keeper = createJourneyKeeper({ store, live, client });
  const { showCycles } = views.actions;
  const follows = followActions({ store, live, keeper, showCycles, notify, onFailure: reportFault });
  const ranges = rangeActions({ store, live, client, onFailure: reportFault });
  return {
    ...moving,
    store,
    live,
    client,
    storage,
    playLoop,
    views,
    follows,
    ranges,
    keeper,
    ends: createEndKeeper({ store, live, client }),
    runBefore: createRunBefore({ store, live }),
    notify,
    reportFault,
    companion,
  };
}

function listenToEngine({ client, store, feed, keeper, ends, playLoop, reportFault }: SessionParts): void {
  client.onProgress(({ frontier, cyclesPerSecond }) => {
    store.setState({ frontier, cyclesPerSecond });
    feed.refresh();
    keeper.refresh();
    ends.refresh();
  });
  client.onFault(reportFault);
  client.onSilence((silent) => {
    if (silent) playLoop.pause();
    store.setState({ silent });
  });
}

function createActions(parts: SessionParts, editing: Editing, build: BuildScenario): AppActions {
  const { store, live, client, storage, navigation, breakpoints, playLoop, views, ranges, notify } = parts;
  const { restore: _, ...follows } = parts.follows;
  const { play, pause } = playLoop;

  function seek(cycle: number): void {
    playLoop.forgetFraction();
    breakpoints.abandon();
    navigation.jumpTo(cycle);
  }

  return {
    loadScenario: async (scenario, origin, position) => {
      editing.forget();
      const outcome = await build(scenario, origin, position);
      if (outcome.status === "running") {
        parts.runBefore.forget();
        store.setState(({ opened }) => ({ opened: opened + 1 }));
      }
      if (outcome.status === "refused") notify("error", errorText(outcome.error));
      return outcome.status === "running";
    },
    editScenario: editing.edit,
    keepAs: editing.keepAs,
    forgetRunBefore: parts.runBefore.forget,
    play,
    pause,
    toggle: () => (store.getState().playing ? pause() : play()),
    toggleRates: () => store.setState(({ showsRates }) => ({ showsRates: !showsRates })),
    slower: () => store.setState(({ speed }) => ({ speed: slower(speedNow(speed, live.metrics.get())) })),
    faster: () => store.setState(({ speed }) => ({ speed: faster(speedNow(speed, live.metrics.get())) })),
    ...stepActions({ live, navigation, pause, notify }),
    seek,
    runToBreakpoint: (direction = 1) => {
      pause();
      navigation.abandonSearch();
      breakpoints.runTo(direction);
    },
    setBreakpoints: breakpoints.set,
    ...ranges,
    setWarmUp: async (cycles) => (await rarely()).setWarmUp(parts, cycles),
    setMeasures: (measures) => {
      store.setState({ measures });
      parts.feed.refresh();
    },
    ...follows,
    ...whyActions({ store, live, client, seek, onFailure: parts.reportFault, companion: parts.companion }),
    ...bookmarkActions({ store, live, seek, notify }),
    cancelSeek: () => {
      breakpoints.abandon();
      navigation.cancel();
    },
    setRunAhead: client.runAhead,
    setViewport: parts.placement.setViewport,
    ...views.actions,
    setOverviewWidth: parts.feed.setOverviewWidth,
    ...shellActions(store, storage),
    notify,
  };
}
