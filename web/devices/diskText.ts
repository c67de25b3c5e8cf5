/** Disks in words, and how far what they do has come. */
import type { DiskView } from "../../scenarios/devices/disk.ts";
import { labels, t } from "../text/t.ts";
import { formatInteger } from "../ui/format.ts";
import { plural } from "../ui/plural.ts";

type DiskState = "idle" | "seeking" | "transferring" | "moving";

export const DISK_STATE = labels({
  idle: "idle",
  seeking: "seeking",
  transferring: "transferring",
  moving: "moving",
});

export function diskState({ phase, seekUntilCycle }: DiskView, cycle: number): DiskState {
  switch (phase) {
    case "idle":
      return "idle";
    case "medium":
      return cycle < (seekUntilCycle ?? 0) ? "seeking" : "transferring";
    case "fetch":
    case "store":
      return "moving";
  }
}

/** "reads, seeking, 1 200 cycles left", "idle, 2 done". */
export function diskText(disk: DiskView, cycle: number): string {
  const state = diskState(disk, cycle);
  const parts = state === "idle" ? [] : [disk.writes ? t("writes") : t("reads")];
  if (state === "seeking") parts.push(t("seek, {left}", { left: left(disk.seekUntilCycle, cycle) }));
  else if (state === "transferring")
    parts.push(t("transfer, {left}", { left: left(disk.mediumUntilCycle, cycle) }));
  else parts.push(state === "moving" ? "DMA" : t("idle"));
  return parts.join(": ");
}

function left(until: number | undefined, cycle: number): string {
  const cycles = Math.max(0, (until ?? cycle) - cycle);
  return `${formatInteger(cycles)} ${plural(cycles, "cycle")}`;
}
