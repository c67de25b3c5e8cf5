/** The run before the last change, for what is drawn beside the run of now. */
import type { Live, RunBefore, WritableLive } from "./live.ts";
import type { AppStore } from "./store.ts";

/** Changes that follow each other so closely are one: a slider that is dragged, a number that is counted up. */
const SAME_CHANGE_MS = 1000;

export interface RunBeforeKeeper {
  /** The run of now; undefined: there is none. */
  readonly capture: () => RunBefore | undefined;
  /** The machine has been changed: the captured run is the one before. */
  readonly keep: (captured: RunBefore | undefined) => void;
  readonly forget: () => void;
}

interface RunBeforeOptions {
  readonly store: AppStore;
  readonly live: WritableLive;
  readonly now?: () => number;
}

export function createRunBefore({
  store,
  live,
  now = () => performance.now(),
}: RunBeforeOptions): RunBeforeKeeper {
  let keptMs = Number.NEGATIVE_INFINITY;
  return {
    capture: () => {
      const { scenario } = store.getState();
      return scenario === undefined ? undefined : captured(scenario, live);
    },
    keep: (next) => {
      const before = live.before.get();
      const isSameChange = now() - keptMs < SAME_CHANGE_MS;
      keptMs = now();
      // A run that was changed before it came to its end has no numbers to set beside others.
      const hasLess = before?.end !== undefined && next?.end === undefined;
      if (before === undefined || !(isSameChange || hasLess)) live.before.set(next);
    },
    forget: () => {
      keptMs = Number.NEGATIVE_INFINITY;
      live.before.set(undefined);
    },
  };
}

function captured(scenario: RunBefore["scenario"], live: Live): RunBefore {
  return {
    scenario,
    window: live.window.get(),
    coarse: live.overview.get()?.coarse,
    metrics: live.counted.get()?.metrics,
    end: live.end.get(),
  };
}
