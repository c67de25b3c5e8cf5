/** Tells the page how far the frontier is: at most 20 times a second, and once when it has arrived. */
import type { Progress } from "./protocol.ts";

export interface ProgressReporter {
  readonly report: (frontier: number, limit: number) => void;
  /** Another machine, or held: the next report comes at once and tells no speed. */
  readonly restart: () => void;
}

const INTERVAL_MS = 50;

export function createProgressReporter(
  now: () => number,
  post: (progress: Pick<Progress, "frontier" | "cyclesPerSecond">) => void,
): ProgressReporter {
  let last: { readonly frontier: number; readonly atMs: number } | undefined;

  return {
    report: (frontier, limit) => {
      if (frontier === last?.frontier) return;
      const elapsedMs = last === undefined ? 0 : now() - last.atMs;
      const arrived = frontier >= limit;
      if (last !== undefined && elapsedMs < INTERVAL_MS && !arrived) return;
      const moved = last === undefined || arrived ? 0 : frontier - last.frontier;
      const cyclesPerSecond = elapsedMs > 0 ? (moved * 1000) / elapsedMs : 0;
      last = { frontier, atMs: now() };
      post({ frontier, cyclesPerSecond });
    },
    restart: () => {
      last = undefined;
    },
  };
}
