/** Tables of the runs of a report: latencies by source, greatest fills of rings, queues and stacks, and deadlines. */

import type { Scenario } from "../../../scenarios/format/schema.ts";
import type { Metrics } from "../../metrics/metrics.ts";
import type { HeldKind } from "../../metrics/registry/held.ts";
import { type LATENCY, latencyShown } from "../../metrics/registry/latency.ts";
import { type HeldReport, type LatencyReport, type RunReport, reportRun } from "../../metrics/report.ts";
import { worthTelling } from "../../metrics/toldApart.ts";
import { type Html, html, tableOf } from "./html.ts";

const NAMES: Readonly<Record<LatencyReport["by"], string>> = {
  line: "line",
  priority: "lines of priority",
  nic: "card",
  traffic: "traffic",
  thread: "response of thread",
  timer: "timer interrupt of",
  software: "software interrupt of",
  request: "requests at card",
};

/** The report has its own words, because the page's worker, which also writes reports, does not load the labels of the
 * registry. */
const HEADS: Readonly<Record<keyof typeof LATENCY, string>> = {
  mean: "mean",
  p50: "p50",
  p90: "p90",
  p99: "p99",
  p999: "p99.9",
  maximum: "max",
};

/** Latencies of lines, priorities, cards and traffic, if there are several, and the responses of threads. The rows of a
 * second run follow the rows of the first. */
export function apartOf(runs: readonly ReportedRun[]): Html {
  const rows = runs.flatMap(({ scenario, metrics }) => {
    const report = reportRun(scenario, metrics);
    const before = runs.length === 1 ? "" : `${scenario.name}: `;
    return toldOf(report).map((one) => [`${before}${nameOf(one)}`, ...cellsOf(one, report)]);
  });
  if (rows.length === 0) return html``;
  const head = ["", "latencies", ...Object.values(HEADS)];
  return html`<h3>Apart</h3>
${tableOf(head, rows)}`;
}

const toldOf = ({ latencies }: RunReport): readonly LatencyReport[] => worthTelling(latencies);

function nameOf({ by, name, direction }: LatencyReport): string {
  const way = direction === undefined ? "" : direction === "receive" ? ", received" : ", sent";
  return `${NAMES[by]} ${by === "traffic" ? Number(name) + 1 : name}${way}`;
}

function cellsOf(latency: LatencyReport, { clockHertz }: RunReport): readonly string[] {
  const lengths = Object.keys(HEADS).map((key) => {
    const cycles = latencyShown({ ...latency, buckets: [] }, key);
    return Number.isNaN(cycles) ? NOTHING : `${SHORT.format((cycles / clockHertz) * 1e6)} µs`;
  });
  return [WHOLE.format(latency.count), ...lengths];
}

/** English words for places that hold packets, frames, requests or bytes, for reports. */
export const HELD_NAMES: Readonly<Record<HeldKind, string>> = {
  ring: "ring",
  fifo: "FIFO",
  "send-queue": "send queue",
  queue: "queue",
  "disk-queue": "queue of disk",
  stack: "stack of",
};

export const WHOLE = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });
export const SHORT = new Intl.NumberFormat("en-US", { maximumSignificantDigits: 5 });
export const NOTHING = "–";

interface Told {
  readonly report: RunReport;
  readonly name: string;
}

export function keptOf(runs: readonly ReportedRun[]): Html {
  const told = runs.map(
    ({ scenario, metrics }): Told => ({
      report: reportRun(scenario, metrics),
      name: scenario.name,
    }),
  );
  return html`${deadlines(told)}${heldMost(told)}`;
}

function heldMost(told: readonly Told[]): Html {
  const nameOf = ({ kind, name, ring = 0, unit }: HeldReport) =>
    `${HELD_NAMES[kind]}${ring === 0 ? "" : ` ${ring}`} ${name}, ${unit}`;
  const all = told.map(
    ({ report }) =>
      new Map(report.held.filter(({ maximum }) => maximum > 0).map((one) => [nameOf(one), one])),
  );
  const names = [...new Set(all.flatMap((one) => [...one.keys()]))];
  if (names.length === 0) return html``;
  const rows = names.map((name) => [
    name,
    ...all.map((one) => {
      const held = one.get(name);
      return held === undefined ? NOTHING : `${WHOLE.format(held.maximum)} of ${WHOLE.format(held.capacity)}`;
    }),
  ]);
  return html`<h2>What was held at most</h2>
${tableOf(["", ...heads(told, "most")], rows)}`;
}

const heads = (told: readonly Told[], alone: string) =>
  told.length === 1 ? [alone] : told.map(({ name }) => name);

/** A row for each line and thread with a deadline. */
function deadlines(told: readonly Told[]): Html {
  const rows = told.flatMap(({ report, name }) =>
    report.deadlines.map(
      ({ of, name: own, misses, count, deadlineCycles, longestCycles, firstMissedFrom }) => [
        `${told.length === 1 ? "" : `${name}: `}${of} ${own}`,
        microseconds(deadlineCycles, report),
        microseconds(longestCycles, report),
        WHOLE.format(count),
        misses === 0
          ? "0"
          : `${WHOLE.format(misses)} (${SHORT.format((100 * misses) / Math.max(1, count))} %)`,
        firstMissedFrom === null ? NOTHING : `cycle ${WHOLE.format(firstMissedFrom)}`,
      ],
    ),
  );
  if (rows.length === 0) return html``;
  const head = ["", "deadline", "longest", "times", "missed", "first missed from"];
  return html`<h2>Deadlines</h2>
${tableOf(head, rows)}`;
}

function microseconds(cycles: number, { clockHertz }: RunReport): string {
  return `${SHORT.format((cycles / clockHertz) * 1e6)} µs`;
}

export interface ReportedRun {
  readonly scenario: Scenario;
  readonly metrics: Metrics;
  /** Command that repeats the run. */
  readonly command: string;
}
