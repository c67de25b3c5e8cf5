/** What the user does to the view of the timeline. */
import type { Live } from "./live.ts";
import { speedNow } from "./pace.ts";
import { around, widened } from "./playView.ts";
import type { AppActions, AppStore } from "./store.ts";
import {
  clampViewport,
  fitCycles,
  instructionsAround,
  panBy,
  revealed,
  showsInstructions,
  type Viewport,
  zoomAround,
} from "./viewport.ts";

interface ViewPorts {
  readonly store: AppStore;
  readonly live: Live;
  readonly moveViewport: (viewport: Viewport) => void;
  readonly follow: () => void;
}

export interface Views {
  readonly actions: Pick<
    AppActions,
    "zoomAround" | "panBy" | "fitRun" | "showCycles" | "followPlayhead" | "toggleInstructions"
  >;
  /** Another machine: the zoom before single instructions was of another run. */
  readonly forget: () => void;
}

export function createViews({ store, live, moveViewport, follow }: ViewPorts): Views {
  const get = store.getState;
  let beforeInstructions: Viewport | undefined;
  /** Zoom before the view was widened to be played over, and the zoom that it was given. */
  let playedOver: { readonly before: number; readonly now: number } | undefined;
  store.subscribe((now, before) => {
    if (now.playing && (!before.playing || now.speed !== before.speed)) widen();
    if (!now.playing && before.playing) narrow();
  });

  function widen(): void {
    const { viewport, speed, endCycle } = get();
    const wide = widened(viewport, live.playhead.get(), speedNow(speed, live.metrics.get()), endCycle);
    if (wide === undefined) return;
    const isOurs = playedOver?.now === viewport.cyclesPerPx;
    const before = (isOurs ? playedOver?.before : undefined) ?? viewport.cyclesPerPx;
    playedOver = { before, now: wide.cyclesPerPx };
    moveViewport(wide);
  }

  /** Unless the user has chosen another zoom meanwhile. */
  function narrow(): void {
    const { viewport, endCycle } = get();
    const was = playedOver;
    playedOver = undefined;
    if (was?.now === viewport.cyclesPerPx)
      moveViewport(around(viewport, live.playhead.get(), was.before, endCycle));
  }

  const actions: Views["actions"] = {
    zoomAround: (cycle, factor) => {
      const { viewport, endCycle } = get();
      moveViewport(zoomAround(viewport, cycle, factor, endCycle));
    },
    panBy: (px) => {
      const { viewport, endCycle } = get();
      moveViewport(panBy(viewport, px, endCycle));
    },
    fitRun: () => {
      const { viewport, endCycle } = get();
      moveViewport(fitCycles(viewport, 0, endCycle, endCycle));
    },
    showCycles: (fromCycle, toCycle) => {
      const { viewport, endCycle } = get();
      moveViewport(fitCycles(viewport, fromCycle, toCycle, endCycle));
    },
    followPlayhead: follow,
    toggleInstructions: () => {
      const { viewport, endCycle } = get();
      const cycle = live.playhead.get();
      if (!showsInstructions(viewport)) {
        beforeInstructions = viewport;
        moveViewport(instructionsAround(viewport, cycle, endCycle));
        return;
      }
      const { startCycle, cyclesPerPx } = beforeInstructions ?? fitCycles(viewport, 0, endCycle, endCycle);
      const wider = clampViewport({ ...viewport, startCycle, cyclesPerPx }, endCycle);
      moveViewport(revealed(wider, cycle, endCycle));
    },
  };
  return {
    actions,
    forget: () => {
      beforeInstructions = undefined;
      playedOver = undefined;
    },
  };
}
