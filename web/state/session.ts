/** The controller of one open page: owns the engine client, turns actions into requests, runs playback. */
import type { EngineClient, SeekAnswer } from "../engine/client.ts";
import type { CountProfile } from "../engine/oneTask.ts";
import type { EngineError } from "../engine/protocol.ts";
import type { FrameScheduler } from "../ui/scheduler.ts";
import type { KeyValueStore } from "../ui/storage.ts";
import { type Breakpoints, createBreakpoints } from "./breakpoints.ts";
import { createEndKeeper, createFeed, type EndKeeper, type Feed } from "./feed.ts";
import { createFollowing, createJourneyKeeper, type Following, type JourneyKeeper } from "./follow.ts";
import { createLive, type Live, type WritableLive } from "./live.ts";
import { bookmarkActions, marksFor, rangeActions } from "./marks.ts";
import { type Companion, createNavigation, type Navigation, stepActions } from "./navigation.ts";
import { createNotices, errorText } from "./notices.ts";
import { faster, slower, speedNow } from "./playback.ts";
import { createPlayLoop, type PlayLoop } from "./playLoop.ts";
import {
  readDetails,
  readKeySettings,
  readPosition,
  readScenario,
  readTheme,
  type StoredScenario,
  watchPreferences,
  writeDetails,
  writeKeySettings,
  writePosition,
  writeTheme,
} from "./preferences.ts";
import type { PlaceSought } from "./rarely.ts";
import { createMachineReplacer } from "./replaceMachine.ts";
import { type AppActions, type AppStore, createAppStore, type Position } from "./store.ts";
import { createViews, type Views } from "./views.ts";
import { whyActions } from "./why.ts";

const rarely = () => import("./rarely.ts");

export interface Session extends Required<Pick<SessionOptions, "storage" | "tabStorage">> {
  readonly store: AppStore;
  readonly live: Live;
  readonly actions: AppActions;
  /** The user's position, for links. */
  readonly position: () => Position;
  /** The scenario that was open last on this device. It is untrusted. */
  readonly lastScenario: () => StoredScenario | undefined;
  /** The user's position in it when the page was left. */
  readonly lastPosition: () => Position | undefined;
  readonly rememberPosition: () => void;
  /** Adds a second machine that moves with the playhead. The playhead waits for it. */
  readonly accompany: (companion: Companion | undefined) => void;
  /** Undefined if there is no such place in the run. */
  readonly find: (place: PlaceSought) => Promise<number | undefined>;
  /** Counts the cycles of programs by instruction in a worker. Undefined if this page cannot. */
  readonly countProfile: CountProfile | undefined;
  /** The machine at a cycle, and the events since another cycle. The playhead stays. Undefined if the engine does not
   * answer. */
  readonly look: (from: number, cycle: number) => Promise<SeekAnswer | undefined>;
  readonly close: () => void;
}

interface SessionOptions {
  readonly client: EngineClient;
  readonly scheduler: FrameScheduler;
  readonly storage: KeyValueStore;
  /** Storage for the state of this tab. Other tabs have their own. */
  readonly tabStorage?: KeyValueStore;
  readonly countProfile?: CountProfile;
}

/** Each part holds the state of one concern. */
interface SessionParts {
  readonly store: AppStore;
  readonly live: WritableLive;
  readonly client: EngineClient;
  readonly feed: Feed;
  readonly navigation: Navigation;
  readonly breakpoints: Breakpoints;
  readonly playLoop: PlayLoop;
  readonly views: Views;
  readonly following: Following;
  readonly keeper: JourneyKeeper;
  readonly ends: EndKeeper;
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
  const actions = createActions(parts, { storage, tabStorage, position: keptPosition });
  listenToEngine(parts);

  const forgetPreferences = watchPreferences(storage, (change) => store.setState(change));
  // Marks are stored at each change, because a crash gives no warning.
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

  /** Includes the chosen warm-up, even if the run is too short for it. */
  function keptPosition(): Position {
    return { ...position(), warmUpCycles: store.getState().warmUpWanted };
  }

