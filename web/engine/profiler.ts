/** The page's end of a worker that counts where the cycles of programs went. */
import { openTaskWorker, runTask, type TaskPort } from "./oneTask.ts";
import type { ProfilePart, ProfileTask } from "./profileTasks.ts";
import { PROFILE_WORKER } from "./workerName.ts";

/** Whether it came to its end; false: it was given up by the signal. */
export type CountProfile = (
  task: ProfileTask,
  onPart: (part: ProfilePart) => void,
  signal: AbortSignal,
) => Promise<boolean>;

export const countProfile = (
  ...[task, onPart, signal, open = () => openTaskWorker(PROFILE_WORKER)]: [
    ...Parameters<CountProfile>,
    open?: () => TaskPort<ProfileTask, ProfilePart>,
  ]
): Promise<boolean> => runTask(task, onPart, signal, open);
