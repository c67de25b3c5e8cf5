/** Series against a brute-force count: one value for each cycle, from single steps (counters) and from the event log. */
import { beforeAll, describe, expect, it } from "vitest";
import { loadWorkloads } from "../../core-wasm/bench/workloads.ts";
import {
  type CoreModule,
  type Counters,
  createMachine,
  type Machine,
  SIM_CAUSE_LIMIT,
  SIM_LAYER_LIMIT,
  SIM_NIC_LIMIT,
  type SimDropCause,
  type SimEventKind,
  type SimTrackKind,
  sim_cause,
  sim_drop_cause,
  sim_event_kind,
  type Track,
} from "../../core-wasm/binding/index.ts";
import { unpackLoss } from "../../lib/metrics/registry/frames.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { long } from "../support/long.ts";
import { createRandom } from "../support/random.ts";
import { build, builtin, openCore, random, runTo } from "./support.ts";

const CYCLES = 2500;

interface Truth {
  /** For a fill: the lowest, highest and last value in each cycle. Otherwise all three are the amount. */
  readonly low: Float64Array;
  readonly high: Float64Array;
  readonly held: Float64Array;
}

const flat = (amount: Float64Array): Truth => ({ low: amount, high: amount, held: amount });

let core: CoreModule;

beforeAll(async () => {
  core = await openCore();
});

// ---- the counters, cycle by cycle ----

const MISSES: readonly number[] = [sim_cause["fetch-miss"], sim_cause["data-miss"], sim_cause.operand];

/** Frames merged into one packet are one event. */
const merges = ({ machine }: Scenario) => machine.nics.some(({ offloads }) => offloads.mergeBytes > 0);

function counted(scenario: Scenario, track: Track): ((counters: Counters) => number) | undefined {
  const { contexts } = scenario.machine.core;
  const sum = (counters: Counters, wanted: (layer: number, cause: number) => boolean) => {
    let total = 0;
    for (let layer = 0; layer < SIM_LAYER_LIMIT; layer++)
      for (let cause = 0; cause < SIM_CAUSE_LIMIT; cause++)
        if (wanted(layer, cause))
          total += counters.cycles_by[(track.a * SIM_LAYER_LIMIT + layer) * SIM_CAUSE_LIMIT + cause] ?? 0;
    return total;
  };
  switch (track.kind) {
    case "context-layer":
      return (counters) =>
        sum(
          counters,
          (layer, cause) => layer === track.b && cause !== sim_cause.ready && cause !== sim_cause.waiting,
        );
    case "context-stall":
      return (counters) =>
        sum(
          counters,
          (_, cause) => (cause >= sim_cause["load-use"] && cause <= sim_cause.bus) || MISSES.includes(cause),
        );
    case "context-ready":
      return (counters) => sum(counters, (_, cause) => cause === sim_cause.ready);
    case "context-entry":
      return (counters) =>
        sum(counters, (_, cause) => cause === sim_cause.drain || cause === sim_cause.entry);
    case "dma": // counted when the burst is over
      return (counters) =>
        (counters.nics[track.a] ?? counters.disks[track.a - SIM_NIC_LIMIT])?.dma_cycles ?? 0;
    case "instructions":
      return ({ instructions_by }) =>
        instructions_by
          .slice(track.a * contexts, (track.a + 1) * contexts)
          .reduce((total, count) => total + count, 0);
    case "detailed":
      return ({ detailed_by }) => detailed_by[track.a] ?? 0;
    default:
      return undefined;
  }
}

function truthFromCounters(scenario: Scenario, tracks: readonly Track[]): Map<Track, Truth> {
  const machine = build(core, scenario);
  const truths = new Map<Track, Truth>();
  const readers = tracks.flatMap((track) => {
    const read = counted(scenario, track);
    if (!read) return [];
    const amount = new Float64Array(CYCLES);
    truths.set(track, flat(amount));
    return [{ read, amount, before: 0, isDma: track.kind === "dma" }];
  });
  for (let cycle = 0; cycle < CYCLES; cycle++) {
    machine.step(cycle + 1);
    const counters = machine.counters();
    for (const reader of readers) {
      const now = reader.read(counters);
      if (reader.isDma) reader.amount.fill(1, cycle - (now - reader.before), cycle);
      else reader.amount[cycle] = now - reader.before;
      reader.before = now;
    }
  }
  return truths;
}

