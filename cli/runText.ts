/** The result of a run for people at a terminal. */
import { HELD_NAMES } from "../lib/export/report/runTables.ts";
import type { Distribution, PartMean } from "../lib/metrics/distributions.ts";
import { findingText } from "../lib/metrics/findings.ts";
import { DEADLINE } from "../lib/metrics/registry/deadline.ts";
import { METERED_KINDS } from "../lib/metrics/registry/deviceKinds.ts";
import { CARD, LINE, RING } from "../lib/metrics/registry/devices.ts";
import { shownIn } from "../lib/metrics/registry/entry.ts";
import { HELD } from "../lib/metrics/registry/held.ts";
import { HOST } from "../lib/metrics/registry/host.ts";
import { LATENCY, latencyShown } from "../lib/metrics/registry/latency.ts";
import { MACHINE, PREDICTOR, PROGRAMS } from "../lib/metrics/registry/machine.ts";
import { ACCESSES, type Accesses, BUS, CACHE, PREFETCH } from "../lib/metrics/registry/memory.ts";
import { CORE, layerRows } from "../lib/metrics/registry/processor.ts";
import { LOCK, QUEUE, THREAD } from "../lib/metrics/registry/software.ts";
import type {
  DirectionReport,
  HeldReport,
  LatencyReport,
  NicReport,
  RunReport,
} from "../lib/metrics/report.ts";
import { worthTelling } from "../lib/metrics/toldApart.ts";
import { microsecondsOf } from "../lib/metrics/units.ts";
import type { Scenario } from "../scenarios/format/schema.ts";
import {
  block,
  columnsOf,
  fixed,
  hertz,
  metricRows,
  metricTable,
  percent,
  type Rows,
  table,
  whole,
} from "./table.ts";

export interface Speed {
  readonly hostSeconds: number;
  readonly simulatedCyclesPerSecond: number;
}

export interface Memory {
  /** Memory size of the machine's WebAssembly instance. */
  readonly machineBytes: number;
  /** Size of a snapshot. */
  readonly stateBytes: number;
}

export function runText(scenario: Scenario, report: RunReport, speed: Speed, memory: Memory): string {
  // Shares refer to the measured cycles.
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
  const warmUp = warmUpCycles === 0 ? "" : ` after a warm-up of ${whole(warmUpCycles)}`;
  return `${report.scenario}${place}\n${whole(cycle - warmUpCycles)} cycles${warmUp} = ${milliseconds} ms at ${hertz(report.clockHertz)}, seed ${report.seed}`;
}

/** Empty if no frame was offered. */
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

/** A single thread has no table, because the layers say the same. Columns without any value are left out. */
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
  return `state hash ${report.stateHash}\n${rate} million cycles a second\nmemory: machine ${whole(machineBytes)} bytes, including ${whole(stateBytes)} of state`;
}

// ---- caches and devices that were used ----

export function memoryText({ machine }: Scenario, { cycle, memory }: RunReport): string {
  const { bus, caches, tlbAccesses, tlbLayers, tlbMisses, prefetches } = memory;
  const accesses = columnsOf(ACCESSES, machine, cycle);
  const cache = columnsOf(CACHE, machine, cycle);
  const row = (name: string, counted: Accesses) => [name, ...accesses.cells(counted)];
  const ofLayers = (layers: readonly (Accesses & { readonly layer: string })[]) =>
    layers.map((one) => row(`  ${one.layer}`, one));
  const rows: Rows = caches.flatMap(({ level, layers, ...counted }) => [
    [...row(level.toUpperCase(), together(layers)), ...cache.cells(counted)],
    ...ofLayers(layers),
    ...(counted.pinsRefused > 0 ? [["  pins refused", whole(counted.pinsRefused)]] : []),
  ]);
  const tlb: Rows =
    tlbAccesses === 0
      ? []
      : [row("TLB", { accesses: tlbAccesses, misses: tlbMisses }), ...ofLayers(tlbLayers)];
  return joined([
    block(["memory", ...accesses.heads, ...cache.heads], [...rows, ...tlb]),
    metricTable("bus", BUS, machine, cycle, bus.transactions === 0 ? [] : [["cores", bus]]),
    metricTable("prefetches", PREFETCH, machine, cycle, prefetches.issued === 0 ? [] : [["", prefetches]]),
  ]);
}

function together(layers: readonly Accesses[]): Accesses {
  const sum = (of: (layer: Accesses) => number) => layers.reduce((all, layer) => all + of(layer), 0);
  return { accesses: sum((one) => one.accesses), misses: sum((one) => one.misses) };
}

