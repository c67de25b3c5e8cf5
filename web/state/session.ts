/** The controller of one open page: owns the engine client, turns actions into requests, runs playback. */

import type { Scenario } from "../../scenarios/format/schema.ts";
import type { EngineClient } from "../engine/client.ts";
import type { EngineError } from "../engine/protocol.ts";
import { createFrameTask, type FrameScheduler } from "../ui/scheduler.ts";
import type { KeyValueStore } from "../ui/storage.ts";
import { bookmarkActions } from "./bookmarks.ts";
import { createBreakpoints } from "./breakpoints.ts";
import { createEditing } from "./editing.ts";
import { errorText } from "./errorText.ts";
import { createFeed } from "./feed.ts";
import { followActions } from "./follow.ts";
import type { Stop } from "./hits.ts";
import { createJourneyKeeper } from "./journeyKeeper.ts";
import { clearLive, createLive, type Live } from "./live.ts";
import { marksFor, marksOf } from "./marks.ts";
import { type Companion, createNavigation, type Movement } from "./navigation.ts";
import { notFoundText } from "./notFound.ts";
import { advancePlayhead, faster, slower } from "./playback.ts";
import {
  readKeySettings,
  readPosition,
  readScenario,
  readTheme,
  type StoredScenario,
  watchPreferences,
  writePosition,
  writeScenario,
} from "./preferences.ts";
import { rangeActions } from "./range.ts";
import { baseOf } from "./scenarioBase.ts";
import { shellActions } from "./shell.ts";
import { stepActions } from "./steps.ts";
import {
  type AppActions,
  type AppState,
  type AppStore,
  createAppStore,
  type EditOutcome,
  type LoadStatus,
  type Notice,
  type Position,
  type ScenarioOrigin,
} from "./store.ts";
import {
  clampViewport,
  fitCycles,
  followed,
  isInView,
  revealed,
  type Viewport,
  visibleCycles,
} from "./viewport.ts";
import { createViews } from "./views.ts";

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
  readonly close: () => void;
}

/** At full speed the engine's time goes into the run: the machine is looked at this often. */
export const MAX_SPEED_VIEW_MS = 100;
export interface SessionOptions {
  readonly client: EngineClient;
  readonly scheduler: FrameScheduler;
  readonly storage: KeyValueStore;
  /** What is open in this tab; another tab has something else open. */
  readonly tabStorage?: KeyValueStore;
}

