/** The page's end of a worker that writes a run as a file. */
import type { ExportPart, ExportTask } from "./exportTasks.ts";
import { openTaskWorker, runTask, type TaskPort } from "./oneTask.ts";
import { EXPORT_WORKER } from "./workerName.ts";

interface ExportedFile {
  readonly blob: Blob;
  /** Of a table as CSV: what belongs beside it. */
  readonly metadata: string | undefined;
}

/** The file; undefined: it was given up by the signal. */
export async function exportRun(
  task: ExportTask,
  onProgress: (share: number) => void,
  signal: AbortSignal,
  open: () => TaskPort<ExportTask, ExportPart> = () => openTaskWorker(EXPORT_WORKER),
): Promise<ExportedFile | undefined> {
  // Browsers may keep blobs elsewhere than in memory.
  const parts: Blob[] = [];
  let beside: string | undefined;
  const take = ({ bytes, share, metadata }: ExportPart) => {
    parts.push(new Blob([bytes]));
    beside = metadata;
    onProgress(share);
  };
  return (await runTask(task, take, signal, open)) ? { blob: new Blob(parts), metadata: beside } : undefined;
}
