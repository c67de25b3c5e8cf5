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
