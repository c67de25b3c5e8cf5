import { expect, test } from "vitest";
import { MachinePool } from "../../cli/machinePool.ts";
import { builtin } from "../boundary/support.ts";

test("a pool that has ended refuses a run and starts no worker", async () => {
  const pool = new MachinePool(1);
  await pool.end();
  await expect(pool.run(await builtin("figure-4"), 0)).rejects.toThrow("ended");
});
