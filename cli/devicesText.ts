/** Caches and devices of a run, for people at a terminal. What did nothing is left out. */

import { HELD_NAMES } from "../lib/export/report/heldNames.ts";
import { droppedOf } from "../lib/metrics/dropped.ts";
import { DEADLINE } from "../lib/metrics/registry/deadline.ts";
import { METERED_KINDS } from "../lib/metrics/registry/deviceKinds.ts";
import { CARD, LINE, RING } from "../lib/metrics/registry/devices.ts";
import { HELD } from "../lib/metrics/registry/held.ts";
import { HOST } from "../lib/metrics/registry/host.ts";
import { LATENCY, latencyShown } from "../lib/metrics/registry/latency.ts";
import { ACCESSES, type Accesses, BUS, CACHE, PREFETCH } from "../lib/metrics/registry/memory.ts";
import { CORE } from "../lib/metrics/registry/processor.ts";
import { QUEUE } from "../lib/metrics/registry/software.ts";
import type { HeldReport, LatencyReport, NicReport, RunReport } from "../lib/metrics/report.ts";
import { worthTelling } from "../lib/metrics/toldApart.ts";
import type { Scenario } from "../scenarios/format/schema.ts";
import { block, columnsOf, metricTable, type Rows } from "./columns.ts";
import { percent, whole } from "./table.ts";

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
  // One card is the sum of all, which stands above.
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
  // Where none lost anything the drops by cause say all.
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

/** The most that rings, FIFOs, queues and stacks held; places that never held anything are left out. */
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

/** Latencies of lines, priorities, cards and traffic where there are several, and the responses of threads, in cycles. */
export function toldApartText({ machine }: Scenario, { cycle, latencies }: RunReport): string {
  const rows = worthTelling(latencies).map(
    (one) => [[TOLD_NAMES[one.by], one.name, one.direction ?? ""].join(" ").trim(), shown(one)] as const,
  );
  return metricTable("latency in cycles", LATENCY, machine, cycle, rows);
}

/** Without percentiles of too few. */
function shown(latency: LatencyReport): object {
  return Object.fromEntries(
    Object.keys(LATENCY).map((key) => [key, latencyShown({ ...latency, buckets: [] }, key)]),
  );
}

export function deadlinesText({ machine }: Scenario, { cycle, deadlines }: RunReport): string {
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

/** Rows of the cores that ran instructions; empty for one core. */
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
  return [nic, ...[receive, send].flatMap((one) => [one.offered, one.delivered, droppedOf(one)]).map(whole)];
}

function joined(blocks: readonly string[]): string {
  return blocks.filter((text) => text !== "").join("\n\n");
}
