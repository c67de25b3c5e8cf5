/** The simulation behind the page, without the worker around it: takes requests, works in slices, posts
 * replies. One machine pair at a time; a new scenario replaces it only when it could be built. */
import { CoreFaultError, CoreRefusedError } from "../../core-wasm/binding/index.ts";
import { refusalIn } from "../../scenarios/check/refusal.ts";
import { answer } from "./answers.ts";
import { createJobQueue, type Job } from "./job.ts";
import { createProgressReporter } from "./progress.ts";
import type {
  EngineError,
  Generation,
  QueryEnvelope,
  Reply,
  ReplyEnvelope,
  RequestEnvelope,
} from "./protocol.ts";
import { createRun, type Run, type RunOptions, rebuildRun } from "./run.ts";
import type { Studies } from "./studies.ts";
import { createWatchKeeper } from "./watchKeeper.ts";

export interface EngineOptions extends RunOptions {
  readonly post: (reply: ReplyEnvelope) => void;
}

export interface Engine {
  /** Before the first request that needs them (needsStudies). */
  readonly install: (studies: Studies) => void;
  readonly receive: (request: RequestEnvelope) => void;
  /** Works for about SLICE_MS. False: nothing to do until the next request. */
  readonly work: () => boolean;
}

/** Between two of these the worker reads its messages. */
const SLICE_MS = 8;

export function createEngine(options: EngineOptions): Engine {
  const { now } = options;
  let studies: Studies | undefined;
  const queue = createJobQueue((envelope, of) => answer(envelope, of, studies));
  const loads: Extract<RequestEnvelope, { kind: "load" }>[] = [];
  let run: Run | undefined;
  let runAhead = false;
  const progress = createProgressReporter(now, (report) => {
    if (run === undefined) return;
    const { generation, endCycle } = run;
    post({ id: 0, generation }, { kind: "progress", endCycle, ...report });
  });

  const watch = createWatchKeeper(options, (revision, report) => {
    if (run !== undefined) post({ id: 0, generation: run.generation }, { kind: "watched", revision, report });
  });

  function post(to: { readonly id: number; readonly generation: Generation }, reply: Reply): void {
    options.post({ ...reply, id: to.id, generation: to.generation });
  }

  function cancelled(envelopes: readonly QueryEnvelope[]): void {
    for (const envelope of envelopes) post(envelope, { kind: "cancelled" });
  }

  function receive(request: RequestEnvelope): void {
    switch (request.kind) {
      case "load":
        loads.push(request);
        return;
      case "cancel": {
        const given = queue.cancel(request.request);
        if (given !== undefined) cancelled([given]);
        return;
      }
      case "run-ahead":
        if (request.generation === run?.generation) runAhead = request.on;
        progress.restart();
        post(request, { kind: "done" });
        return;
      case "watch":
        setWatch(request);
        return;
      case "ping":
        post(request, { kind: "pong" });
        return;
      default:
        if (run === undefined || request.generation !== run.generation) cancelled([request]);
        else cancelled(queue.add(request, run));
    }
  }

  function setWatch(request: Extract<RequestEnvelope, { kind: "watch" }>): void {
    if (run === undefined || run.generation !== request.generation) {
      post(request, { kind: "cancelled" });
      return;
    }
    try {
      watch.set(run, request.revision, request.conditions);
      post(request, { kind: "done" });
    } catch (error) {
      watch.clear();
      post(request, { kind: "error", error: loadError(error) });
    }
  }

  function load(request: Extract<RequestEnvelope, { kind: "load" }>): void {
    try {
      const built = createRun(request.scenario, request.generation, options);
      cancelled(queue.clear());
      run = built;
      watch.clear();
      runAhead = false;
      progress.restart();
      post(request, { kind: "loaded", endCycle: built.endCycle, modelVersion: options.core.version });
    } catch (error) {
      post(request, { kind: "error", error: loadError(error, request.scenario) });
    }
  }

  /** The machine that failed is gone; the rest of the page's questions go to the rebuilt one. */
  function recover(fault: CoreFaultError, failed: Run): EngineError {
    cancelled(queue.clear());
    progress.restart();
    try {
      const rebuilt = rebuildRun(failed, fault, options);
      run = rebuilt.run;
      watch.rebuild(run);
      return rebuilt.error;
    } catch (error) {
      run = undefined;
      return { code: "engine-fault", message: messageOf(error), cycle: fault.cycle };
    }
  }

  /** Answers until there is nothing to answer or the time is up. */
  function stepJobs(deadline: number): void {
    do {
      const current = run;
      const job = current && queue.next(current.frontier.machine.cycle);
      if (current === undefined || job === undefined) return;
      stepJob(job, current);
    } while (now() < deadline);
  }

  function stepJob(job: Job, current: Run): void {
    try {
      const step = job.steps.next();
      if (step.done !== true) {
        job.waitsFor = step.value;
        return;
      }
      queue.remove(job);
      post(job.envelope, step.value);
    } catch (error) {
      queue.remove(job);
      const fault = error instanceof CoreFaultError ? recover(error, current) : undefined;
      post(job.envelope, {
        kind: "error",
        error: fault ?? { code: "engine-fault", message: messageOf(error) },
      });
    }
  }

  /** What nobody asked for in particular: the frontier goes on, and the watch after it. */
  function stepAhead(): void {
    const current = run;
    if (current === undefined) return;
    try {
      if (frontierBusy()) current.frontier.advance(frontierTarget(current));
      if (watch.isBehind()) watch.advance();
    } catch (error) {
      if (!(error instanceof CoreFaultError)) throw error;
      const reason = recover(error, current);
      post({ id: 0, generation: current.generation }, { kind: "error", error: reason });
    }
  }

  function aheadBusy(): boolean {
    return frontierBusy() || watch.isBehind();
  }

  function frontierTarget(current: Run): number {
    return Math.min(current.limit, runAhead ? current.limit : queue.awaited());
  }

  function frontierBusy(): boolean {
    return run !== undefined && run.frontier.machine.cycle < frontierTarget(run);
  }

  function jobBusy(): boolean {
    return run !== undefined && queue.next(run.frontier.machine.cycle) !== undefined;
  }

  function work(): boolean {
    const request = loads.shift();
    if (request !== undefined) {
      if (loads.length > 0) post(request, { kind: "cancelled" });
      else load(request);
      return true;
    }
    const deadline = now() + SLICE_MS;
    stepJobs(deadline);
    do stepAhead();
    while (aheadBusy() && now() < deadline);
    if (run !== undefined) progress.report(run.frontier.machine.cycle, run.limit);
    watch.report();
    return loads.length > 0 || jobBusy() || aheadBusy();
  }

  return {
    install: (given) => {
      studies = given;
      watch.install(given);
    },
    receive,
    work,
  };
}

function loadError(error: unknown, scenario?: unknown): EngineError {
  if (error instanceof CoreRefusedError) {
    return { code: "core-refused", ...refusalIn(scenario, error) };
  }
  return { code: "engine-fault", message: messageOf(error) };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
