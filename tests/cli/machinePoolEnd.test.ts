import { expect, test, vi } from "vitest";
import { MachinePool } from "../../cli/machinePool.ts";
import { builtin } from "../boundary/support.ts";

const { posted } = vi.hoisted(() => ({ posted: [] as unknown[] }));

vi.mock(import("node:worker_threads"), async (original) => {
  const actual = await original();
  const { EventEmitter } = await import("node:events");
  /** Like Node's worker: a late message comes before its exit, and `terminate` waits for the exit. */
  class LateWorker extends EventEmitter {
    postMessage(message: unknown): void {
      posted.push(message);
    }

    terminate(): Promise<void> {
      const gone = new Promise<void>((resolve) => {
        this.once("exit", () => resolve());
      });
      this.emit("message", { ok: true, outcome: { stateHash: "late" } });
      this.emit("exit", 1);
      return gone;
    }
  }
  return { ...actual, Worker: LateWorker as unknown as typeof actual.Worker };
});

test("a pool that is ending delivers a late result and starts no further run", async () => {
  const pool = new MachinePool(1);
  const scenario = await builtin("figure-4");
  const first = pool.run(scenario, 0);
  pool.run(scenario, 0).catch(() => undefined);
  await pool.end();
  expect(await first).toMatchObject({ stateHash: "late" });
  expect(posted).toHaveLength(1);
});