export function devicesText({ machine }: Scenario, report: RunReport): string {
  const { cycle, nics, lines, queues } = report;
  // With one card, its row would equal the row of totals.
  const cards = nics.length > 1 ? nics.map(cardRow) : [];
  const extras = nics.filter(
    ({ merged, copied, wireFrames, pauses, send }) =>
      merged + copied + pauses > 0 || wireFrames > send.delivered,
  );
  const rings = nics
    .filter((nic) => nic.rings.length > 1)
    .flatMap(({ nic, rings: all }) => all.map((ring, index) => [`${nic}, ring ${index}`, ring] as const));
  const wires = nics.flatMap(({ nic, wireCycles: { receive, send } }) =>
    receive + send === 0 ? [] : [[nic, percent(receive, cycle), send === 0 ? "" : percent(send, cycle)]],
  );
  const areLinesTold = lines.length > 1 || lines.some(({ lost }) => lost > 0);
  // If no queue lost a frame, the drops by cause are enough.
  const areQueuesTold = queues.some(({ dropped }) => dropped > 0);
  const tableOf = <R extends object>(
    name: string,
    entries: Parameters<typeof metricTable>[1],
    all: readonly R[],
    nameOf: (one: R) => string,
  ) =>
    metricTable(
      name,
      entries,
      machine,
      cycle,
      all.map((one) => [nameOf(one), one]),
    );
  return joined([
    tableOf("queue", QUEUE, areQueuesTold ? queues : [], ({ queue }) => queue),
    block(["wire busy", "in", "out"], wires),
    block(["card", "offered", "delivered", "dropped", "to send", "sent", "lost"], cards),
    metricTable("ring", RING, machine, cycle, rings),
    tableOf("card", CARD, extras, ({ nic }) => nic),
    metricTable(
      "host",
      HOST,
      machine,
      cycle,
      nics.flatMap(({ nic, host }) => (host === undefined ? [] : [[nic, host] as const])),
    ),
    tableOf("line", LINE, areLinesTold ? lines : [], ({ line }) => line),
    ...METERED_KINDS.map(({ kind, list, entries }) =>
      metricTable(
        kind,
        entries,
        machine,
        cycle,
        report[list].map((one, index) => [machine[list][index]?.name ?? "", one]),
      ),
    ),
  ]);
}

/** High-water marks of rings, FIFOs, queues and stacks. Omits places that held nothing. */
export function heldText({ machine }: Scenario, { cycle, held }: RunReport): string {
  const nameOf = ({ kind, name, ring }: HeldReport) => {
    const what = ring === undefined || ring === 0 ? HELD_NAMES[kind] : `ring ${ring}`;
    return kind === "ring" || kind === "fifo" || kind === "send-queue"
      ? `${name}, ${what}`
      : `${what} ${name}`;
  };
  return metricTable(
    "held",
    HELD,
    machine,
    cycle,
    held.filter(({ maximum }) => maximum > 0).map((one) => [`${nameOf(one)}, ${one.unit}`, one]),
  );
}

const TOLD_NAMES: Readonly<Record<LatencyReport["by"], string>> = {
  line: "line",
  priority: "priority",
  nic: "card",
  traffic: "traffic",
  thread: "response of",
  timer: "timer interrupt of",
  software: "software interrupt of",
  request: "requests at",
};

/** Latencies of lines, priorities, cards and traffic if there are several, and responses of threads, in cycles. */
function toldApartText({ machine }: Scenario, { cycle, latencies }: RunReport): string {
  const rows = worthTelling(latencies).map(
    (one) => [[TOLD_NAMES[one.by], one.name, one.direction ?? ""].join(" ").trim(), shown(one)] as const,
  );
  return metricTable("latency in cycles", LATENCY, machine, cycle, rows);
}

/** Omits percentiles if there are too few values. */
function shown(latency: LatencyReport): object {
  return Object.fromEntries(
    Object.keys(LATENCY).map((key) => [key, latencyShown({ ...latency, buckets: [] }, key)]),
  );
}

function deadlinesText({ machine }: Scenario, { cycle, deadlines }: RunReport): string {
  const table = metricTable(
    "deadline",
    DEADLINE,
    machine,
    cycle,
    deadlines.map((one) => [`${one.of} ${one.name}`, one]),
  );
  const missed = deadlines.flatMap(({ of, name, misses, firstMissedFrom, longestFrom }) =>
    misses === 0 || firstMissedFrom === null || longestFrom === null
      ? []
      : [
          `deadline missed: ${of} ${JSON.stringify(name)}, first what began in cycle ${whole(firstMissedFrom)}, the longest in cycle ${whole(longestFrom)}`,
        ],
  );
  return [table, ...missed].filter((text) => text !== "").join("\n");
}

/** A row for each core that executed instructions; empty for one core. */
export function coresText({ machine }: Scenario, { cycle, cores }: RunReport): string {
  if (cores.length === 1 || cores.every(({ detailedCycles }) => detailedCycles === 0)) return "";
  return metricTable(
    "core",
    CORE,
    machine,
    cycle,
    cores.map((one) => [whole(one.core), one]),
  );
}

function cardRow({ nic, receive, send }: NicReport): readonly string[] {
  const lost = ({ dropped }: NicReport["receive"]) => dropped.reduce((sum, { count }) => sum + count, 0);
  return [nic, ...[receive, send].flatMap((one) => [one.offered, one.delivered, lost(one)]).map(whole)];
}

function joined(blocks: readonly string[]): string {
  return blocks.filter((text) => text !== "").join("\n\n");
}
