/** Moves the playhead: to a cycle, or to the next or previous event of a kind. For a cycle, the playhead moves at once
 * and the view follows. During playback that shows states, it moves with the view. A search moves it when the event has
 * been found. */

import type { EngineClient, Outcome, SeekAnswer } from "../engine/client.ts";
import type { EngineError, SeekTarget, StopKind } from "../engine/protocol.ts";
import { t } from "../text/t.ts";
import type { Live, WritableLive } from "./live.ts";
import { shownPace } from "./playback.ts";
import type { AppActions, AppStore } from "./store.ts";

/** play: one more frame of playback. jump: the user wants to see this cycle. */
export type Movement = "play" | "jump";

export interface Navigation {
  /** Moves the playhead at once, without a jump of the timeline. */
  readonly showCycle: (cycle: number) => void;
  /** One more frame of playback. */
  readonly playTo: (cycle: number) => void;
  /** The same without the view of the machine, at a speed at which no reader could see it. */
  readonly passCycle: (cycle: number) => void;
  /** A jump by the user. Cancels a running search. */
  readonly jumpTo: (cycle: number) => void;
  readonly search: (stop: StopKind, direction: 1 | -1) => void;
  /** Moves to the next (previous) cycle in which a condition becomes true. Calls `onNone` if there is none. */
  readonly searchCondition: (condition: string, direction: 1 | -1, onNone: () => void) => void;
  readonly abandonSearch: () => void;
  /** Cancels a search at the user's request. A playhead beyond the simulated cycles returns to the shown cycle. */
  readonly cancel: () => void;
  /** Requests the view at the playhead, unless it is there or requested. */
  readonly catchUp: () => void;
}

/** Another machine on the same playhead. */
export interface Companion {
  /** Playback does not move the playhead past this cycle. */
  readonly frontier: () => number;
  /** The nearest event of the kind after or before the cycle. Undefined if there is none. */
  readonly find: (from: number, stop: StopKind, direction: 1 | -1) => Promise<number | undefined>;
  /** The first stop of its own breakpoints after the cycle, in cycles of the playhead. */
  readonly stopAfter: (cycle: number) => { readonly cycle: number; readonly show: () => void } | undefined;
  readonly abandon: () => void;
  /** Handles "why?" itself if the user used it last, and returns true. */
  readonly takesWhy: () => boolean;
}

interface NavigationOptions {
  readonly store: AppStore;
  readonly live: WritableLive;
  readonly client: EngineClient;
  readonly onMoved: (movement: Movement) => void;
  readonly onNotFound: (stop: StopKind, direction: 1 | -1) => void;
  readonly onFailure: (error: EngineError) => void;
  readonly companion?: () => Companion | undefined;
}