// ---- the event log ----

const EVENT_OF: { readonly [K in SimTrackKind]?: SimEventKind } = {
  "rx-fill": "rx-fill",
  "tx-fill": "tx-fill",
  "queue-fill": "queue-fill",
  offered: "frame-offered",
  dropped: "frame-dropped",
  "tx-dropped": "frame-dropped",
  "queue-dropped": "frame-dropped",
  "software-dropped": "frame-dropped",
  delivered: "frame-delivered",
  asserted: "line-asserted",
};

const SOFTWARE_TRACKS: { readonly [C in SimDropCause]?: SimTrackKind } = {
  "queue-full": "queue-dropped",
  abandoned: "software-dropped",
  filtered: "software-dropped",
  fault: "software-dropped",
};

function isLostAt({ kind, a }: Track, packed: number): boolean {
  const { cause, place, direction } = unpackLoss(packed);
  const ofCard = direction === "receive" ? "dropped" : "tx-dropped";
  return kind === (SOFTWARE_TRACKS[cause] ?? ofCard) && place === a;
}

function truthFromEvents(scenario: Scenario, tracks: readonly Track[]): Map<Track, Truth> {
  const machine = build(core, scenario, { eventCapacity: 1 << 17 });
  runTo(machine, CYCLES);
  const events = machine.readEvents(0);
  expect(events.lost).toBe(0);
  const truths = new Map<Track, Truth>();
  for (const track of tracks) {
    const kind = EVENT_OF[track.kind];
    if (kind === undefined || (merges(scenario) && kind.startsWith("frame-"))) continue;
    const isFill = kind.endsWith("fill");
    const isOfTrack = isFill || kind === "line-asserted";
    const at = [...events.cycle.keys()].filter(
      (i) =>
        events.kind[i] === sim_event_kind[kind] &&
        (!isOfTrack || events.subject[i] === track.a) &&
        (kind !== "frame-dropped" || isLostAt(track, events.value[i] ?? 0)),
    );
    const cycles = at.map((i) => events.cycle[i] ?? 0);
    truths.set(
      track,
      isFill
        ? fillTruth(
            cycles,
            at.map((i) => events.value[i] ?? 0),
          )
        : countTruth(cycles),
    );
  }
  return truths;
}

function countTruth(cycles: readonly number[]): Truth {
  const amount = new Float64Array(CYCLES);
  for (const cycle of cycles) amount[cycle] = (amount[cycle] ?? 0) + 1;
  return { low: new Float64Array(CYCLES), high: amount.map((value) => Math.min(value, 1)), held: amount };
}

/** A change replaces the value in its cycle. Several changes in one cycle all count for the extremes. */
function fillTruth(cycles: readonly number[], values: readonly number[]): Truth {
  const truth = flat(new Float64Array(CYCLES));
  const [low, high, held] = [truth.low.slice(), truth.high.slice(), truth.held.slice()];
  let level = 0;
  let next = 0;
  for (let cycle = 0; cycle < CYCLES; cycle++) {
    let [least, most] = cycles[next] === cycle ? [Number.POSITIVE_INFINITY, 0] : [level, level];
    for (; cycles[next] === cycle; next++) {
      level = values[next] ?? 0;
      least = Math.min(least, level);
      most = Math.max(most, level);
    }
    low[cycle] = least;
    high[cycle] = most;
    held[cycle] = level;
  }
  return { low, high, held };
}

// ---- comparison ----

function column({ low, high, held }: Truth, bin: number, from: number, to: number) {
  const begin = Math.floor(from / bin) * bin;
  const end = Math.min(CYCLES, Math.ceil(Math.max(to, from + 1) / bin) * bin);
  return {
    sum: held.slice(begin, end).reduce((total, value) => total + value, 0),
    cycles: Math.max(0, end - begin),
    minimum: low.slice(begin, end).reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY),
    maximum: high.slice(begin, end).reduce((most, value) => Math.max(most, value), 0),
  };
}

