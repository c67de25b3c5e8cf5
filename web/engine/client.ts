/** Typed calls to the engine. Queries keep one request of a kind in flight and at most one waiting:
 * a newer one replaces the waiting one, so the engine is never more than one question behind the page. */
import type { Scenario } from "../../scenarios/format/schema.ts";
import type { EnginePort } from "./port.ts";
import type {
  EngineError,
  FollowRequest,
  Generation,
  Journey,
  LoadedMachine,
  MachineView,
  Metrics,
  Overview,
  Progress,
  QueryKind,
  RangeEnds,
  Reply,
  ReplyEnvelope,
  Request,
  RowsWindow,
  SeekTarget,
  TimelineWindow,
  WatchReport,
} from "./protocol.ts";
import { createPulse, type PulseOptions } from "./pulse.ts";

export type Outcome<T> =
  | { readonly status: "ok"; readonly value: T }
  /** Replaced by a newer request of its kind, cancelled, or about a machine that is gone. */
  | { readonly status: "superseded" }
  | { readonly status: "failed"; readonly error: EngineError };

export interface SeekAnswer {
  readonly view: MachineView;
  readonly found: boolean;
}

export type WindowRange = Omit<Extract<Request, { kind: "window" }>, "kind">;

export interface EngineClient {
  readonly load: (scenario: Scenario) => Promise<Outcome<LoadedMachine>>;
  readonly runAhead: (on: boolean) => void;
  readonly seek: (from: number, target: SeekTarget) => Promise<Outcome<SeekAnswer>>;
  readonly window: (range: WindowRange) => Promise<Outcome<TimelineWindow>>;
  readonly overview: (columns: number, end: number, coarse: boolean) => Promise<Outcome<Overview>>;
  readonly rows: (from: number, to: number) => Promise<Outcome<RowsWindow>>;
  readonly metrics: (cycle: number) => Promise<Outcome<Metrics>>;
  readonly range: (from: number, to: number) => Promise<Outcome<RangeEnds>>;
  readonly follow: (request: FollowRequest) => Promise<Outcome<{ readonly journey: Journey | undefined }>>;
  /** What breakpoints watch for in the machine that runs; its reports carry the revision. */
  readonly watch: (revision: number, conditions: readonly string[]) => void;
  readonly onWatched: (listener: (revision: number, report: WatchReport) => void) => void;
  /** Gives up the request of this kind that is in flight, so that the next one starts at once. */
  readonly cancel: (kind: QueryKind) => void;
  readonly onProgress: (listener: (progress: Progress) => void) => void;
  /** Faults that belong to no request. */
  readonly onFault: (listener: (error: EngineError) => void) => void;
  /** The engine has not answered for seconds, or does again; a load starts another in its place. */
  readonly onSilence: (listener: (isSilent: boolean) => void) => void;
  readonly close: () => void;
}

interface Call {
  readonly request: Request;
  readonly settle: (outcome: Outcome<Reply>) => void;
}
interface Slot {
  inFlight: { readonly id: number; readonly call: Call } | undefined;
  waiting: Call | undefined;
}

const SUPERSEDED = { status: "superseded" } as const;

