/** The page's end of the line to the engine: typed calls, what the engine tells unasked, and whether it still answers. */
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
import { type Call, type Outcome, RequestQueue, SUPERSEDED } from "./requestQueue.ts";

export type { Outcome } from "./requestQueue.ts";

export interface SeekAnswer {
  readonly view: MachineView;
  readonly found: boolean;
  readonly passed?: readonly MachineEvent[] | undefined;
}

type WindowRange = Omit<Extract<Request, { kind: "window" }>, "kind">;

export interface EngineClient {
  /** `warmUpCycles`: left out of what is counted. */
  readonly load: (scenario: Scenario, warmUpCycles?: number) => Promise<Outcome<LoadedMachine>>;
  readonly runAhead: (on: boolean) => void;
  /** `tellsWay`: with what happened on a short way from there. */
  readonly seek: (from: number, target: SeekTarget, tellsWay?: boolean) => Promise<Outcome<SeekAnswer>>;
  readonly window: (range: WindowRange) => Promise<Outcome<TimelineWindow>>;
  readonly overview: (columns: number, end: number, coarse: boolean) => Promise<Outcome<Overview>>;
  readonly rows: (from: number, to: number) => Promise<Outcome<RowsWindow>>;
  /** `isMeasured`: with what measures are computed of. */
  readonly metrics: (cycle: number, isMeasured?: boolean) => Promise<Outcome<Reading>>;
  /** Of the whole run: the answer comes when it is over. */
  readonly end: () => Promise<Outcome<Metrics>>;
  readonly range: (from: number, to: number) => Promise<Outcome<RangeEnds>>;
  readonly follow: (request: FollowRequest) => Promise<Outcome<{ readonly journey: Journey | undefined }>>;
  readonly why: (target: WhyTarget) => Promise<Outcome<{ readonly why: Why | undefined }>>;
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

/** Whether there is an engine that answers, and how far its run is. */
interface EngineState {
  gone: EngineError | undefined;
  /** The run goes on by itself up to its end. */
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

  /** An engine that is gone, or does not answer, makes room for another. */
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

/** What the engine tells without having been asked. */
function report(reply: Reply, engine: EngineState, listeners: Listeners): void {
  if (reply.kind === "progress") {
    engine.frontier = reply.frontier;
    listeners.progress(reply);
  }
  if (reply.kind === "watched") listeners.watched(reply.revision, reply.report);
  if (reply.kind === "error") listeners.fault(reply.error);
}

/** The reply itself where it is of this kind. */
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

// ---- silence: a worker that was ended, or hangs, raises no error ----

const TICK_MS = 1000;
const SILENT_TICKS = 5;
/** Before its first word it has to be loaded, maybe over a slow network. */
const LOADING_TICKS = 20;

/** While an answer is expected the worker is asked each second whether it is there. It answers between two slices of its
 * work. */
interface Pulse {
  /** Something was asked. */
  readonly expect: () => void;
  /** It has said something. */
  readonly heard: () => void;
  readonly isSilent: () => boolean;
  /** Another worker is in its place, or none. */
  readonly restart: () => void;
}

interface PulseOptions {
  readonly isExpected: () => boolean;
  readonly ping: () => void;
  readonly onSilence: (isSilent: boolean) => void;
  /** Calls the action each so many milliseconds; returns what stops it. */
  readonly every?: (milliseconds: number, action: () => void) => () => void;
}

function createPulse({ isExpected, ping, onSilence, every = onInterval }: PulseOptions): Pulse {
  /** Counted, not timed: a computer that slept comes back to one tick. */
  let missed = 0;
  let limit = LOADING_TICKS;
  let silent = false;
  let stop: (() => void) | undefined;

  function tick(): void {
    if (!isExpected()) {
      rest();
      return;
    }
    missed += 1;
    if (missed === 1) ping();
    if (missed >= limit) tell(true);
  }

  function tell(isSilent: boolean): void {
    if (silent === isSilent) return;
    silent = isSilent;
    onSilence(isSilent);
  }

  function rest(): void {
    stop?.();
    stop = undefined;
    missed = 0;
  }

  return {
    expect: () => {
      stop ??= every(TICK_MS, tick);
    },
    heard: () => {
      missed = 0;
      limit = SILENT_TICKS;
      tell(false);
    },
    isSilent: () => silent,
    restart: () => {
      rest();
      limit = LOADING_TICKS;
      tell(false);
    },
  };
}

function onInterval(milliseconds: number, action: () => void): () => void {
  const timer = setInterval(action, milliseconds);
  return () => clearInterval(timer);
}
