/** The few numbers that summarise a run, and the effect of a change on them. */

import { linesOf } from "../../scenarios/devices/lines.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { missedByDevices } from "../metrics/devices.ts";
import type { Distribution } from "../metrics/distributions.ts";
import type { Metrics } from "../metrics/metrics.ts";
import { percentileIfMeaningful } from "../metrics/registry/latency.ts";

type HeadlineKey =
  | "late"
  | "lost"
  | "delivered"
  | "packet-p99"
  | "packet-mean"
  | "missed"
  | "interrupt-p99"
  | "interrupt-mean"
  | "ipc"
  | "application";

interface Headline {
  readonly key: HeadlineKey;
  /** frames and count are whole numbers. share is a part of 1. */
  readonly unit: "frames" | "count" | "seconds" | "per-cycle" | "share";
  readonly better: "less" | "more";
  /** NaN if the run has no such number. */
  readonly read: (metrics: Metrics, clockHertz: number) => number;
  /** The total, if the number is a part of one. */
  readonly of?: (metrics: Metrics) => number;
}

const offered = ({ receive, send }: Metrics) => receive.offered + send.offered;
const ifOffered = (metrics: Metrics, value: number) => (offered(metrics) > 0 ? value : Number.NaN);
/** Latency of received packets if there are any, otherwise of sent packets. */
const packets = ({ receive, send }: Metrics) => (receive.latency.count > 0 ? receive.latency : send.latency);
const p99 = (latency: Distribution, hertz: number) => percentileIfMeaningful(latency, "p99") / hertz;
/** The mean, used if there are too few packets for a percentile. */
const fewMean = (latency: Distribution, hertz: number) =>
  Number.isNaN(percentileIfMeaningful(latency, "p99")) ? latency.mean / hertz : Number.NaN;

/** Requests of devices and lines that were lost. NaN if there were none. */
function missedOf(metrics: Metrics): number {
  const lost = metrics.devices.lines.reduce((sum, one) => sum + one.lost, 0);
  const missed = missedByDevices(metrics) + lost;
  return missed > 0 ? missed : Number.NaN;
}

function applicationShare({ cyclesByLayer, cycle }: Metrics): number {
  const of = cyclesByLayer.find(({ layer }) => layer === "application");
  return of === undefined || cycle === 0 ? Number.NaN : of.cycles / cycle;
}

function ipc({ instructions, detailedCycles }: Metrics): number {
  return detailedCycles > 0 ? instructions / detailedCycles : Number.NaN;
}

/** Number of answers after their deadline. */
function lateOf({ marks }: Metrics): number {
  return [...marks.lines, ...marks.threads].reduce((sum, { missed }) => sum + missed, 0);
}

/** Most important first. */
export const HEADLINES: readonly Headline[] = [
  { key: "late", unit: "count", better: "less", read: lateOf },
  {
    key: "lost",
    unit: "frames",
    better: "less",
    read: (metrics) => ifOffered(metrics, metrics.receive.lost + metrics.send.lost),
    of: offered,
  },
  {
    key: "delivered",
    unit: "frames",
    better: "more",
    read: (metrics) => ifOffered(metrics, metrics.receive.delivered + metrics.send.delivered),
    of: offered,
  },
  {
    key: "packet-p99",
    unit: "seconds",
    better: "less",
    read: (metrics, hertz) => p99(packets(metrics), hertz),
  },
  {
    key: "packet-mean",
    unit: "seconds",
    better: "less",
    read: (metrics, hertz) => fewMean(packets(metrics), hertz),
  },
  { key: "missed", unit: "count", better: "less", read: missedOf },
  {
    key: "interrupt-p99",
    unit: "seconds",
    better: "less",
    read: ({ interruptLatency }, hertz) => p99(interruptLatency, hertz),
  },
  {
    key: "interrupt-mean",
    unit: "seconds",
    better: "less",
    read: ({ interruptLatency }, hertz) => fewMean(interruptLatency, hertz),
  },
  { key: "ipc", unit: "per-cycle", better: "more", read: ipc },
  { key: "application", unit: "share", better: "more", read: applicationShare },
];

const HEADLINE_COUNT = 3;

/** A finished run with its metrics. */
export interface EndedRun {
  readonly metrics: Metrics;
  readonly clockHertz: number;
}

export interface HeadlineChange extends Pick<Headline, "key" | "unit" | "better"> {
  /** Undefined if there is no previous run, or if it has no such number. */
  readonly before: number | undefined;
  /** Undefined if only the previous run has such a number. */
  readonly after: number | undefined;
  /** The number of which it is a part, if any. */
  readonly ofBefore: number | undefined;
  readonly ofAfter: number | undefined;
  readonly verdict: "better" | "worse" | "same" | undefined;
  /** Only for a count whose runs have different lengths: the ratio of the counts per second. */
  readonly rateRatio: number | undefined;
}

/** In a scenario with deadlines, missed deadlines are the main result. */
export function hasDeadlines({ machine, software }: Scenario): boolean {
  return [...linesOf(machine), ...software.threads].some(
    ({ deadlineNanoseconds }) => deadlineNanoseconds > 0,
  );
}

/** The most important numbers that at least one of the runs has. */
export function headlinesOf(
  after: EndedRun,
  before?: EndedRun,
  { ofDeadlines = false }: { readonly ofDeadlines?: boolean } = {},
): readonly HeadlineChange[] {
  const isMeant = ({ key }: Headline) => key !== "late" || ofDeadlines;
  const has = (run: EndedRun | undefined, { read }: Headline) =>
    run !== undefined && !Number.isNaN(read(run.metrics, run.clockHertz));
  return HEADLINES.filter((one) => isMeant(one) && (has(after, one) || has(before, one)))
    .slice(0, HEADLINE_COUNT)
    .map((headline) => changeOf(headline, after, before));
}

function changeOf(
  { key, unit, better, read, of }: Headline,
  after: EndedRun,
  before: EndedRun | undefined,
): HeadlineChange {
  const number = (run: EndedRun | undefined) => {
    const value = run === undefined ? Number.NaN : read(run.metrics, run.clockHertz);
    return Number.isNaN(value) ? undefined : value;
  };
  const [was, now] = [number(before), number(after)];
  const isCount = unit === "frames" || unit === "count";
  const times = before === undefined || !isCount ? 1 : secondsOf(after) / secondsOf(before);
  // The count of the previous run, scaled to the time of the later run.
  const scaled = was === undefined || times === 1 ? was : was * times;
  return {
    key,
    unit,
    better,
    before: was,
    after: now,
    ofBefore: before && of?.(before.metrics),
    ofAfter: of?.(after.metrics),
    verdict: was === undefined || now === undefined ? undefined : verdictOf(scaled ?? was, now, better),
    rateRatio: times === 1 || !scaled || now === undefined ? undefined : now / scaled,
  };
}

function secondsOf({ metrics, clockHertz }: EndedRun): number {
  return metrics.cycle / clockHertz;
}

function verdictOf(before: number, after: number, better: Headline["better"]): HeadlineChange["verdict"] {
  if (before === after) return "same";
  return after < before === (better === "less") ? "better" : "worse";
}
