/** How often the intervals of a study of captures cover the truth. A process generates the captures, and the truth is
 * the mean over many more captures of the same process. */
import type { CoreModule } from "../../core-wasm/binding/index.ts";
import { runToOutcome } from "../../lib/papers/outcome.ts";
import { intervalOf } from "../../lib/study/interval.ts";
import { windowCycles, withWindow } from "../../lib/study/windows.ts";
import { columnValues } from "../../lib/sweep/column.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { createRandom } from "./random.ts";

export type Process = "poisson" | "pareto";

export interface Trial {
  readonly process: Process;
  /** Events of a block. "windows": the capture is ten times as long and divided into ten. */
  readonly block: number | "windows";
  readonly captures: number;
  readonly seeds: number;
  /** Number of captures whose mean is the truth. */
  readonly truths: number;
}

export interface Held {
  readonly truth: number;
  /** Mean of the means minus the truth. */
  readonly bias: number;
  /** Number of captures whose range or interval covers the truth, and whose simulation error would. */
  readonly range: number;
  readonly simulation: number;
}

const FRAMES = 4000;
const CLOCK = 100_000_000;
const SERVICE_CYCLES = 1000;
const NANOSECONDS_PER_CYCLE = 1e9 / CLOCK;
const WINDOWS = 10;
/** Mean load of the processor. */
const LOAD = { poisson: 0.9, pareto: 0.4 } as const;
const SOURCES = 3;
/** Mean lengths of bursts and pauses. */
const SHAPE = 1.5;
const BURST_FRAMES = 30;
/** A source is silent for three quarters of the time. */
const PAUSES = 3;
const COLUMNS = [
  { text: "receive.loss", unit: "%" },
  { text: "receive.latency.p99", unit: "us" },
  { text: "receive.offered", unit: "" },
] as const;
const ABOUT = [
  { amount: { kind: "share", of: "receive.offered" }, one: 100 },
  { amount: { kind: "positive" }, one: 1 },
] as const;

/** Arrival times of the first frames in nanoseconds, from 0 onwards. */
export function arrivals(process: Process, frames: number, seed: number): readonly number[] {
  const random = createRandom(seed);
  const uniform = () => (random.integer(0, 2 ** 30 - 1) + 0.5) / 2 ** 30;
  const gap = (SERVICE_CYCLES * NANOSECONDS_PER_CYCLE) / LOAD[process];
  if (process === "poisson") {
    let time = 0;
    return Array.from({ length: frames }, () => {
      time -= gap * Math.log(uniform());
      return Math.round(time);
    });
  }
  const pareto = (mean: number) => (mean * (SHAPE - 1)) / SHAPE / uniform() ** (1 / SHAPE);
  const ownGap = (gap * SOURCES) / (1 + PAUSES);
  const mean = BURST_FRAMES * ownGap;
  const end = frames * gap;
  const all: number[] = [];
  for (let source = 0; source < SOURCES; source++)
    // Starts long before, so that no effect of its start remains.
    for (
      let time = -20 * mean * uniform(), isOn = uniform() < 1 / (1 + PAUSES);
      time < 1.5 * end;
      isOn = !isOn
    ) {
      const until = time + pareto(isOn ? mean : PAUSES * mean);
      if (isOn)
        for (let at = time + ownGap * uniform(); at < Math.min(until, 1.5 * end); at += ownGap)
          if (at >= 0) all.push(Math.round(at));
      time = until;
    }
  return all.toSorted((a, b) => a - b).slice(0, frames);
}

