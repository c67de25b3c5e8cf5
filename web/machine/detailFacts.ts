/** What a machine is made of and no figure of the stage says: rows for those who ask. */

import { ringsOf } from "../../scenarios/schema/lines.ts";
import type { Machine, Nic, Scenario } from "../../scenarios/schema/schema.ts";
import { formatInteger, formatSeconds, quantityText } from "../base/format.ts";
import { type Label, say } from "../text/say.ts";
import { plural } from "./labels.ts";

export interface Detail {
  readonly label: string;
  readonly value: string;
}

type Row = readonly [label: Label, value: string | undefined];

const bytes = (count: number) => `${formatInteger(count)} B`;
const time = (nanoseconds: number) => quantityText(formatSeconds(nanoseconds / 1e9));
const cycles = (count: number) => `${formatInteger(count)} ${plural(count, "cycle")}`;
const list = (parts: readonly (string | false)[]) => parts.filter((part) => part !== false).join(", ");
const details = (rows: readonly Row[]): readonly Detail[] =>
  rows.flatMap(([label, value]) => (value === undefined ? [] : [{ label: say(label), value }]));

// ---- network cards ----

export function nicDetails(nic: Nic): readonly Detail[] {
  const { offloads, txCoalescing } = nic;
  const rings = ringsOf(nic);
  return details([
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
      list([
        offloads.checksum && say("checksum"),
        offloads.segmentBytes > 0 &&
          say("segments of {segmentBytes}", { segmentBytes: bytes(offloads.segmentBytes) }),
        offloads.mergeBytes > 0 &&
          say("receive merge to {mergeBytes} within {mergeNanoseconds}", {
            mergeBytes: bytes(offloads.mergeBytes),
            mergeNanoseconds: time(offloads.mergeNanoseconds),
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
  return list([
    cells === undefined
      ? say("frames")
      : say("cells of {bytes} with {payloadBytes} of payload", {
          bytes: bytes(cells.bytes),
          payloadBytes: bytes(cells.payloadBytes),
        }),
    slotNanoseconds > 0 && say("in slots of {slotNanoseconds}", { slotNanoseconds: time(slotNanoseconds) }),
    stuffingPermille > 0 && say("{stuffingPermille} ‰ of stuffed bits", { stuffingPermille }),
    minFrameBytes > 0 && say("at least {minFrameBytes}", { minFrameBytes: bytes(minFrameBytes) }),
    say("{frameOverheadBytes} of overhead each", { frameOverheadBytes: bytes(frameOverheadBytes) }),
  ]);
}

function bufferText(nic: Nic): string | undefined {
  const bounds = ringsOf(nic).map(({ rxBuffers }) => rxBuffers);
  if (nic.bufferBytes === 0 && bounds.every((bound) => bound === 0)) return undefined;
  return list([
    nic.bufferBytes === 0
      ? say("one a frame")
      : say("{bufferBytes} each", { bufferBytes: bytes(nic.bufferBytes) }),
    bounds.some((bound) => bound > 0) &&
      say("{bounds} at most", { bounds: bounds.map((bound) => bound || say("any")).join(" + ") }),
  ]);
}

function transmitText({ txQueueFrames, txQueueBytes, txBuffers, txBufferBytes }: Nic): string {
  return list([
    `${formatInteger(txQueueFrames)} ${plural(txQueueFrames, "frame")}`,
    txQueueBytes > 0 && bytes(txQueueBytes),
    txBuffers > 0 &&
      `${formatInteger(txBuffers)} ${plural(txBuffers, "descriptor")}${txBufferBytes > 0 ? ` ${say("of {offered}", { offered: bytes(txBufferBytes) })}` : ""}`,
  ]);
}

function cutThroughText({ rxCutThroughBytes, txCutThroughBytes }: Nic): string {
  return (
    list([
      rxCutThroughBytes > 0 &&
        say("receive from {rxCutThroughBytes} on", { rxCutThroughBytes: bytes(rxCutThroughBytes) }),
      txCutThroughBytes > 0 &&
        say("send from {txCutThroughBytes} on", { txCutThroughBytes: bytes(txCutThroughBytes) }),
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
      say("after {absoluteNanoseconds}", { absoluteNanoseconds: time(absoluteNanoseconds) }),
    packetNanoseconds > 0 &&
      say("after {packetNanoseconds} of quiet", { packetNanoseconds: time(packetNanoseconds) }),
  ].filter((reason) => reason !== false);
  return list([
    reasons.join(` ${say("or")} `),
    throttleNanoseconds > 0 &&
      say("{throttleNanoseconds} apart", { throttleNanoseconds: time(throttleNanoseconds) }),
  ]);
}

// ---- cores ----

export function coreDetails({ machine, software }: Scenario): readonly Detail[] {
  const { core, interrupts, memory } = machine;
  const { pipeline, predictor } = core;
  const { saveRestore, tailChain } = interrupts;
  const { policy, timeSliceCycles, switchCycles, tickCycles } = software.scheduler;
  const entry = Object.values(interrupts.entry).reduce((sum, step) => sum + step, 0);
  return details([
    ["operands in", pipeline.executeStage],
    ["accesses in", `${pipeline.accessStage}, ${cycles(pipeline.memoryCycles)}`],
    [
      "branches",
      list([
        say("resolved in {branchResolveStage}", { branchResolveStage: pipeline.branchResolveStage }),
        predictorText(predictor),
      ]),
    ],
    ["load-use", cycles(pipeline.loadUseCycles)],
    ["multiply", cycles(pipeline.multiplyCycles)],
    [
      "misses",
      memory.l1d === undefined ? undefined : memory.nonBlocking ? say("non-blocking") : say("blocking"),
    ],
    ["L2", memory.l2 === undefined ? undefined : memory.l2PerCore ? say("of each core") : say("shared")],
    ["TLB miss", memory.tlb === undefined ? undefined : cycles(memory.tlb.missCycles)],
    [
      "entry",
      say("{entry} after the drain{tailChain}", {
        entry: cycles(entry),
        tailChain: tailChain ? `, ${say("tail chaining")}` : "",
      }),
    ],
    [
      "save, restore",
      saveRestore.kind === "cycles"
        ? `${formatInteger(saveRestore.saveCycles)}, ${cycles(saveRestore.restoreCycles)}`
        : say("{saveWords}, {restoreWords} words", {
            saveWords: saveRestore.saveWords,
            restoreWords: saveRestore.restoreWords,
          }),
    ],
    [
      "scheduler",
      policy === "none"
        ? undefined
        : list([
            policy === "priority"
              ? say("by priority")
              : say("round robin, slices of {timeSliceCycles}", { timeSliceCycles: cycles(timeSliceCycles) }),
            switchCycles > 0 && say("{switchCycles} a switch", { switchCycles: cycles(switchCycles) }),
            tickCycles > 0 && say("tick each {tickCycles}", { tickCycles: cycles(tickCycles) }),
          ]),
    ],
  ]);
}

function predictorText(predictor: Machine["core"]["predictor"]): string {
  if (predictor.kind === "not-taken") return say("predicted not taken");
  if (predictor.kind === "backward-taken") return say("backward predicted taken");
  return say("{counters} 2-bit counters", { counters: formatInteger(predictor.counters) });
}

// ---- the bus ----

export function busDetails({ bus, memory }: Machine): readonly Detail[] {
  const { dma } = bus;
  const wide = dma === "instant" ? bus : dma;
  const unit = bus.inBusClocks ? "bus clock" : "cycle";
  const long = (count: number) => `${formatInteger(count)} ${plural(count, unit)}`;
  const posted = memory.postedDeviceWrites ? `, ${say("writes posted")}` : "";
  return details([
    [
      "clock",
      bus.clockRatio === 1
        ? say("that of the cores")
        : say("1 / {clockRatio} of that of the cores", { clockRatio: bus.clockRatio }),
    ],
    [
      "beat",
      say("{bytesPerBeat} in {cyclesPerBeat}", {
        bytesPerBeat: bytes(wide.bytesPerBeat),
        cyclesPerBeat: long(wide.cyclesPerBeat),
      }),
    ],
    [
      "DMA",
      dma === "instant"
        ? say("in no time")
        : say("bursts of {beats}, {gap} apart", {
            beats: `${dma.beatsPerBurst} ${plural(dma.beatsPerBurst, "beat")}`,
            gap: long(dma.burstGapCycles),
          }),
    ],
    [
      "DMA writes",
      memory.dmaWrites === "place-in-l2" ? say("placed in the L2") : say("invalidate cached lines"),
    ],
    ["memory latency", long(memory.latencyCycles)],
    ["a store", long(memory.writeCycles)],
    ["device registers", `${long(memory.uncachedCycles)}${posted}`],
    [
      "uncached ranges",
      memory.uncachedRanges.length === 0
        ? undefined
        : memory.uncachedRanges
            .map(({ from, to }) => say("{from} to {to}", { from: hex(from), to: hex(to - 1) }))
            .join(", "),
    ],
  ]);
}

function hex(address: number): string {
  return `0x${Math.max(0, address).toString(16)}`;
}
