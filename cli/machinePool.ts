/** Runs machines in worker threads of this program, one for each processor core of the computer. */
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { Outcome, WorkEnd } from "../lib/papers/outcome.ts";
import type { Scenario } from "../scenarios/format/schema.ts";
import type { Message, Reply, Task, Traffic } from "./machineWorker.ts";

/** The file lies beside the bundle of the command. */
const WORKER_FILE = "machineWorker.mjs";

/** The machine cannot be created or run. Other errors are faults of this program or of the computer. */
export class MachineRefused extends Error {}

interface Waiting extends Task {
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: Error) => void;
}

export class MachinePool {
  private readonly idle: Worker[] = [];
  private readonly workers: Worker[] = [];
  private readonly waiting: Waiting[] = [];
  private readonly lastTraffic = new WeakMap<Worker, Traffic>();
  private readonly size: number;
  private ended = false;

  constructor(size = availableParallelism()) {
    this.size = size;
  }

  /** Rejects after the end of the pool, because no code would terminate a new worker. */
  run(scenario: Scenario, warmUpCycles: number, until?: WorkEnd): Promise<Outcome> {
    if (this.ended) return Promise.reject(new Error("the pool has ended"));
    return new Promise((resolve, reject) => {
      this.waiting.push({ scenario, warmUpCycles, until, resolve, reject });
      this.dispatch();
    });
  }

  async end(): Promise<void> {
    this.ended = true;
    await Promise.all(this.workers.map((worker) => worker.terminate()));
  }

  private dispatch(): void {
    // A worker without a task would have no listener for its errors.
    if (this.ended || this.waiting.length === 0) return;
    const worker = this.idle.pop() ?? this.hire();
    const task = worker === undefined ? undefined : this.waiting.shift();
    if (worker === undefined || task === undefined) return;
    // Removes only its own listeners, because `terminate` also waits for the exit.
    const isDone = () => worker.off("message", take).off("error", replace).off("exit", miss);
    const finish = (settle: () => void) => {
      isDone();
      settle();
      this.idle.push(worker);
      this.dispatch();
    };
    const take = (reply: Reply) =>
      finish(() => (reply.ok ? task.resolve(reply.outcome) : task.reject(new MachineRefused(reply.message))));
    const replace = (error: Error) => {
      isDone();
      this.workers.splice(this.workers.indexOf(worker), 1);
      task.reject(error);
      this.dispatch();
    };
    const miss = () => replace(new Error("a worker ended without a result"));
    worker.on("message", take).on("error", replace).on("exit", miss);
    const { scenario, warmUpCycles, until } = task;
    const { traffic, ...rest } = scenario;
    const isKept = this.lastTraffic.get(worker) === traffic;
    this.lastTraffic.set(worker, traffic);
    const message: Message = { rest, traffic: isKept ? undefined : traffic, warmUpCycles, until };
    worker.postMessage(message);
  }

  private hire(): Worker | undefined {
    if (this.workers.length === this.size) return undefined;
    const worker = new Worker(new URL(WORKER_FILE, import.meta.url));
    this.workers.push(worker);
    return worker;
  }
}

/** Work that runs in parallel and whose results are reported in order. */
interface InOrder<Item, Result> {
  readonly items: readonly Item[];
  /** Called for all items at once. */
  readonly work: (item: Item) => Promise<Result>;
  /** Called for one result after the other, as soon as it and all earlier results are available. */
  readonly take: (result: Result) => Promise<void>;
  /** Resolves when the remaining results are no longer wanted. */
  readonly stop: Promise<unknown>;
}

type Settled<Result> =
  | { readonly ok: true; readonly result: Result }
  | { readonly ok: false; readonly error: unknown };

/** Returns the number of results taken. After a stop or an error, it still takes the available results in order. */
export async function takeInOrder<Item, Result>({
  items,
  work,
  take,
  stop,
}: InOrder<Item, Result>): Promise<number> {
  const waiting = new Map<number, Result>();
  const all = items.map((item, at) =>
    work(item).then(
      (result): Settled<Result> => {
        waiting.set(at, result);
        return { ok: true, result };
      },
      (error: unknown): Settled<Result> => ({ ok: false, error }),
    ),
  );
  let taken = 0;
  const takeNext = async (at: number, result: Result) => {
    waiting.delete(at);
    await take(result);
    taken++;
  };
  const takeRest = async () => {
    for (const [at, result] of [...waiting].sort(([a], [b]) => a - b)) await takeNext(at, result);
  };
  const stopped = stop.then(() => undefined);
  for (const [at, one] of all.entries()) {
    const settled = await Promise.race([stopped, one]);
    if (settled === undefined || !settled.ok) {
      await takeRest();
      if (settled === undefined) return taken;
      throw settled.error;
    }
    await takeNext(at, settled.result);
  }
  return taken;
}
