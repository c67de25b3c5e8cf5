/** Chooses the visible cycles of the timeline: by the user's actions, by the place of a new machine, and by following
 * the playhead. During playback the view is so wide that the playhead needs some time to cross it. */
import type { Live } from "./live.ts";
import type { Movement } from "./navigation.ts";
import { SWEEP_MS, speedNow } from "./playback.ts";
import type { AppActions, AppStore, Position } from "./store.ts";
import {
  clampViewport,
  fitCycles,
  followed,
  instructionsAround,
  isInView,
  panBy,
  pxAtCycle,
  revealed,
  showsInstructions,
  type Viewport,
  visibleCycles,
  zoomAround,
} from "./viewport.ts";

/** The user's actions on the view. */
type ViewActions = Pick<
  AppActions,
  "zoomAround" | "panBy" | "fitRun" | "showCycles" | "followPlayhead" | "toggleInstructions" | "setViewport"
>;

export interface Views {
  readonly actions: ViewActions;
  readonly playheadMoved: (movement: Movement) => void;
  /** Shows the place of a loaded machine. Undefined: its whole run. */
  readonly place: (position: Position | undefined, endCycle: number) => void;
  /** The visible cycles, or those that will be visible as soon as the timeline has a width. */
  readonly shownCycles: () => Pick<Position, "startCycle" | "visibleCycles">;
  /** Called for another machine: stored zooms belong to the previous run. */
  readonly forget: () => void;
}

interface ViewOptions {
  readonly store: AppStore;
  readonly live: Live;
  /** The data of the view have to follow. */
  readonly onMoved: () => void;
}

export function createViews(options: ViewOptions): Views {
  const { store, live } = options;
  const placement = createPlacement(options);
  const { moveViewport } = placement;
  const playing = watchPlaying(options, moveViewport);
  /** Zoom before single instructions were shown. */
  let beforeInstructions: Viewport | undefined;

  /** Applies `next` to the view. */
  const change = (next: (viewport: Viewport, endCycle: number) => Viewport): void => {
    const { viewport, endCycle } = store.getState();
    moveViewport(next(viewport, endCycle));
  };

  return {
    actions: {
      zoomAround: (cycle, factor) => change((view, end) => zoomAround(view, cycle, factor, end)),
      panBy: (px) => change((view, end) => panBy(view, px, end)),
      fitRun: () => change((view, end) => fitCycles(view, 0, end, end)),
      showCycles: (from, to) => change((view, end) => fitCycles(view, from, to, end)),
      followPlayhead: () => placement.playheadMoved("jump"),
      toggleInstructions: () =>
        change((view, end) => {
          const cycle = live.playhead.get();
          if (!showsInstructions(view)) {
            beforeInstructions = view;
            return instructionsAround(view, cycle, end);
          }
          const { startCycle, cyclesPerPx } = beforeInstructions ?? fitCycles(view, 0, end, end);
          return revealed(clampViewport({ ...view, startCycle, cyclesPerPx }, end), cycle, end);
        }),
      setViewport: placement.setViewport,
    },
    playheadMoved: placement.playheadMoved,
    place: placement.place,
    shownCycles: placement.shownCycles,
    forget: () => {
      beforeInstructions = undefined;
      playing.forget();
    },
  };
}

