import { expect, test, vi } from "vitest";
import { MachinePool } from "../../cli/machinePool.ts";
import { builtin } from "../boundary/support.ts";

const { hired } = vi.hoisted(() => ({ hired: [] as unknown[] }));

vi.mock(import("node:worker_threads"), async (original) => {
  const actual = await original();
  const { EventEmitter } = await import("node:events");
  /** A worker that fails as if `core.wasm` were missing. */
  class BrokenWorker extends EventEmitter {
    constructor() {
      super();
      hired.push(this);
    }

    postMessage(): void {
      setImmediate(() => this.emit("error", new Error("broken")));
    }

    async terminate(): Promise<number> {
      return 1;
    }
  }
  return { ...actual, Worker: BrokenWorker as unknown as typeof actual.Worker };
});

test("a pool does not replace a failed worker if no run is waiting", async () => {
  const pool = new MachinePool(2);
  const scenario = await builtin("figure-4");
  const runs = [0, 1].map(() => pool.run(scenario, 0));
  for (const run of await Promise.allSettled(runs))
    expect(run).toMatchObject({ status: "rejected", reason: { message: "broken" } });
  expect(hired).toHaveLength(2);
  await pool.end();
});
