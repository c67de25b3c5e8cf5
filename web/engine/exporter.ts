/** The page's end of a worker that writes a run as a file. */
import type { ExportAnswer, ExportTask } from "./exportTasks.ts";
import { failureText, startWorker } from "./port.ts";
import { EXPORT_WORKER } from "./workerName.ts";

export interface ExportPort {
  readonly post: (task: ExportTask) => void;
  readonly listen: (onAnswer: (answer: ExportAnswer) => void, onFailure: (message: string) => void) => void;
  readonly close: () => void;
}

/** The file; undefined: it was given up by the signal. */
export function exportRun(
  task: ExportTask,
  onProgress: (share: number) => void,
  signal: AbortSignal,
  open: () => ExportPort = openWorker,
): Promise<Blob | undefined> {
  return new Promise((resolve, reject) => {
    const port = open();
    // Browsers may keep blobs elsewhere than in memory.
    const parts: Blob[] = [];
    const end = (settle: () => void) => {
      signal.removeEventListener("abort", give);
      port.close();
      settle();
    };
    const give = () => end(() => resolve(undefined));
    signal.addEventListener("abort", give);
    port.listen(
      (answer) => {
        if (signal.aborted) return;
        if (answer.kind === "failed") end(() => reject(new Error(answer.message)));
        else if (answer.kind === "done") end(() => resolve(new Blob(parts)));
        else {
          parts.push(new Blob([answer.bytes]));
          onProgress(answer.share);
        }
      },
      (message) => end(() => reject(new Error(message))),
    );
    port.post(task);
  });
}

function openWorker(): ExportPort {
  const worker = startWorker(EXPORT_WORKER);
  return {
    post: (task) => worker.postMessage(task),
    listen: (onAnswer, onFailure) => {
      worker.onmessage = (event: MessageEvent<ExportAnswer>) => onAnswer(event.data);
      worker.onerror = (event) => onFailure(failureText(event.message));
      worker.onmessageerror = () => onFailure("a message from the simulation worker could not be read");
    },
    close: () => worker.terminate(),
  };
}
