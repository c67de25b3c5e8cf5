/** What a network card is made of. */

import { ringsOf } from "../../../scenarios/devices/nic.ts";
import type { Nic } from "../../../scenarios/format/schema.ts";
import { say } from "../../text/say.ts";
import { formatInteger } from "../../ui/format.ts";
import { plural } from "../../ui/plural.ts";
import { bytesText, type Detail, detailsOf, listed, timeText } from "./detailRows.ts";

export function nicDetails(nic: Nic): readonly Detail[] {
  const { offloads, txCoalescing } = nic;
  const rings = ringsOf(nic);
  return detailsOf([
    ["wire", wireText(nic)],
    [
      "receive",
      nic.receive === "ring" ? say("DMA into a ring in memory") : say("kept on the card until taken"),
    ],
    [
      "rings",
      rings.length > 1
        ? say("{rings}, by hash of the flow (seed {hashSeed})", {
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
        offloads.checksum && say("checksum"),
        offloads.segmentBytes > 0 &&
          say("segments of {segmentBytes}", { segmentBytes: bytesText(offloads.segmentBytes) }),
        offloads.mergeBytes > 0 &&
          say("receive merge to {mergeBytes} within {mergeNanoseconds}", {
            mergeBytes: bytesText(offloads.mergeBytes),
            mergeNanoseconds: timeText(offloads.mergeNanoseconds),
          }),
      ]) || say("none"),
    ],
    ["sent frames ask", askText(txCoalescing)],
    ["flow control", nic.flowControl ? say("on") : say("off")],
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
      ? say("frames")
      : say("cells of {bytes} with {payloadBytes} of payload", {
          bytes: bytesText(cells.bytes),
          payloadBytes: bytesText(cells.payloadBytes),
        }),
    slotNanoseconds > 0 &&
      say("in slots of {slotNanoseconds}", { slotNanoseconds: timeText(slotNanoseconds) }),
    stuffingPermille > 0 && say("{stuffingPermille} ‰ of stuffed bits", { stuffingPermille }),
    minFrameBytes > 0 && say("at least {minFrameBytes}", { minFrameBytes: bytesText(minFrameBytes) }),
    say("{frameOverheadBytes} of overhead each", { frameOverheadBytes: bytesText(frameOverheadBytes) }),
  ]);
}

function bufferText(nic: Nic): string | undefined {
  const bounds = ringsOf(nic).map(({ rxBuffers }) => rxBuffers);
  if (nic.bufferBytes === 0 && bounds.every((bound) => bound === 0)) return undefined;
  return listed([
    nic.bufferBytes === 0
      ? say("one a frame")
      : say("{bufferBytes} each", { bufferBytes: bytesText(nic.bufferBytes) }),
    bounds.some((bound) => bound > 0) &&
      say("{bounds} at most", { bounds: bounds.map((bound) => bound || say("any")).join(" + ") }),
  ]);
}

function transmitText({ txQueueFrames, txQueueBytes, txBuffers, txBufferBytes }: Nic): string {
  return listed([
    `${formatInteger(txQueueFrames)} ${plural(txQueueFrames, "frame")}`,
    txQueueBytes > 0 && bytesText(txQueueBytes),
    txBuffers > 0 &&
      `${formatInteger(txBuffers)} ${plural(txBuffers, "descriptor")}${txBufferBytes > 0 ? ` ${say("of {offered}", { offered: bytesText(txBufferBytes) })}` : ""}`,
  ]);
}

function cutThroughText({ rxCutThroughBytes, txCutThroughBytes }: Nic): string {
  return (
    listed([
      rxCutThroughBytes > 0 &&
        say("receive from {rxCutThroughBytes} on", { rxCutThroughBytes: bytesText(rxCutThroughBytes) }),
      txCutThroughBytes > 0 &&
        say("send from {txCutThroughBytes} on", { txCutThroughBytes: bytesText(txCutThroughBytes) }),
    ]) || say("none, store and forward")
  );
}

function askText({
  frames,
  absoluteNanoseconds,
  packetNanoseconds,
  throttleNanoseconds,
}: Nic["coalescing"]): string {
  const reasons = [
    frames > 0 && (frames === 1 ? say("each") : say("every {frames}", { frames })),
    absoluteNanoseconds > 0 &&
      say("after {absoluteNanoseconds}", { absoluteNanoseconds: timeText(absoluteNanoseconds) }),
    packetNanoseconds > 0 &&
      say("after {packetNanoseconds} of quiet", { packetNanoseconds: timeText(packetNanoseconds) }),
  ].filter((reason) => reason !== false);
  return listed([
    reasons.join(` ${say("or")} `),
    throttleNanoseconds > 0 &&
      say("{throttleNanoseconds} apart", { throttleNanoseconds: timeText(throttleNanoseconds) }),
  ]);
}