export function createNavigation({
  store,
  live,
  client,
  onMoved,
  onNotFound,
  onFailure,
  companion = () => undefined,
}: NavigationOptions): Navigation {
  /** Counts searches that started or were cancelled. Answers to earlier requests are then not shown. */
  let searches = 0;
  /** Pictures that were requested and shown, in order: an older answer never replaces a newer picture. */
  let asked = 0;
  let shown = 0;
  /** Questions without an answer yet. */
  let open = 0;
  /** Counts moves of the playhead ahead of its view. */
  let leaps = 0;
  /** The cycle of the latest requested view. A machine that failed has no views of later cycles. */
  let pictured: number | undefined;

  function place(cycle: number, movement: Movement): number {
    const whole = within(cycle);
    leaps += 1;
    live.playhead.set(whole);
    onMoved(movement);
    return whole;
  }

  function within(cycle: number): number {
    return Math.min(Math.max(Math.round(cycle), 0), store.getState().endCycle);
  }

  /** A shown cycle has been simulated, even before the next progress report. */
  function show({ view, passed }: SeekAnswer, askedFor = view.cycle): void {
    pictured = askedFor;
    const before = live.view.get();
    if (before !== undefined && before.cycle !== view.cycle)
      live.passed.set({
        fromCycle: before.cycle,
        toCycle: view.cycle,
        events: passed,
        earlier: before.cycle < view.cycle ? before : view,
      });
    live.view.set(view);
    if (view.cycle > store.getState().frontier) store.setState({ frontier: view.cycle });
  }

  /** At a higher speed no motion is visible. */
  function tellsWay(): boolean {
    return shownPace(store.getState()) !== "rates";
  }

  async function seek(...request: [from: number, target: SeekTarget]): Promise<Outcome<SeekAnswer>> {
    open += 1;
    const outcome = await client.seek(...request, tellsWay());
    open -= 1;
    return outcome;
  }

  function settle(outcome: Outcome<SeekAnswer>): void {
    if (outcome.status !== "failed") {
      catchUp();
      return;
    }
    // This cycle gets no view. It counts as shown, so that `catchUp` does not request it again.
    pictured = live.playhead.get();
    onFailure(outcome.error);
  }

  /** Repairs the picture after an answer was replaced or cancelled. */
  function catchUp(): void {
    const { status, playing, seeking, frontier } = store.getState();
    const cycle = live.playhead.get();
    if (open > 0 || playing || seeking || status !== "ready") return;
    if (cycle === pictured || cycle === live.view.get()?.cycle) return;
    void (cycle > frontier ? jumpTo(cycle) : showCycle(cycle, "play"));
  }

  /** `isAhead`: the playhead moves at once. Otherwise it moves with the view, because a frame has more cycles than some
   * threads run. */
  async function showCycle(cycle: number, movement: Movement, isAhead = true): Promise<void> {
    const before = live.view.get()?.cycle ?? 0;
    const whole = isAhead ? place(cycle, movement) : within(cycle);
    asked += 1;
    const [order, mine, leap] = [asked, searches, leaps];
    if (before === whole && live.view.get() !== undefined) {
      shown = order;
      return;
    }
    const outcome = await seek(before, { kind: "cycle", cycle: whole });
    const isWanted = mine === searches && (isAhead || (store.getState().playing && leap === leaps));
    if (outcome.status === "ok" && isWanted && order > shown) {
      shown = order;
      if (!isAhead) live.playhead.set(whole);
      show(outcome.value, whole);
      if (!isAhead) onMoved(movement);
    }
    settle(outcome);
  }

  async function jumpTo(cycle: number): Promise<void> {
    abandonSearch();
    const mine = searches;
    const beyond = cycle > store.getState().frontier;
    if (beyond) store.setState({ seeking: true });
    await showCycle(cycle, "jump");
    if (beyond && mine === searches) store.setState({ seeking: false });
  }

  async function search(stop: StopKind, direction: 1 | -1): Promise<void> {
    if (store.getState().scenario === undefined) return;
    abandonSearch();
    searches += 1;
    const mine = searches;
    store.setState({ seeking: true });
    const from = live.playhead.get();
    const [outcome, theirs] = await Promise.all([
      seek(from, { kind: direction > 0 ? "next" : "previous", stop }),
      companion()?.find(from, stop, direction),
    ]);
    if (mine !== searches) return catchUp();
    store.setState({ seeking: false });
    if (outcome.status === "ok") arrive(outcome.value, theirs, stop, direction);
    settle(outcome);
  }

  async function searchCondition(condition: string, direction: 1 | -1, onNone: () => void): Promise<void> {
    if (store.getState().scenario === undefined) return;
    abandonSearch();
    searches += 1;
    const mine = searches;
    store.setState({ seeking: true });
    const outcome = await seek(live.playhead.get(), { kind: "condition", condition, direction });
    if (mine !== searches) return catchUp();
    store.setState({ seeking: false });
    if (outcome.status === "ok") {
      show(outcome.value);
      place(outcome.value.view.cycle, "jump");
      if (!outcome.value.found) onNone();
    }
    settle(outcome);
  }

  /** Moves to the nearer of the own event and the companion's. */
  function arrive(answer: SeekAnswer, theirs: number | undefined, stop: StopKind, direction: 1 | -1): void {
    const { view, found } = answer;
    const isTheirs =
      theirs !== undefined && (!found || (direction > 0 ? theirs < view.cycle : theirs > view.cycle));
    if (isTheirs) {
      void showCycle(theirs, "jump");
      return;
    }
    show(answer);
    place(view.cycle, "jump");
    if (!found) onNotFound(stop, direction);
  }

  function abandonSearch(): void {
    if (!store.getState().seeking) return;
    searches += 1;
    client.cancel("seek");
    companion()?.abandon();
    store.setState({ seeking: false });
  }

  function cancel(): void {
    abandonSearch();
    const shownCycle = live.view.get()?.cycle;
    if (shownCycle !== undefined && live.playhead.get() > store.getState().frontier)
      place(shownCycle, "jump");
    catchUp();
  }

  return {
    passCycle: (cycle) => {
      place(cycle, "play");
    },
    showCycle: (cycle) => void showCycle(cycle, "play"),
    // The playhead goes ahead with two machines, because both are asked at the same time.
    playTo: (cycle) => void showCycle(cycle, "play", !tellsWay() || companion() !== undefined),
    jumpTo: (cycle) => void jumpTo(cycle),
    search: (stop, direction) => void search(stop, direction),
    searchCondition: (condition, direction, onNone) => void searchCondition(condition, direction, onNone),
    abandonSearch,
    cancel,
    catchUp,
  };
}

interface StepPorts {
  readonly live: Live;
  readonly navigation: Navigation;
  readonly pause: () => void;
  readonly notify: AppActions["notify"];
}

type StepActions = Pick<
  AppActions,
  "stepCycle" | "stepInstruction" | "stepEvent" | "runTo" | "runToCondition"
>;

/** Steps, or moves to the next place of a kind. All of them pause playback. */
export function stepActions({ live, navigation, pause, notify }: StepPorts): StepActions {
  return {
    stepCycle: (direction) => {
      pause();
      navigation.jumpTo(live.playhead.get() + direction);
    },
    stepInstruction: (direction) => {
      pause();
      navigation.search("retired", direction);
    },
    stepEvent: (direction) => {
      pause();
      navigation.search("any-event", direction);
    },
    runTo: (stop, direction = 1) => {
      pause();
      navigation.search(stop, direction);
    },
    runToCondition: (condition, what, direction = 1) => {
      pause();
      navigation.searchCondition(condition, direction, () =>
        notify(
          "info",
          direction > 0
            ? t("No {what} between here and the end of the run.", { what })
            : t("No {what} before this cycle.", { what }),
        ),
      );
    },
  };
}
