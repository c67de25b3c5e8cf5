/** Ctrl-C, what a scheduler of batch jobs sends when the time is up, a terminal that goes away (ssh), and Ctrl-\\. */
import { unlinkSync } from "node:fs";
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

type SignalHost = Pick<NodeJS.Process, "pid" | "on" | "removeListener" | "listenerCount" | "kill">;

/** Until it is released, a signal that ends the process removes the file first. Does nothing about signals that are
 * listened for: the command then goes on to its own end. */
export function removeOnStop(path: string, host: SignalHost = process): () => void {
  const listeners = SIGNALS.filter((signal) => host.listenerCount(signal) === 0).map((signal) => {
    const listener = () => {
      try {
        unlinkSync(path);
      } catch {
        // It has its name by now, or was never made.
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
