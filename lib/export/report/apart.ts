/** Of runs: latencies of lines, priorities, cards and traffic where there are several, and the responses of threads. */
import { type LATENCY, latencyShown } from "../../metrics/registry/latency.ts";
import { type LatencyReport, type RunReport, reportRun } from "../../metrics/report.ts";
import { worthTelling } from "../../metrics/toldApart.ts";
import { type Html, html, tableOf } from "./html.ts";
import type { ReportedRun } from "./report.ts";

const WHOLE = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });
const SHORT = new Intl.NumberFormat("en-US", { maximumSignificantDigits: 5 });
const NOTHING = "–";

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

/** Words of their own: the page's worker, which writes reports too, has no labels of the registry. */
const HEADS: Readonly<Record<keyof typeof LATENCY, string>> = {
  mean: "mean",
  p50: "p50",
  p90: "p90",
  p99: "p99",
  p999: "p99.9",
  maximum: "max",
};

/** A row for each; of two runs one behind the other. */
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