  function position(): Position {
    const cycle = live.playhead.get();
    const marks = marksFor(store.getState(), live.journey.get(), cycle);
    return { cycle, ...parts.views.shownCycles(), ...marks };
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
  const store = createAppStore({
    theme: readTheme(storage),
    keys: readKeySettings(storage),
    details: readDetails(storage),
  });
  const live = createLive();
  const notify = createNotices(store);
  const reportFault = (error: EngineError): void => {
    playLoop.pause();
    store.setState({ loadError: error });
    notify("error", errorText(error));
  };
  const feed = createFeed({ store, live, client, scheduler, onFailure: reportFault });
  const views = createViews({ store, live, onMoved: feed.refresh });
  const navigation = createNavigation({
    store,
    live,
    client,
    onMoved: views.playheadMoved,
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
  const moving = { navigation, breakpoints, views, feed };
  const playLoop: PlayLoop = createPlayLoop({ store, live, client, scheduler, companion, ...moving });
  const keeper = createJourneyKeeper({ store, live, client });
  const { showCycles } = views.actions;
  return {
    ...moving,
    store,
    live,
    client,
    playLoop,
    following: createFollowing({ store, live, keeper, showCycles, notify, onFailure: reportFault }),
    keeper,
    ends: createEndKeeper({ store, live, client }),
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

interface Kept extends Required<Pick<SessionOptions, "storage" | "tabStorage">> {
  readonly position: () => Position;
}

function createActions(parts: SessionParts, { storage, tabStorage, position }: Kept): AppActions {
  const { store, live, client, navigation, breakpoints, playLoop, views, notify, reportFault } = parts;
  const { play, pause } = playLoop;
  const ranges = rangeActions({ store, live, client, onFailure: reportFault });
  const machine = createMachineReplacer({ ...parts, tabStorage, position, setRange: ranges.setRange });

  function seek(cycle: number): void {
    playLoop.forgetFraction();
    breakpoints.abandon();
    navigation.jumpTo(cycle);
  }

  return {
    loadScenario: machine.open,
    editScenario: machine.edit,
    keepAs: machine.keepAs,
    forgetRunBefore: machine.forgetRunBefore,
    play,
    pause,
    toggle: () => (store.getState().playing ? pause() : play()),
    toggleRates: () => store.setState(({ showsRates }) => ({ showsRates: !showsRates })),
    slower: () => store.setState((state) => ({ speed: slower(speedNow(state, live.metrics.get())) })),
    faster: () => store.setState((state) => ({ speed: faster(speedNow(state, live.metrics.get())) })),
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
    ...parts.following.actions,
    ...whyActions({ store, live, client, seek, onFailure: reportFault, companion: parts.companion }),
    ...bookmarkActions({ store, live, seek, notify }),
    cancelSeek: () => {
      breakpoints.abandon();
      navigation.cancel();
    },
    setRunAhead: client.runAhead,
    ...views.actions,
    setOverviewWidth: parts.feed.setOverviewWidth,
    ...shellActions(store, storage),
    notify,
  };
}

type ShellActions = Pick<
  AppActions,
  | "setTheme"
  | "setDetails"
  | "setOpenParts"
  | "setStepUnit"
  | "setKeys"
  | "setSideTab"
  | "showSide"
  | "setSideOpen"
  | "setPanel"
  | "dismissNotice"
  | "setOther"
  | "setBeside"
  | "setPair"
  | "setTracks"
  | "setSpeed"
  | "setLit"
  | "setPointed"
  | "setSpoken"
  | "setTold"
  | "startTour"
>;

/** The user's choices about the page itself. Theme and keys are stored on this device. */
function shellActions(store: AppStore, storage: KeyValueStore): ShellActions {
  return {
    setTheme: (theme) => {
      store.setState({ theme });
      writeTheme(storage, theme);
    },
    setDetails: (details) => {
      store.setState({ details, openParts: [] });
      writeDetails(storage, details);
    },
    setOpenParts: (openParts) => store.setState({ openParts }),
    setStepUnit: (stepUnit) => store.setState({ stepUnit }),
    setKeys: (keys) => {
      store.setState({ keys });
      writeKeySettings(storage, keys);
    },
    setSideTab: (sideTab) => store.setState({ sideTab }),
    showSide: (sideTab) =>
      store.setState(({ openParts }) => ({
        sideTab,
        sideOpen: true,
        openParts: [...new Set([...openParts, sideTab === "metrics" ? ("results" as const) : sideTab])],
      })),
    setSideOpen: (sideOpen) => store.setState({ sideOpen }),
    // A page without a scenario only needs the list of scenarios.
    setPanel: (panel) =>
      store.setState(({ scenario }) => ({ panel: scenario || panel === "scenarios" ? panel : undefined })),
    dismissNotice: () => store.setState({ notice: undefined }),
    setOther: (other) => store.setState({ other }),
    setBeside: (beside) => store.setState({ beside }),
    setPair: (pair) => store.setState({ pair }),
    setTracks: (tracks) => store.setState({ tracks }),
    setSpeed: (speed) => store.setState({ speed }),
    setLit: (lit) => store.setState({ lit }),
    setPointed: (pointed) => store.setState({ pointed }),
    setSpoken: (spoken) => store.setState({ spoken }),
    setTold: (told, toldCycle) =>
      store.setState(
        told === undefined ? { told, toldCycle, isTour: false } : { told, toldCycle, wasTold: true },
      ),
    startTour: () => store.setState({ told: 1, isTour: true }),
  };
}
