import type { ReplyEnvelope, RequestEnvelope } from "./protocol.ts";

/** The page's end of the line to the engine; a worker, or a stand-in in tests. */
export interface EnginePort {
  readonly post: (request: RequestEnvelope) => void;
  /** One listener each; `onFailure` tells that the other end is gone for good, unless it is restarted. */
  readonly listen: (onReply: (reply: ReplyEnvelope) => void, onFailure: (message: string) => void) => void;
  /** A new other end in the place of one that is gone or does not answer: it knows nothing of what was before. */
  readonly restart?: () => void;
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
  let hear: ((reply: ReplyEnvelope) => void) | undefined;
  let fail: ((message: string) => void) | undefined;
  /** Before there is a listener. */
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
