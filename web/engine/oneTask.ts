/** The page's side of a worker with one task. The worker answers in parts and is then terminated. */

import type { ExportPart, ExportTask } from "./exportTasks.ts";
import { failureText, startWorker } from "./port.ts";
import type { ProfilePart, ProfileTask } from "./profileTasks.ts";
import { EXPORT_WORKER, PROFILE_WORKER, type TaskAnswer } from "./tasks.ts";

export interface TaskPort<Task, Part> {
  readonly post: (task: Task) => void;
  readonly listen: (
    onAnswer: (answer: TaskAnswer<Part>) => void,
    onFailure: (message: string) => void,
  ) => void;
  readonly close: () => void;
}

/** Resolves to true if the task ended, and to false if the signal cancelled it. */
export function runTask<Task, Part>(
  task: Task,
  onPart: (part: Part) => void,
  signal: AbortSignal,
  open: () => TaskPort<Task, Part>,
): Promise<boolean> {
  if (signal.aborted) return Promise.resolve(false);
  return new Promise((resolve, reject) => {
    const port = open();
    const end = (settle: () => void) => {
      signal.removeEventListener("abort", give);
      port.close();
      settle();
    };
    const give = () => end(() => resolve(false));
    signal.addEventListener("abort", give);
    port.listen(
      (answer) => {
        if (signal.aborted) return;
        if (answer.kind === "failed") end(() => reject(new Error(answer.message)));
        else if (answer.kind === "done") end(() => resolve(true));
        else onPart(answer);
      },
      (message) => end(() => reject(new Error(message))),
    );
    port.post(task);
  });
}

/** `name` is the name of the worker (tasks.ts). */
export function openTaskWorker<Task, Part>(name: string): TaskPort<Task, Part> {
  const worker = startWorker(name);
  return {
    post: (task) => worker.postMessage(task),
    listen: (onAnswer, onFailure) => {
      worker.onmessage = (event: MessageEvent<TaskAnswer<Part>>) => onAnswer(event.data);
      worker.onerror = (event) => onFailure(failureText(event.message));
      worker.onmessageerror = () => onFailure("a message from the simulation worker could not be read");
    },
    close: () => worker.terminate(),
  };
}

/** Counts the cycles of programs by instruction. Resolves to true if it ended, and to false if the signal cancelled it.
 */
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

interface ExportedFile {
  readonly blob: Blob;
  /** Text of the metadata file for a CSV table. */
  readonly metadata: string | undefined;
}

/** Writes a run as a file. Undefined: the signal cancelled it. */
export async function exportRun(
  task: ExportTask,
  onProgress: (share: number) => void,
  signal: AbortSignal,
  open: () => TaskPort<ExportTask, ExportPart> = () => openTaskWorker(EXPORT_WORKER),
): Promise<ExportedFile | undefined> {
  // Browsers may store blobs outside of memory.
  const parts: Blob[] = [];
  let beside: string | undefined;
  const take = ({ bytes, share, metadata }: ExportPart) => {
    parts.push(new Blob([bytes]));
    beside = metadata;
    onProgress(share);
  };
  return (await runTask(task, take, signal, open)) ? { blob: new Blob(parts), metadata: beside } : undefined;
}