export function captured(timesNanoseconds: readonly number[], blockEvents?: number): Scenario {
  const parsed = parseScenario({
    ...{ format: "irqscope-scenario", version: 1, name: "one server" },
    runCycles: Math.ceil((timesNanoseconds.at(-1) ?? 0) / NANOSECONDS_PER_CYCLE) + 20 * SERVICE_CYCLES,
    machine: {
      clockHertz: CLOCK,
      bus: { dma: "instant" },
      nics: [{ name: "card", lineRateBitPerSecond: "ideal", receive: "ring", rxRingFrames: 8 }],
    },
    software: {
      routines: [{ name: "serve", kind: "cycles", cycles: SERVICE_CYCLES }],
      threads: [
        {
          ...{ name: "handler", layer: "driver-isr", priority: 1, start: { on: "line", nic: "card" } },
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
    traffic: [
      {
        ...{ kind: "trace", nic: "card" },
        ...(blockEvents === undefined ? {} : { resample: { blockEvents } }),
        events: {
          timesNanoseconds,
          sizesBytes: timesNanoseconds.map(() => 256),
          directions: "r".repeat(timesNanoseconds.length),
        },
      },
    ],
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
  return parsed.scenario;
}

export function coverage(core: CoreModule, trial: Trial): readonly Held[] {
  const { process, block, captures, seeds, truths } = trial;
  const run = (scenario: Scenario) => {
    const outcome = runToOutcome(core, scenario, 0);
    if (outcome === undefined) throw new Error("stopped");
    return columnValues(COLUMNS, scenario, outcome.measured).map(Number);
  };
  const isCut = block === "windows";
  const milliseconds = (FRAMES * SERVICE_CYCLES) / LOAD[process] / (CLOCK / 1000);
  const windowsOf = (scenario: Scenario) =>
    Array.from({ length: WINDOWS }, (_, at) => {
      const one = withWindow(scenario, milliseconds, at + 1);
      return { ...one, runCycles: windowCycles(one, milliseconds) };
    });
  const meansOf = (rows: readonly (readonly number[])[]) =>
    ABOUT.map((_, at) => {
      // A window without a frame has no loss.
      const known = rows.map((row) => row[at] ?? Number.NaN).filter(Number.isFinite);
      return known.reduce((sum, one) => sum + one, 0) / known.length;
    });
  const recorded = (seed: number) => {
    if (!isCut) return captured(arrivals(process, FRAMES, seed), block);
    const end = WINDOWS * milliseconds * 1e6;
    // Twice as many frames, so that they last to the end.
    return captured(arrivals(process, 2 * WINDOWS * FRAMES, seed).filter((time) => time < end));
  };
  const withoutSample = (scenario: Scenario): Scenario => ({
    ...scenario,
    traffic: scenario.traffic.map((one) =>
      one.kind === "trace" ? { ...one, resample: undefined } : one,
    ) as Scenario["traffic"],
  });
  const truth = meansOf(
    Array.from({ length: truths }, (_, at) => {
      const scenario = recorded(1_000_000 + at);
      return isCut ? meansOf(windowsOf(scenario).map(run)) : run(withoutSample(scenario));
    }),
  );
  const found = Array.from({ length: captures }, (_, at) => {
    const scenario = recorded(1 + at);
    const rows = isCut
      ? windowsOf(scenario).map(run)
      : Array.from({ length: seeds }, (_, seed) => run({ ...scenario, seed: seed + 1 }));
    const offered = rows.map((row) => row[2] ?? 0).filter((one) => one > 0);
    return ABOUT.map((about, metric) => {
      const values = rows.map((row) => row[metric] ?? Number.NaN).filter(Number.isFinite);
      return intervalOf(
        values,
        { ...about, basis: isCut ? "windows" : "resampled" },
        metric === 0 ? offered : [],
      );
    });
  });
  return truth.map((value, metric) => {
    const of = found.map((one) => one[metric]);
    const count = (holds: (one: NonNullable<(typeof of)[number]>) => boolean) =>
      of.filter((one) => one !== undefined && holds(one)).length;
    return {
      truth: value,
      bias: of.reduce((sum, one) => sum + (one?.mean ?? 0), 0) / captures - value,
      range: count(({ low, high }) => low <= value && value <= high),
      simulation: count(({ mean, simulationError }) => Math.abs(mean - value) <= simulationError),
    };
  });
}
