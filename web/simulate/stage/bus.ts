/** The holder of the bus, and the requests that wait for it. */

import type { MachineView } from "../../engine/protocol.ts";
import { t, tCount } from "../../text/t.ts";
import { plural } from "../../ui/plural.ts";
import type { MachineInfo } from "./machineInfo.ts";

interface BusTransfer {
  readonly text: string;
  readonly bytesDone: number;
  readonly bytes: number;
}

/** The present DMA transfer, if there is one: of a card before that of a disk. */
export function busTransfer(view: MachineView, facts: MachineInfo): BusTransfer | undefined {
  const nic = view.nics.findIndex(({ dma }) => dma !== undefined);
  const dma = view.nics[nic]?.dma;
  if (dma !== undefined) {
    const name = facts.nics[nic]?.name ?? "";
    const text =
      dma.direction === "receive"
        ? t("DMA from {name} to memory", { name })
        : t("DMA from memory to {name}", { name });
    return { text, bytesDone: dma.bytesDone, bytes: dma.bytes };
  }
  // A disk with waiting data looks like one whose first burst has not ended.
  const index = view.disks.findIndex(({ dmaBytesDone }) => dmaBytesDone > 0);
  const disk = view.disks[index];
  if (disk === undefined) return undefined;
  const name = facts.disks[index]?.name ?? "";
  const text = disk.writes
    ? t("DMA from memory to {name}", { name })
    : t("DMA from {name} to memory", { name });
  return { text, bytesDone: disk.dmaBytesDone, bytes: disk.bytes };
}

/**
 * One or two words for the holder. If several cores wait for lines, the core does not report which of them
 * has the bus.
 */
export function holderText(view: MachineView, facts: MachineInfo): string {
  switch (view.bus.holder) {
    case "dma":
      return t("held by DMA");
    case "nobody":
      return facts.dmaStealsCycles ? t("idle") : t("idle, DMA is instantaneous here");
    case "cpu":
      return facts.cores.cores === 1 ? t("CPU transfer") : t("held by a core");
  }
}

/** Requests that wait for the bus. Empty if there are none. */
export function busQueue(view: MachineView, facts: MachineInfo): readonly string[] {
  const { bus, cycle, coreStores } = view;
  const said: string[] = [];
  const cores = coreStores.flatMap(({ fills }, core) =>
    fills.l1i + fills.l1d > 0 || view.waitsForBus[core] === true ? [core] : [],
  );
  if (cores.length > 0)
    said.push(tCount(cores.length, "{cores} waits", "{cores} wait", { cores: coresText(cores, facts) }));
  const packets = bus.waiting.receive + bus.waiting.send;
  if (packets > 0) said.push(tCount(packets, "{count} frame waits", "{count} frames wait"));
  const disks = bus.waitingDisks;
  if (disks > 0) said.push(tCount(disks, "{count} disk waits", "{count} disks wait"));
  const booked = bus.freeAtCycle - cycle;
  if (booked > 0) said.push(tCount(booked, "{count} cycle left", "{count} cycles left"));
  return said;
}

function coresText(cores: readonly number[], facts: MachineInfo): string {
  if (facts.cores.cores === 1) return "CPU";
  return `${plural(cores.length, "core")} ${cores.map((core) => core + 1).join(", ")}`;
}
