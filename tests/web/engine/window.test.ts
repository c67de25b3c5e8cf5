import { describe, expect, it } from "vitest";
import {
  type Counters,
  cyclesBy,
  sim_cause,
  sim_cause_names,
  sim_layer,
  sim_layer_names,
  sim_run_state,
} from "../../../core-wasm/binding/index.ts";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import {
  ENTRY_LAYER,
  type FillData,
  LAYER_COUNT,
  type MarkData,
  type TimelineWindow,
} from "../../../web/engine/protocol.ts";
import { overflowing, scenarioFile } from "../scenarios/support.ts";
import { openEngine, randomSource, straightMachine } from "./support.ts";

const RUN = 1_500_000;
const file = (path: string) => () => scenarioFile(path, { runCycles: RUN });
const overflow = () => overflowing({ runCycles: RUN });
const scenarios = {
  "an overflowing ring": overflow,
  "pipeline and DMA, three contexts": file("demos/ring-overflow-three-contexts.json"),
  "sending, three contexts": file("papers/000-send-three-contexts.json"),
  "receiving, one context": file("papers/000-receive-one-context.json"),
};
const LAYERS = LAYER_COUNT;
/** Accounted to save-restore. */
const ENTRY_CAUSES: readonly number[] = [sim_cause.drain, sim_cause.entry];
const NOT_RUNNING: readonly number[] = [sim_cause.ready, sim_cause.waiting];

interface Truth {
  /** [context][layer] running cycles in the window. */
  readonly running: readonly (readonly number[])[];
  readonly ready: readonly number[];
  readonly dropped: number;
  readonly offered: number;
  readonly delivered: number;
  /** Counts in [0, from). */
  readonly deliveredBefore: number;
  readonly asserted: number;
  readonly entered: number;
  readonly dmaCycles: number;
  /** L1I, L1D, L2. */
  readonly misses: readonly number[];
}

function sum(values: Iterable<number>): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}

/** Counts of the counters in [from, to). */
const truth = async (scenario: Scenario, from: number, to: number): Promise<Truth> =>
  (await truths(scenario, [{ from, to }]))(from, to);

/** The same counts for several windows, from one run that stops at the ends of all. */
async function truths(
  scenario: Scenario,
  windows: readonly { readonly from: number; readonly to: number }[],
): Promise<(from: number, to: number) => Truth> {
  const machine = await straightMachine(scenario);
  const ends = new Set(windows.flatMap(({ from, to }) => [from, to]));
  const known = new Map<number, Counters>();
  for (const cycle of [...ends].sort((a, b) => a - b)) {
    machine.step(cycle);
    known.set(cycle, machine.counters());
  }
  return (from, to) => {
    const [before, after] = [known.get(from), known.get(to)];
    if (before === undefined || after === undefined) throw new Error(`no window from ${from} to ${to}`);
    return truthBetween(scenario, before, after);
  };
}

const accountedTo = (layer: number) => (layer === ENTRY_LAYER ? sim_layer["save-restore"] : layer);

function isShownAs(layer: number, cause: number): boolean {
  const isEntry = ENTRY_CAUSES.includes(cause);
  return layer === ENTRY_LAYER ? isEntry : layer !== sim_layer["save-restore"] || !isEntry;
}

