/** Time and frames, injected wherever they decide something, so that tests own the clock. */
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

/** Makes tasks that run in one callback of a frame, inside `together`: what draws the machine shows one cycle, canvas or
 * component. Between two callbacks, the playhead may move. */
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
