/** Workers that do not start, die, or fall silent: waiting tasks are told, and the next task gets another worker. */
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Outcome } from "../../../lib/papers/outcome.ts";
import { createMachinePool, type MachinePort, StoppedError } from "../../../web/engine/machinePool.ts";
import type { MachineAnswer } from "../../../web/engine/machineTasks.ts";
import { createWorkerPort } from "../../../web/engine/port.ts";
import { settle } from "../state/support.ts";

const scenario = {} as Parameters<ReturnType<typeof createMachinePool>["run"]>[0];
const OUTCOME = { stateHash: "1" } as Outcome;
const GOOD: MachineAnswer = { ok: true, outcome: OUTCOME };

interface FakeWorker {
  readonly tasks: number[];
  answer: (answer: MachineAnswer) => void;
  fail: (message: string) => void;
  closed: boolean;
}

function poolOf(size: number) {
  const workers: FakeWorker[] = [];
  const clocks = new Set<{ readonly milliseconds: number; readonly action: () => void }>();
  let refusal: string | undefined;
  const open = (): MachinePort => {
    if (refusal !== undefined) throw new Error(refusal);
    const worker: FakeWorker = { tasks: [], answer: () => {}, fail: () => {}, closed: false };
    workers.push(worker);
    return {
      // A worker that is gone accepts messages and ignores them.
      post: ({ warmUpCycles }) => worker.tasks.push(warmUpCycles),
      listen: (onAnswer, onFailure) => {
        worker.answer = onAnswer;
        worker.fail = onFailure;
      },
      close: () => {
        worker.closed = true;
      },
    };
  };
  const after = (milliseconds: number, action: () => void) => {
    const clock = { milliseconds, action };
    clocks.add(clock);
    return () => clocks.delete(clock);
  };
  const pool = createMachinePool(open, size, after);
  const run = (task: number) =>
    pool.run(scenario, task).then(
      ({ stateHash }) => stateHash,
      (error: Error) => (error instanceof StoppedError ? "stopped" : error.message),
    );
  return {
    pool,
    workers,
    clocks,
    run,
    refuse: (message: string | undefined) => {
      refusal = message;
    },
  };
}

describe("the pool of machines", () => {
  it("does not reuse a failed worker", async () => {
    const { workers, run } = poolOf(1);
    const first = run(1);
    const second = run(2);
    workers[0]?.fail("the worker's script was not found");
    expect(await first).toContain("not found");
    expect(workers[0]?.closed).toBe(true);
    expect(workers[1]?.tasks).toEqual([2]);
    workers[1]?.answer(GOOD);
    expect(await second).toBe("1");
    const third = run(3);
    expect(workers).toHaveLength(2);
    workers[1]?.answer(GOOD);
    expect(await third).toBe("1");
  });

  it("replaces a worker that failed while idle", async () => {
    const { workers, run } = poolOf(1);
    const first = run(1);
    workers[0]?.answer(GOOD);
    await first;
    workers[0]?.fail("out of memory");
    const second = run(2);
    expect(workers[1]?.tasks).toEqual([2]);
    workers[1]?.answer(GOOD);
    expect(await second).toBe("1");
  });

  it("ignores a worker that it has dismissed", async () => {
    const { workers, run } = poolOf(1);
    const first = run(1);
    workers[0]?.fail("gone");
    await first;
    const second = run(2);
    workers[0]?.answer(GOOD);
    workers[0]?.fail("gone again");
    workers[1]?.answer({ ok: false, message: "refused" });
    expect(await second).toBe("refused");
    expect(workers).toHaveLength(2);
  });

  it("abandons a silent worker, but not one that reports that it works", async () => {
    const { workers, clocks, run } = poolOf(1);
    const first = run(1);
    workers[0]?.answer("working");
    const [before] = clocks;
    workers[0]?.answer("working");
    const [clock] = clocks;
    expect(clock).not.toBe(before);
    expect(clocks.size).toBe(1);
    clock?.action();
    expect(await first).toBe("the simulation worker does not answer");
    const second = run(2);
    expect(workers[1]?.tasks).toEqual([2]);
    workers[1]?.answer(GOOD);
    expect(await second).toBe("1");
    expect(clocks.size).toBe(0);
  });

  it("gives a worker more time to load than to answer", () => {
    const { workers, clocks, run } = poolOf(1);
    void run(1);
    const [loading] = clocks;
    workers[0]?.answer("working");
    const [working] = clocks;
    expect(loading?.milliseconds).toBeGreaterThan(working?.milliseconds ?? Number.POSITIVE_INFINITY);
  });

  it("reports that no worker can be started, and tries again", async () => {
    const { workers, run, refuse } = poolOf(2);
    refuse("blocked by a policy");
    expect(await run(1)).toContain("blocked by a policy");
    refuse(undefined);
    const second = run(2);
    workers[0]?.answer(GOOD);
    expect(await second).toBe("1");
  });

  it("uses the workers that can be started if another cannot", async () => {
    const { workers, run, refuse } = poolOf(2);
    const first = run(1);
    refuse("no more of them");
    expect(await run(2)).toContain("no more");
    workers[0]?.answer(GOOD);
    expect(await first).toBe("1");
  });

  it("leaves no timer running when it is stopped", async () => {
    const { pool, workers, clocks, run } = poolOf(1);
    const [first, second] = [run(1), run(2)];
    pool.stop();
    expect(await Promise.all([first, second])).toEqual(["stopped", "stopped"]);
    expect(clocks.size).toBe(0);
    expect(workers[0]?.closed).toBe(true);
  });
});

