/** Ctrl-C, what a scheduler of batch jobs sends when the time is up, a terminal that goes away (ssh), and Ctrl-\\. */
import { HUNG_UP, INTERRUPTED, QUIT, TERMINATED } from "./command.ts";

/** Ends the command so, as shells tell it. */
export const STOP_EXIT_CODES = {
  SIGINT: INTERRUPTED,
  SIGTERM: TERMINATED,
  SIGHUP: HUNG_UP,
  SIGQUIT: QUIT,
} as const;

export type StopSignal = keyof typeof STOP_EXIT_CODES;

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"] as const satisfies readonly StopSignal[];

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
