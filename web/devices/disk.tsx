/** Disks on the page. */
import type { DiskView } from "../../scenarios/devices/disk.ts";
import type { Disk } from "../../scenarios/devices/diskSchema.ts";
import { partText } from "../../scenarios/story/parts.ts";
import { t, tCount } from "../text/t.ts";
import { perSecondText, shareText } from "../ui/format.ts";
import { DISK_STATE, diskState, diskText } from "./diskText.ts";
import type { RowKind, RowProps } from "./pageKind.ts";

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
      <span className="mono to-right">
        {view.held}
        <span className="unit">
          {" "}
          {t("/ {queueRequests} requests", { queueRequests: facts.queueRequests })}
        </span>
      </span>
      <span className="whole device__line across">
        <span className="device__state ink-2">
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
    t("It seeks, reads or writes, moves the data by itself and asks for an interrupt when it is done."),
  changes: (name, before, now) => {
    const state = diskState(now.view, now.cycle);
    return state === diskState(before.view, before.cycle)
      ? []
      : [t("{name} is {state}", { name, state: DISK_STATE[state] })];
  },
  mark: { isRound: false, from: "left", offset: 0, width: 12, pitch: 16, most: 2 },
  words: (count) => tCount(count, "{count} disk", "{count} disks"),
};
