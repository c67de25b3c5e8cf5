/** Share of the time in which DMA of a device holds the bus: cards, then disks. */
import { SIM_NIC_LIMIT } from "../../../core-wasm/binding/layout.gen.ts";
import type { TimelineWindow } from "../../engine/protocol.ts";
import { t } from "../../text/t.ts";
import { formatPercent } from "../../ui/format.ts";
import { columnOf, columnStretch, type Stretch } from "../columns.ts";
import type { Track } from "../layout.ts";
import { stretchRows } from "../spans.ts";
import type { MachineLabels } from "../spec.ts";
import { withUnit } from "../text.ts";
import { barsTrack } from "./bars.ts";
import { plainFacts } from "./track.ts";

type DmaHit = {
  readonly kind: "dma";
  readonly cycle: number;
  readonly track: Track;
  readonly share: number;
} & Stretch;

/**
 * This number of devices or more have separate DMA tracks at the start. For a single device the bus shows the
 * same.
 */
const LEAST_SHOWN = 2;
const MOST_SHOWN = 4;

const nameOf = ({ nics, disks }: MachineLabels, index: number) => `DMA ${[...nics, ...disks][index] ?? ""}`;

/** Disks follow the greatest possible number of cards. */
const sharesOf = ({ series }: TimelineWindow, { nics }: MachineLabels, index: number) =>
  series.dma?.[index < nics.length ? index : SIM_NIC_LIMIT + index - nics.length];

export const dma = barsTrack<"dma", DmaHit>({
  kind: "dma",
  linkName: "dma",
  places: ({ nics, disks }) => {
    const devices = nics.length + disks.length;
    const isExtra = devices < LEAST_SHOWN || devices > MOST_SHOWN;
    return Array.from({ length: devices }, (_, index) => ({
      index,
      least: 14,
      natural: 17,
      most: 17,
      isExtra,
      isShared: true,
    }));
  },
  name: nameOf,
  bars: (window, index, { theme, machine }) => {
    const values = sharesOf(window, machine, index);
    return { parts: values === undefined ? [] : [{ values, color: theme.ink2 }], roof: 1 };
  },
  hit: ({ machine }, window, track, cycle) => {
    const column = columnOf(window, cycle);
    const shares = sharesOf(window, machine, track.index);
    if (column === undefined || shares === undefined) return undefined;
    return { kind: "dma", cycle, track, share: shares[column] ?? 0, ...columnStretch(window, column) };
  },
  facts: {
    dma: (hit, machine) =>
      plainFacts(nameOf(machine, hit.track.index), [
        ...stretchRows(hit.fromCycle, hit.toCycle, machine),
        [t("holds the bus"), withUnit(formatPercent(hit.share))],
      ]),
  },
});
