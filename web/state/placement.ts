/** Which cycles the timeline shows: the view follows the playhead, and a position that was asked for before the timeline
 * knew its width is applied as soon as it does. */
import type { Live } from "./live.ts";
import type { Movement } from "./navigation.ts";
import type { AppStore, Position } from "./store.ts";
import {
  clampViewport,
  fitCycles,
  followed,
  isInView,
  revealed,
  type Viewport,
  visibleCycles,
} from "./viewport.ts";

export interface Placement {
  /** The user moved the view: it follows the playhead as long as the playhead is in it. */
  readonly moveViewport: (viewport: Viewport) => void;
  readonly playheadMoved: (movement: Movement) => void;
  /** After a load: undefined shows the whole run. */
  readonly place: (position: Position | undefined, endCycle: number) => void;
  readonly setViewport: (change: Partial<Viewport>) => void;
  /** What the timeline shows, or will show as soon as it has a width. */
  readonly shownCycles: () => Pick<Position, "startCycle" | "visibleCycles">;
}

interface PlacementOptions {
  readonly store: AppStore;
  readonly live: Live;
  /** The data of the view have to follow. */
  readonly onMoved: () => void;
}

/** A load that came before the first measurement of the width. */
interface PendingPlace {
  readonly position: Position | undefined;
}

export function createPlacement({ store, live, onMoved }: PlacementOptions): Placement {
  const get = store.getState;
  let pending: PendingPlace | undefined;

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
