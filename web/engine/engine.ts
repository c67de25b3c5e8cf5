/** The simulation of the page, without the worker around it: takes requests, works in slices and posts replies. It has
 * one pair of machines at a time. A new scenario replaces them only if it can be built. */

import { CoreFaultError, CoreRefusedError } from "../../core-wasm/binding/index.ts";
import { answer, type Studies } from "./answers.ts";
import { createJobQueue, type Job } from "./job.ts";
import type {
  EngineError,
  Generation,
  Progress,
  QueryEnvelope,
  Reply,
  ReplyEnvelope,
  RequestEnvelope,
  WatchReport,
} from "./protocol.ts";
import { createRun, installed, MissingPartError, type Run, type RunOptions, rebuildRun } from "./run.ts";
import type { Watch } from "./watch.ts";

export interface EngineOptions extends RunOptions {
  readonly post: (reply: ReplyEnvelope) => void;
}

export interface Engine {
  /** Called before the first request that needs them (needsStudies). */
  readonly install: (studies: Studies) => void;
  readonly receive: (request: RequestEnvelope) => void;
  /** Works for about SLICE_MS. False: nothing to do until the next request. */
  readonly work: () => boolean;
}

/** Length of a slice. The worker reads messages between two slices. */
const SLICE_MS = 8;

export function createEngine(options: EngineOptions): Engine {
  const engine = new PageEngine(options);
  return {
    install: (studies) => engine.install(studies),
    receive: (request) => engine.receive(request),
    work: () => engine.work(),
  };
}

class PageEngine implements Engine {
  readonly #options: EngineOptions;
  readonly #queue = createJobQueue((envelope, of) => answer(envelope, of, this.#studies));
  readonly #progress: ProgressReporter;
  readonly #watch: WatchKeeper;
  /** Loads that have not started. Only the newest one is built. */
  readonly #loads: Extract<RequestEnvelope, { kind: "load" }>[] = [];
  #studies: Studies | undefined;
  #run: Run | undefined;
  /** Options of #run. */
  #made: RunOptions;
  #runAhead = false;

