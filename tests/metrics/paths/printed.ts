/** The same counts as page and command print them: each number beside the path of the equal metric. */
import { readMetrics } from "../../../lib/metrics/metrics.ts";
import type { Entry } from "../../../lib/metrics/registry/entry.ts";
import { MACHINE, PROGRAMS } from "../../../lib/metrics/registry/machine.ts";
import { step } from "./fromEvents.ts";
import type { Recorded } from "./recorded.ts";

export function printedCounts({ machine, scenario }: Recorded): ReadonlyMap<string, number> {
  const metrics = readMetrics(machine, scenario.machine);
  const { memory, devices } = metrics;
  const values = metrics as object as Readonly<Record<string, number>>;
  const found: (readonly [path: string, printed: number])[] = [
    ...Object.entries<Entry<never>>({ ...MACHINE, ...PROGRAMS }).flatMap(([key, { path, only }]) =>
      typeof path === "string" && only !== "expressions" ? [[path, values[key] ?? Number.NaN] as const] : [],
    ),
    ["branches", memory.branches],
    ["mispredicted", memory.mispredicted],
    ["tlb.accesses", memory.tlbAccesses],
    ["tlb.misses", memory.tlbMisses],
    ["bus.transactions", memory.bus.transactions],
    ["bus.coreCycles", memory.bus.cycles],
    ["bus.transfers", memory.bus.transfers],
    ["bus.claims", memory.bus.claims],
    ...memory.caches.flatMap(({ level, storesOn, writeBacks, invalidations }) => [
      [`cache.${level}.storesOn`, storesOn] as const,
      [`cache.${level}.writeBacks`, writeBacks] as const,
      [`cache.${level}.invalidations`, invalidations] as const,
    ]),
    ...(["receive", "send"] as const).flatMap((direction) => {
      const { offered, delivered, dropped } = metrics[direction];
      return [
        [`${direction}.offered`, offered] as const,
        [`${direction}.delivered`, delivered] as const,
        ...dropped.map(({ cause, count }) => [`${direction}.drop${step(cause)}`, count] as const),
      ];
    }),
    ...metrics.cyclesByLayer
      .filter(({ layer }) => layer !== "idle")
      .map(({ layer, cycles }) => [`layer${step(layer)}.cycles`, cycles] as const),
    ...scenario.software.queues.flatMap(({ name }, index) => [
      [`queue${step(name)}.taken`, metrics.queues[index]?.taken ?? Number.NaN] as const,
      [`queue${step(name)}.dropped`, metrics.queues[index]?.dropped ?? Number.NaN] as const,
    ]),
    ...scenario.machine.timers.flatMap(({ name }, index) => [
      [`timer${step(name)}.ticks`, devices.timers[index]?.ticks ?? Number.NaN] as const,
      [`timer${step(name)}.overruns`, devices.timers[index]?.overruns ?? Number.NaN] as const,
    ]),
    ...scenario.machine.disks.flatMap(({ name }, index) => [
      [`disk${step(name)}.requests`, devices.disks[index]?.completed ?? Number.NaN] as const,
      [`disk${step(name)}.refused`, devices.disks[index]?.refused ?? Number.NaN] as const,
      [`disk${step(name)}.bits`, 8 * (devices.disks[index]?.completedBytes ?? Number.NaN)] as const,
    ]),
  ];
  return new Map(found);
}
