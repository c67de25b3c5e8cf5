/** Whole machines in workers of their own, beside the one that the page shows. */
import type { Outcome, WorkEnd } from "../../lib/papers/outcome.ts";
import type { Scenario } from "../../scenarios/schema/schema.ts";
import type { MachineReply, MachineTask } from "./machineTasks.ts";
import { startWorker } from "./port.ts";
import { MACHINE_WORKER } from "./workerName.ts";

/** The page's end of a line to one worker. */
export interface MachinePort {
  readonly post: (task: MachineTask) => void;
  readonly listen: (onReply: (reply: MachineReply) => void) => void;
  readonly close: () => void;
}

export class StoppedError extends Error {}

export interface MachinePool {
  /** Rejects with a StoppedError when the pool was stopped. */
  readonly run: (scenario: Scenario, warmUpCycles: number, until?: WorkEnd) => Promise<Outcome>;
  /** Gives up all that runs or waits; the pool can be used again. */
  readonly stop: () => void;
}

const WORKER_LIMIT = 4;

/** One core is left to the page where there are more than two; with two the page, which waits, shares them. */
function workersFor(cores: number): number {
  return Math.max(1, Math.min(WORKER_LIMIT, cores > 2 ? cores - 1 : cores));
}

export function createMachinePool(
  open: () => MachinePort = openWorker,
  size = workersFor(navigator.hardwareConcurrency),
): MachinePool {
  interface Waiting extends MachineTask {
    readonly resolve: (outcome: Outcome) => void;
    readonly reject: (error: Error) => void;
  }
  let waiting: Waiting[] = [];
  let idle: MachinePort[] = [];
  const busy = new Map<MachinePort, Waiting>();

  function dispatch(): void {
    while (waiting.length > 0) {
      const port = idle.pop() ?? (busy.size < size ? hire() : undefined);
      const task = port && waiting.shift();
      if (!port || !task) return;
      busy.set(port, task);
      const { scenario, warmUpCycles, until } = task;
      port.post({ scenario, warmUpCycles, until });
    }
  }

  function hire(): MachinePort {
    const port = open();
    port.listen((reply) => {
      const task = busy.get(port);
      if (!task) return;
      busy.delete(port);
      idle.push(port);
      if (reply.ok) task.resolve(reply.outcome);
      else task.reject(new Error(reply.message));
      dispatch();
    });
    return port;
  }

  return {
    run: (scenario, warmUpCycles, until) =>
      new Promise((resolve, reject) => {
        waiting.push({ scenario, warmUpCycles, until, resolve, reject });
        dispatch();
      }),
    stop: () => {
      const given = [...waiting, ...busy.values()];
      for (const port of [...idle, ...busy.keys()]) port.close();
      waiting = [];
      idle = [];
      busy.clear();
      for (const { reject } of given) reject(new StoppedError("stopped"));
    },
  };
}

function openWorker(): MachinePort {
  const worker = startWorker(MACHINE_WORKER);
  return {
    post: (task) => worker.postMessage(task),
    listen: (onReply) => {
      worker.onmessage = (event: MessageEvent<MachineReply>) => onReply(event.data);
      worker.onerror = (event) =>
        onReply({ ok: false, message: event.message || "the worker could not start" });
    },
    close: () => worker.terminate(),
  };
}
