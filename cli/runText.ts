/** The result of a run for people at a terminal. */
import { findingText } from "../lib/metrics/findings.ts";
import { layerRows } from "../lib/metrics/layerRows.ts";
import type { Distribution, PartMean } from "../lib/metrics/metrics.ts";
import { shownIn } from "../lib/metrics/registry/entry.ts";
import { LATENCY, latencyShown } from "../lib/metrics/registry/latency.ts";
import { MACHINE, PREDICTOR, PROGRAMS } from "../lib/metrics/registry/machine.ts";
import { LOCK, THREAD } from "../lib/metrics/registry/software.ts";
import type { DirectionReport, RunReport } from "../lib/metrics/report.ts";
import { microsecondsOf } from "../lib/metrics/units.ts";
import type { Scenario } from "../scenarios/format/schema.ts";
import { metricRows, metricTable } from "./columns.ts";
import { coresText, deadlinesText, devicesText, heldText, memoryText, toldApartText } from "./devicesText.ts";
import { fixed, hertz, percent, table, whole } from "./table.ts";

export interface Speed {
  readonly hostSeconds: number;
  readonly simulatedCyclesPerSecond: number;
}

export interface Memory {
  /** Of the machine's WebAssembly instance. */
  readonly machineBytes: number;
  /** Of a snapshot. */
  readonly stateBytes: number;
}

export function runText(scenario: Scenario, report: RunReport, speed: Speed, memory: Memory): string {
  // Shares are of what was measured.
  const measured = { ...report, cycle: report.cycle - report.warmUpCycles };
  const blocks = [
    header(scenario, report),
    direction("receive", measured.receive, scenario),
    direction("send", measured.send, scenario),
    latency("interrupt latency", measured.interruptLatency, measured.interruptParts, scenario),
    activity(scenario, measured),
    layers(measured),
    coresText(scenario, measured),
    memoryText(scenario, measured),
    devicesText(scenario, measured),
    heldText(scenario, measured),
    toldApartText(scenario, measured),
    deadlinesText(scenario, measured),
    threads(scenario, measured),
    locks(scenario, measured),
    findings(measured),
    footer(measured, speed, memory),
  ];
  return blocks.filter((block) => block !== "").join("\n\n");
}

function header(scenario: Scenario, report: RunReport): string {
  const { source } = scenario;
  const place = source === undefined ? "" : `\nsource ${[source.document, source.place].join(", ")}`;
  const milliseconds = fixed(report.simulatedSeconds * 1000, 3);
  const { cycle, warmUpCycles } = report;
  const warmUp = warmUpCycles === 0 ? "" : ` behind a warm-up of ${whole(warmUpCycles)}`;
  return `${report.scenario}${place}\n${whole(cycle - warmUpCycles)} cycles${warmUp} = ${milliseconds} ms at ${hertz(report.clockHertz)}, seed ${report.seed}`;
}

/** Empty where nothing was offered. */
function direction(name: string, one: DirectionReport, scenario: Scenario): string {
  if (one.offered === 0) return "";
  const drops = one.dropped
    .filter(({ count }) => count > 0)
    .map(({ cause, count }) => [`dropped: ${cause}`, whole(count), percent(count, one.offered)]);
  const rows = [
    [name, "frames", "of offered", "Mb/s"],
    ["offered", whole(one.offered), "", fixed(one.offeredMbitPerSecond, 2)],
    [
      "delivered",
      whole(one.delivered),
      percent(one.delivered, one.offered),
      fixed(one.deliveredMbitPerSecond, 2),
    ],
    ...drops,
    ["in flight", whole(one.inFlight), percent(one.inFlight, one.offered)],
  ];
  const parts = latency(`${name} latency`, one.latency, one.parts, scenario);
  return [table(rows, ""), parts].filter((block) => block !== "").join("\n\n");
}

function latency(
  name: string,
  distribution: Distribution,
  parts: readonly PartMean[],
  { machine }: Scenario,
): string {
  if (distribution.count === 0) return "";
  const microseconds = (cycles: number) => fixed(microsecondsOf(cycles, machine.clockHertz), 3);
  const row = (label: string, cycles: number) =>
    Number.isNaN(cycles) ? [label, "\u2013", "\u2013"] : [label, fixed(cycles, 0), microseconds(cycles)];
  const rows = [
    [name, "cycles", "µs"],
    ...shownIn("text", LATENCY, machine).map(({ key, label }) => row(label, latencyShown(distribution, key))),
    ...parts
      .filter(({ meanCycles }) => meanCycles > 0)
      .map(({ part, meanCycles }) => [
        `  ${part}`,
        fixed(meanCycles, 1),
        microseconds(meanCycles),
        percent(meanCycles, distribution.mean),
      ]),
  ];
  return table(rows, "");
}

function activity({ machine }: Scenario, report: RunReport): string {
  const groups = [
    [MACHINE, report],
    [PROGRAMS, report],
    [PREDICTOR, report.memory],
  ] as const;
  return table(metricRows(groups, machine, report.cycle), "");
}

function layers(report: RunReport): string {
  const { idleCycles, readyCycles } = report;
  const all = report.cyclesByLayer.reduce((sum, { cycles }) => sum + cycles, 0) + readyCycles + idleCycles;
  const rows = [
    ["layer", "cycles", "of all", "stalled"],
    ...layerRows(report).map(({ key, cycles, stallCycles }) => [
      key,
      whole(cycles),
      percent(cycles, all),
      stallCycles === 0 ? "" : percent(stallCycles, cycles),
    ]),
    ...(readyCycles === 0 ? [] : [["not chosen", whole(readyCycles), percent(readyCycles, all)]]),
    ["idle", whole(idleCycles), percent(idleCycles, all)],
  ];
  return table(rows, "");
}

/** Of one alone the layers tell all. What none of them did has no column. */
function threads({ machine, software }: Scenario, { cycle, threads: all }: RunReport): string {
  if (all.length < 2) return "";
  const rows = all.map(
    (thread, index) => [thread.thread || (software.threads[index]?.layer ?? ""), thread] as const,
  );
  return metricTable("thread", THREAD, machine, cycle, rows);
}

function findings(report: RunReport): string {
  return report.findings.map((finding) => findingText(finding, whole)).join("\n");
}

function locks({ machine }: Scenario, { cycle, locks: all }: RunReport): string {
  return metricTable(
    "lock",
    LOCK,
    machine,
    cycle,
    all.map((one) => [one.lock, one]),
  );
}

function footer(report: RunReport, speed: Speed, { machineBytes, stateBytes }: Memory): string {
  const rate = fixed(speed.simulatedCyclesPerSecond / 1e6, 1);
  return `state hash ${report.stateHash}\n${rate} million cycles a second\nmemory: machine ${whole(machineBytes)} bytes, of that state ${whole(stateBytes)}`;
}