  constructor(options: EngineOptions) {
    this.#options = options;
    this.#made = options;
    this.#progress = createProgressReporter(options.now, (report) => {
      if (this.#run === undefined) return;
      const { generation, endCycle } = this.#run;
      this.#post({ id: 0, generation }, { kind: "progress", endCycle, ...report });
    });
    const studies = () => this.#studies;
    this.#watch = createWatchKeeper(options, studies, (revision, report) => {
      const generation = this.#run?.generation;
      if (generation !== undefined) this.#post({ id: 0, generation }, { kind: "watched", revision, report });
    });
  }

  install(studies: Studies): void {
    this.#studies = studies;
  }

  #post(to: { readonly id: number; readonly generation: Generation }, reply: Reply): void {
    this.#options.post({ ...reply, id: to.id, generation: to.generation });
  }

  #cancelled(envelopes: readonly QueryEnvelope[]): void {
    for (const envelope of envelopes) this.#post(envelope, { kind: "cancelled" });
  }

  receive(request: RequestEnvelope): void {
    switch (request.kind) {
      case "load":
        this.#loads.push(request);
        return;
      case "cancel": {
        const given = this.#queue.cancel(request.request);
        if (given !== undefined) this.#cancelled([given]);
        return;
      }
      case "run-ahead":
        if (request.generation === this.#run?.generation) this.#runAhead = request.on;
        this.#progress.restart();
        this.#post(request, { kind: "done" });
        return;
      case "watch":
        this.#setWatch(request);
        return;
      case "ping":
        this.#post(request, { kind: "pong" });
        return;
      default:
        if (this.#run === undefined || request.generation !== this.#run.generation)
          this.#cancelled([request]);
        else this.#cancelled(this.#queue.add(request, this.#run));
    }
  }

  #setWatch(request: Extract<RequestEnvelope, { kind: "watch" }>): void {
    if (this.#run === undefined || this.#run.generation !== request.generation) {
      this.#post(request, { kind: "cancelled" });
      return;
    }
    try {
      this.#watch.set(this.#run, request.revision, request.conditions);
      this.#post(request, { kind: "done" });
    } catch (error) {
      this.#watch.clear();
      void this.#postError(request, error);
    }
  }

  #load(request: Extract<RequestEnvelope, { kind: "load" }>): void {
    try {
      const made = this.#optionsFor(request.warmUpCycles ?? 0);
      const built = createRun(request.scenario, request.generation, made);
      this.#cancelled(this.#queue.clear());
      this.#run = built;
      this.#made = made;
      this.#watch.clear();
      this.#runAhead = false;
      this.#progress.restart();
      this.#post(request, {
        kind: "loaded",
        endCycle: built.endCycle,
        modelVersion: this.#options.core.version,
      });
    } catch (error) {
      void this.#postError(request, error, request.scenario);
    }
  }

  /** The code that names the field of a refusal loads on demand, because validation finds nearly all faults earlier. */
  async #postError(request: RequestEnvelope, error: unknown, scenario?: unknown): Promise<void> {
    if (!(error instanceof CoreRefusedError)) {
      this.#post(request, { kind: "error", error: faultOf(error) });
      return;
    }
    const told = await import("../../scenarios/check/refusal.ts").then(
      ({ refusalIn }) => refusalIn(scenario, error),
      () => ({ message: messageOf(error) }),
    );
    this.#post(request, { kind: "error", error: { code: "core-refused", ...told } });
  }

  #optionsFor(warmUpCycles: number): RunOptions {
    if (warmUpCycles === 0) return this.#options;
    return {
      ...this.#options,
      counting: installed(this.#studies).createCounting(warmUpCycles, this.#options.make),
    };
  }

  /** Drops the failed machine and cancels its queued requests. Later requests go to the rebuilt machine. */
  #recover(fault: CoreFaultError, failed: Run): EngineError {
    this.#cancelled(this.#queue.clear());
    this.#progress.restart();
    try {
      const rebuilt = rebuildRun(failed, fault, this.#made);
      this.#run = rebuilt.run;
      this.#watch.rebuild(this.#run);
      return rebuilt.error;
    } catch (error) {
      this.#run = undefined;
      return { code: "engine-fault", message: messageOf(error), cycle: fault.cycle };
    }
  }

  /** Answers requests until none is left or the time is used up. */
  #stepJobs(deadline: number): void {
    do {
      const current = this.#run;
      const job = current && this.#queue.next(current.frontier.machine.cycle);
      if (current === undefined || job === undefined) return;
      this.#stepJob(job, current);
    } while (this.#options.now() < deadline);
  }

  #stepJob(job: Job, current: Run): void {
    try {
      const step = job.steps.next();
      if (step.done !== true) {
        job.waitsFor = step.value;
        return;
      }
      this.#queue.remove(job);
      this.#post(job.envelope, step.value);
    } catch (error) {
      this.#queue.remove(job);
      const fault = error instanceof CoreFaultError ? this.#recover(error, current) : undefined;
      this.#post(job.envelope, {
        kind: "error",
        error: fault ?? faultOf(error),
      });
    }
  }

  /** Advances the frontier and then the watch while there is no request. */
  #stepAhead(): void {
    const current = this.#run;
    if (current === undefined) return;
    try {
      if (this.#frontierBusy()) current.frontier.advance(this.#frontierTarget(current));
      if (this.#watch.isBehind()) this.#watch.advance();
    } catch (error) {
      if (!(error instanceof CoreFaultError)) throw error;
      const reason = this.#recover(error, current);
      this.#post({ id: 0, generation: current.generation }, { kind: "error", error: reason });
    }
  }

  #aheadBusy(): boolean {
    return this.#frontierBusy() || this.#watch.isBehind();
  }

  #frontierTarget(current: Run): number {
    return Math.min(current.limit, this.#runAhead ? current.limit : this.#queue.awaited());
  }

  #frontierBusy(): boolean {
    return this.#run !== undefined && this.#run.frontier.machine.cycle < this.#frontierTarget(this.#run);
  }

  #jobBusy(): boolean {
    return this.#run !== undefined && this.#queue.next(this.#run.frontier.machine.cycle) !== undefined;
  }

  work(): boolean {
    const request = this.#loads.shift();
    if (request !== undefined) {
      if (this.#loads.length > 0) this.#post(request, { kind: "cancelled" });
      else this.#load(request);
      return true;
    }
    const deadline = this.#options.now() + SLICE_MS;
    this.#stepJobs(deadline);
    do this.#stepAhead();
    while (this.#aheadBusy() && this.#options.now() < deadline);
    if (this.#run !== undefined) this.#progress.report(this.#run.frontier.machine.cycle, this.#run.limit);
    this.#watch.report();
    return this.#loads.length > 0 || this.#jobBusy() || this.#aheadBusy();
  }
}

function faultOf(error: unknown): EngineError {
  const code = error instanceof MissingPartError ? "missing-part" : "engine-fault";
  return { code, message: messageOf(error) };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Reports the position of the frontier to the page: at most 20 times a second, and once when it has arrived. */
interface ProgressReporter {
  readonly report: (frontier: number, limit: number) => void;
  /** Called for another machine, or when the frontier stops: the next report comes at once and has no speed. */
  readonly restart: () => void;
}

/** Between two reports to the page. */
const REPORT_MS = 50;

function createProgressReporter(
  now: () => number,
  post: (progress: Pick<Progress, "frontier" | "cyclesPerSecond">) => void,
): ProgressReporter {
  let last: { readonly frontier: number; readonly atMs: number } | undefined;

  return {
    report: (frontier, limit) => {
      if (frontier === last?.frontier) return;
      const elapsedMs = last === undefined ? 0 : now() - last.atMs;
      const arrived = frontier >= limit;
      if (last !== undefined && elapsedMs < REPORT_MS && !arrived) return;
      const moved = last === undefined || arrived ? 0 : frontier - last.frontier;
      const cyclesPerSecond = elapsedMs > 0 ? (moved * 1000) / elapsedMs : 0;
      last = { frontier, atMs: now() };
      post({ frontier, cyclesPerSecond });
    },
    restart: () => {
      last = undefined;
    },
  };
}

/** Keeps the watch for conditions of the machine that runs: builds it again after a fault, and limits its reports. */
interface WatchKeeper {
  /** Sets the conditions to watch in this run. Throws the same errors as building a machine. */
  readonly set: (run: Run, revision: number, conditions: readonly string[]) => void;
  /** The run was rebuilt after a fault. */
  readonly rebuild: (run: Run) => void;
  readonly clear: () => void;
  readonly isBehind: () => boolean;
  readonly advance: () => void;
  readonly report: () => void;
}

function createWatchKeeper(
  options: RunOptions,
  studies: () => Studies | undefined,
  post: (revision: number, report: WatchReport) => void,
): WatchKeeper {
  let wanted: { readonly revision: number; readonly conditions: readonly string[] } | undefined;
  let watch: Watch | undefined;
  let reportedMs = Number.NEGATIVE_INFINITY;

  function rebuild(run: Run): void {
    watch = undefined;
    reportedMs = Number.NEGATIVE_INFINITY;
    if (wanted === undefined || wanted.conditions.length === 0) return;
    watch = studies()?.createWatch(run, options, wanted.conditions);
  }

  return {
    set: (run, revision, conditions) => {
      wanted = { revision, conditions };
      rebuild(run);
    },
    rebuild,
    clear: () => {
      wanted = undefined;
      watch = undefined;
    },
    isBehind: () => watch?.isBehind() ?? false,
    advance: () => watch?.advance(),
    report: () => {
      if (watch === undefined || wanted === undefined) return;
      const nowMs = options.now();
      if (nowMs - reportedMs < REPORT_MS && watch.isBehind()) return;
      const report = watch.report();
      if (report === undefined) return;
      reportedMs = nowMs;
      post(wanted.revision, report);
    },
  };
}
