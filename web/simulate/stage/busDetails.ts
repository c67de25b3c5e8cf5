/** What the bus and what is behind it are made of. */

import type { Machine } from "../../../scenarios/format/schema.ts";
import { t } from "../../text/t.ts";
import { formatInteger } from "../../ui/format.ts";
import { plural } from "../../ui/plural.ts";
import { bytesText, cyclesText, type Detail, detailsOf, listed, rangesText } from "./detailRows.ts";

export function busDetails({ bus, memory }: Machine): readonly Detail[] {
  const { dma } = bus;
  const wide = dma === "instant" ? bus : dma;
  const unit = bus.inBusClocks ? "bus clock" : "cycle";
  const long = (count: number) => `${formatInteger(count)} ${plural(count, unit)}`;
  return detailsOf([
    [
      "clock",
      bus.clockRatio === 1
        ? t("that of the cores")
        : t("1 / {clockRatio} of that of the cores", { clockRatio: bus.clockRatio }),
    ],
    [
      "beat",
      t("{bytesPerBeat} in {cyclesPerBeat}", {
        bytesPerBeat: bytesText(wide.bytesPerBeat),
        cyclesPerBeat: long(wide.cyclesPerBeat),
      }),
    ],
    [
      "DMA",
      dma === "instant"
        ? t("in no time")
        : t("bursts of {beats}, {gap} apart", {
            beats: `${dma.beatsPerBurst} ${plural(dma.beatsPerBurst, "beat")}`,
            gap: long(dma.burstGapCycles),
          }),
    ],
    ["DMA writes", memory.dmaWrites === "place-in-l2" ? t("placed in the L2") : t("invalidate cached lines")],
    ["a core asks after", bus.requestCycles > 0 ? cyclesText(bus.requestCycles) : undefined],
    ["memory latency", long(memory.latencyCycles)],
    ["a store", long(memory.writeCycles)],
    [
      "device registers",
      listed([
        long(memory.uncachedCycles),
        memory.deviceBusCycles > 0 &&
          t("the bus for {deviceBusCycles} of them", {
            deviceBusCycles: formatInteger(memory.deviceBusCycles),
          }),
        memory.postedDeviceWrites && t("writes posted"),
      ]),
    ],
    ["uncached ranges", rangesText(memory.uncachedRanges)],
  ]);
}
