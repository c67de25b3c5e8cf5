/** The page's side of a worker that measures parts of a run, to find a cycle in smaller and smaller parts. */
import { isReachedIn, type Reach } from "../../lib/study/greatestRun.ts";
import type { ReachPart, ReachTask } from "./machineTasks.ts";
import { openTaskWorker, runTask, type TaskPort } from "./oneTask.ts";
import { REACH_WORKER } from "./tasks.ts";

/** The same as reachedCycle. Also undefined if the signal cancelled it. */
export async function reachApart(
  reach: Reach,
  signal: AbortSignal,
  open: () => TaskPort<ReachTask, ReachPart> = () => openTaskWorker(REACH_WORKER),
): Promise<number | undefined> {
  const { scenario, warmUpCycles } = reach;
  let [from, to] = [warmUpCycles, scenario.runCycles + 1];
  while (to - from > 1 && !signal.aborted) {
    let reached: number | undefined;
    const enough = new AbortController();
    const give = () => enough.abort();
    signal.addEventListener("abort", give);
    const take = ({ cycle, measured }: ReachPart) => {
      if (!isReachedIn(reach, measured)) {
        from = cycle;
        return;
      }
      reached = cycle;
      enough.abort();
    };
    const task = { scenario, warmUpCycles, from, to: Math.min(to, scenario.runCycles) };
    await runTask(task, take, enough.signal, open).finally(() => signal.removeEventListener("abort", give));
    if (reached === undefined) return undefined;
    to = reached;
  }
  return signal.aborted ? undefined : to - 1;
}
