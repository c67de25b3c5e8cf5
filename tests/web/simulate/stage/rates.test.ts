/** Rates of the stage, compared with the counters of a machine that runs straight on. */
import { describe, expect, it } from "vitest";
import { cyclesBy, sim_cause, sim_layer } from "../../../../core-wasm/binding/index.ts";
import { readMetrics } from "../../../../lib/metrics/metrics.ts";
import type { Scenario } from "../../../../scenarios/format/schema.ts";
import { BUILTIN_SCENARIOS } from "../../../../scenarios/index.ts";
import type { Metrics } from "../../../../web/engine/protocol.ts";
import { machineInfo } from "../../../../web/simulate/stage/machineInfo.ts";
import { ratesSpeech, stageRates } from "../../../../web/simulate/stage/rates.ts";
import {
  RATE_LEAST_CYCLES,
  RATE_SAMPLE_LIMIT,
  RATE_WINDOW_MS,
  type RateSample,
  withRateSample,
} from "../../../../web/simulate/stage/useRates.ts";
import { straightMachine } from "../../engine/support.ts";

const FROM = 150_000;
const TO = 1_150_001;

async function scenarioOf(id: string): Promise<Scenario> {
  const read = await BUILTIN_SCENARIOS.find((one) => one.id === id)?.load();
  if (!read?.ok) throw new Error(`${id} does not load`);
  return read.scenario;
}

