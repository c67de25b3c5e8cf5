import type { ReplyEnvelope, RequestEnvelope } from "./protocol.ts";

/** The page's end of the line to the engine; a worker, or a stand-in in tests. */
export interface EnginePort {
  readonly post: (request: RequestEnvelope) => void;
  /** One listener each; `onFailure` tells that the other end is gone for good. */
  readonly listen: (onReply: (reply: ReplyEnvelope) => void, onFailure: (message: string) => void) => void;
  readonly close: () => void;
}

/** The one worker script; its name says what it does. */
export function startWorker(name: string): Worker {
  return new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name });
}

/** What the browser says of a worker that failed, for people. */
export function failureText(message: string | undefined): string {
  const reason = (message ?? "").replace(/^Uncaught (\(in promise\) )?(\w*Error: )?/, "");
  if (reason === "") return "the simulation worker could not start";
  const isFetch = /failed to fetch|networkerror|load failed/i.test(reason);
  return isFetch ? "the simulator's core could not be fetched" : reason;
}

export function createWorkerPort(): EnginePort {
  const worker = startWorker("irqscope");
  /** Before somebody listens. */
  let failed: ErrorEvent | undefined;
  worker.onerror = (event) => {
    failed = event;
  };
  return {
    post: (request) => worker.postMessage(request),
    listen: (onReply, onFailure) => {
      worker.onmessage = (event: MessageEvent<ReplyEnvelope>) => onReply(event.data);
      worker.onerror = (event) => onFailure(failureText(event.message));
      if (failed !== undefined) worker.onerror(failed);
      worker.onmessageerror = () => onFailure("a message from the simulation worker could not be read");
    },
    close: () => worker.terminate(),
  };
}
