/** A card and its handler as textbook queues: M/D/1, and with a finite ring M/D/1/K. The tolerances are the standard
 * error of the mean over independent seeds, so they are as wide as the measured scatter. The table of docs/accuracy.md
 * has these measurements. `vitest -u` writes it. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { createMachine } from "../../core-wasm/binding/index.ts";
import { pathText } from "../../lib/expressions/syntax.ts";
import { dictionaryOf } from "../../lib/metrics/dictionary.ts";
import { meanInterval } from "../../lib/metrics/intervals.ts";
import { measureRun } from "../../lib/metrics/measure.ts";
import { compileScenario } from "../../scenarios/compile/compile.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { fastCore } from "../support/cores.ts";
import { long } from "../support/long.ts";
import { markdownTable } from "../support/markdownTable.ts";

const core = await fastCore();

const CLOCK = 100_000_000;
/** Cycles of a service, so long that rounding of arrivals and the cycle of recognition disappear in the scatter. */
const SERVICE = 180_000;
/** Warm-up: frames to skip until the queue, empty at first, has reached its steady state. */
const WARM_UP = 2000;
/** In standard errors of 24 runs: of 1,800 means one is beyond by chance, and the seeds are fixed. */
const SIGMAS = 4;
const NO_ENTRY = {
  pushSrCycles: 0,
  clearEnableCycles: 0,
  pushPcCycles: 0,
  vectorAcknowledgeCycles: 0,
  vectorAddressCycles: 0,
  loadPcCycles: 0,
};

interface Queue {
  readonly intervalCycles: number;
  readonly ringFrames: number;
  readonly frames: number;
  readonly seeds: number;
  /** 180,000 cycles on average instead of constant. */
  readonly service?: object;
  /** Other arrivals than Poisson. */
  readonly traffic?: object;
}

interface Seen {
  /** Cycles from a frame's arrival to the start of its service, for each served frame. */
  readonly wait: number;
  readonly loss: number;
  readonly utilisation: number;
  /** Served frames divided by the number of services that fit into the time. */
  readonly throughput: number;
}

