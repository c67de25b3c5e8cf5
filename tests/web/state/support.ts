/** A clock and an engine that the test controls. */

import type { EnginePort } from "../../../web/engine/port.ts";
import type {
  MachineView,
  Reply,
  ReplyEnvelope,
  RequestEnvelope,
  TimelineWindow,
} from "../../../web/engine/protocol.ts";
import type { FrameScheduler } from "../../../web/ui/scheduler.ts";
import type { KeyValueStore } from "../../../web/ui/storage.ts";
import { memoryDevice } from "../../support/storage.ts";
import { NO_MEMORY } from "../simulate/stage/fixture.ts";

export interface FakeScheduler extends FrameScheduler {
  /** Advances the time and runs the frames that were requested before. */
  readonly frame: (elapsedMs: number) => void;
  readonly pending: () => number;
}

export function fakeScheduler(): FakeScheduler {
  let nowMs = 1000;
  let nextHandle = 1;
  let callbacks = new Map<number, (nowMs: number) => void>();
  return {
    now: () => nowMs,
    requestFrame: (callback) => {
      callbacks.set(nextHandle, callback);
      return nextHandle++;
    },
    cancelFrame: (handle) => {
      callbacks.delete(handle);
    },
    frame: (elapsedMs) => {
      nowMs += elapsedMs;
      const due = callbacks;
      callbacks = new Map();
      for (const callback of due.values()) callback(nowMs);
    },
    pending: () => callbacks.size,
  };
}

export const memoryStorage = (): KeyValueStore => memoryDevice().tab();

export function viewAt(cycle: number): MachineView {
  return {
    cycle,
    cpus: [],
    waitsForBus: [false],
    lines: [],
    queueFill: [],
    softPending: [],
    stages: [],
    frames: [],
    ...NO_MEMORY,
  };
}

export function emptyWindow(change: Partial<TimelineWindow> = {}): TimelineWindow {
  const marks = { at: new Float64Array(), count: new Uint32Array() };
  return {
    from: 0,
    to: 1,
    columns: 1,
    knownTo: Number.MAX_SAFE_INTEGER,
    exact: false,
    refinable: false,
    lanes: [],
    rxFill: [],
    txFill: [],
    queueFill: [],
    losses: { rx: [], tx: [], queue: [], software: { ...marks, causes: new Uint8Array() } },
    offered: { ...marks, before: 0 },
    delivered: { ...marks, before: 0 },
    lines: [],
    interrupts: { asserted: marks, entered: marks, entries: undefined },
    series: {},
    coreBus: undefined,
    misses: [],
    ipc: new Float32Array(),
    ...change,
  };
}

export interface FakePort extends EnginePort {
  readonly sent: RequestEnvelope[];
  readonly last: (kind: RequestEnvelope["kind"]) => RequestEnvelope;
  readonly reply: (to: RequestEnvelope, reply: Reply) => void;
  readonly unasked: (generation: number, reply: Reply) => void;
  readonly fail: (message: string) => void;
}

export function fakePort(): FakePort {
  const sent: RequestEnvelope[] = [];
  let onReply: (reply: ReplyEnvelope) => void = () => undefined;
  let onFailure: (message: string) => void = () => undefined;
  return {
    sent,
    post: (request) => {
      sent.push(request);
    },
    listen: (replyListener, failureListener) => {
      onReply = replyListener;
      onFailure = failureListener;
    },
    close: () => undefined,
    last: (kind) => {
      const found = sent.findLast((request) => request.kind === kind);
      if (found === undefined) throw new Error(`no ${kind} was sent`);
      return found;
    },
    reply: (to, reply) => onReply({ ...reply, id: to.id, generation: to.generation }),
    unasked: (generation, reply) => onReply({ ...reply, id: 0, generation }),
    fail: (message) => onFailure(message),
  };
}

/** Promise callbacks run before the test goes on. */
export function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
