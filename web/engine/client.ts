/** The page's side of the connection to the engine: typed calls with their answers, and messages that the engine sends
 * on its own. */
import type { MachineEvent } from "../../lib/events/events.ts";
import type { Why, WhyTarget } from "../../lib/why/why.ts";
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
  Reading,
  Reply,
  ReplyEnvelope,
  Request,
  RowsWindow,
  SeekTarget,
  TimelineWindow,
  WatchReport,
} from "./protocol.ts";
import { createPulse, type Pulse, type PulseOptions } from "./pulse.ts";

export interface SeekAnswer {
  readonly view: MachineView;
  readonly found: boolean;
  readonly passed?: readonly MachineEvent[] | undefined;
}

type WindowRange = Omit<Extract<Request, { kind: "window" }>, "kind">;

export interface EngineClient {
  /** `warmUpCycles` are not counted. */
  readonly load: (scenario: Scenario, warmUpCycles?: number) => Promise<Outcome<LoadedMachine>>;
  readonly runAhead: (on: boolean) => void;
  /** `tellsWay`: the answer includes the events of a short distance from there. */
  readonly seek: (from: number, target: SeekTarget, tellsWay?: boolean) => Promise<Outcome<SeekAnswer>>;
  readonly window: (range: WindowRange) => Promise<Outcome<TimelineWindow>>;
  readonly overview: (columns: number, end: number, coarse: boolean) => Promise<Outcome<Overview>>;
  readonly rows: (from: number, to: number) => Promise<Outcome<RowsWindow>>;
  /** `isMeasured`: the answer includes the data for measures. */
  readonly metrics: (cycle: number, isMeasured?: boolean) => Promise<Outcome<Reading>>;
  /** Metrics of the whole run. The answer comes when the run has ended. */
  readonly end: () => Promise<Outcome<Metrics>>;
  readonly range: (from: number, to: number) => Promise<Outcome<RangeEnds>>;
  readonly follow: (request: FollowRequest) => Promise<Outcome<{ readonly journey: Journey | undefined }>>;
  readonly why: (target: WhyTarget) => Promise<Outcome<{ readonly why: Why | undefined }>>;
  /** Sets the conditions that breakpoints watch in the present machine. Its reports carry the revision. */
  readonly watch: (revision: number, conditions: readonly string[]) => void;
  readonly onWatched: (listener: (revision: number, report: WatchReport) => void) => void;
  /** Cancels the current request of this kind, so that the next one starts at once. */
  readonly cancel: (kind: QueryKind) => void;
  readonly onProgress: (listener: (progress: Progress) => void) => void;
  /** Faults that belong to no request. */
  readonly onFault: (listener: (error: EngineError) => void) => void;
  /** Called when the engine has not answered for seconds, and when it answers again. A load starts a new engine in its
   * place. */
  readonly onSilence: (listener: (isSilent: boolean) => void) => void;
  readonly close: () => void;
}

/** State of the engine: whether it answers, and how far its run is. */
interface EngineState {
  gone: EngineError | undefined;
  /** The run continues on its own to its end. */
  ahead: boolean;
  endCycle: number;
  frontier: number;
}

interface Listeners {
  progress: (progress: Progress) => void;
  fault: (error: EngineError) => void;
  watched: (revision: number, report: WatchReport) => void;
  silence: (isSilent: boolean) => void;
}