/** Stalls and instructions are reported for several cycles at once, so their extremes are those of the reports. */
const SUMS_ONLY: readonly SimTrackKind[] = ["context-stall", "instructions"];

function compare(machine: Machine, track: Track, truth: Truth, draw: ReturnType<typeof createRandom>): void {
  for (let trial = 0; trial < 6; trial++) {
    const from = trial === 0 ? 0 : draw.integer(0, CYCLES - 1);
    const to = trial === 0 ? CYCLES : draw.integer(from, CYCLES);
    const count = draw.integer(1, 80);
    const columns = machine.querySeries(track, from, to, count);
    for (let i = 0; i < count; i++) {
      const columnFrom = from + Math.floor(((to - from) * i) / count);
      const columnTo = from + Math.floor(((to - from) * (i + 1)) / count);
      const want = column(truth, machine.seriesBinCycles, columnFrom, columnTo);
      const have = {
        sum: columns.sum[i],
        cycles: columns.cycles[i],
        minimum: columns.minimum[i],
        maximum: columns.maximum[i],
      };
      if (SUMS_ONLY.includes(track.kind)) expect(have).toMatchObject({ sum: want.sum, cycles: want.cycles });
      else expect(have, `${track.kind} ${track.a} ${track.b}`).toEqual(want);
    }
  }
}

