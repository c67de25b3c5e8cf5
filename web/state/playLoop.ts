/** Playback: moves the playhead in each frame, up to the cycles that are simulated and checked for breakpoints. */
import type { EngineClient } from "../engine/client.ts";
import { createFrameTask, type FrameScheduler } from "../ui/scheduler.ts";
import type { Stop } from "./breakpointHits.ts";
import type { Breakpoints } from "./breakpoints.ts";
import type { Feed } from "./feed.ts";
import type { Live } from "./live.ts";
import type { Companion, Navigation } from "./navigation.ts";
import { advancePlayhead, speedNow } from "./playback.ts";
import type { AppStore } from "./store.ts";
import type { Views } from "./views.ts";

/** Interval of views at full speed, at which the engine's time is needed for the run. */
export const MAX_SPEED_VIEW_MS = 100;

export interface PlayLoop {
  readonly play: () => void;
  readonly pause: () => void;
  /** Pauses at a breakpoint's cycle and shows why. */
  readonly stopAt: (stop: Stop) => void;
  /** Called when the playhead was moved elsewhere. Playback continues from there. */
  readonly forgetFraction: () => void;
  readonly close: () => void;
}

interface PlayLoopOptions {
  readonly store: AppStore;
  readonly live: Live;
  readonly client: EngineClient;
  readonly scheduler: FrameScheduler;
  readonly navigation: Navigation;
  readonly breakpoints: Breakpoints;
  readonly views: Views;
  readonly feed: Feed;
  readonly companion: () => Companion | undefined;
}

export function createPlayLoop(options: PlayLoopOptions): PlayLoop {
  const { store, live, client, scheduler, navigation, breakpoints, views, feed, companion } = options;
  const get = store.getState;
  const frame = createFrameTask(scheduler, playFrame);
  /** State of the present playback: the fraction of a cycle, and the times of the last frame and the last view. */
  let carry = 0;
  /** The cycle of the latest frame. The playhead follows when its view is there. */
  let latest: number | undefined;
  let lastFrameMs: number | undefined;
  let lastViewMs = Number.NEGATIVE_INFINITY;

  function playFrame(nowMs: number): void {
    if (!get().playing) return;
    const { speed } = get();
    const playhead = latest ?? live.playhead.get();
    const step = nextStep(nowMs, playhead);
    const stop = breakpoints.after(playhead);
    const theirs = companion()?.stopAfter(playhead);
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
    latest = step.playhead;
    if (step.ended) {
      navigation.showCycle(step.playhead);
      pause();
      return;
    }
    (isLooked ? navigation.playTo : navigation.passCycle)(step.playhead);
    frame.schedule();
  }

  function nextStep(nowMs: number, playhead: number): ReturnType<typeof advancePlayhead> {
    const { speed, scenario, frontier, endCycle } = get();
    const elapsedMs = lastFrameMs === undefined ? 0 : nowMs - lastFrameMs;
    lastFrameMs = nowMs;
    return advancePlayhead({
      playhead,
      carry,
      elapsedMs,
      speed: speedNow({ speed, scenario }, live.metrics.get()),
      frontier: Math.min(frontier, breakpoints.clearTo(), companion()?.frontier() ?? frontier),
      endCycle,
    });
  }

  function stopAt(stop: Stop): void {
    pause();
    navigation.jumpTo(stop.cycle);
    store.setState({ stop });
  }

  function play(): void {
    const { scenario, playing, endCycle } = get();
    if (scenario === undefined || playing) return;
    navigation.abandonSearch();
    breakpoints.abandon();
    if (live.playhead.get() >= endCycle) navigation.showCycle(0);
    carry = 0;
    latest = undefined;
    lastFrameMs = undefined;
    store.setState({ playing: true });
    views.playheadMoved("jump");
    client.runAhead(true);
    frame.schedule();
  }

  function pause(): void {
    frame.cancel();
    if (get().playing) store.setState({ playing: false });
    navigation.catchUp();
    feed.refresh();
  }

  return {
    play,
    pause,
    stopAt,
    forgetFraction: () => {
      carry = 0;
      latest = undefined;
    },
    close: frame.cancel,
  };
}
