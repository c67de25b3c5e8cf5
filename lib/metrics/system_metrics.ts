/** What an expression may name of caches, devices and locks. */
import { type Counters, sim_layer_names } from "../../core-wasm/binding/index.ts";
import { linesOf } from "../../scenarios/devices/lines.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { BIT, BIT_PER_SECOND, CYCLE, NUMBER } from "../expressions/dimension.ts";
import type { Path } from "../expressions/index.ts";
import { ringAt } from "./devices.ts";
import { type Metric, metric, type Reader, total } from "./metric.ts";

export function memoryMetrics(): Metric[] {
  const one = (path: Path, meaning: string, read: Reader) => metric(path, NUMBER, meaning, read);
  return [
    ...(["l1i", "l1d", "l2"] as const).flatMap((cache, index) => cacheMetrics(["cache", cache], index)),
    ...missMetrics(
      ["tlb"],
      (c) => c.tlb_accesses,
      (c) => c.tlb_misses,
    ),
    one(["bus", "transactions"], "transactions of the cores", (c) => c.bus_transactions),
    metric(["bus", "coreCycles"], CYCLE, "bus cycles of the cores", (c) => c.bus_cycles),
    one(["bus", "transfers"], "lines that another core had changed", (c) => c.transfers),
    one(["bus", "claims"], "shared lines taken for writing", (c) => c.claims),
    metric(["prefetch", "issued"], NUMBER, "prefetches that came to the L1D", (c) => c.prefetches),
    metric(["prefetch", "lines"], NUMBER, "lines that prefetches brought", (c) => c.prefetched_lines),
    metric(["prefetch", "dropped"], NUMBER, "prefetches that were dropped", (c) => c.prefetches_dropped),
    metric(
      ["prefetch", "late"],
      NUMBER,
      "accesses that waited for a prefetched line",
      (c) => c.prefetch_waits,
    ),
  ];
}

type ByLayer = (counters: Counters) => readonly number[] | undefined;

/** Of all layers, and of each. */
function missMetrics(path: Path, accesses: ByLayer, misses: ByLayer): Metric[] {
  const shares = (at: Path, all: Reader, missed: Reader): Metric[] => [
    metric([...at, "accesses"], NUMBER, "accesses", all),
    metric([...at, "misses"], NUMBER, "misses", missed),
    metric([...at, "missShare"], NUMBER, "misses of the accesses", (c, n) => missed(c, n) / all(c, n)),
  ];
  return [
    ...shares(
      path,
      (c) => total(accesses(c)),
      (c) => total(misses(c)),
    ),
    ...sim_layer_names.flatMap((layer, at) =>
      shares(
        [...path, "layer", layer],
        (c) => accesses(c)?.[at] ?? 0,
        (c) => misses(c)?.[at] ?? 0,
      ),
    ),
  ];
}

function cacheMetrics(path: Path, index: number): Metric[] {
  const of = (c: Counters) => c.caches[index];
  return [
    ...missMetrics(
      path,
      (c) => of(c)?.accesses,
      (c) => of(c)?.misses,
    ),
    metric([...path, "storesOn"], NUMBER, "stores that went on", (c) => of(c)?.stores_on ?? 0),
    metric([...path, "writeBacks"], NUMBER, "dirty lines written back", (c) => of(c)?.write_backs ?? 0),
    metric(
      [...path, "invalidations"],
      NUMBER,
      "lines taken away by other cores or DMA",
      (c) => of(c)?.invalidations ?? 0,
    ),
    metric([...path, "pinsRefused"], NUMBER, "pinned uses that got no lock", (c) => of(c)?.pins_refused ?? 0),
  ];
}