function truthBetween(scenario: Scenario, before: Counters, after: Counters): Truth {
  const difference = (read: (counters: Counters) => number) => read(after) - read(before);
  const contexts = Array.from({ length: scenario.machine.core.contexts }, (_, context) => context);
  const causes = [...sim_cause_names.keys()];
  return {
    running: contexts.map((context) =>
      Array.from({ length: LAYERS }, (_, layer) =>
        difference((counters) =>
          sum(
            causes
              .filter((cause) => !NOT_RUNNING.includes(cause) && isShownAs(layer, cause))
              .map((cause) => cyclesBy(counters, context, accountedTo(layer), cause)),
          ),
        ),
      ),
    ),
    ready: contexts.map((context) =>
      difference((counters) =>
        sum(sim_layer_names.map((_, layer) => cyclesBy(counters, context, layer, sim_cause.ready))),
      ),
    ),
    dropped: difference(({ nics }) => sum(nics.flatMap((nic) => [...nic.rx_dropped, ...nic.tx_dropped]))),
    offered: difference(({ nics }) => sum(nics.map((nic) => nic.rx_offered + nic.tx_offered))),
    delivered: difference(deliveredOf),
    deliveredBefore: deliveredOf(before),
    asserted: difference(({ lines }) => sum(lines.map((line) => line.asserted))),
    entered: difference((counters) => counters.interrupts),
    dmaCycles: difference(({ nics }) => sum(nics.map((nic) => nic.dma_cycles))),
    misses: [0, 1, 2].map((level) => difference(({ caches }) => sum(caches[level]?.misses ?? []))),
  };
}

const deliveredOf = ({ nics }: Counters) => sum(nics.map((nic) => nic.rx_delivered + nic.tx_delivered));
const countOf = (marks: MarkData) => sum(marks.count);
const lostIn = ({ losses: { rx, tx, queue, software } }: TimelineWindow) =>
  sum([...rx, ...tx, ...queue, software].map(countOf));

function checkFills(fills: readonly FillData[]): void {
  for (const fill of fills) {
    for (const [column, mean] of fill.mean.entries()) {
      const [low, high] = [fill.minimum[column] ?? 0, fill.maximum[column] ?? 0];
      expect(low).toBeLessThanOrEqual(mean);
      expect(mean).toBeLessThanOrEqual(high);
      expect(high).toBeLessThanOrEqual(fill.capacity);
    }
  }
}

async function opened(scenario: Scenario) {
  const engine = await openEngine();
  engine.load(scenario);
  engine.runToEnd();
  return engine;
}

type Opened = Awaited<ReturnType<typeof opened>>;

function ask(engine: Opened, from: number, to: number, columns: number): TimelineWindow {
  return engine.ask({ kind: "window", from, to, columns, patient: false }, "window").window;
}