/** Moves the view. A place requested before the timeline has a width is shown as soon as it has one. */
function createPlacement({ store, live, onMoved }: ViewOptions) {
  const get = store.getState;
  let pending: { readonly position: Position | undefined } | undefined;

  /** The view follows the playhead as long as the playhead is in it. */
  function moveViewport(viewport: Viewport): void {
    store.setState({ viewport, following: isInView(viewport, live.playhead.get()) });
    onMoved();
  }

  function playheadMoved(movement: Movement): void {
    const { viewport, following, endCycle, stop } = get();
    if (stop !== undefined && stop.cycle !== live.playhead.get()) store.setState({ stop: undefined });
    if (viewport.widthPx > 0 && (following || movement === "jump")) {
      const move = movement === "jump" ? revealed : followed;
      const next = move(viewport, live.playhead.get(), endCycle);
      if (next !== viewport || !following) store.setState({ viewport: next, following: true });
    }
    onMoved();
  }

  function place(position: Position | undefined, endCycle: number): void {
    const { viewport } = get();
    pending = viewport.widthPx <= 0 ? { position } : undefined;
    if (pending !== undefined) return;
    const from = position?.startCycle ?? 0;
    const to = position === undefined ? endCycle : from + position.visibleCycles;
    moveViewport(fitCycles(viewport, from, to, endCycle));
  }

  function setViewport(change: Partial<Viewport>): void {
    const { viewport, endCycle } = get();
    const next = { ...viewport, ...change };
    const measured = next.widthPx > 0 ? pending : undefined;
    moveViewport(endCycle > 0 ? clampViewport(next, endCycle) : next);
    if (measured === undefined || endCycle <= 0) return;
    const opened = measured.position?.cycle ?? 0;
    place(measured.position, endCycle);
    // The user may have moved the playhead before the timeline was measured.
    if (live.playhead.get() !== Math.min(opened, endCycle)) playheadMoved("jump");
  }

  function shownCycles(): Pick<Position, "startCycle" | "visibleCycles"> {
    const { viewport, endCycle } = get();
    if (pending !== undefined) {
      const { startCycle = 0, visibleCycles: cycles = endCycle } = pending.position ?? {};
      return { startCycle, visibleCycles: cycles };
    }
    return {
      startCycle: Math.round(viewport.startCycle),
      visibleCycles: Math.max(1, Math.round(visibleCycles(viewport))),
    };
  }

  return { moveViewport, playheadMoved, place, setViewport, shownCycles };
}

/** Widens the view when playback starts, and restores the zoom when it pauses. */
function watchPlaying({ store, live }: ViewOptions, moveViewport: (viewport: Viewport) => void) {
  const get = store.getState;
  /** Zoom before the view was widened, and the zoom that it was given. */
  let playedOver: { readonly before: number; readonly now: number } | undefined;
  store.subscribe((now, before) => {
    if (now.playing && (!before.playing || now.speed !== before.speed)) widen();
    if (!now.playing && before.playing) narrow();
  });

  function widen(): void {
    const { viewport, speed, scenario, endCycle } = get();
    const wide = widened(
      viewport,
      live.playhead.get(),
      speedNow({ speed, scenario }, live.metrics.get()),
      endCycle,
    );
    if (wide === undefined) return;
    const isOurs = playedOver?.now === viewport.cyclesPerPx;
    const before = (isOurs ? playedOver?.before : undefined) ?? viewport.cyclesPerPx;
    playedOver = { before, now: wide.cyclesPerPx };
    moveViewport(wide);
  }

  /** Restores the zoom from before playback, unless the user has chosen another one in the meantime. */
  function narrow(): void {
    const { viewport, endCycle } = get();
    const was = playedOver;
    playedOver = undefined;
    if (was?.now === viewport.cyclesPerPx)
      moveViewport(around(viewport, live.playhead.get(), was.before, endCycle));
  }

  return {
    forget: () => {
      playedOver = undefined;
    },
  };
}

const CROSSING_S = 4;
/** Up to this speed, a user can follow single instructions. At a higher speed, the view leaves them. */
const INSTRUCTION_SPEED = 300;
/** Greatest share of the playhead's position in a widened view, because more cycles come than have passed. */
const PLAYHEAD_AT = 0.2;

/** Speed of the playhead in cycles a second over a known run. */
export function cyclesPerSecond(speed: number | "max", endCycle: number): number {
  return speed === "max" ? (endCycle * 1000) / SWEEP_MS : speed;
}

/** Undefined if the viewport is wide enough. */
export function widened(
  viewport: Viewport,
  playhead: number,
  speed: number | "max",
  endCycle: number,
): Viewport | undefined {
  const perSecond = cyclesPerSecond(speed, endCycle);
  if (viewport.widthPx <= 0 || endCycle <= 0) return undefined;
  if (showsInstructions(viewport) && perSecond <= INSTRUCTION_SPEED) return undefined;
  const cycles = Math.min(endCycle, perSecond * CROSSING_S);
  if (visibleCycles(viewport) >= cycles) return undefined;
  return around(viewport, playhead, cycles / viewport.widthPx, endCycle, PLAYHEAD_AT);
}

/** The viewport with another zoom. The cycle keeps its place in the view. */
export function around(
  viewport: Viewport,
  cycle: number,
  cyclesPerPx: number,
  endCycle: number,
  mostAt = 1,
): Viewport {
  const { widthPx } = viewport;
  const at = Math.min(mostAt * widthPx, Math.max(0, pxAtCycle(viewport, cycle)));
  return clampViewport({ widthPx, cyclesPerPx, startCycle: cycle - at * cyclesPerPx }, endCycle);
}
