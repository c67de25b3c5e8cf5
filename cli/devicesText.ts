/** Caches and devices of a run, for people at a terminal. What did nothing is left out. */
import { droppedOf } from "../lib/metrics/dropped.ts";
import type { LayerMisses } from "../lib/metrics/memory.ts";
import type { NicReport, RunReport } from "../lib/metrics/report.ts";
import { fixed, percent, table, whole } from "./table.ts";

type Rows = (readonly string[])[];

const block = (head: readonly string[], rows: Rows): string =>
  rows.length === 0 ? "" : table([head, ...rows], "");

export function memoryText({ cycle, memory }: RunReport): string {
  const { bus, caches, tlbAccesses, tlbLayers, tlbMisses, prefetches } = memory;
  const row = (name: string, all: number, missed: number, ...more: readonly string[]) => [
    name,
    whole(all),
    whole(missed),
    percent(missed, all),
    ...more,
  ];
  const rowOf = ({ layer, accesses, misses }: LayerMisses) => row(`  ${layer}`, accesses, misses);
  const rows: Rows = caches.flatMap(({ level, layers, storesOn, writeBacks, invalidations, pinsRefused }) => {
    const accesses = layers.reduce((sum, layer) => sum + layer.accesses, 0);
    const misses = layers.reduce((sum, layer) => sum + layer.misses, 0);
    return [
      row(level.toUpperCase(), accesses, misses, whole(writeBacks), whole(storesOn), whole(invalidations)),
      ...layers.map(rowOf),
      ...(pinsRefused > 0 ? [["  pins refused", whole(pinsRefused)]] : []),
    ];
  });
  if (tlbAccesses > 0) rows.push(row("TLB", tlbAccesses, tlbMisses), ...tlbLayers.map(rowOf));
  const { transactions, cycles, transfers, claims } = bus;
  const busRows: Rows =
    transactions === 0
      ? []
      : [
          [
            "cores",
            whole(transactions),
            whole(cycles),
            percent(cycles, cycle),
            whole(transfers),
            whole(claims),
          ],
        ];
  const { issued, lines, dropped, late } = prefetches;
  const hints: Rows = issued === 0 ? [] : [["", whole(issued), whole(lines), whole(dropped), whole(late)]];
  return joined([
    block(["memory", "accesses", "missed", "of these", "written back", "stores on", "taken away"], rows),
    block(["bus", "transactions", "cycles", "share", "transfers", "claims"], busRows),
    block(["prefetches", "came", "brought a line", "dropped", "too late"], hints),
  ]);
}

export function devicesText(report: RunReport): string {
  const { nics, lines, timers, disks } = report;
  // One card is the sum of all, which stands above.
  const cards = nics.length > 1 ? nics.map(cardRow) : [];
  const extras = nics.flatMap(({ nic, merged, copied, wireFrames, pauses, pausedCycles, send }) => {
    const segmented = wireFrames > send.delivered;
    if (merged + copied + pauses === 0 && !segmented) return [];
    return [[nic, whole(merged), whole(copied), whole(wireFrames), whole(pauses), whole(pausedCycles)]];
  });
  const rings = nics.flatMap(({ nic, rings }) =>
    rings.length === 1
      ? []
      : rings.map((ring, index) => [
          `${nic}, ring ${index}`,
          whole(ring.offered),
          whole(ring.taken),
          whole(ring.dropped),
          whole(ring.held),
        ]),
  );
  const wires = nics.flatMap(({ nic, wireCycles: { receive, send } }) =>
    receive + send === 0
      ? []
      : [[nic, percent(receive, report.cycle), send === 0 ? "" : percent(send, report.cycle)]],
  );
  return joined([
    block(["queue", "taken", "dropped"], queueRows(report)),
    block(["wire busy", "in", "out"], wires),
    block(["card", "offered", "delivered", "dropped", "to send", "sent", "lost"], cards),
    block(["ring", "offered", "taken", "dropped", "held"], rings),
    block(["card", "merged", "copied", "on the wire", "pauses", "paused cycles"], extras),
    block(
      ["line", "raised", "edges lost"],
      lines.length > 1 || lines.some(({ lost }) => lost > 0)
        ? lines.map(({ line, asserted, lost }) => [line, whole(asserted), whole(lost)])
        : [],
    ),
    block(
      ["timer", "ticks", "overruns"],
      timers.map(({ timer, ticks, overruns }) => [timer, whole(ticks), whole(overruns)]),
    ),
    block(
      ["disk", "requests", "refused", "completed", "bytes", "medium busy"],
      disks.map((disk) => [
        disk.disk,
        whole(disk.requested),
        whole(disk.refused),
        whole(disk.completed),
        whole(disk.completedBytes),
        percent(disk.mediumCycles, report.cycle),
      ]),
    ),
  ]);
}

/** Where none lost anything the drops by cause say all. */
function queueRows({ queues }: RunReport): Rows {
  if (queues.every(({ dropped }) => dropped === 0)) return [];
  return queues.map(({ queue, taken, dropped }) => [queue, whole(taken), whole(dropped)]);
}

/** Several cores, those that ran instructions. */
export function coresText({ cores }: RunReport): string {
  if (cores.length === 1 || cores.every(({ detailedCycles }) => detailedCycles === 0)) return "";
  const rows = cores.map(({ core, instructions, instructionsPerCycle }) => [
    whole(core),
    whole(instructions),
    fixed(instructionsPerCycle, 3),
  ]);
  return block(["core", "instructions", "per cycle"], rows);
}

function cardRow({ nic, receive, send }: NicReport): readonly string[] {
  return [nic, ...[receive, send].flatMap((one) => [one.offered, one.delivered, droppedOf(one)]).map(whole)];
}

function joined(blocks: readonly string[]): string {
  return blocks.filter((text) => text !== "").join("\n\n");
}