export function deviceMetrics({ machine }: Scenario): Metric[] {
  const { clockHertz } = machine;
  return [
    ...machine.nics.flatMap(({ name, moreRings }, index) => [
      ...nicMetrics(["nic", name], (c) => c.nics[index]),
      ...ringMetrics(["nic", name], index, 1 + moreRings.length),
    ]),
    ...linesOf(machine).flatMap(({ name }, index) => [
      metric(["line", name, "asserted"], NUMBER, "times it was raised", (c) => c.lines[index]?.asserted ?? 0),
      metric(["line", name, "lost"], NUMBER, "edges lost while masked", (c) => c.lines[index]?.lost ?? 0),
    ]),
    ...machine.disks.flatMap(({ name }, index) => {
      const of = (c: Counters) => c.disks[index];
      const bits = (c: Counters) => 8 * (of(c)?.completed_bytes ?? 0);
      return [
        metric(["disk", name, "requests"], NUMBER, "requests completed", (c) => of(c)?.completed ?? 0),
        metric(["disk", name, "refused"], NUMBER, "requests to its full queue", (c) => of(c)?.refused ?? 0),
        metric(["disk", name, "bits"], BIT, "bits moved", bits),
        metric(
          ["disk", name, "rate"],
          BIT_PER_SECOND,
          "bits moved a second",
          (c, cycles) => (bits(c) * clockHertz) / cycles,
        ),
        metric(
          ["disk", name, "busy"],
          NUMBER,
          "share of the run in which its medium worked",
          (c, cycles) => (of(c)?.medium_cycles ?? 0) / cycles,
        ),
      ];
    }),
    ...machine.timers.flatMap(({ name }, index) => [
      metric(["timer", name, "ticks"], NUMBER, "ticks", (c) => c.timers[index]?.ticks ?? 0),
      metric(
        ["timer", name, "overruns"],
        NUMBER,
        "ticks before the one before was acknowledged",
        (c) => c.timers[index]?.overruns ?? 0,
      ),
    ]),
  ];
}

function nicMetrics(path: Path, of: (c: Counters) => Counters["nics"][number] | undefined): Metric[] {
  const one = (name: string, meaning: string, read: Reader) => metric([...path, name], NUMBER, meaning, read);
  return [
    metric([...path, "dmaCycles"], CYCLE, "bus cycles of its DMA", (c) => of(c)?.dma_cycles ?? 0),
    one("merged", "received frames that became part of another packet", (c) => of(c)?.rx_merged ?? 0),
    one("copied", "copies of its frames that software made", (c) => of(c)?.copied ?? 0),
    one("wireFrames", "frames sent onto the wire, segments of packets", (c) => of(c)?.tx_wire_frames ?? 0),
    ...(["receive", "send"] as const).map((direction) =>
      metric(
        [...path, direction, "wire"],
        NUMBER,
        "share of the run in which a frame was on the wire",
        (c, cycles) => (of(c)?.[direction === "receive" ? "rx_wire_cycles" : "tx_wire_cycles"] ?? 0) / cycles,
      ),
    ),
    one("pauses", "pauses of the sender that are over", (c) => of(c)?.pauses ?? 0),
    metric([...path, "pausedCycles"], CYCLE, "cycles of these pauses", (c) => of(c)?.paused_cycles ?? 0),
  ];
}

function ringMetrics(path: Path, nic: number, count: number): Metric[] {
  return Array.from({ length: count }, (_, ring) => ring).flatMap((ring) => {
    const one = (name: "offered" | "dropped" | "taken", meaning: string) =>
      metric([...path, "ring", ring, name], NUMBER, meaning, (c) => ringAt(c, nic, ring)[name]);
    return [
      one("offered", "frames that came for this ring"),
      one("dropped", "of these, lost by the card"),
      one("taken", "of these, taken by software"),
    ];
  });
}

export function lockMetrics({ software }: Scenario): Metric[] {
  return software.locks.flatMap(({ name }, index) => {
    const of = (c: Counters) => c.locks[index];
    return [
      metric(["lock", name, "taken"], NUMBER, "times it was taken", (c) => of(c)?.taken ?? 0),
      metric(["lock", name, "contended"], NUMBER, "of these, after a wait", (c) => of(c)?.contended ?? 0),
      metric(
        ["lock", name, "heldCycles"],
        CYCLE,
        "cycles in which a thread has it",
        (c) => of(c)?.held_cycles ?? 0,
      ),
      metric(
        ["lock", name, "waitCycles"],
        CYCLE,
        "cycles of all threads that wait for it",
        (c) => of(c)?.wait_cycles ?? 0,
      ),
    ];
  });
}
