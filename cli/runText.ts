/** The result of a run for people at a terminal. */
import { carried } from "../lib/metrics/carried.ts";
import { findingText } from "../lib/metrics/findings.ts";
import type { Distribution, PartMean } from "../lib/metrics/metrics.ts";
import type { DirectionReport, RunReport } from "../lib/metrics/report.ts";
import { microsecondsOf } from "../lib/metrics/units.ts";
import type { Scenario } from "../scenarios/format/schema.ts";
import { coresText, devicesText, memoryText } from "./devicesText.ts";
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
  const blocks = [
    header(scenario, report),
    direction("receive", report.receive, report),
    direction("send", report.send, report),
    latency("interrupt latency", report.interruptLatency, report.interruptParts, report.clockHertz),
    activity(scenario, report),
    layers(report),
    coresText(report),
    memoryText(report),
    devicesText(report),
    threads(scenario, report),
    locks(report),
    findings(report),
    footer(report, speed, memory),
  ];
  return blocks.filter((block) => block !== "").join("\n\n");
}

function header(scenario: Scenario, report: RunReport): string {
  const { source } = scenario;
  const place = source === undefined ? "" : `\nsource ${[source.document, source.place].join(", ")}`;
  const milliseconds = fixed(report.simulatedSeconds * 1000, 3);
  return `${report.scenario}${place}\n${whole(report.cycle)} cycles = ${milliseconds} ms at ${hertz(report.clockHertz)}, seed ${report.seed}`;
}

/** Empty where nothing was offered. */
function direction(name: string, one: DirectionReport, report: RunReport): string {
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
  const parts = latency(`${name} latency`, one.latency, one.parts, report.clockHertz);
  return [table(rows, ""), parts].filter((block) => block !== "").join("\n\n");
}

function latency(name: string, whole_: Distribution, parts: readonly PartMean[], clockHertz: number): string {
  if (whole_.count === 0) return "";
  const row = (label: string, cycles: number) =>
    Number.isNaN(cycles)
      ? [label, "\u2013", "\u2013"]
      : [label, fixed(cycles, 0), fixed(microsecondsOf(cycles, clockHertz), 3)];
  const rows = [
    [name, "cycles", "µs"],
    row("p50", carried(whole_, "p50")),
    row("p90", carried(whole_, "p90")),
    row("p99", carried(whole_, "p99")),
    row("p99.9", carried(whole_, "p999")),
    row("max", whole_.maximum),
    row("mean", whole_.mean),
    ...parts
      .filter(({ meanCycles }) => meanCycles > 0)
      .map(({ part, meanCycles }) => [
        `  ${part}`,
        fixed(meanCycles, 1),
        fixed(microsecondsOf(meanCycles, clockHertz), 3),
        percent(meanCycles, whole_.mean),
      ]),
  ];
  return table(rows, "");
}

function activity({ machine }: Scenario, report: RunReport): string {
  const { branches, mispredicted } = report.memory;
  const rows = [
    ["interrupts", whole(report.interrupts)],
    ["soft interrupts", whole(report.softInterrupts)],
    ["soft interrupts lost", whole(report.softLost)],
    ["context switches", whole(report.contextSwitches)],
    ["saves", whole(report.saves)],
    ["restores", whole(report.restores)],
    ["scheduler ticks", whole(report.ticks)],
    ["DMA bus cycles", whole(report.dmaCycles)],
    ["instructions", whole(report.instructions)],
    ["program faults", whole(report.programFaults)],
    [
      // Without a predictor every one that is taken was fetched past.
      machine.core.predictor.kind === "not-taken"
        ? "taken branches (all mispredicted)"
        : "mispredicted branches",
      mispredicted === 0 ? "0" : `${whole(mispredicted)} of ${whole(branches)}`,
    ],
    ["instructions per cycle", fixed(report.instructionsPerCycle, 3)],
  ];
  return table(
    rows.filter(([, value]) => value !== "0" && value !== "-"),
    "",
  );
}

function layers(report: RunReport): string {
  const { idleCycles, readyCycles } = report;
  const all = report.cyclesByLayer.reduce((sum, { cycles }) => sum + cycles, 0) + readyCycles + idleCycles;
  const rows = [
    ["layer", "cycles", "of all", "stalled"],
    ...report.cyclesByLayer.map(({ layer, cycles, stallCycles }) => [
      layer,
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
function threads({ software }: Scenario, report: RunReport): string {
  if (report.threads.length < 2) return "";
  const counted = (["switches", "waits", "longestReady"] as const).filter((key) =>
    report.threads.some((thread) => thread[key] > 0),
  );
  const rows = [
    ["thread", "cycles", "of all", ...counted.map((key) => (key === "longestReady" ? "longest ready" : key))],
    ...report.threads.map((thread, index) => [
      thread.thread || (software.threads[index]?.layer ?? ""),
      whole(thread.cycles),
      percent(thread.cycles, report.cycle),
      ...counted.map((key) => whole(thread[key])),
    ]),
  ];
  return table(rows, "");
}

function findings(report: RunReport): string {
  return report.findings.map((finding) => findingText(finding, whole)).join("\n");
}

function locks(report: RunReport): string {
  const rows = [
    ["lock", "taken", "after a wait", "held", "waited for", "longest wait"],
    ...report.locks.map(({ lock, taken, contended, heldCycles, waitCycles, longestWait }) => [
      lock,
      whole(taken),
      percent(contended, taken),
      percent(heldCycles, report.cycle),
      whole(waitCycles),
      whole(longestWait),
    ]),
  ];
  return rows.length === 1 ? "" : table(rows, "");
}

function footer(report: RunReport, speed: Speed, { machineBytes, stateBytes }: Memory): string {
  const rate = fixed(speed.simulatedCyclesPerSecond / 1e6, 1);
  return `state hash ${report.stateHash}\n${rate} million cycles a second\nmemory: machine ${whole(machineBytes)} bytes, of that state ${whole(stateBytes)}`;
}
