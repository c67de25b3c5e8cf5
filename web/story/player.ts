/** Plays a story on the open machine: goes to the cycle of a step, highlights its parts, and tries its action. */

import { createStore, type StoreApi } from "zustand/vanilla";
import { closeUp, pictureOf, type StepPicture } from "../../lib/story/picture.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { panelOf } from "../../scenarios/story/parts.ts";
import type { Story, StoryPlace } from "../../scenarios/story/story.ts";
import type { Session } from "../state/session.ts";
import { createShownMachine } from "./shownMachine.ts";
import { type Measure, RUNNING, type Tried } from "./tried.ts";

export { measureAhead, measuredOnce } from "./measureAhead.ts";

export interface StoryState {
  readonly story: Story;
  readonly step: number;
  /** The scenario that the step found, before its action. */
  readonly scenario: Scenario | undefined;
  /** Cycle of the step. Undefined if it is still searched for, or does not occur in this run. */
  readonly cycle: number | undefined;
  readonly status: "going" | "there" | "nowhere";
  readonly tried: Tried | undefined;
  /** Choice of the question, from 1. */
  readonly chosen: number | undefined;
  /** True if the last step has ended and the challenge is shown. */
  readonly isChallenged?: boolean;
}

export interface StoryPlayer {
  readonly store: StoreApi<StoryState | undefined>;
  readonly open: (story: Story, step?: number) => void;
  readonly go: (step: number) => void;
  /** Opens the story's own machine and all of its run, for the challenge after the last step. */
  readonly challenge: () => void;
  /** Plays until the next step's place. */
  readonly playOn: () => void;
  readonly tryIt: () => void;
  readonly choose: (choice: number) => void;
  readonly leave: () => void;
  /** The page shows something else, and the story continues when it returns. */
  readonly rest: () => void;
}

/** Share of the zoom before the step's cycle. The cause of a step is more important than what follows it. */
const BEFORE_SHARE = 0.6;

