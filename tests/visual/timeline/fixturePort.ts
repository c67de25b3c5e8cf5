import type { EnginePort } from "../../../web/engine/port.ts";
import type { ReplyEnvelope } from "../../../web/engine/protocol.ts";
import type { FixtureStart } from "./fixtureWorker.ts";

export function createFixturePort(contexts: number, frontier: number): EnginePort {
  const worker = new Worker(new URL("./fixtureWorker.ts", import.meta.url), { type: "module" });
  const start: FixtureStart = { kind: "fixture", contexts, frontier };
  worker.postMessage(start);
  return {
    post: (request) => worker.postMessage(request),
    listen: (onReply) => {
      worker.onmessage = (event: MessageEvent<ReplyEnvelope>) => onReply(event.data);
    },
    close: () => worker.terminate(),
  };
}
