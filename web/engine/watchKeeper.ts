/** Keeps the watch of the machine that runs: builds it again for another machine, reports at a bearable pace. */
import type { WatchReport } from "./protocol.ts";
import type { Run, RunOptions } from "./run.ts";
import type { Studies } from "./studies.ts";
import type { Watch } from "./watch.ts";

export interface WatchKeeper {
  readonly install: (studies: Studies) => void;
  /** What to watch for in this run. Throws what building a machine throws. */
  readonly set: (run: Run, revision: number, conditions: readonly string[]) => void;
  /** The run was built again after a fault. */
  readonly rebuild: (run: Run) => void;
  readonly clear: () => void;
  readonly isBehind: () => boolean;
  readonly advance: () => void;
  readonly report: () => void;
}

const INTERVAL_MS = 50;

export function createWatchKeeper(
  options: RunOptions,
  post: (revision: number, report: WatchReport) => void,
): WatchKeeper {
  let studies: Studies | undefined;
  let wanted: { readonly revision: number; readonly conditions: readonly string[] } | undefined;
  let watch: Watch | undefined;
  let reportedMs = Number.NEGATIVE_INFINITY;

  function rebuild(run: Run): void {
    watch = undefined;
    reportedMs = Number.NEGATIVE_INFINITY;
    if (wanted === undefined || wanted.conditions.length === 0) return;
    watch = studies?.createWatch(run, options, wanted.conditions);
  }

  return {
    install: (given) => {
      studies = given;
    },
    set: (run, revision, conditions) => {
      wanted = { revision, conditions };
      rebuild(run);
    },
    rebuild,
    clear: () => {
      wanted = undefined;
      watch = undefined;
    },
    isBehind: () => watch?.isBehind() ?? false,
    advance: () => watch?.advance(),
    report: () => {
      if (watch === undefined || wanted === undefined) return;
      const nowMs = options.now();
      if (nowMs - reportedMs < INTERVAL_MS && watch.isBehind()) return;
      const report = watch.report();
      if (report === undefined) return;
      reportedMs = nowMs;
      post(wanted.revision, report);
    },
  };
}