export function createEngineClient(port: EnginePort, every?: PulseOptions["every"]): EngineClient {
  const engine: EngineState = { gone: undefined, ahead: false, endCycle: 0, frontier: 0 };
  const nothing = (): void => undefined;
  const listeners: Listeners = { progress: nothing, fault: nothing, watched: nothing, silence: nothing };
  let newestGeneration: Generation = 0;
  const queue = new RequestQueue((request) => {
    port.post(request);
    pulse.expect();
  });
  const pulse: Pulse = createPulse({
    isExpected: () =>
      engine.gone === undefined && (queue.areAnyOpen || (engine.ahead && engine.frontier < engine.endCycle)),
    ping: () => queue.post({ kind: "ping" }),
    onSilence: (isSilent) => listeners.silence(isSilent),
    ...(every === undefined ? {} : { every }),
  });

  function receive(reply: ReplyEnvelope): void {
    pulse.heard();
    if (reply.kind === "loaded" && reply.generation > queue.generation) {
      queue.adopt(reply.generation);
      Object.assign(engine, { endCycle: reply.endCycle, frontier: 0, ahead: false });
    }
    if (reply.id !== 0) queue.answer(reply);
    else if (reply.generation === queue.generation) report(reply, engine, listeners);
  }

  function fail(message: string): void {
    engine.gone = { code: "engine-fault", message };
    pulse.restart();
    queue.giveUp({ status: "failed", error: engine.gone });
    listeners.fault(engine.gone);
  }

  /** Starts a new engine if the present one has failed or does not answer. */
  function revive(): void {
    if (port.restart === undefined || !(engine.gone !== undefined || pulse.isSilent())) return;
    engine.gone = undefined;
    pulse.restart();
    queue.giveUp(SUPERSEDED);
    port.restart();
  }

  port.listen(receive, fail);

  return {
    load: (scenario, warmUpCycles = 0) => {
      revive();
      const request: Request = { kind: "load", scenario, ...(warmUpCycles > 0 ? { warmUpCycles } : {}) };
      return ask(engine, request, replyOf("loaded"), (call) => {
        newestGeneration += 1;
        queue.post(call.request, call, newestGeneration);
      });
    },
    ...queries(engine, queue),
    ...commands(engine, queue, listeners),
    close: () => {
      pulse.restart();
      port.close();
    },
  };
}

/** Handles messages that the engine sends on its own. */
function report(reply: Reply, engine: EngineState, listeners: Listeners): void {
  if (reply.kind === "progress") {
    engine.frontier = reply.frontier;
    listeners.progress(reply);
  }
  if (reply.kind === "watched") listeners.watched(reply.revision, reply.report);
  if (reply.kind === "error") listeners.fault(reply.error);
}

/** Returns the reply if it is of this kind. */
function replyOf<K extends Reply["kind"]>(kind: K) {
  return (reply: Reply): Extract<Reply, { kind: K }> | undefined =>
    reply.kind === kind ? (reply as Extract<Reply, { kind: K }>) : undefined;
}

function ask<T>(
  engine: EngineState,
  request: Request,
  read: (reply: Reply) => T | undefined,
  send: (call: Call) => void,
): Promise<Outcome<T>> {
  return new Promise((resolve) => {
    if (engine.gone !== undefined) resolve({ status: "failed", error: engine.gone });
    else send({ request, settle: (outcome) => resolve(readOutcome(outcome, read)) });
  });
}

type Queries = Pick<
  EngineClient,
  "seek" | "window" | "overview" | "rows" | "metrics" | "end" | "range" | "follow" | "why"
>;

function queries(engine: EngineState, queue: RequestQueue): Queries {
  const query = <T>(request: Request & { kind: QueryKind }, read: (reply: Reply) => T | undefined) =>
    ask(engine, request, read, (call) => queue.query(request.kind, call));
  return {
    seek: (from, target, tellsWay = false) =>
      query(
        tellsWay ? { kind: "seek", from, target, tellsWay } : { kind: "seek", from, target },
        replyOf("at"),
      ),
    window: (range) => query({ kind: "window", ...range }, (reply) => replyOf("window")(reply)?.window),
    overview: (columns, end, coarse) =>
      query(
        { kind: "overview", columns, end, ...(coarse ? { coarse } : {}) },
        (reply) => replyOf("overview")(reply)?.overview,
      ),
    rows: (from, to) => query({ kind: "rows", from, to }, (reply) => replyOf("rows")(reply)?.rows),
    metrics: (cycle, isMeasured = false) =>
      query({ kind: "metrics", cycle, ...(isMeasured ? { isMeasured } : {}) }, replyOf("metrics")),
    end: () => query({ kind: "end" }, (reply) => replyOf("metrics")(reply)?.metrics),
    range: (from, to) => query({ kind: "range", from, to }, replyOf("range")),
    follow: (request) => query({ kind: "follow", ...request }, replyOf("journey")),
    why: (target) => query({ kind: "why", target }, replyOf("why")),
  };
}

type Commands = Pick<
  EngineClient,
  "runAhead" | "watch" | "cancel" | "onWatched" | "onProgress" | "onFault" | "onSilence"
>;

