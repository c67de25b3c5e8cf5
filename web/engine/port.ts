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

export function createWorkerPort(): EnginePort {
  const worker = startWorker("irqscope");
  return {
    post: (request) => worker.postMessage(request),
    listen: (onReply, onFailure) => {
      worker.onmessage = (event: MessageEvent<ReplyEnvelope>) => onReply(event.data);
      worker.onerror = (event) => onFailure(event.message || "the simulation worker could not start");
      worker.onmessageerror = () => onFailure("a message from the simulation worker could not be read");
    },
    close: () => worker.terminate(),
  };
}
