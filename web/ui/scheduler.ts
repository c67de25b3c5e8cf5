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

/** Runs the work at once, but only once per frame. Further calls wait for the next frame. */
export function createOncePerFrame(scheduler: FrameScheduler, work: () => void): FrameTask {
  let handle: number | undefined;
  let isDue = false;
  function run(): void {
    isDue = false;
    handle = scheduler.requestFrame(() => {
      handle = undefined;
      if (isDue) run();
    });
    work();
  }
  return {
    schedule: () => {
      if (handle === undefined) run();
      else isDue = true;
    },
    cancel: () => {
      if (handle !== undefined) scheduler.cancelFrame(handle);
      handle = undefined;
      isDue = false;
    },
  };
}