function commands(engine: EngineState, queue: RequestQueue, listeners: Listeners): Commands {
  return {
    runAhead: (on) => {
      engine.ahead = on;
      if (engine.gone === undefined) queue.post({ kind: "run-ahead", on });
    },
    watch: (revision, conditions) => {
      if (engine.gone !== undefined) return;
      const request: Request = { kind: "watch", revision, conditions };
      const settle: Call["settle"] = (outcome) => {
        if (outcome.status === "failed") listeners.fault(outcome.error);
      };
      queue.post(request, { request, settle });
    },
    cancel: (kind) => {
      const request = queue.inFlightOf(kind);
      if (request !== undefined) queue.post({ kind: "cancel", request });
    },
    onWatched: (listener) => {
      listeners.watched = listener;
    },
    onProgress: (listener) => {
      listeners.progress = listener;
    },
    onFault: (listener) => {
      listeners.fault = listener;
    },
    onSilence: (listener) => {
      listeners.silence = listener;
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

export type Outcome<T> =
  | { readonly status: "ok"; readonly value: T }
  /** Replaced by a newer request of its kind, cancelled, or about a machine that is gone. */
  | { readonly status: "superseded" }
  | { readonly status: "failed"; readonly error: EngineError };

const SUPERSEDED = { status: "superseded" } as const;

export interface Call {
  readonly request: Request;
  readonly settle: (outcome: Outcome<Reply>) => void;
}

interface Slot {
  inFlight: { readonly id: number; readonly call: Call } | undefined;
  waiting: Call | undefined;
}

export type Send = (request: Request & { readonly id: number; readonly generation: Generation }) => void;

/** Each kind of query has one running request and at most one waiting one. A newer request replaces the waiting one, so
 * the engine is never more than one question behind the page. */
class RequestQueue {
  readonly #send: Send;
  readonly #slots = new Map<QueryKind, Slot>();
  readonly #calls = new Map<number, Call>();
  #nextId = 1;
  #generation: Generation = 0;

  constructor(send: Send) {
    this.#send = send;
  }

  /** Generation of the present machine. */
  get generation(): Generation {
    return this.#generation;
  }

  get areAnyOpen(): boolean {
    return this.#calls.size > 0;
  }

  post(request: Request, call?: Call, generation = this.#generation): number {
    const id = this.#nextId++;
    if (call !== undefined) this.#calls.set(id, call);
    this.#send({ ...request, id, generation });
    return id;
  }

  query(kind: QueryKind, call: Call): void {
    const slot = this.#slotOf(kind);
    if (slot.inFlight === undefined) {
      this.#start(slot, call);
      return;
    }
    slot.waiting?.settle(SUPERSEDED);
    slot.waiting = call;
  }

  inFlightOf(kind: QueryKind): number | undefined {
    return this.#slots.get(kind)?.inFlight?.id;
  }

  /** Handles the answer to a request and starts the next one of its kind. */
  answer(reply: ReplyEnvelope): void {
    const call = this.#calls.get(reply.id);
    if (call === undefined) return;
    this.#calls.delete(reply.id);
    this.#release(reply.id);
    if (reply.kind === "error") call.settle({ status: "failed", error: reply.error });
    else if (reply.kind === "cancelled") call.settle(SUPERSEDED);
    else call.settle({ status: "ok", value: reply });
  }

  /** Questions about the machine that has just been replaced have no answer any more. */
  adopt(generation: Generation): void {
    this.#generation = generation;
    for (const slot of this.#slots.values()) {
      const { inFlight, waiting } = slot;
      slot.inFlight = undefined;
      slot.waiting = undefined;
      if (inFlight !== undefined) this.#calls.delete(inFlight.id);
      inFlight?.call.settle(SUPERSEDED);
      waiting?.settle(SUPERSEDED);
    }
  }

  /** Ends all requests with this outcome. */
  giveUp(outcome: Outcome<never>): void {
    const lost = [...this.#calls.values()];
    this.#calls.clear();
    for (const slot of this.#slots.values()) {
      if (slot.waiting !== undefined) lost.push(slot.waiting);
      slot.inFlight = undefined;
      slot.waiting = undefined;
    }
    for (const call of lost) call.settle(outcome);
  }

  #slotOf(kind: QueryKind): Slot {
    const existing = this.#slots.get(kind);
    if (existing !== undefined) return existing;
    const created: Slot = { inFlight: undefined, waiting: undefined };
    this.#slots.set(kind, created);
    return created;
  }

  #start(slot: Slot, call: Call): void {
    slot.inFlight = { id: this.post(call.request, call), call };
  }

  #release(id: number): void {
    for (const slot of this.#slots.values()) {
      if (slot.inFlight?.id !== id) continue;
      const next = slot.waiting;
      slot.inFlight = undefined;
      slot.waiting = undefined;
      if (next !== undefined) this.#start(slot, next);
      return;
    }
  }
}
