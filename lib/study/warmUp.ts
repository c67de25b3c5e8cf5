/** The start of a run: how long latencies take to settle, and how close the machine is to saturation. */
import { type CoreModule, createMachine } from "../../core-wasm/binding/index.ts";
import { compileScenario } from "../../scenarios/compile/compile.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { type LatencyKind, type Measured, measureRun } from "../metrics/measure.ts";
import { framesOf, lostOf } from "../metrics/registry/frames.ts";
import { busyShare } from "../metrics/registry/processor.ts";
import { totalCycles } from "../metrics/units.ts";
import { NEAR_SATURATION } from "./summaryNotes.ts";

interface Transient {
  readonly kind: LatencyKind;
  /** Mean latency in cycles of items that ended in each slice. A slice without an end has the mean of the previous
   * slice. */
  readonly means: readonly number[];
  /** Cycles that MSER-5 discards. */
  readonly warmUpCycles: number;
  /** The run is too short to distinguish its start from the rest. */
  readonly isTooShort: boolean;
  /** Busy share of the processors' cycles in the second half of the run. */
  readonly busyShare: number;
  /** Lost share of the frames that were offered in the second half. */
  readonly lostShare: number;
}

const SLICES = 200;

/** Runs once with the scenario's own seed. Undefined if no frame or interrupt ended in the run, or if `goesOn` returned
 * false. */
export function transientOf(
  core: CoreModule,
  scenario: Scenario,
  goesOn: () => boolean = () => true,
): Transient | undefined {
  const machine = createMachine(core, compileScenario(scenario));
  const seen: Measured[] = [];
  for (let slice = 1; slice <= SLICES; slice++) {
    machine.step(Math.round((slice * scenario.runCycles) / SLICES));
    if (!goesOn()) return undefined;
    seen.push(measureRun(machine));
  }
  const end = seen.at(-1);
  const kind =
    end && (["receive", "send", "interrupt"] as const).find((one) => (end.latency?.[one].count ?? 0) > 0);
  if (end === undefined || kind === undefined) return undefined;
  const sums = seen.map(({ latency }) => {
    const { count = 0, mean = 0 } = latency?.[kind] ?? {};
    return { count, sum: totalCycles(count, mean) };
  });
  const means: number[] = [];
  for (const [slice, { count, sum }] of sums.entries()) {
    const before = sums[slice - 1] ?? { count: 0, sum: 0 };
    const ended = count - before.count;
    means.push(ended > 0 ? (sum - before.sum) / ended : (means.at(-1) ?? 0));
  }
  const { count, isTooShort } = mser5(means);
  const ran = (one: Measured | undefined) =>
    one === undefined ? 0 : busyShare({ ...one, machine: scenario.machine }) * one.cycles;
  const half = seen[SLICES / 2 - 1];
  return {
    ...{ kind, means, isTooShort },
    warmUpCycles: Math.round((count * scenario.runCycles) / SLICES),
    busyShare: (ran(end) - ran(half)) / (end.cycles - (half?.cycles ?? 0)),
    lostShare: lostSince(half, end),
  };
}

function lostSince(before: Measured | undefined, after: Measured): number {
  const of = (one: Measured | undefined) => {
    const all = (["receive", "send"] as const).map((direction) =>
      framesOf(one?.counters.nics ?? [], direction),
    );
    const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
    return {
      offered: sum(all.map(({ offered }) => offered)),
      lost: sum(all.map(lostOf)),
    };
  };
  const [from, to] = [of(before), of(after)];
  const offered = to.offered - from.offered;
  return offered === 0 ? 0 : (to.lost - from.lost) / offered;
}

/** If the omitted part changes a mean by less than this share, it does not matter. */
const BIAS_SHARE = 0.02;
/** If more is lost, the queues fill up early. */
const LITTLE_LOSS = 0.01;

/** Sentences about the effect of the start of a run on its means. `leftOut` is the number of cycles that the study
 * omits. */
export function transientWarnings(found: Transient, runCycles: number, leftOut: number): readonly string[] {
  const { means, warmUpCycles, isTooShort, busyShare: busy, lostShare } = found;
  const meanOf = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / values.length;
  const place = Math.round((means.length * warmUpCycles) / runCycles);
  const bias = Math.abs(meanOf(means) / meanOf(means.slice(place)) - 1);
  const bars = transientBars(found);
  const warnings: string[] = [];
  if (warmUpCycles > leftOut && bias > BIAS_SHARE)
    warnings.push(
      isTooShort
        ? `the latency of ${found.kind} has not settled after half of ${runCycles} cycles: ${bars}`
        : `the latency of ${found.kind} settles after ${warmUpCycles} of ${runCycles} cycles (MSER-5), ${leftOut} are left out: ${bars}`,
    );
  if (busy > NEAR_SATURATION && busy < 1 && lostShare < LITTLE_LOSS)
    warnings.push(
      `processors are busy for ${Math.round(100 * busy)} % of the time: near saturation a queue that begins empty needs long to fill, and the means of short runs are too small`,
    );
  return warnings;
}

const BARS = "▁▂▃▄▅▆▇█";
const SHOWN_BARS = 40;

/** `▁▃▅▇▇▆▇`: the means from the start to the end of the run. */
export function transientBars({ means }: Pick<Transient, "means">): string {
  const width = Math.ceil(means.length / SHOWN_BARS);
  const bars = Array.from({ length: Math.ceil(means.length / width) }, (_, at) => {
    const part = means.slice(at * width, (at + 1) * width);
    return part.reduce((sum, one) => sum + one, 0) / part.length;
  });
  const most = Math.max(...bars);
  return bars
    .map((one) => BARS[most === 0 ? 0 : Math.min(BARS.length - 1, Math.floor((one / most) * BARS.length))])
    .join("");
}

/** Values that MSER-5 takes together (White, An effective truncation heuristic for bias reduction in simulation output,
 * Simulation 69(6), 1997). It leaves out the beginning without which the mean of the rest has the least standard error. */
const BATCH = 5;

interface Truncation {
  /** Number of values at the start that are omitted. */
  readonly count: number;
  /** MSER-5 would omit half of all values: the run is too short to distinguish its start from the rest. */
  readonly isTooShort: boolean;
}

/** `values` are in the order of time. */
export function mser5(values: readonly number[]): Truncation {
  const batches = Array.from({ length: Math.floor(values.length / BATCH) }, (_, at) => {
    const batch = values.slice(at * BATCH, (at + 1) * BATCH);
    return batch.reduce((sum, one) => sum + one, 0) / BATCH;
  });
  const last = Math.floor(batches.length / 2);
  let best = { cut: 0, error: Number.POSITIVE_INFINITY };
  // Mean and squares are updated from the end on (Welford), so each batch is read once.
  let [count, mean, squares] = [0, 0, 0];
  for (let cut = batches.length - 1; cut >= 0; cut--) {
    const batch = batches[cut] ?? 0;
    const before = batch - mean;
    count += 1;
    mean += before / count;
    squares += before * (batch - mean);
    const error = squares / count ** 2;
    if (cut <= last && error <= best.error) best = { cut, error };
  }
  return { count: best.cut * BATCH, isTooShort: batches.length > 1 && best.cut === last };
}