describe.each(Object.entries(scenarios))("the timeline data of %s", (name, make) => {
  it("in an exact window cover every lane without a gap and sum to the counters", async () => {
    const random = randomSource(`exact ${name}`);
    const engine = await opened(make());
    const lengths = [...new Array<number>(25).fill(1), 2, 7, 40, 1_000, 20_000, 60_000];
    const windows = lengths.map((length) => {
      const from = random.next(RUN - length);
      return { from, to: from + length };
    });
    const truthOf = await truths(make(), windows);
    for (const { from, to } of windows) {
      const length = to - from;
      const window = ask(engine, from, from + length, 1400);
      expect(window).toMatchObject({ exact: true, from, knownTo: from + length });
      const expected = truthOf(from, to);
      for (const { context, spans } of window.lanes) {
        if (spans === undefined) throw new Error("exact window without spans");
        const running = new Array<number>(LAYERS).fill(0);
        let ready = 0;
        let end = 0;
        for (const [index, start] of spans.start.entries()) {
          expect(start).toBe(end);
          end = spans.end[index] ?? 0;
          const state = spans.runState[index] ?? 0;
          const layer = spans.layer[index] ?? 0;
          if (state >= sim_run_state.running) running[layer] = (running[layer] ?? 0) + end - start;
          if (state === sim_run_state.ready) ready += end - start;
        }
        expect(end).toBe(length);
        expect(running, `context ${context} in [${from}, ${from + length})`).toEqual(
          expected.running[context],
        );
        expect(ready).toBe(expected.ready[context]);
      }
      expect(lostIn(window)).toBe(expected.dropped);
      expect(countOf(window.offered)).toBe(expected.offered);
      expect(countOf(window.delivered)).toBe(expected.delivered);
      expect(window.delivered.before).toBe(expected.deliveredBefore);
      expect(countOf(window.interrupts.asserted)).toBe(expected.asserted);
      checkFills([...window.rxFill, ...window.txFill, ...window.queueFill]);
    }
  });

  it("in columns over the whole run sum to the counters", async () => {
    const engine = await opened(make());
    const window = ask(engine, 0, RUN, 900);
    expect(window.exact).toBe(false);
    const expected = await truth(make(), 0, RUN);
    const width = (window.to - window.from) / window.columns;
    const cyclesOf = (column: number) => Math.min(RUN, (column + 1) * width) - column * width;
    for (const { context, shares } of window.lanes) {
      if (shares === undefined) throw new Error("columns without shares");
      for (let layer = 0; layer < LAYERS; layer += 1) {
        const cycles = sum(
          Array.from(
            { length: window.columns },
            (_, column) => (shares.layers[column * LAYERS + layer] ?? 0) * cyclesOf(column),
          ),
        );
        // Float32 shares have seven digits.
        expect(Math.abs(cycles - (expected.running[context]?.[layer] ?? 0))).toBeLessThan(RUN * 1e-6);
      }
    }
    expect(lostIn(window)).toBe(expected.dropped);
    expect(countOf(window.interrupts.asserted)).toBe(expected.asserted);
    expect(countOf(window.interrupts.entered)).toBe(expected.entered);
    expect(countOf(window.offered)).toBe(expected.offered);
    expect(countOf(window.delivered)).toBe(expected.delivered);
    const later = ask(engine, RUN / 3, RUN, 700);
    expect(later.from).toBeGreaterThan(0);
    expect(later.delivered.before + countOf(later.delivered)).toBe(expected.delivered);
    expect(later.offered.before + countOf(later.offered)).toBe(expected.offered);
    const dmaCycles = sum(
      Object.values(window.series.dma ?? {}).flatMap((shares) =>
        [...shares].map((share, column) => share * cyclesOf(column)),
      ),
    );
    expect(Math.abs(dmaCycles - expected.dmaCycles)).toBeLessThan(RUN * 1e-6);
    checkFills([...window.rxFill, ...window.txFill, ...window.queueFill]);
  });

  it("in an exact window and in columns have the same fills", async () => {
    const random = randomSource(`fills ${name}`);
    const engine = await opened(make());
    const columns = 100;
    const from = random.next(RUN - 30_000);
    const exact = ask(engine, from, from + 30_000, columns * 30);
    const same = ask(engine, from, from + 30_000, columns);
    expect(exact.exact).toBe(true);
    const perColumn = exact.columns / same.columns;
    if (!Number.isInteger(perColumn)) throw new Error("grids do not nest");
    exact.rxFill.forEach((fine, nic) => {
      const coarse = same.rxFill[nic];
      if (coarse === undefined) throw new Error("no fill");
      for (let column = 0; column < same.columns; column += 1) {
        const part = (values: Float32Array) => values.subarray(column * perColumn, (column + 1) * perColumn);
        expect(coarse.minimum[column]).toBe(Math.min(...part(fine.minimum)));
        expect(coarse.maximum[column]).toBe(Math.max(...part(fine.maximum)));
        expect(coarse.mean[column]).toBeCloseTo(sum(part(fine.mean)) / perColumn, 4);
      }
    });
  });

  it("have every interrupt raised before it is entered", async () => {
    const engine = await opened(make());
    const window = ask(engine, 100_000, 160_000, 1400);
    const entries = window.interrupts.entries;
    if (entries === undefined) throw new Error("no entries");
    expect(entries.entered.length).toBeGreaterThan(0);
    expect(entries.entered).toEqual(window.interrupts.entered.at);
    for (const [index, entered] of entries.entered.entries()) {
      expect(entries.asserted[index]).toBeLessThan(entered);
    }
  });
});

