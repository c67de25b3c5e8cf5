/** Where the stage says that a frame was lost, held to the core's counters by cause. */
import { describe, expect, it } from "vitest";
import { BUILTIN_SCENARIOS } from "../../scenarios/index.ts";
import type { Scenario } from "../../scenarios/schema/schema.ts";
import { machineFacts } from "../../web/machine/facts.ts";
import { queueDropped, queueDrops } from "../../web/machine/queueDrops.ts";
import { openEngine, straightMachine } from "./engine-support.ts";

async function scenarioOf(id: string): Promise<Scenario> {
  const read = await BUILTIN_SCENARIOS.find((one) => one.id === id)?.load();
  if (!read?.ok) throw new Error(`${id} does not load`);
  return read.scenario;
}

const QUEUE_FULL = 2;
const BY_CARD = [0, 1, 3, 5, 7];
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

describe("frames lost behind the card", () => {
  it.each([
    ["napi-livelock", 2_000_000],
    ["ring-overflow", 2_000_000],
  ])("stand at the queue, the card's own at the card: %s", async (id, cycle) => {
    const scenario = await scenarioOf(id);
    const machine = await straightMachine(scenario);
    machine.step(cycle);
    const engine = await openEngine();
    engine.load(scenario);
    const view = engine.seekCycle(cycle);
    for (const [nic, { dropped, queueDropped: behind }] of view.nics.entries()) {
      const counted = machine.counters().nics[nic];
      if (counted === undefined) throw new Error("no such card");
      const { rx_dropped: rx, tx_dropped: tx } = counted;
      expect(dropped).toBe(sum(BY_CARD.map((cause) => (rx[cause] ?? 0) + (tx[cause] ?? 0))));
      expect(behind).toEqual({ receive: rx[QUEUE_FULL], send: tx[QUEUE_FULL] });
    }
    const { of, shared } = queueDrops(queueDropped(view), machineFacts(scenario));
    expect(shared).toEqual([]);
    expect(of).toEqual([sum(machine.counters().nics.map((nic) => nic.rx_dropped[QUEUE_FULL] ?? 0))]);
  });

  it("are those of the queue that holds frames of their direction", async () => {
    const facts = machineFacts(await scenarioOf("figure-4"));
    const [send, received] = facts.queues.map(({ name }) => name);
    expect([send, received]).toEqual(["packets to send", "received"]);
    expect(queueDrops({ receive: 3, send: 5 }, facts)).toEqual({ of: [5, 3], shared: [] });
  });

  it("say which queues it may have been where several hold such frames", async () => {
    const facts = machineFacts(await scenarioOf("lock-per-core"));
    expect(queueDrops({ receive: 3, send: 0 }, facts)).toEqual({
      of: [0, 0],
      shared: [{ names: "received 0 or received 1", dropped: 3 }],
    });
    // Where the put waits nothing is lost.
    const chain = machineFacts(await scenarioOf("001-netperf"));
    expect(queueDrops({ receive: 3, send: 0 }, chain)).toEqual({ of: [3, 0], shared: [] });
  });
});