/** One handler takes frames until the ring is empty. Taking one frees its slot. */
function run(
  { intervalCycles, ringFrames, frames, service = { cycles: SERVICE }, traffic }: Queue,
  seed: number,
): Seen {
  const poisson = { kind: "poisson", rate: { intervalCycles } };
  const parsed = parseScenario({
    format: "irqscope-scenario",
    version: 1,
    name: "one server",
    seed,
    machine: {
      clockHertz: CLOCK,
      bus: { dma: "instant" },
      interrupts: { entry: NO_ENTRY },
      nics: [{ name: "card", lineRateBitPerSecond: "ideal", receive: "ring", rxRingFrames: ringFrames }],
    },
    software: {
      routines: [{ name: "serve", kind: "cycles", ...service }],
      threads: [
        {
          name: "handler",
          layer: "driver-isr",
          priority: 1,
          start: { on: "line", nic: "card" },
          steps: [
            { do: "acknowledge", nic: "card" },
            {
              do: "while",
              condition: { on: "rx-not-empty", nic: "card" },
              steps: [{ do: "take-frame", nic: "card" }, { do: "exec", routine: "serve" }, { do: "deliver" }],
            },
          ],
        },
      ],
    },
    traffic: [{ direction: "receive", nic: "card", sizeBytes: 256, ...(traffic ?? poisson) }],
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
  const machine = createMachine(core, compileScenario(parsed.scenario));
  const dictionary = dictionaryOf(parsed.scenario);
  const totals = () => {
    const measured = measureRun(machine);
    const value = (...path: string[]) => dictionary.get(pathText(path))?.read(measured) ?? Number.NaN;
    const served = value("receive", "delivered");
    return {
      offered: value("receive", "offered"),
      dropped: value("receive", "dropped"),
      served,
      latencies: served * value("receive", "latency", "mean") * CLOCK,
      busy: value("layer", "driver-isr", "cycles"),
      cycles: value("cycles"),
    };
  };
  machine.step(WARM_UP * intervalCycles);
  const before = totals();
  machine.step(frames * intervalCycles);
  expect(machine.checkInvariants()).toBe(0);
  const after = totals();
  const since = (name: keyof typeof after) => after[name] - before[name];
  return {
    wait: since("latencies") / since("served") - SERVICE,
    loss: since("dropped") / since("offered"),
    utilisation: since("busy") / since("cycles"),
    throughput: (since("served") * SERVICE) / since("cycles"),
  };
}

const runs = (queue: Queue) => Array.from({ length: queue.seeds }, (_, index) => run(queue, index + 1));

interface Compared {
  readonly queue: string;
  readonly quantity: "mean wait" | "loss" | "utilisation";
  readonly formula: number;
}

/** Lines of the table in docs/accuracy.md. */
const told: (readonly string[])[] = [];
const UNITS = { "mean wait": "cycles", loss: "%", utilisation: "%" };

function tell({ queue, quantity, formula }: Compared, seen: readonly number[]): void {
  const { mean, halfWidth } = meanInterval(seen);
  const unit = UNITS[quantity];
  const shown = (value: number) => (unit === "%" ? (100 * value).toFixed(3) : value.toFixed(0));
  const off = (100 * (mean / formula - 1)).toFixed(2);
  told.push([
    queue,
    `${quantity} in ${unit}`,
    shown(formula),
    `${shown(mean)} ± ${shown(halfWidth)}`,
    `${off.replace(/^-(0\.0+)$/, "$1")} %`,
  ]);
}

/** The formula is within the standard error of the mean of independent runs, which is small beside it. */
function expectMean(compared: Compared, seen: readonly number[], precision: number): void {
  tell(compared, seen);
  const { formula } = compared;
  const mean = seen.reduce((sum, one) => sum + one, 0) / seen.length;
  const variance = seen.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (seen.length - 1);
  const error = Math.sqrt(variance / seen.length);
  const reason = `mean ${mean}, formula ${formula}, standard error ${error}, ${(mean - formula) / error} of it`;
  expect(error, reason).toBeGreaterThan(0);
  expect(error / formula, reason).toBeLessThan(precision);
  expect(Math.abs(mean - formula), reason).toBeLessThanOrEqual(SIGMAS * error);
}

const OTHER_ROWS = long(
  "Other loads and rings are run by the same code and compared with the same formula; the others take 6 s of CPU.",
);

describe("M/D/1, one server with Poisson arrivals and constant service (Pollaczek and Khinchine)", () => {
  const expectQueue = (load: number) => {
    const seen = runs({ intervalCycles: SERVICE / load, ringFrames: 1024, frames: 30_000, seeds: 24 });
    for (const { loss } of seen) expect(loss).toBe(0);
    const queue = `M/D/1, load ${load}`;
    expectMean(
      { queue, quantity: "mean wait", formula: (load * SERVICE) / (2 * (1 - load)) },
      seen.map(({ wait }) => wait),
      0.03,
    );
    expectMean(
      { queue, quantity: "utilisation", formula: load },
      seen.map(({ utilisation }) => utilisation),
      0.003,
    );
  };
  test.each([0.3])(
    "has the mean wait and utilisation of the formula at a load of %d",
    OTHER_ROWS,
    expectQueue,
  );
  test.each([0.6])("has the mean wait and utilisation of the formula at a load of %d", expectQueue);
  test.each([0.9])(
    "has the mean wait and utilisation of the formula at a load of %d",
    OTHER_ROWS,
    expectQueue,
  );
});

describe("M/G/1 with drawn service times (Pollaczek and Khinchine, with the second moment)", () => {
  /** Nine of ten take 60,000 cycles, one 1,260,000: the mean is 180,000, and the second moment 5 times that of a
   * constant service. */
  const two = {
    cycles: 1,
    drawnCycles: {
      kind: "values",
      values: [
        { cycles: 59_999, weight: 9 },
        { cycles: 1_259_999, weight: 1 },
      ],
    },
  };
  /** Half of them are uniform from 0 to 120,000, half from there to 480,000: mean (60,000 + 300,000) / 2. */
  const even = { cycles: 1, drawnCycles: { kind: "quantiles", quantiles: [0, 120_000, 479_998] } };
  const evenSquare = (120_000 ** 2 / 3 + (120_000 ** 2 + 120_000 * 480_000 + 480_000 ** 2) / 3) / 2;
  const twoValues = {
    what: "two values",
    service: two,
    secondMoment: 0.9 * 60_000 ** 2 + 0.1 * 1_260_000 ** 2,
  };
  const quantiles = { what: "quantiles", service: even, secondMoment: evenSquare };
  const expectQueue = ({ what, service, secondMoment }: typeof twoValues | typeof quantiles) => {
    const load = 0.6;
    const seen = runs({
      intervalCycles: SERVICE / load,
      ringFrames: 1024,
      frames: 30_000,
      seeds: 24,
      service,
    });
    const queue = `M/G/1, ${what}, load ${load}`;
    expectMean(
      { queue, quantity: "mean wait", formula: (load * secondMoment) / (SERVICE * 2 * (1 - load)) },
      seen.map(({ wait }) => wait),
      0.03,
    );
    expectMean(
      { queue, quantity: "utilisation", formula: load },
      seen.map(({ utilisation }) => utilisation),
      0.01,
    );
  };
  test.each([twoValues])("has the mean wait and utilisation of the formula, $what", OTHER_ROWS, expectQueue);
  test.each([quantiles])("has the mean wait and utilisation of the formula, $what", expectQueue);
});

test("a closed loop whose work ends with the return is served in batches of N, which then think together", () => {
  const traffic = { kind: "constant", loop: "closed", window: 4, thinkCycles: 3 * SERVICE };
  const seen = run({ intervalCycles: SERVICE, ringFrames: 16, frames: 4000, seeds: 1, traffic }, 1);
  expect(seen.throughput).toBeCloseTo(4 / 7, 2);
});

describe("a closed loop with a window of N frames that return a fixed time after service (asymptotic bounds)", () => {
  /** Everything is deterministic, so the bounds are reached: min(N S / (S + Z), 1) with Z = 3 S (Lazowska et al.,
   * Quantitative System Performance, chapter 5). Entry, return and whole cycles are some ten cycles of 180,000. */
  test.each([
    [1, 1 / 4],
    [2, 2 / 4],
    [3, 3 / 4],
    [4, 1],
    [9, 1],
  ])("has the throughput of the formula without loss: window %i, throughput %d", (window, bound) => {
    const thinkCycles = 3 * SERVICE;
    const traffic = { kind: "constant", loop: "closed", window, thinkCycles, workEnds: "packet" };
    const seen = run({ intervalCycles: SERVICE, ringFrames: 16, frames: 4000, seeds: 1, traffic }, 1);
    expect(seen.loss).toBe(0);
    expect(seen.throughput / bound).toBeGreaterThan(0.998);
    expect(seen.throughput / bound).toBeLessThan(1.0005);
    /* Little's law: there are N frames, thinking or in the system. */
    expect(((seen.wait + SERVICE + 3 * SERVICE) * seen.throughput) / SERVICE / window).toBeCloseTo(1, 2);
  });
});

/** Probabilities of 0 .. `places` frames, the one in service included, which arrivals of a Poisson stream see as any
 * observer does. From the chain at the ends of services (Gross and Harris, Fundamentals of Queueing Theory: M/G/1/K). */
function stationary(load: number, places: number): readonly number[] {
  /** Probability of this many arrivals during one service. */
  const arrive = (count: number) => {
    let chance = Math.exp(-load);
    for (let i = 1; i <= count; i++) chance *= load / i;
    return chance;
  };
  /** Frames left behind by a departure, 0 .. places - 1, before normalisation: the flow into a state equals the flow
   * out of it. */
  const left = [1];
  for (let state = 0; state + 1 < places; state++) {
    let into = arrive(state) * (left[0] ?? 0);
    for (let before = 1; before <= state; before++) into += (left[before] ?? 0) * arrive(state - before + 1);
    left.push(((left[state] ?? 0) - into) / arrive(0));
  }
  const sum = left.reduce((all, one) => all + one, 0);
  const scale = (left[0] ?? 0) / sum + load;
  return [...left.map((one) => one / sum / scale), 1 - 1 / scale];
}

function finite(load: number, places: number): { readonly loss: number; readonly wait: number } {
  const chances = stationary(load, places);
  const loss = chances[places] ?? Number.NaN;
  const held = chances.reduce((sum, chance, frames) => sum + chance * frames, 0);
  /** Little's law for the accepted frames. */
  return { loss, wait: (held / (load * (1 - loss)) - 1) * SERVICE };
}

describe("M/D/1/K, a ring of K slots and K + 1 places with the frame in service", () => {
  test("equals Erlang's loss formula with one place, and approaches M/D/1 with many", () => {
    for (const load of [0.3, 0.9, 1.5]) expect(finite(load, 1).loss).toBeCloseTo(load / (1 + load), 12);
    expect(finite(0.6, 40).loss).toBeLessThan(1e-9);
    expect(finite(0.6, 40).wait / ((0.6 * SERVICE) / (2 * (1 - 0.6)))).toBeCloseTo(1, 9);
  });

  interface Finite {
    readonly load: number;
    readonly slots: number;
    readonly frames: number;
  }
  const expectQueue = ({ load, slots, frames }: Finite) => {
    const { loss, wait } = finite(load, slots + 1);
    const seen = runs({ intervalCycles: SERVICE / load, ringFrames: slots, frames, seeds: 24 });
    const queue = `M/D/1/K, load ${load}, ring ${slots}`;
    expectMean(
      { queue, quantity: "loss", formula: loss },
      seen.map((one) => one.loss),
      0.03,
    );
    expectMean(
      { queue, quantity: "mean wait", formula: wait },
      seen.map((one) => one.wait),
      0.01,
    );
    expectMean(
      { queue, quantity: "utilisation", formula: load * (1 - loss) },
      seen.map((one) => one.utilisation),
      0.003,
    );
  };
  const title = "loss, mean wait and utilisation: load $load, slots $slots";
  test.each([
    { load: 0.5, slots: 1, frames: 20_000 },
    { load: 0.9, slots: 1, frames: 20_000 },
  ])(title, OTHER_ROWS, expectQueue);
  test.each([{ load: 1.5, slots: 1, frames: 20_000 }])(title, expectQueue);
  test.each([{ load: 0.5, slots: 2, frames: 20_000 }])(title, OTHER_ROWS, expectQueue);
  test.each([{ load: 0.9, slots: 4, frames: 20_000 }])(title, expectQueue);
  /** Where few frames are lost, the count needs more frames. */
  test.each([
    { load: 1, slots: 8, frames: 20_000 },
    { load: 1.5, slots: 4, frames: 20_000 },
    { load: 0.9, slots: 16, frames: 80_000 },
    { load: 1.2, slots: 16, frames: 20_000 },
  ])(title, OTHER_ROWS, expectQueue);
});

const DOCUMENT = new URL("../../docs/accuracy.md", import.meta.url);
const BEGIN = "<!-- queues -->";
const END = "<!-- /queues -->";

test("docs/accuracy.md has the computed numbers of all queues", OTHER_ROWS, async () => {
  const document = readFileSync(DOCUMENT, "utf8");
  const [before = "", rest = ""] = document.split(BEGIN);
  const [, after = ""] = rest.split(END);
  const head = ["queue", "quantity", "formula", "simulated, 95 %", "off"];
  await expect(
    `${before}${BEGIN}\n\n${markdownTable([head, ...told])}\n\n${END}${after}`,
  ).toMatchFileSnapshot(fileURLToPath(DOCUMENT));
});

test("docs/accuracy.md has the measured numbers of the queues that ran", () => {
  const rows = readFileSync(DOCUMENT, "utf8")
    .split("\n")
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  expect(told.length).toBeGreaterThan(0);
  for (const row of told) expect(rows).toContainEqual(row);
});
