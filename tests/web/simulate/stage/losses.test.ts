/** The place of a lost frame on the stage, compared with the core's counters by cause and by queue. */
import { describe, expect, it } from "vitest";
import type { Counters } from "../../../../core-wasm/binding/index.ts";
import { readMetrics } from "../../../../lib/metrics/metrics.ts";
import type { Scenario } from "../../../../scenarios/format/schema.ts";
import { BUILTIN_SCENARIOS } from "../../../../scenarios/index.ts";
import { machineInfo } from "../../../../web/simulate/stage/machineInfo.ts";
import { ratesSpeech, stageRates } from "../../../../web/simulate/stage/rates.ts";
import { spokenChange } from "../../../../web/simulate/stage/speech.ts";
import { filtering } from "../../engine/losingScenario.ts";
import { openEngine, straightMachine } from "../../engine/support.ts";

async function builtin(id: string): Promise<Scenario> {
  const read = await BUILTIN_SCENARIOS.find((one) => one.id === id)?.load();
  if (!read?.ok) throw new Error(`${id} does not load`);
  return read.scenario;
}

// Ring, tx queue, packet table, FIFO, underrun, and then the causes of software.
const BY_CARD = [0, 1, 3, 5, 7];
const [QUEUE_FULL, ABANDONED, FILTERED] = [2, 4, 6];
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

function lostFor({ nics }: Counters, causes: readonly number[]): number {
  return sum(
    nics.flatMap((nic) => causes.map((cause) => (nic.rx_dropped[cause] ?? 0) + (nic.tx_dropped[cause] ?? 0))),
  );
}

async function seen(scenario: Scenario, cycle: number) {
  const machine = await straightMachine(scenario);
  machine.step(cycle);
  const engine = await openEngine();
  engine.load(scenario);
  return { view: engine.seekCycle(cycle), counters: machine.counters() };
}

describe("the stage shows lost frames", () => {
  it.each([
    ["napi-livelock", 1, true],
    ["ring-overflow", 1, false],
    ["one-lock", 2, true],
    ["figure-4", 2, false],
  ])("of %s at its %i queues, and those of the card at the card", async (id, queues, loses) => {
    const { view, counters } = await seen(await builtin(id), 2_000_000);
    expect(view.queueDropped).toEqual(counters.queue_dropped.slice(0, queues));
    expect(sum(view.queueDropped)).toBe(lostFor(counters, [QUEUE_FULL]));
    expect(sum(view.nics.map(({ dropped }) => dropped))).toBe(lostFor(counters, BY_CARD));
    if (!loses) return;
    for (const lost of view.queueDropped) expect(lost).toBeGreaterThan(0);
  });

  it.each([
    ["drop", "filtered", FILTERED],
    ["none", "abandoned", ABANDONED],
  ] as const)("that software drops with %s, as %s", async (last, cause, index) => {
    const { view, counters } = await seen(filtering(last), 200_000);
    const lost = lostFor(counters, [index]);
    expect(lost).toBeGreaterThan(20);
    expect(view.programDropped).toEqual([{ cause, count: lost }]);
    expect(view.nics[0]?.dropped).toBe(0);
    expect(view.queueDropped).toEqual([lost - 4]);
  });

  it("in its description when they pass", async () => {
    const scenario = filtering("drop");
    const facts = machineInfo(scenario);
    const engine = await openEngine();
    engine.load(scenario);
    const [before, after] = [engine.seekCycle(100_000), engine.seekCycle(120_000)];
    expect(spokenChange(before, after, facts)).toMatch(/tap lost 3 frames, 3 frames filtered by software/);
  });

  it("for each second at rates", async () => {
    const scenario = filtering("drop");
    const facts = machineInfo(scenario);
    const machine = await straightMachine(scenario);
    const read = () => readMetrics(machine, scenario.machine);
    machine.step(100_000);
    const before = read();
    machine.step(1_100_000);
    const rates = stageRates(before, read(), facts);
    // 84 bytes each at 10 Mb/s, with padding, preamble and gap.
    const framesPerSecond = 10_000_000 / 8 / 84;
    expect(rates.queueDrops).toEqual([expect.closeTo(framesPerSecond, -2.5)]);
    expect(rates.programDrops).toEqual([
      { cause: "filtered", perSecond: expect.closeTo(framesPerSecond, -2.5) },
    ]);
    expect(rates.nics[0]?.drops).toEqual([]);
    expect(rates.nics[0]?.wire).toEqual({ receive: 1, send: 0 });
    expect(ratesSpeech(rates, facts)).toMatch(/tap: .+\/s lost, filtered by software .+\/s/);
  });
});
