import type { ReplyEnvelope, RequestEnvelope } from "./protocol.ts";

/** The page's side of the connection to the engine: a worker, or a substitute in tests. */
export interface EnginePort {
  readonly post: (request: RequestEnvelope) => void;
  /** One listener each. `onFailure` reports that the other side has failed for good, unless it is restarted. */
  readonly listen: (onReply: (reply: ReplyEnvelope) => void, onFailure: (message: string) => void) => void;
  /** Replaces the other side if it has failed or does not answer. The new side does not know earlier requests. */
  readonly restart?: () => void;
  readonly close: () => void;
}

/** All workers use this script. The name decides what a worker does. */
export function startWorker(name: string): Worker {
  return new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name });
}

/** A browser's message about a failed worker, in a form for users. */
export function failureText(message: string | undefined): string {
  const reason = (message ?? "").replace(/^Uncaught (\(in promise\) )?(\w*Error: )?/, "");
  if (reason === "") return "the simulation worker could not start";
  const isFetch = /failed to fetch|networkerror|load failed/i.test(reason);
  return isFetch ? "the simulator's core could not be fetched" : reason;
}

export function createWorkerPort(): EnginePort {
  let hear: ((reply: ReplyEnvelope) => void) | undefined;
  let fail: ((message: string) => void) | undefined;
  /** Failure before a listener exists. */
  let failed: string | undefined;
  let worker = begin();

  function begin(): Worker {
    const begun = startWorker("irqscope");
    const tell = (message: string) => {
      if (fail === undefined) failed = message;
      else fail(message);
    };
    begun.onmessage = (event: MessageEvent<ReplyEnvelope>) => hear?.(event.data);
    begun.onerror = (event) => tell(failureText(event.message));
    begun.onmessageerror = () => tell("a message from the simulation worker could not be read");
    return begun;
  }

  function end(): void {
    worker.onmessage = null;
    worker.onerror = null;
    worker.onmessageerror = null;
    worker.terminate();
  }

  return {
    post: (request) => worker.postMessage(request),
    listen: (onReply, onFailure) => {
      hear = onReply;
      fail = onFailure;
      if (failed !== undefined) onFailure(failed);
    },
    restart: () => {
      end();
      worker = begin();
    },
    close: end,
  };
}
