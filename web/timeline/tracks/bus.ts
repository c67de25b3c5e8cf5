/** Holders of the bus: DMA of all devices, and the cores if their accesses have addresses. */
import type { TimelineWindow } from "../../engine/protocol.ts";
import { t } from "../../text/t.ts";
import { formatPercent } from "../../ui/format.ts";
import { columnOf, columnStretch, type Stretch } from "../columns.ts";
import { type Facts, stretchRows } from "../spans.ts";
import { cleanShare, withUnit } from "../text.ts";
import { barsTrack } from "./bars.ts";
import { sumOf } from "./misses.ts";
import { plainFacts } from "./track.ts";

type BusHit = {
  readonly kind: "bus";
  readonly cycle: number;
  readonly dma: number;
  readonly cores: number | undefined;
} & Stretch;

const totals = new WeakMap<TimelineWindow, Float32Array>();

/** Sum over all devices. */
function dmaTotal(window: TimelineWindow): Float32Array {
  const known = totals.get(window);
  if (known !== undefined) return known;
  const total = sumOf(Object.values(window.series.dma ?? {}), window.columns);
  totals.set(window, total);
  return total;
}

export const bus = barsTrack<"bus", BusHit>({
  kind: "bus",
  linkName: "bus",
  places: () => [{ index: 0, least: 17, natural: 17, most: 17, isShared: true }],
  name: ({ coresOnBus }) => (coresOnBus ? t("bus") : t("bus (DMA)")),
  bars: (window, _, { theme }) => {
    const cores = window.coreBus === undefined ? [] : [{ values: window.coreBus, color: theme.ink3 }];
    return { parts: [{ values: dmaTotal(window), color: theme.ink }, ...cores], roof: 1 };
  },
  hit: (_, window, __, cycle) => {
    const column = columnOf(window, cycle);
    if (column === undefined) return undefined;
    const cores = window.coreBus && (window.coreBus[column] ?? 0);
    return {
      kind: "bus",
      cycle,
      dma: dmaTotal(window)[column] ?? 0,
      cores,
      ...columnStretch(window, column),
    };
  },
  facts: {
    bus: (hit, machine) =>
      plainFacts(t("bus"), [...stretchRows(hit.fromCycle, hit.toCycle, machine), ...shareRows(hit)]),
  },
});

function shareRows({ dma, cores }: BusHit): Facts["rows"] {
  const share = (value: number) => withUnit(formatPercent(value));
  const ofDma = ["DMA", share(dma)] as const;
  if (cores === undefined) return [ofDma];
  return [ofDma, [t("cores"), share(cores)], [t("free"), share(cleanShare(1 - dma - cores))]];
}
