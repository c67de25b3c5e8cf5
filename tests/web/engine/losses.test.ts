/** The places of lost frames in the timeline, exact and in columns, compared with the core's counters. */
import { describe, expect, it } from "vitest";
import { sim_drop_cause } from "../../../core-wasm/binding/index.ts";
import { rangeMetrics } from "../../../lib/metrics/range.ts";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import { BUILTIN_SCENARIOS } from "../../../scenarios/index.ts";
import type { FollowRequest, Journey, LossData } from "../../../web/engine/protocol.ts";
import { rangeRows } from "../../../web/timeline/rangeText.ts";
import { filtering } from "./losingScenario.ts";
import { openEngine, straightMachine } from "./support.ts";

const RUN = 400_000;
const sum = (values: Iterable<number>) => [...values].reduce((total, value) => total + value, 0);
const framesOf = ({ count }: LossData) => sum(count);
const causesOf = ({ causes }: LossData) => causes.reduce((all, one) => all | one, 0);
const bitsOf = (...causes: (keyof typeof sim_drop_cause)[]) =>
  causes.reduce((bits, cause) => bits | (1 << sim_drop_cause[cause]), 0);

async function builtin(id: string): Promise<Scenario> {
  const read = await BUILTIN_SCENARIOS.find((one) => one.id === id)?.load();
  if (!read?.ok) throw new Error(`${id} does not load`);
  return read.scenario;
}

async function opened(scenario: Scenario) {
  const machine = await straightMachine(scenario);
  machine.step(RUN);
  const engine = await openEngine();
  engine.load({ ...scenario, runCycles: RUN });
  engine.runToEnd();
  const ask = (columns: number, from = 0, to = RUN) =>
    engine.ask({ kind: "window", from, to, columns, patient: true }, "window").window;
  return { engine, ask, counters: machine.counters() };
}

describe("lost frames of the timeline", () => {
  it("are at the queue that was full, not at the ring", async () => {
    const { ask, counters } = await opened(await builtin("one-lock"));
    const { losses } = ask(200);
    expect(losses.queue.map(framesOf)).toEqual(counters.queue_dropped.slice(0, 2));
    expect(sum(losses.queue.map(framesOf))).toBeGreaterThan(0);
    for (const queue of losses.queue)
      expect(causesOf(queue)).toBe(framesOf(queue) > 0 ? bitsOf("queue-full") : 0);
    expect(losses.rx.map(framesOf)).toEqual([0]);
    expect(framesOf(losses.software)).toBe(0);
  });

  it("are at the ring if the card lost them", async () => {
    const { ask, counters } = await opened(await builtin("ring-overflow"));
    const { losses } = ask(300);
    expect(losses.rx.map(framesOf)).toEqual([sum(counters.nics[0]?.rx_dropped ?? [])]);
    expect(framesOf(losses.rx[0] as LossData)).toBeGreaterThan(0);
    expect(causesOf(losses.rx[0] as LossData)).toBe(bitsOf("rx-ring-full"));
  });

  it.each([
    ["drop", "filtered"],
    ["none", "abandoned"],
  ] as const)("have their own place if software does %s: %s, exact and in columns", async (last, cause) => {
    const { ask, engine, counters } = await opened(filtering(last));
    const lost = sum(counters.nics.map(({ rx_dropped: rx }) => rx[sim_drop_cause[cause]] ?? 0));
    expect(lost).toBeGreaterThan(40);
    const [exact, columns] = [ask(2000), ask(50, 0, RUN)];
    expect(exact.exact).toBe(true);
    for (const { losses } of [exact, columns]) {
      expect(framesOf(losses.software)).toBe(lost);
      expect(causesOf(losses.software)).toBe(bitsOf(cause));
      expect(losses.queue.map(framesOf)).toEqual([lost - 4]);
      expect(losses.rx.map(framesOf)).toEqual([0]);
    }
    const { drops } = engine.ask({ kind: "overview", columns: 100, end: RUN }, "overview").overview;
    expect(sum(drops.count)).toBe(lost + lost - 4);
  });

  it("are counted by place for a range", async () => {
    const { engine, counters } = await opened(filtering("drop"));
    const { before, after } = engine.ask({ kind: "range", from: 100_000, to: RUN }, "range");
    const { lost } = rangeMetrics(before, after);
    const queued = (counters.queue_dropped[0] ?? 0) - (before.queues[0]?.dropped ?? 0);
    expect(lost).toMatchObject({ card: 0, software: queued });
    expect(lost.queues[0]).toBe(queued);
    const rows = rangeRows(rangeMetrics(before, after), 1e8, [{ name: "tap" }]);
    const told = rows.filter(({ name }) => name.startsWith("✕")).map(({ name, value }) => [name, value]);
    expect(told).toEqual([
      ["✕ at tap", String(queued)],
      ["✕ by software", String(queued)],
    ]);
  });

  it("name the queue at which a followed packet ended", async () => {
    const { engine } = await opened(filtering("drop"));
    const fates: Journey["fate"][] = [];
    let request: FollowRequest = { what: "packet", cycle: 0, move: 0 };
    for (let packet = 0; packet < 16; packet += 1) {
      const { journey } = engine.ask({ kind: "follow", ...request }, "journey");
      if (journey === undefined) break;
      fates.push(journey.fate);
      request = { what: "packet", cycle: journey.stop, move: 1, number: journey.number };
    }
    expect(fates).toContainEqual({ kind: "dropped", cause: "queue-full", queue: 0 });
    expect(fates).toContainEqual({ kind: "dropped", cause: "filtered", queue: undefined });
  });
});