export function createSession({ client, scheduler, storage, tabStorage = storage }: SessionOptions): Session {
  const store = createAppStore({ theme: readTheme(storage), keys: readKeySettings(storage) });
  const live = createLive();
  const get = store.getState;
  const set = (change: Partial<AppState>): void => store.setState(change);
  const feed = createFeed({ store, live, client, scheduler, onFailure: reportFault });
  const navigation = createNavigation({
    store,
    live,
    client,
    onMoved: playheadMoved,
    onNotFound: (stop, direction) => notify("info", notFoundText(stop, direction)),
    onFailure: reportFault,
    companion: () => companion,
  });

  const breakpoints = createBreakpoints({ store, live, client, onStop: stopAt, notify });
  let companion: Companion | undefined;
  let carry = 0;
  let lastFrameMs: number | undefined;
  let lastViewMs = Number.NEGATIVE_INFINITY;
  /** A load came before the timeline knew its width: place the view as soon as it does. */
  let fitWhenMeasured = false;
  let pendingPosition: Position | undefined;
  let noticeCount = 0;
  let loadCount = 0;
  const frame = createFrameTask(scheduler, playFrame);
  const views = createViews({ store, live, moveViewport, follow: () => playheadMoved("jump") });
  const keeper = createJourneyKeeper({ store, live, client });
  const { restore, ...follows } = followActions({
    store,
    live,
    keeper,
    showCycles: views.actions.showCycles,
    notify,
    onFailure: reportFault,
  });
  const ranges = rangeActions({ store, live, client, onFailure: reportFault });
  const editing = createEditing({ store, storage: tabStorage, build, play, position });

  function notify(tone: Notice["tone"], text: string): void {
    noticeCount += 1;
    set({ notice: { id: noticeCount, tone, text } });
  }

  function reportFault(error: EngineError): void {
    pause();
    set({ loadError: error });
    notify("error", errorText(error));
  }

  /** Somebody moved the view: it follows the playhead as long as the playhead is in it. */
  function moveViewport(viewport: Viewport): void {
    set({ viewport, following: isInView(viewport, live.playhead.get()) });
    feed.refresh();
  }

  function playheadMoved(movement: Movement): void {
    const { viewport, following, endCycle, stop } = get();
    if (stop !== undefined && stop.cycle !== live.playhead.get()) set({ stop: undefined });
    if (viewport.widthPx > 0 && (following || movement === "jump")) {
      const move = movement === "jump" ? revealed : followed;
      const next = move(viewport, live.playhead.get(), endCycle);
      if (next !== viewport || !following) set({ viewport: next, following: true });
    }
    feed.refresh();
  }

  function playFrame(nowMs: number): void {
    if (!get().playing) return;
    const { speed, frontier, endCycle } = get();
    const elapsedMs = lastFrameMs === undefined ? 0 : nowMs - lastFrameMs;
    lastFrameMs = nowMs;
    const playhead = live.playhead.get();
    const step = advancePlayhead({
      playhead,
      carry,
      elapsedMs,
      speed,
      frontier: Math.min(frontier, breakpoints.clearTo(), companion?.frontier() ?? frontier),
      endCycle,
    });
    const stop = breakpoints.after(playhead);
    const theirs = companion?.stopAfter(playhead);
    if (theirs !== undefined && theirs.cycle <= Math.min(step.playhead, (stop?.cycle ?? Infinity) - 1)) {
      pause();
      navigation.jumpTo(theirs.cycle);
      theirs.show();
      return;
    }
    if (stop !== undefined && stop.cycle <= step.playhead) {
      stopAt(stop);
      return;
    }
    carry = step.carry;
    const isLooked = speed !== "max" || step.ended || nowMs - lastViewMs >= MAX_SPEED_VIEW_MS;
    if (isLooked) lastViewMs = nowMs;
    (isLooked ? navigation.showCycle : navigation.passCycle)(step.playhead);
    if (step.ended) pause();
    else frame.schedule();
  }

  function stopAt(stop: Stop): void {
    pause();
    navigation.jumpTo(stop.cycle);
    set({ stop });
  }

  function play(): void {
    const { scenario, playing, endCycle } = get();
    if (scenario === undefined || playing) return;
    navigation.abandonSearch();
    breakpoints.abandon();
    if (live.playhead.get() >= endCycle) navigation.showCycle(0);
    carry = 0;
    lastFrameMs = undefined;
    set({ playing: true });
    playheadMoved("jump");
    client.runAhead(true);
    frame.schedule();
  }

  function pause(): void {
    frame.cancel();
    if (get().playing) set({ playing: false });
    navigation.catchUp();
    feed.refresh();
  }

  async function loadScenario(
    scenario: Scenario,
    origin: ScenarioOrigin,
    position?: Position,
  ): Promise<boolean> {
    editing.forget();
    const outcome = await build(scenario, origin, position);
    if (outcome.status === "refused") notify("error", errorText(outcome.error));
    return outcome.status === "running";
  }

  async function build(
    scenario: Scenario,
    origin: ScenarioOrigin,
    position: Position | undefined,
  ): Promise<EditOutcome> {
    pause();
    set({ status: "loading", asked: { scenario, origin, position } });
    const mine = ++loadCount;
    const outcome = await client.load(scenario);
    if (outcome.status === "superseded") return outcome;
    const ended = (status: LoadStatus) => (mine === loadCount ? status : "loading");
    if (outcome.status === "failed") {
      const kept = get().scenario !== undefined;
      set({ status: ended(kept ? "ready" : "failed"), loadError: outcome.error });
      return { status: "refused", error: outcome.error };
    }
    const { endCycle, modelVersion } = outcome.value;
    const base = baseOf(scenario, origin, get());
    /** Marks stay at an edit of what is open; others bring their own. */
    const isEdit = origin.kind === "edit" && origin.of === undefined && get().scenario !== undefined;
    navigation.abandonSearch();
    breakpoints.abandon();
    views.forget();
    clearLive(live);
    feed.reset();
    set({
      status: ended("ready"),
      scenario,
      scenarioId: base.origin.kind === "bundled" ? base.origin.id : undefined,
      original: base.scenario,
      origin: base.origin,
      loadError: undefined,
      endCycle,
      modelVersion,
      frontier: 0,
      cyclesPerSecond: 0,
      following: true,
      stop: undefined,
      range: undefined,
      ...(isEdit ? {} : marksOf(position)),
    });
    breakpoints.restart();
    writeScenario(tabStorage, origin.kind === "edit" ? { kind: "edit", of: base } : origin, scenario);
    placeViewport(position, endCycle);
    client.runAhead(true);
    navigation.jumpTo(Math.min(position?.cycle ?? 0, endCycle));
    if (!isEdit) {
      if (position?.range !== undefined) ranges.setRange(position.range);
      if (position?.follow !== undefined) restore(position.follow);
    }
    return { status: "running" };
  }

  function placeViewport(position: Position | undefined, endCycle: number): void {
    const { viewport } = get();
    fitWhenMeasured = viewport.widthPx <= 0;
    pendingPosition = fitWhenMeasured ? position : undefined;
    if (fitWhenMeasured) return;
    const from = position?.startCycle ?? 0;
    const to = position === undefined ? endCycle : from + position.visibleCycles;
    moveViewport(fitCycles(viewport, from, to, endCycle));
  }

  function setViewport(change: Partial<Viewport>): void {
    const { viewport, endCycle } = get();
    const next = { ...viewport, ...change };
    const measured = fitWhenMeasured && next.widthPx > 0;
    moveViewport(endCycle > 0 ? clampViewport(next, endCycle) : next);
    if (!measured || endCycle <= 0) return;
    const opened = pendingPosition?.cycle ?? 0;
    placeViewport(pendingPosition, endCycle);
    if (live.playhead.get() !== Math.min(opened, endCycle)) playheadMoved("jump"); // somebody was faster than the timeline
  }

  client.onProgress(({ frontier, cyclesPerSecond }) => {
    set({ frontier, cyclesPerSecond });
    feed.refresh();
    keeper.refresh();
  });
  client.onFault(reportFault);
  client.onSilence((silent) => {
    if (silent) pause();
    set({ silent });
  });

  const actions: AppActions = {
    loadScenario,
    editScenario: editing.edit,
    keepAs: editing.keepAs,
    play,
    pause,
    toggle: () => (get().playing ? pause() : play()),
    slower: () => set({ speed: slower(get().speed) }),
    faster: () => set({ speed: faster(get().speed) }),
    ...stepActions({ live, navigation, pause, notify }),
    seek: (cycle) => {
      carry = 0;
      breakpoints.abandon();
      navigation.jumpTo(cycle);
    },
    runToBreakpoint: (direction = 1) => {
      pause();
      navigation.abandonSearch();
      breakpoints.runTo(direction);
    },
    setBreakpoints: breakpoints.set,
    ...ranges,
    ...follows,
    ...bookmarkActions({ store, live, seek: (cycle) => actions.seek(cycle), notify }),
    cancelSeek: () => {
      breakpoints.abandon();
      navigation.cancel();
    },
    setRunAhead: client.runAhead,
    setViewport,
    ...views.actions,
    setOverviewWidth: feed.setOverviewWidth,
    ...shellActions(store, storage),
    notify,
  };

  const forgetPreferences = watchPreferences(storage, set);
  // A crash asks nobody: what was left in the run is written as it is left.
  store.subscribe((now, before) => {
    const isLeft = (["breakpoints", "bookmarks", "tracks"] as const).some((one) => now[one] !== before[one]);
    if (isLeft && now.scenario === before.scenario) rememberPosition();
  });

  function rememberPosition(): void {
    const { scenario, origin } = get();
    if (scenario !== undefined && origin?.kind !== "lab") writePosition(tabStorage, position());
  }

  function position(): Position {
    return { cycle: live.playhead.get(), ...shownCycles(), ...marksFor(get(), live.journey.get()) };
  }

  /** What the timeline shows, or will show as soon as it has a width. */
  function shownCycles(): Pick<Position, "startCycle" | "visibleCycles"> {
    const { viewport, endCycle } = get();
    if (fitWhenMeasured) {
      const { startCycle = 0, visibleCycles: cycles = endCycle } = pendingPosition ?? {};
      return { startCycle, visibleCycles: cycles };
    }
    return {
      startCycle: Math.round(viewport.startCycle),
      visibleCycles: Math.max(1, Math.round(visibleCycles(viewport))),
    };
  }

  return {
    store,
    live,
    actions,
    position,
    lastScenario: () => readScenario(tabStorage),
    lastPosition: () => readPosition(tabStorage),
    rememberPosition,
    accompany: (next) => {
      companion = next;
    },
    storage,
    tabStorage,
    close: () => {
      forgetPreferences();
      frame.cancel();
      feed.close();
      client.close();
    },
  };
}
