/** Detects a silent worker: a worker that was terminated, or hangs, reports no error. While an answer is expected, the worker
 * is asked every second whether it is alive. It answers between two slices of its work. */

const TICK_MS = 1000;
const SILENT_TICKS = 5;
/** Limit before the first message, because the worker may load over a slow network. */
const LOADING_TICKS = 20;

export interface Pulse {
  /** A request was sent. */
  readonly expect: () => void;
  /** The worker has sent something. */
  readonly heard: () => void;
  readonly isSilent: () => boolean;
  /** Another worker has replaced this one, or there is none. */
  readonly restart: () => void;
}

export interface PulseOptions {
  readonly isExpected: () => boolean;
  readonly ping: () => void;
  readonly onSilence: (isSilent: boolean) => void;
  /** Calls the action every `milliseconds`. Returns a function that stops it. */
  readonly every?: (milliseconds: number, action: () => void) => () => void;
}

export function createPulse({ isExpected, ping, onSilence, every = onInterval }: PulseOptions): Pulse {
  /** Missed ticks are counted and not measured by time, because a computer that slept sees only one tick. */
  let missed = 0;
  let limit = LOADING_TICKS;
  let silent = false;
  let stop: (() => void) | undefined;

  function tick(): void {
    if (!isExpected()) {
      rest();
      return;
    }
    missed += 1;
    if (missed === 1) ping();
    if (missed >= limit) tell(true);
  }

  function tell(isSilent: boolean): void {
    if (silent === isSilent) return;
    silent = isSilent;
    onSilence(isSilent);
  }

  function rest(): void {
    stop?.();
    stop = undefined;
    missed = 0;
  }

  return {
    expect: () => {
      stop ??= every(TICK_MS, tick);
    },
    heard: () => {
      missed = 0;
      limit = SILENT_TICKS;
      tell(false);
    },
    isSilent: () => silent,
    restart: () => {
      rest();
      limit = LOADING_TICKS;
      tell(false);
    },
  };
}

function onInterval(milliseconds: number, action: () => void): () => void {
  const timer = setInterval(action, milliseconds);
  return () => clearInterval(timer);
}