async function measured(id: string) {
  const scenario = await scenarioOf(id);
  const facts = machineInfo(scenario);
  const machine = await straightMachine(scenario);
  const read = () => readMetrics(machine, scenario.machine);
  machine.step(FROM);
  const [before, was] = [read(), machine.counters()];
  machine.step(TO);
  const [after, is] = [read(), machine.counters()];
  const seconds = (TO - FROM) / scenario.machine.clockHertz;
  const whole = (TO - FROM) * (facts.interleaved ? facts.cores.contexts : 1) * facts.cores.cores;
  const idleShare = (after.idleCycles - before.idleCycles) / whole;
  return { scenario, facts, idleShare, rates: stageRates(before, after, facts), was, is, seconds };
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

describe.each([
  "ring-overflow",
  "ring-overflow-three-contexts",
  "eight-cores",
  "weighted-contexts",
  "timer-network-disk",
  "one-lock",
])("the stage's rates of %s", (id) => {
  it("are differences of the core's counters", async () => {
    const { facts, rates, was, is, seconds } = await measured(id);
    expect(rates.interruptsPerSecond * seconds).toBeCloseTo(is.interrupts - was.interrupts, 6);
    expect(rates.softPerSecond * seconds).toBeCloseTo(is.soft_interrupts - was.soft_interrupts, 6);
    expect(rates.savesPerSecond * seconds).toBeCloseTo(is.saves - was.saves, 6);
    const detailed = is.detailed_cycles - was.detailed_cycles;
    if (detailed > 0)
      expect(rates.instructionsPerCycle).toBeCloseTo((is.instructions - was.instructions) / detailed, 9);
    else expect(rates.instructionsPerCycle).toBeNaN();
    for (const nic of facts.nics.keys()) {
      const [old, now] = [was.nics[nic], is.nics[nic]];
      const one = rates.nics[nic];
      if (old === undefined || now === undefined || one === undefined) throw new Error("no such card");
      const bytes = now.rx_offered_bytes - old.rx_offered_bytes;
      expect((one.bitPerSecond * seconds) / 8).toBeCloseTo(bytes, 4);
      expect(one.wire.receive * (TO - FROM)).toBeCloseTo(now.rx_wire_cycles - old.rx_wire_cycles, 4);
      expect(one.framesPerSecond * seconds).toBeCloseTo(now.rx_offered - old.rx_offered, 6);
      expect(one.deliveredPerSecond * seconds).toBeCloseTo(now.rx_delivered - old.rx_delivered, 6);
      expect(one.sentPerSecond * seconds).toBeCloseTo(now.tx_delivered - old.tx_delivered, 6);
      // Ring, tx queue, packet table, FIFO, underrun: 2, 4 and 6 are software's.
      const ofCard = (dropped: readonly number[]) => sum([0, 1, 3, 5, 7].map((cause) => dropped[cause] ?? 0));
      const lost =
        ofCard(now.rx_dropped) + ofCard(now.tx_dropped) - ofCard(old.rx_dropped) - ofCard(old.tx_dropped);
      expect(sum(one.drops.map(({ perSecond }) => perSecond)) * seconds).toBeCloseTo(lost, 6);
    }
    for (const [core, time] of rates.cores.entries()) {
      const { contexts } = facts.cores;
      const by = (of: typeof is) => sum(of.instructions_by.slice(core * contexts, (core + 1) * contexts));
      const ran = (is.detailed_by[core] ?? 0) - (was.detailed_by[core] ?? 0);
      if (ran === 0) expect(time.instructionsPerCycle).toBeNaN();
      else expect(time.instructionsPerCycle).toBeCloseTo((by(is) - by(was)) / ran, 9);
    }
    for (const [queue, rate] of rates.queueDrops.entries())
      expect(rate * seconds).toBeCloseTo((is.queue_dropped[queue] ?? 0) - (was.queue_dropped[queue] ?? 0), 6);
    for (const line of facts.lines.keys())
      expect((rates.lines[line] ?? 0) * seconds).toBeCloseTo(
        (is.lines[line]?.asserted ?? 0) - (was.lines[line]?.asserted ?? 0),
        6,
      );
    for (const timer of facts.timers.keys())
      expect((rates.timers[timer] ?? 0) * seconds).toBeCloseTo(
        (is.timers[timer]?.ticks ?? 0) - (was.timers[timer]?.ticks ?? 0),
        6,
      );
    for (const lock of facts.locks.keys())
      expect((rates.locks[lock]?.held ?? 0) * (TO - FROM)).toBeCloseTo(
        (is.locks[lock]?.held_cycles ?? 0) - (was.locks[lock]?.held_cycles ?? 0),
        4,
      );
  });

  it("divide the whole time into running, ready and waiting", async () => {
    const { facts, rates, was, is, idleShare } = await measured(id);
    const cycles = TO - FROM;
    const total = facts.cores.cores * facts.cores.contexts;
    expect(rates.contexts).toHaveLength(total);
    for (const [context, time] of rates.contexts.entries()) {
      let waiting = 0;
      for (const layer of Object.values(sim_layer))
        waiting +=
          cyclesBy(is, context, layer, sim_cause.waiting) - cyclesBy(was, context, layer, sim_cause.waiting);
      // Cycles accounted as ready to a context without a cpu of its own count as ready here too.
      expect(time.busy + time.ready + waiting / cycles).toBeCloseTo(1, 9);
      expect(sum(time.layers.map(({ share }) => share))).toBeCloseTo(time.busy, 9);
      expect(sum(time.causes.map(({ share }) => share))).toBeCloseTo(time.busy, 9);
    }
    const idle = sum(rates.cores.map((time) => 1 - time.busy - time.ready)) / facts.cores.cores;
    expect(idle).toBeCloseTo(idleShare, 4);
  });
});

describe("the stage's rates", () => {
  it("give misses for each 1000 instructions, and the bus share of DMA", async () => {
    const { rates, was, is } = await measured("eight-cores");
    const missed = (counters: typeof is, level: number) => sum(counters.caches[level]?.misses ?? []);
    const instructions = is.instructions - was.instructions;
    expect(rates.misses.l2).toBeCloseTo((1000 * (missed(is, 2) - missed(was, 2))) / instructions, 9);
    const dma = sum(is.nics.map((nic) => nic.dma_cycles)) - sum(was.nics.map((nic) => nic.dma_cycles));
    expect(dma).toBeGreaterThan(0);
    expect(rates.bus.dma).toBeCloseTo(dma / (TO - FROM), 9);
    // With caches the wait is part of the miss.
    expect(rates.bus.waiting).toBeUndefined();
    expect((await measured("ring-overflow")).rates.bus.waiting).toBeGreaterThan(0);
  });

  it("give the mean cost of an entry: its steps, the drain before and the save after", async () => {
    const { rates, facts, scenario } = await measured("000-receive-one-context");
    const steps = sum(Object.values(scenario.machine.interrupts.entry));
    const { drainCycles, saveCycles, cycles } = rates.entry;
    expect(cycles).toBeCloseTo(drainCycles + steps + saveCycles, 6);
    expect(facts.save?.unit).toBe("cycles");
    expect(saveCycles).toBeCloseTo(facts.save?.amount ?? Number.NaN, 6);
  });

  it("tell the entry from the saving of registers, of which three contexts do none", async () => {
    const layersOf = async (id: string) => {
      const { rates, was, is } = await measured(id);
      const grown = (causes: readonly (keyof typeof sim_cause)[]) => {
        const of = (counters: typeof is) =>
          sum(causes.map((cause) => cyclesBy(counters, 0, sim_layer["save-restore"], sim_cause[cause])));
        return (of(is) - of(was)) / (TO - FROM);
      };
      const share = (wanted: string) =>
        rates.contexts[0]?.layers.find(({ layer }) => layer === wanted)?.share ?? 0;
      expect(share("entry")).toBeCloseTo(grown(["drain", "entry"]), 9);
      expect(share("save-restore")).toBeCloseTo(grown(["save", "restore"]), 9);
      return rates.contexts.map(({ layers }) => layers.map(({ layer }) => layer));
    };
    expect((await layersOf("overload-one-context"))[0]).toEqual(
      expect.arrayContaining(["entry", "save-restore"]),
    );
    const three = (await layersOf("overload-three-contexts")).flat();
    expect(three).toContain("entry");
    expect(three).not.toContain("save-restore");
  });

  it("have a sentence, with drops and the busiest context", async () => {
    const { rates, facts } = await measured("ring-overflow");
    expect(ratesSpeech(rates, facts)).toMatch(
      /^over the last 1\.00.M cycles: .+\/s interrupts, eth0: .+\/s arrive, .+\/s delivered, .+ lost, C1 busy /,
    );
  });
});

it("the rate of lost frames is shown at the queue that lost them", async () => {
  const { rates, facts } = await measured("napi-livelock");
  expect(ratesSpeech(rates, facts)).toMatch(/backlog: .+ lost/);
  const losing = (perSecond: number) =>
    ratesSpeech({ ...rates, queueDrops: rates.queueDrops.map(() => perSecond) }, facts);
  expect(losing(0.5)).toMatch(/backlog: .+ lost/);
  expect(losing(0)).not.toMatch(/backlog/);
});

describe("the samples of counters for rates", () => {
  const sample = (cycle: number, atMs: number): RateSample => ({ metrics: { cycle } as Metrics, atMs });
  const reduced = (samples: readonly RateSample[]) =>
    samples.reduce<readonly RateSample[]>(withRateSample, []);
  const ends = (kept: readonly RateSample[]) => [kept[0]?.metrics.cycle, kept.at(-1)?.metrics.cycle];

  it("are kept from the start of fast play while there are few cycles", () => {
    const slow = Array.from({ length: 100 }, (_, index) => sample(500 + index * 20, index * 200));
    expect(ends(reduced(slow))).toEqual([500, 500 + 99 * 20]);
    expect(reduced(slow).length).toBeLessThanOrEqual(RATE_SAMPLE_LIMIT);
  });

  it("advance with the time if there are many", () => {
    const fast = Array.from({ length: 50 }, (_, index) => sample(index * 1_000_000, index * 200));
    const [first = 0, last] = ends(reduced(fast));
    expect(last).toBe(49_000_000);
    expect(first).toBe(49_000_000 - (RATE_WINDOW_MS / 200) * 1_000_000);
  });

  it("cover enough cycles for a rate at any interval", () => {
    const uneven = [
      sample(0, 0),
      sample(10, 5000),
      sample(20, 10_000),
      sample(RATE_LEAST_CYCLES + 15, 15_000),
    ];
    expect(ends(reduced(uneven))).toEqual([10, RATE_LEAST_CYCLES + 15]);
  });

  it("start anew at a step back, and ignore a repeated cycle", () => {
    expect(ends(reduced([sample(900, 0), sample(1900, 200), sample(300, 400)]))).toEqual([300, 300]);
    expect(reduced([sample(900, 0), sample(900, 200)])).toHaveLength(1);
  });
});
