/** The worker: wires messages to the engine and gives it slices of time, reading messages in between. */
import coreUrl from "../../core-wasm/binding/core.wasm?url";
import { loadCore } from "../../core-wasm/binding/index.ts";
import { createEngine, type Engine } from "./engine.ts";
import type { ReplyEnvelope, RequestEnvelope } from "./protocol.ts";
import { transferables } from "./transfer.ts";

const waiting: RequestEnvelope[] = [];
let engine: Engine | undefined;
let scheduled = false;

/** A message to oneself comes after those that have arrived, and sooner than a timer. */
const tick = new MessageChannel();
tick.port1.onmessage = () => {
  scheduled = false;
  if (engine?.work()) schedule();
};

function schedule(): void {
  if (scheduled) return;
  scheduled = true;
  tick.port2.postMessage(undefined);
}

function post(reply: ReplyEnvelope): void {
  self.postMessage(reply, { transfer: transferables(reply) });
}

self.onmessage = (event: MessageEvent<RequestEnvelope>) => {
  if (engine === undefined) {
    waiting.push(event.data);
    return;
  }
  engine.receive(event.data);
  schedule();
};

async function start(): Promise<void> {
  const core = await loadCore(fetch(new URL(coreUrl, import.meta.url)));
  engine = createEngine({ core, now: () => performance.now(), post });
  for (const request of waiting) engine.receive(request);
  schedule();
}

start().catch((error: unknown) => {
  // Thrown outside the promise it reaches the page as the worker's error event.
  setTimeout(() => {
    throw error;
  });
});