export function createEngineClient(port: EnginePort, every?: PulseOptions["every"]): EngineClient {
  let generation: Generation = 0;
  let newestGeneration: Generation = 0;
  let nextId = 1;
  let gone: EngineError | undefined;
  /** The run goes on by itself up to its end, and how far it is. */
  let ahead = false;
  let endCycle = 0;
  let frontier = 0;
  let progressListener: (progress: Progress) => void = () => undefined;
  let faultListener: (error: EngineError) => void = () => undefined;
  let watchListener: (revision: number, report: WatchReport) => void = () => undefined;
  let silenceListener: (isSilent: boolean) => void = () => undefined;
  const slots = new Map<QueryKind, Slot>();
  const calls = new Map<number, Call>();
  const pulse = createPulse({
    isExpected: () => gone === undefined && (calls.size > 0 || (ahead && frontier < endCycle)),
    ping: () => post({ kind: "ping" }, generation),
    onSilence: (isSilent) => silenceListener(isSilent),
    ...(every === undefined ? {} : { every }),
  });

  function post(request: Request, ofGeneration: Generation, call?: Call): number {
    const id = nextId++;
    if (call !== undefined) calls.set(id, call);
    port.post({ ...request, id, generation: ofGeneration });
    pulse.expect();
    return id;
  }

  function slotOf(kind: QueryKind): Slot {
    const existing = slots.get(kind);
    if (existing !== undefined) return existing;
    const created: Slot = { inFlight: undefined, waiting: undefined };
    slots.set(kind, created);
    return created;
  }

  function start(slot: Slot, call: Call): void {
    slot.inFlight = { id: post(call.request, generation, call), call };
  }

  function query<T>(
    kind: QueryKind,
    request: Request,
    read: (reply: Reply) => T | undefined,
  ): Promise<Outcome<T>> {
    return new Promise((resolve) => {
      if (gone !== undefined) {
        resolve({ status: "failed", error: gone });
        return;
      }
      const slot = slotOf(kind);
      const call: Call = { request, settle: (outcome) => resolve(readOutcome(outcome, read)) };
      if (slot.inFlight === undefined) {
        start(slot, call);
      } else {
        slot.waiting?.settle(SUPERSEDED);
        slot.waiting = call;
      }
    });
  }

  function release(id: number): void {
    for (const slot of slots.values()) {
      if (slot.inFlight?.id !== id) continue;
      const next = slot.waiting;
      slot.inFlight = undefined;
      slot.waiting = undefined;
      if (next !== undefined) start(slot, next);
      return;
    }
  }

  /** Questions about the machine that has just been replaced have no answer any more. */
  function adopt(newGeneration: Generation): void {
    generation = newGeneration;
    for (const slot of slots.values()) {
      const { inFlight, waiting } = slot;
      slot.inFlight = undefined;
      slot.waiting = undefined;
      if (inFlight !== undefined) calls.delete(inFlight.id);
      inFlight?.call.settle(SUPERSEDED);
      waiting?.settle(SUPERSEDED);
    }
  }

  function receive(reply: ReplyEnvelope): void {
    pulse.heard();
    if (reply.kind === "loaded" && reply.generation > generation) {
      adopt(reply.generation);
      [endCycle, frontier, ahead] = [reply.endCycle, 0, false];
    }
    if (reply.id === 0) {
      if (reply.generation !== generation) return;
      if (reply.kind === "progress") {
        frontier = reply.frontier;
        progressListener(reply);
      }
      if (reply.kind === "watched") watchListener(reply.revision, reply.report);
      if (reply.kind === "error") faultListener(reply.error);
      return;
    }
    const call = calls.get(reply.id);
    if (call === undefined) return;
    calls.delete(reply.id);
    release(reply.id);
    if (reply.kind === "error") call.settle({ status: "failed", error: reply.error });
    else if (reply.kind === "cancelled") call.settle(SUPERSEDED);
    else call.settle({ status: "ok", value: reply });
  }

  function fail(message: string): void {
    gone = { code: "engine-fault", message };
    pulse.restart();
    giveUp({ status: "failed", error: gone });
    faultListener(gone);
  }

  /** All that was asked ends so. */
  function giveUp(outcome: Outcome<never>): void {
    const lost = [...calls.values()];
    calls.clear();
    for (const slot of slots.values()) {
      if (slot.waiting !== undefined) lost.push(slot.waiting);
      slot.inFlight = undefined;
      slot.waiting = undefined;
    }
    for (const call of lost) call.settle(outcome);
  }

  /** An engine that is gone, or does not answer, makes room for another. */
  function revive(): void {
    if (port.restart === undefined || !(gone !== undefined || pulse.isSilent())) return;
    gone = undefined;
    pulse.restart();
    giveUp(SUPERSEDED);
    port.restart();
  }

  port.listen(receive, fail);

  return {
    load: (scenario) =>
      new Promise((resolve) => {
        revive();
        if (gone !== undefined) {
          resolve({ status: "failed", error: gone });
          return;
        }
        newestGeneration += 1;
        const request: Request = { kind: "load", scenario };
        post(request, newestGeneration, {
          request,
          settle: (outcome) =>
            resolve(readOutcome(outcome, (reply) => (reply.kind === "loaded" ? reply : undefined))),
        });
      }),
    runAhead: (on) => {
      ahead = on;
      if (gone === undefined) post({ kind: "run-ahead", on }, generation);
    },
    seek: (from, target) =>
      query("seek", { kind: "seek", from, target }, (reply) => (reply.kind === "at" ? reply : undefined)),
    window: (range) =>
      query("window", { kind: "window", ...range }, (reply) =>
        reply.kind === "window" ? reply.window : undefined,
      ),
    overview: (columns, end, coarse) =>
      query("overview", { kind: "overview", columns, end, ...(coarse ? { coarse } : {}) }, (reply) =>
        reply.kind === "overview" ? reply.overview : undefined,
      ),
    rows: (from, to) =>
      query("rows", { kind: "rows", from, to }, (reply) => (reply.kind === "rows" ? reply.rows : undefined)),
    metrics: (cycle) =>
      query("metrics", { kind: "metrics", cycle }, (reply) =>
        reply.kind === "metrics" ? reply.metrics : undefined,
      ),
    range: (from, to) =>
      query("range", { kind: "range", from, to }, (reply) => (reply.kind === "range" ? reply : undefined)),
    follow: (request) =>
      query("follow", { kind: "follow", ...request }, (reply) =>
        reply.kind === "journey" ? reply : undefined,
      ),
    watch: (revision, conditions) => {
      if (gone !== undefined) return;
      const request: Request = { kind: "watch", revision, conditions };
      post(request, generation, {
        request,
        settle: (outcome) => {
          if (outcome.status === "failed") faultListener(outcome.error);
        },
      });
    },
    onWatched: (listener) => {
      watchListener = listener;
    },
    cancel: (kind) => {
      const inFlight = slots.get(kind)?.inFlight;
      if (inFlight !== undefined) post({ kind: "cancel", request: inFlight.id }, generation);
    },
    onProgress: (listener) => {
      progressListener = listener;
    },
    onFault: (listener) => {
      faultListener = listener;
    },
    onSilence: (listener) => {
      silenceListener = listener;
    },
    close: () => {
      pulse.restart();
      port.close();
    },
  };
}

function readOutcome<T>(outcome: Outcome<Reply>, read: (reply: Reply) => T | undefined): Outcome<T> {
  if (outcome.status !== "ok") return outcome;
  const value = read(outcome.value);
  if (value !== undefined) return { status: "ok", value };
  return {
    status: "failed",
    error: { code: "engine-fault", message: `the engine answered "${outcome.value.kind}" out of turn` },
  };
}
