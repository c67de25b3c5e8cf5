/** Disks on the page: rows, words, and the progress of a request. */
import type { DiskView } from "../../scenarios/devices/disk.ts";
import type { Disk } from "../../scenarios/devices/diskSchema.ts";
import { partText } from "../../scenarios/story/parts.ts";
import { labels, t, tCount } from "../text/t.ts";
import { formatInteger, perSecondText, shareText } from "../ui/format.ts";
import { plural } from "../ui/plural.ts";
import type { RowKind, RowProps } from "./pageKind.ts";

type DiskState = "idle" | "seeking" | "transferring" | "moving";

const DISK_STATE = labels({
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

interface DiskFacts {
  readonly name: string;
  /** That it holds. */
  readonly queueRequests: number;
}

interface DiskRates {
  readonly perSecond: number;
  readonly busy: number;
}

function Row({ view, facts, rates, cycle }: RowProps<DiskView, DiskFacts, DiskRates>) {
  return (
    <li className="device" data-part={partText("device", facts.name)}>
      <b>{facts.name}</b>
      <span className="mono device__end">
        {view.held}
        <span className="unit">
          {" "}
          {t("/ {queueRequests} requests", { queueRequests: facts.queueRequests })}
        </span>
      </span>
      <span className="whole device__line">
        <span className="device__state">
          {rates === undefined
            ? diskText(view, cycle)
            : `${perSecondText(rates.perSecond)}, ${t("busy {share}", { share: shareText(rates.busy) })}`}
        </span>
        {view.done === 0 || rates !== undefined ? null : <span>{t("{done} done", { done: view.done })}</span>}
      </span>
    </li>
  );
}

export const disk: RowKind<Disk, DiskView, DiskFacts, DiskRates> = {
  isCard: false,
  facts: ({ name, queueRequests }) => ({ name, queueRequests }),
  rates: (index, { perSecond, share }) => ({
    perSecond: perSecond((one) => one.devices.disks[index]?.completed),
    busy: share((one) => one.devices.disks[index]?.mediumCycles),
  }),
  Row,
  says: (view, _, cycle) => diskText(view, cycle),
  purpose: () =>
    t(
      "It seeks, reads or writes, moves the data without the processor and requests an interrupt when it is done.",
    ),
  changes: (name, before, now) => {
    const state = diskState(now.view, now.cycle);
    return state === diskState(before.view, before.cycle)
      ? []
      : [t("{name} is {state}", { name, state: DISK_STATE[state] })];
  },
  mark: { isRound: false, from: "left", offset: 0, width: 12, pitch: 16, most: 2 },
  words: (count) => tCount(count, "{count} disk", "{count} disks"),
};
