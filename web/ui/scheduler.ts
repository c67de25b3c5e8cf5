/** Time and frames, passed in wherever they affect a decision, so that tests control the clock. */
export interface FrameScheduler {
  /** Milliseconds, monotonic. */
  readonly now: () => number;
  readonly requestFrame: (callback: (nowMs: number) => void) => number;
  readonly cancelFrame: (handle: number) => void;
}

export const browserScheduler: FrameScheduler = {
  now: () => performance.now(),
  requestFrame: (callback) => requestAnimationFrame(callback),
  cancelFrame: (handle) => cancelAnimationFrame(handle),
};

export interface FrameTask {
  /** Runs the work once in the next frame, however often it is asked for until then. */
  readonly schedule: () => void;
  readonly cancel: () => void;
}

export function createFrameTask(scheduler: FrameScheduler, work: (nowMs: number) => void): FrameTask {
  let handle: number | undefined;
  return {
    schedule: () => {
      if (handle !== undefined) return;
      handle = scheduler.requestFrame((nowMs) => {
        handle = undefined;
        work(nowMs);
      });
    },
    cancel: () => {
      if (handle === undefined) return;
      scheduler.cancelFrame(handle);
      handle = undefined;
    },
  };
}

/** Makes tasks that run in one callback of a frame, inside `together`, so that everything that draws the machine, canvas
 * or component, shows one cycle. The playhead may move between two callbacks. */
export function createSharedFrame(
  scheduler: FrameScheduler,
  together: (run: () => void) => void,
): (work: () => void) => FrameTask {
  const due = new Set<() => void>();
  const frame = createFrameTask(scheduler, () =>
    together(() => {
      for (const work of [...due]) if (due.delete(work)) work();
    }),
  );
  return (work) => ({
    schedule: () => {
      due.add(work);
      frame.schedule();
    },
    cancel: () => {
      due.delete(work);
    },
  });
}
