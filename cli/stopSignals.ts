/** Handles Ctrl-C, the end of the time of a batch job, a lost terminal (ssh), and Ctrl-\\. */
import { unlinkSync } from "node:fs";
import { HUNG_UP, INTERRUPTED, QUIT, TERMINATED } from "./command.ts";

/** Exit codes that shells give for these signals. */
export const STOP_EXIT_CODES = {
  SIGINT: INTERRUPTED,
  SIGTERM: TERMINATED,
  SIGHUP: HUNG_UP,
  SIGQUIT: QUIT,
} as const;

export type StopSignal = keyof typeof STOP_EXIT_CODES;

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"] as const satisfies readonly StopSignal[];

/** npx forwards Ctrl-C to a process that already got it from the terminal. A second signal within this time is the
 * same one. */
const SAME_SIGNAL_MILLISECONDS = 1000;

interface StopSignals {
  /** Resolves at the first signal. A later signal ends the process as usual. */
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

type SignalHost = Pick<NodeJS.Process, "pid" | "on" | "removeListener" | "listenerCount" | "kill">;

/** Until it is released, a signal that ends the process first removes the file. Signals with a listener are not
 * handled here, because the command then ends normally. */
export function removeOnStop(path: string, host: SignalHost = process): () => void {
  const listeners = SIGNALS.filter((signal) => host.listenerCount(signal) === 0).map((signal) => {
    const listener = () => {
      try {
        unlinkSync(path);
      } catch {
        // The file already has its final name, or was never created.
      }
      release();
      host.kill(host.pid, signal);
    };
    host.on(signal, listener);
    return { signal, listener };
  });
  const release = () => {
    for (const { signal, listener } of listeners) host.removeListener(signal, listener);
  };
  return release;
}
