/** Structure of network cards, of the bus, and of the memory on the bus. */
import { ringsOf } from "../../../scenarios/devices/nic.ts";
import type { Machine, Nic } from "../../../scenarios/format/schema.ts";
import { t } from "../../text/t.ts";
import { formatInteger } from "../../ui/format.ts";
import { plural } from "../../ui/plural.ts";
import { bytesText, cyclesText, type Detail, detailsOf, listed, rangesText, timeText } from "./detailRows.ts";

export function nicDetails(nic: Nic): readonly Detail[] {
  const { offloads, txCoalescing } = nic;
  const rings = ringsOf(nic);
  return detailsOf([
    ["wire", wireText(nic)],
    ["receive", nic.receive === "ring" ? t("DMA into a ring in memory") : t("kept on the card until taken")],
    [
      "rings",
      rings.length > 1
        ? t("{rings}, by hash of the flow (seed {hashSeed})", {
            rings: rings.length,
            hashSeed: nic.hashSeed,
          })
        : undefined,
    ],
    ["buffers", bufferText(nic)],
    ["transmit queue", transmitText(nic)],
    ["cut-through", cutThroughText(nic)],
    [
      "offloads",
      listed([
        offloads.checksum && t("checksum"),
        offloads.segmentBytes > 0 &&
          t("segments of {segmentBytes}", { segmentBytes: bytesText(offloads.segmentBytes) }),
        offloads.mergeBytes > 0 &&
          t("receive merge to {mergeBytes} within {mergeNanoseconds}", {
            mergeBytes: bytesText(offloads.mergeBytes),
            mergeNanoseconds: timeText(offloads.mergeNanoseconds),
          }),
      ]) || t("none"),
    ],
    ["sent frames ask", askText(txCoalescing)],
    ["flow control", nic.flowControl ? t("on") : t("off")],
  ]);
}

function wireText({
  cells,
  slotNanoseconds,
  stuffingPermille,
  minFrameBytes,
  frameOverheadBytes,
}: Nic): string {
  return listed([
    cells === undefined
      ? t("frames")
      : t("cells of {bytes} with {payloadBytes} of payload", {
          bytes: bytesText(cells.bytes),
          payloadBytes: bytesText(cells.payloadBytes),
        }),
    slotNanoseconds > 0 && t("in slots of {slotNanoseconds}", { slotNanoseconds: timeText(slotNanoseconds) }),
    stuffingPermille > 0 && t("{stuffingPermille} ‰ of stuffed bits", { stuffingPermille }),
    minFrameBytes > 0 && t("at least {minFrameBytes}", { minFrameBytes: bytesText(minFrameBytes) }),
    t("{frameOverheadBytes} of overhead each", { frameOverheadBytes: bytesText(frameOverheadBytes) }),
  ]);
}

function bufferText(nic: Nic): string | undefined {
  const bounds = ringsOf(nic).map(({ rxBuffers }) => rxBuffers);
  if (nic.bufferBytes === 0 && bounds.every((bound) => bound === 0)) return undefined;
  return listed([
    nic.bufferBytes === 0
      ? t("one a frame")
      : t("{bufferBytes} each", { bufferBytes: bytesText(nic.bufferBytes) }),
    bounds.some((bound) => bound > 0) &&
      t("{bounds} at most", { bounds: bounds.map((bound) => bound || t("any")).join(" + ") }),
  ]);
}

function transmitText({ txQueueFrames, txQueueBytes, txBuffers, txBufferBytes }: Nic): string {
  return listed([
    `${formatInteger(txQueueFrames)} ${plural(txQueueFrames, "frame")}`,
    txQueueBytes > 0 && bytesText(txQueueBytes),
    txBuffers > 0 &&
      `${formatInteger(txBuffers)} ${plural(txBuffers, "descriptor")}${txBufferBytes > 0 ? ` ${t("of {offered}", { offered: bytesText(txBufferBytes) })}` : ""}`,
  ]);
}

function cutThroughText({ rxCutThroughBytes, txCutThroughBytes }: Nic): string {
  return (
    listed([
      rxCutThroughBytes > 0 &&
        t("receive from {rxCutThroughBytes} on", { rxCutThroughBytes: bytesText(rxCutThroughBytes) }),
      txCutThroughBytes > 0 &&
        t("send from {txCutThroughBytes} on", { txCutThroughBytes: bytesText(txCutThroughBytes) }),
    ]) || t("none, store and forward")
  );
}

function askText({
  frames,
  absoluteNanoseconds,
  packetNanoseconds,
  throttleNanoseconds,
}: Nic["coalescing"]): string {
  const reasons = [
    frames > 0 && (frames === 1 ? t("each") : t("every {frames}", { frames })),
    absoluteNanoseconds > 0 &&
      t("after {absoluteNanoseconds}", { absoluteNanoseconds: timeText(absoluteNanoseconds) }),
    packetNanoseconds > 0 &&
      t("after {packetNanoseconds} of quiet", { packetNanoseconds: timeText(packetNanoseconds) }),
  ].filter((reason) => reason !== false);
  return listed([
    reasons.join(` ${t("or")} `),
    throttleNanoseconds > 0 &&
      t("{throttleNanoseconds} apart", { throttleNanoseconds: timeText(throttleNanoseconds) }),
  ]);
}

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