export function createStoryPlayer(
  session: Pick<Session, "store" | "live" | "actions" | "find">,
  measure: Measure,
): StoryPlayer {
  const { actions, live } = session;
  const store = createStore<StoryState | undefined>()(() => undefined);
  /** Counts steps and exits. Results of an earlier turn are not shown. */
  let turn = 0;
  const machine = createShownMachine(session);
  let stopPlaying = () => {};

  async function show(story: Story, index: number): Promise<void> {
    const step = story.steps[index];
    if (step === undefined) return;
    turn += 1;
    const mine = turn;
    stopPlaying();
    actions.pause();
    actions.askWhy(undefined);
    actions.setLit(step.light);
    const panel = step.light.map(panelOf).find((one) => one !== undefined);
    if (panel !== undefined) actions.setSideTab(panel);
    actions.setTold(index + 1);
    const picture = pictureOf(story, index);
    const scenario = machine.untried() ?? session.store.getState().scenario;
    const base = { story, step: index, scenario, tried: undefined, chosen: undefined };
    store.setState({ ...base, cycle: undefined, status: "going" }, true);
    await machine.show(picture);
    const { at } = picture;
    const cycle = at === undefined ? live.playhead.get() : await cycleOf(session, at);
    if (mine !== turn) return;
    store.setState({ ...base, cycle, status: cycle === undefined ? "nowhere" : "there" }, true);
    if (step.speed !== undefined) actions.setSpeed(step.speed);
    if (cycle === undefined) return;
    if (at !== undefined) actions.setTold(index + 1, cycle);
    if (at !== undefined) actions.seek(cycle);
    zoom(session, picture, cycle);
  }

  function go(step: number): void {
    const state = store.getState();
    if (state !== undefined) void show(state.story, step);
  }

  async function playOn(): Promise<void> {
    const state = store.getState();
    const next = state?.story.steps[state.step + 1];
    if (state === undefined || next === undefined) return;
    const { at, scenario } = pictureOf(state.story, state.step + 1);
    const to = at === undefined || scenario !== undefined ? undefined : await cycleOf(session, at);
    if (store.getState() !== state) return;
    if (to === undefined || to <= live.playhead.get()) go(state.step + 1);
    else stopPlaying = playUntil(session, to, () => go(state.step + 1));
  }

  async function tryIt(): Promise<void> {
    const { scenario } = session.store.getState();
    const state = store.getState();
    const action = state?.story.steps[state.step]?.do;
    if (scenario === undefined || state === undefined || action === undefined) return;
    if (machine.untried() !== undefined) return;
    const mine = turn;
    const tell = (tried: Tried | undefined) => {
      const now = store.getState();
      if (mine === turn && now !== undefined) store.setState({ ...now, tried }, true);
    };
    tell(RUNNING);
    const keep = (tried: Scenario, edit: Promise<unknown>) => machine.changed(scenario, tried, edit);
    // The page reports a part that could not be loaded. The user can try again.
    const part = await import("./tryAction.ts").catch(() => undefined);
    const tried = await part?.tryAction(session, scenario, action, measure, keep);
    tell(tried);
    if (tried?.status !== "done" || action.leadsTo === undefined) return;
    const cycle = await cycleOf(session, action.leadsTo);
    if (mine !== turn || cycle === undefined) return;
    actions.seek(cycle);
    zoom(session, { visibleCycles: closeUp(state.story.steps.slice(0, state.step + 1)) }, cycle);
  }

  async function challenge(): Promise<void> {
    const state = store.getState();
    if (state === undefined) return;
    turn += 1;
    const mine = turn;
    stopPlaying();
    actions.pause();
    actions.setLit([]);
    store.setState({ ...state, isChallenged: true, tried: undefined, chosen: undefined }, true);
    await machine.show({ scenario: undefined, beside: undefined });
    if (mine === turn) zoom(session, { visibleCycles: "run" }, live.playhead.get());
  }

  function rest(): void {
    turn += 1;
    stopPlaying();
    machine.keep();
    actions.setLit([]);
    store.setState(undefined, true);
  }

  return {
    store,
    open: (story, step = 0) => void show(story, step),
    go,
    challenge: () => void challenge(),
    playOn: () => void playOn(),
    tryIt: () => void tryIt(),
    choose: (chosen) => {
      const state = store.getState();
      if (state !== undefined) store.setState({ ...state, chosen }, true);
    },
    leave: () => {
      rest();
      actions.setTold(undefined);
    },
    rest,
  };
}

function zoom(
  { store, actions }: Pick<Session, "store" | "actions">,
  { visibleCycles }: Pick<StepPicture, "visibleCycles">,
  cycle: number,
): void {
  if (visibleCycles === undefined) return;
  const end = store.getState().scenario?.runCycles ?? cycle;
  if (visibleCycles === "run") {
    actions.showCycles(0, end);
    return;
  }
  const from = Math.max(0, Math.min(end - visibleCycles, Math.round(cycle - BEFORE_SHARE * visibleCycles)));
  actions.showCycles(from, from + visibleCycles);
}

async function cycleOf(
  { find, store }: Pick<Session, "find" | "store">,
  place: StoryPlace,
): Promise<number | undefined> {
  if (place.on === "cycle") return place.cycle;
  if (place.on === "end") return store.getState().scenario?.runCycles;
  const { number, after: afterCycle } = place;
  const of = place.on === "event" ? { event: place.event } : { when: place.when };
  return find({ of, number, afterCycle });
}

/** Plays until the playhead is at a cycle. */
/** `onThere` is not called after the user has paused, or after the returned function was called. */
function playUntil(
  { store, live, actions }: Pick<Session, "store" | "live" | "actions">,
  cycle: number,
  onThere: () => void,
): () => void {
  const stops = [
    live.playhead.subscribe(() => {
      if (live.playhead.get() < cycle) return;
      stop();
      onThere();
    }),
    store.subscribe(({ playing }) => {
      if (!playing) stop();
    }),
  ];
  const stop = () => {
    for (const one of stops) one();
  };
  actions.play();
  return stop;
}