describe("the recorded series", () => {
  const expectCounted = (seed: number) => {
    const scenario = random(seed);
    const draw = createRandom(seed);
    const machine = build(core, scenario, {
      binCapacity: 2 ** draw.integer(3, 9),
      binCycles: draw.integer(1, 40),
    });
    runTo(machine, CYCLES, draw.integer(1, 700));
    const truths = new Map([
      ...truthFromCounters(scenario, machine.tracks()),
      ...truthFromEvents(scenario, machine.tracks()),
    ]);
    expect(truths.size).toBeGreaterThan(10);
    for (const [track, truth] of truths) compare(machine, track, truth, draw);
  };
  const COUNTED = "equal a brute-force count on every track (random scenario %i)";
  it.each([11, 13])(COUNTED, expectCounted);
  it.each([12, 15])(COUNTED, long("Two more random machines take 3 s of CPU."), expectCounted);

  it.each(["round-robin", "smt"] as const)(
    "have as many passed-over cycles of each context as the counters (%s)",
    async (policy) => {
      const plain = await builtin("load-use-four-contexts");
      const scenario = { ...plain, machine: { ...plain.machine, core: { ...plain.machine.core, policy } } };
      const machine = build(core, scenario, { binCapacity: 256, binCycles: 10 });
      runTo(machine, CYCLES, 333);
      const kinds: readonly SimTrackKind[] = ["context-layer", "context-ready", "context-stall"];
      const tracks = machine.tracks().filter(({ kind }) => kinds.includes(kind));
      let passedOver = 0;
      for (const [track, { held }] of truthFromCounters(scenario, tracks)) {
        const { sum } = machine.querySeries(track, 0, CYCLES, CYCLES / 10);
        const binned = Array.from({ length: CYCLES / 10 }, (_, bin) =>
          held.slice(10 * bin, 10 * bin + 10).reduce((all, one) => all + one, 0),
        );
        expect([...sum], `${track.kind} ${track.a} ${track.b}`).toEqual(binned);
        if (track.kind === "context-ready") passedOver += binned.reduce((all, one) => all + one, 0);
      }
      expect(passedOver).toBeGreaterThan(CYCLES / 10);
    },
  );

  it("stay the same if the past is executed again", () => {
    const scenario = random(21);
    const options = { binCapacity: 128, binCycles: 8 };
    const straight = build(core, scenario, options);
    runTo(straight, CYCLES, 400);
    const again = build(core, scenario, options);
    runTo(again, 800, 300);
    const saved = again.save();
    runTo(again, 1900, 300);
    again.restore(saved);
    runTo(again, CYCLES, 300);
    straight.tracks().forEach((track, index) => {
      const same = again.tracks()[index];
      if (!same) throw new Error("fewer tracks");
      const [a, b] = [straight.querySeries(track, 0, CYCLES, 60), again.querySeries(same, 0, CYCLES, 60)];
      expect(b.sum).toEqual(a.sum);
      if (!SUMS_ONLY.includes(track.kind)) expect(b).toEqual(a);
    });
  });

  it("start again at the present cycle and fill after a reset", async () => {
    const machine = build(core, await builtin("ring-overflow"), { binCapacity: 64, binCycles: 1 });
    runTo(machine, 500_000);
    const fill = machine.view().nics[0]?.rx_fill;
    machine.resetSeries(2);
    runTo(machine, 500_001);
    expect({ begin: machine.seriesBegin, bin: machine.seriesBinCycles }).toEqual({ begin: 500_000, bin: 2 });
    const track = machine.findTrack("rx-fill");
    if (!track) throw new Error("no track");
    const columns = machine.querySeries(track, 499_990, 500_001, 11);
    expect([...columns.cycles]).toEqual([...Array(10).fill(0), 1]);
    expect(columns.minimum[10]).toBe(fill);
  });

  it("keep a rare event visible at every zoom", async () => {
    const saturated = (await loadWorkloads()).find(({ name }) => name.startsWith("saturated"));
    if (!saturated) throw new Error("no workload");
    const machine = createMachine(core, saturated.compiled, { binCapacity: 1024, binCycles: 1 });
    runTo(machine, 5_000_000);
    const dropped = machine.findTrack("dropped");
    if (!dropped) throw new Error("no track");
    const total = machine.counters().nics[0]?.rx_dropped.reduce((sum, value) => sum + value, 0) ?? 0;
    expect(total).toBeGreaterThan(0);
    for (const count of [1, 7, 100]) {
      const { sum, kindMask } = machine.querySeries(dropped, 0, 5_000_000, count);
      expect(sum.reduce((a, b) => a + b, 0)).toBeGreaterThanOrEqual(total);
      sum.forEach((value, i) => {
        expect(kindMask[i]).toBe(value > 0 ? 2 ** sim_drop_cause["rx-ring-full"] : 0);
      });
    }
  });

  it("are read in a time that depends on the number of columns, not on the cycles in a column", async () => {
    const machine = build(core, await builtin("000-receive-three-contexts"), {
      binCapacity: 1 << 16,
      binCycles: 1,
    });
    runTo(machine, 100_000_000);
    const track = machine.findTrack("context-layer", 0, 1);
    if (!track) throw new Error("no track");
    /** Least time of one-column queries, since other work of the host disturbs the least time little. */
    const least = (from: number, to: number) => {
      let best = Number.POSITIVE_INFINITY;
      for (let round = 0; round < 30; round++) {
        const begin = performance.now();
        for (let i = 0; i < 100; i++) machine.querySeries(track, from + i, to - i, 1);
        best = Math.min(best, performance.now() - begin);
      }
      return best;
    };
    const narrow = least(50_000_000, 50_001_000);
    const wide = least(0, 100_000_000);
    expect(wide / narrow).toBeLessThan(10); // 48,829 bins against 2: a scan took 53 times as long.
  });

  it("refuse a query without columns or with an inverted range", async () => {
    const machine = build(core, await builtin("figure-4"), { binCapacity: 16, binCycles: 1 });
    const other = build(core, await builtin("figure-4"), { binCapacity: 16, binCycles: 1 });
    const [track] = machine.tracks();
    if (!track) throw new Error("no track");
    expect(() => machine.querySeries(track, 10, 5, 1)).toThrow(/before it begins/);
    expect(() => machine.querySeries(track, 0, 5, 9000)).toThrow(/columns/);
    expect(() => other.querySeries(track, 0, 5, 1)).toThrow(/another machine/);
    expect(() => machine.resetSeries(0)).toThrow(RangeError);
    expect(build(core, await builtin("figure-4")).tracks()).toEqual([]);
  });
});
