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

interface FrameTask {
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

/** Requests of all users run in one callback of a frame, inside `together`: what draws the machine shows one cycle,
 * canvas or component. Requests of other schedulers may move the playhead between two callbacks. */
export function createSharedFrames(
  scheduler: FrameScheduler,
  together: (run: () => void) => void,
): FrameScheduler {
  const due = new Map<number, (nowMs: number) => void>();
  const frame = createFrameTask(scheduler, (nowMs) => {
    const requests = [...due];
    try {
      together(() => {
        for (const [handle, callback] of requests) if (due.delete(handle)) callback(nowMs);
      });
    } finally {
      if (due.size > 0) frame.schedule();
    }
  });
  let handles = 0;
  return {
    now: scheduler.now,
    requestFrame: (callback) => {
      handles += 1;
      due.set(handles, callback);
      frame.schedule();
      return handles;
    },
    cancelFrame: (handle) => {
      due.delete(handle);
    },
  };
}
