/** Of runs: what rings, queues and stacks held at most, and how deadlines were kept. */

import type { HeldReport, RunReport } from "../../metrics/report.ts";
import { reportRun } from "../../metrics/report.ts";
import { HELD_NAMES } from "./heldNames.ts";
import { type Html, html, tableOf } from "./html.ts";
import type { ReportedRun } from "./report.ts";

const WHOLE = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });
const SHORT = new Intl.NumberFormat("en-US", { maximumSignificantDigits: 5 });
const NOTHING = "–";

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

/** A row for each line and thread that has one. */
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
