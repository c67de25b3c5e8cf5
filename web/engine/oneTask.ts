/** The page's end of a worker that has one task, tells what comes of it part by part, and is ended then. */
import { failureText, startWorker } from "./port.ts";

export type TaskAnswer<Part> =
  | (Part & { readonly kind: "part" })
  | { readonly kind: "done" }
  | { readonly kind: "failed"; readonly message: string };

export interface TaskPort<Task, Part> {
  readonly post: (task: Task) => void;
  readonly listen: (
    onAnswer: (answer: TaskAnswer<Part>) => void,
    onFailure: (message: string) => void,
  ) => void;
  readonly close: () => void;
}

/** Whether it came to its end; false: the signal has given it up. */
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

/** `name`: of the worker (workerName.ts). */
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
