/** The page's end of a worker that writes a run as a file. */
import type { ExportPart, ExportTask } from "./exportTasks.ts";
import { openTaskWorker, runTask, type TaskPort } from "./oneTask.ts";
import { EXPORT_WORKER } from "./workerName.ts";

/** The file; undefined: it was given up by the signal. */
export async function exportRun(
  task: ExportTask,
  onProgress: (share: number) => void,
  signal: AbortSignal,
  open: () => TaskPort<ExportTask, ExportPart> = () => openTaskWorker(EXPORT_WORKER),
): Promise<Blob | undefined> {
  // Browsers may keep blobs elsewhere than in memory.
  const parts: Blob[] = [];
  const take = ({ bytes, share }: ExportPart) => {
    parts.push(new Blob([bytes]));
    onProgress(share);
  };
  return (await runTask(task, take, signal, open)) ? new Blob(parts) : undefined;
}