describe("the port to the engine's worker", () => {
  class WorkerStub {
    static made: WorkerStub[] = [];
    onmessage: ((event: { data: unknown }) => void) | null = null;
    onerror: ((event: { message?: string }) => void) | null = null;
    onmessageerror: (() => void) | null = null;
    readonly posted: unknown[] = [];
    isTerminated = false;
    constructor() {
      WorkerStub.made.push(this);
    }
    postMessage(message: unknown): void {
      this.posted.push(message);
    }
    terminate(): void {
      this.isTerminated = true;
    }
  }
  const newest = () => {
    const worker = WorkerStub.made.at(-1);
    if (worker === undefined) throw new Error("no worker was made");
    return worker;
  };
  afterEach(() => vi.unstubAllGlobals());

  function open() {
    vi.stubGlobal("Worker", WorkerStub);
    const port = createWorkerPort();
    const failures: string[] = [];
    const replies: unknown[] = [];
    const listen = () =>
      port.listen(
        (reply) => replies.push(reply),
        (message) => failures.push(message),
      );
    return { port, failures, replies, listen };
  }

  it("reports a fault of the worker from before the first listener", () => {
    const { failures, listen } = open();
    newest().onerror?.({ message: "Uncaught Error: boom" });
    listen();
    expect(failures).toEqual(["boom"]);
  });

  it("reports a later fault of the worker", () => {
    const { failures, replies, listen } = open();
    listen();
    newest().onmessage?.({ data: "reply" });
    newest().onerror?.({ message: "Uncaught RangeError: out of memory" });
    newest().onmessageerror?.();
    expect(replies).toEqual(["reply"]);
    expect(failures).toEqual(["out of memory", "a message from the simulation worker could not be read"]);
  });

  it("replaces a lost worker, and listens to the new one only", async () => {
    const { port, failures, replies, listen } = open();
    listen();
    const old = newest();
    old.onerror?.({ message: "gone" });
    port.restart?.();
    expect(old.isTerminated).toBe(true);
    const fresh = newest();
    expect(fresh).not.toBe(old);
    port.post({ kind: "run-ahead", on: true, id: 1, generation: 1 });
    expect(fresh.posted).toHaveLength(1);
    old.onmessage?.({ data: "late" });
    fresh.onmessage?.({ data: "reply" });
    fresh.onerror?.({ message: "gone too" });
    await settle();
    expect(replies).toEqual(["reply"]);
    expect(failures).toEqual(["gone", "gone too"]);
  });
});