describe("timeline windows", () => {
  it.each(["demos/pinned-handler.json", "demos/eight-cores.json"])(
    "have misses of each core and the owner of the bus: %s",
    async (path) => {
      const scenario = scenarioFile(path, { runCycles: 200_000 });
      const engine = await opened(scenario);
      const [from, to] = [60_000, 180_000];
      const window = ask(engine, from, to, 1200);
      const width = (window.to - window.from) / window.columns;
      const cycles = (shares: Float32Array) => sum([...shares].map((share) => share * width));
      const expected = await truth(scenario, window.from, window.to);
      const levels = (["l1i", "l1d", "l2"] as const).map((level) =>
        sum(window.misses.map((core) => Math.round(cycles(core[level] ?? new Float32Array())))),
      );
      expect(levels).toEqual(expected.misses);
      expect(Math.min(...levels)).toBeGreaterThan(0);
      const [dma, bus] = [
        sum(Object.values(window.series.dma ?? {}).map(cycles)),
        cycles(window.coreBus ?? new Float32Array()),
      ];
      expect(Math.abs(dma - expected.dmaCycles)).toBeLessThan(100); // A burst may cross an end.
      expect(bus).toBeGreaterThan(0);
      expect(dma + bus).toBeLessThanOrEqual(window.to - window.from + 1);
    },
  );

  it("have no misses and no bus of the cores without a described memory", async () => {
    const window = ask(await opened(overflow()), 0, 50_000, 500);
    expect(window.coreBus).toBeUndefined();
    expect(window.misses).toEqual([{ l1i: undefined, l1d: undefined, l2: undefined }]);
  });

  it("end at the frontier", async () => {
    const engine = await openEngine();
    engine.load(overflow());
    engine.seekCycle(50_000);
    const window = ask(engine, 0, 100_000, 1000);
    expect(window.knownTo).toBeGreaterThanOrEqual(50_000);
    expect(window.knownTo).toBeLessThan(100_000);
    expect(ask(engine, 200_000, 300_000, 10).knownTo).toBe(200_000);
  });

  it("are answered in the order of requests, even if a newer question overtakes", async () => {
    const engine = await opened(overflow());
    const older = engine.send({ kind: "window", from: 0, to: 1000, columns: 10, patient: false });
    const newer = engine.send({ kind: "window", from: 0, to: 2000, columns: 10, patient: false });
    engine.settle();
    expect(engine.replyTo(older)).toMatchObject({ kind: "cancelled" });
    expect(engine.replyTo(newer)).toMatchObject({ kind: "window", window: { to: 2000 } });
  });

  it("of the overview cover the run and count every drop once", async () => {
    const engine = await opened(overflow());
    const { overview } = engine.ask({ kind: "overview", columns: 300, end: RUN }, "overview");
    const expected = await truth(overflow(), 0, RUN);
    expect(overview.end).toBeGreaterThanOrEqual(RUN);
    expect(overview.end).toBeLessThan(RUN + overview.end / overview.rxFill.mean.length);
    expect(overview.knownTo).toBe(RUN);
    expect(expected.dropped).toBeGreaterThan(0);
    expect(countOf(overview.drops)).toBe(expected.dropped);
    checkFills([overview.rxFill]);
  });

  it("at the frontier use its bins, and those of a patient request are as fine as requested", async () => {
    // A clock that makes every step look slow, so that no exact answer is quick and the frontier's series answer.
    let clock = 0;
    const engine = await openEngine({ now: () => (clock += 3) });
    engine.load(overflowing({ runCycles: 10_000_000 }));
    engine.runToEnd();
    const request = { kind: "window", from: 1_000_003, to: 9_000_000, columns: 7000 } as const;
    const quick = engine.ask({ ...request, patient: false }, "window").window;
    const patient = engine.ask({ ...request, patient: true }, "window").window;
    expect(quick.to - quick.from).toBeGreaterThanOrEqual(request.to - request.from);
    expect(quick.from).toBeLessThanOrEqual(request.from);
    expect(patient.columns).toBeGreaterThan(quick.columns);
    expect(patient.refinable).toBe(false);
  });
});
