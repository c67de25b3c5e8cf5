/** Runs whole machines in separate workers, next to the machine that the page shows. */
import type { Outcome, WorkEnd } from "../../lib/papers/outcome.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import type { MachineAnswer, MachineReply, MachineTask } from "./machineTasks.ts";
import { failureText, startWorker } from "./port.ts";
import { MACHINE_WORKER } from "./tasks.ts";

/** The page's connection to one worker. */
export interface MachinePort {
  readonly post: (task: MachineTask) => void;
  /** One listener each. `onFailure` reports that the other side has failed for good. */
  readonly listen: (onAnswer: (answer: MachineAnswer) => void, onFailure: (message: string) => void) => void;
  readonly close: () => void;
}

export class StoppedError extends Error {}

export interface MachinePool {
  /** Rejects with a StoppedError when the pool is stopped. */
  readonly run: (scenario: Scenario, warmUpCycles: number, until?: WorkEnd) => Promise<Outcome>;
  /** Cancels all running and waiting tasks. The pool can be used again. */
  readonly stop: () => void;
}

const WORKER_LIMIT = 4;
/** A worker with a task sends a message every second. After this long without one it counts as failed. */
const SILENCE_MS = 30_000;
/** Limit before the first message, because the worker may load over a slow network. */
const LOADING_MS = 120_000;

/** Leaves one processor core to the page if there are more than two. With two, the workers use both, because the page
 * only waits.
 */
function workersFor(cores: number): number {
  return Math.max(1, Math.min(WORKER_LIMIT, cores > 2 ? cores - 1 : cores));
}

/** Number of workers for runs while the page is in use: leaves one core to it. */
export function workersBeside(cores: number): number {
  return Math.max(1, Math.min(WORKER_LIMIT, cores - 1));
}

/** `after` calls the action after this many milliseconds. It returns a function that prevents the call. */
export function createMachinePool(
  open: () => MachinePort = openWorker,
  size = workersFor(navigator.hardwareConcurrency),
  after: (milliseconds: number, action: () => void) => () => void = afterTimeout,
): MachinePool {
  interface Waiting extends MachineTask {
    readonly resolve: (outcome: Outcome) => void;
    readonly reject: (error: Error) => void;
  }
  interface Hired {
    readonly port: MachinePort;
    task: Waiting | undefined;
    silenceMs: number;
    /** Stops the timer that runs during a task. */
    heard: () => void;
  }
  let waiting: Waiting[] = [];
  const hired = new Set<Hired>();

  function dispatch(): void {
    while (waiting.length > 0) {
      const worker = free();
      const task = worker && waiting.shift();
      if (!worker || !task) return;
      worker.task = task;
      expect(worker);
      const { scenario, warmUpCycles, until } = task;
      worker.port.post({ scenario, warmUpCycles, until });
    }
  }

  /** A worker without a task, or a new one. If none can start, waiting tasks fail. */
  function free(): Hired | undefined {
    for (const worker of hired) if (worker.task === undefined) return worker;
    if (hired.size >= size) return undefined;
    try {
      return hire();
    } catch (error) {
      const message = failureText(error instanceof Error ? error.message : undefined);
      for (const { reject } of waiting.splice(0)) reject(new Error(message));
      return undefined;
    }
  }

  function hire(): Hired {
    const worker: Hired = {
      port: open(),
      task: undefined,
      silenceMs: LOADING_MS,
      heard: () => undefined,
    };
    hired.add(worker);
    worker.port.listen(
      (answer) => {
        if (!hired.has(worker)) return;
        worker.silenceMs = SILENCE_MS;
        expect(worker);
        if (answer !== "working") finish(worker, answer);
      },
      (message) => dismiss(worker, message),
    );
    return worker;
  }

  function finish(worker: Hired, reply: MachineReply): void {
    const { task } = worker;
    worker.task = undefined;
    worker.heard();
    if (reply.ok) task?.resolve(reply.outcome);
    else task?.reject(new Error(reply.message));
    dispatch();
  }

  /** The worker failed: its task gets no answer, and the worker gets no other task. */
  function dismiss(worker: Hired, message: string): void {
    if (!hired.delete(worker)) return;
    worker.port.close();
    finish(worker, { ok: false, message });
  }

  function expect(worker: Hired): void {
    worker.heard();
    worker.heard = after(worker.silenceMs, () => dismiss(worker, "the simulation worker does not answer"));
  }

  return {
    run: (scenario, warmUpCycles, until) =>
      new Promise((resolve, reject) => {
        waiting.push({ scenario, warmUpCycles, until, resolve, reject });
        dispatch();
      }),
    stop: () => {
      const working = [...hired];
      const given = [...waiting, ...working.flatMap(({ task }) => task ?? [])];
      waiting = [];
      hired.clear();
      for (const { port, heard } of working) {
        heard();
        port.close();
      }
      for (const { reject } of given) reject(new StoppedError("stopped"));
    },
  };
}

function afterTimeout(milliseconds: number, action: () => void): () => void {
  const timer = setTimeout(action, milliseconds);
  return () => clearTimeout(timer);
}

function openWorker(): MachinePort {
  const worker = startWorker(MACHINE_WORKER);
  return {
    post: (task) => worker.postMessage(task),
    listen: (onAnswer, onFailure) => {
      worker.onmessage = (event: MessageEvent<MachineAnswer>) => onAnswer(event.data);
      worker.onerror = (event) => onFailure(failureText(event.message));
      worker.onmessageerror = () => onFailure("a message from the simulation worker could not be read");
    },
    close: () => worker.terminate(),
  };
}
