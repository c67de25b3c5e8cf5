/** Ctrl-C, and what a scheduler of batch jobs sends when the time is up. */

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

export type StopSignal = (typeof SIGNALS)[number];

/** npx passes Ctrl-C on to a process that the terminal has told already: what follows so soon is the same one. */
const SAME_SIGNAL_MILLISECONDS = 1000;

interface StopSignals {
  /** Resolves when one comes; another one later ends the process, as without us. */
  readonly first: Promise<StopSignal>;
  release(): void;
}

export function listenForStop(): StopSignals {
  const released = new AbortController();
  const release = () => released.abort();
  const first = new Promise<StopSignal>((resolve) => {
    for (const signal of SIGNALS) {
      const listener = () => {
        resolve(signal);
        setTimeout(release, SAME_SIGNAL_MILLISECONDS).unref();
      };
      process.on(signal, listener);
      released.signal.addEventListener("abort", () => process.removeListener(signal, listener));
    }
  });
  return { first, release };
}
