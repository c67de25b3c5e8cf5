/** A packet that was lost has no record of its latency. What its events and its card tell instead. */
import type { Machine as MachineSettings } from "../../scenarios/format/schema.ts";
import type { JourneyPart, Waypoint } from "./journey.ts";

interface LostPacket {
  /** Its last bit had come, or its sender's event fell due. */
  readonly offeredCycle: number;
  /** Right after the drop. */
  readonly over: number;
  readonly sizeBytes: number;
  /** undefined: not known, or it came over no wire. */
  readonly nic: number | undefined;
  readonly waypoints: readonly Waypoint[];
}

export function lostParts(machine: MachineSettings, packet: LostPacket): readonly JourneyPart[] {
  const { offeredCycle, over, waypoints } = packet;
  const cycleOf = (kind: string) => waypoints.find((one) => one.kind === kind)?.cycle;
  const [dmaBegin, dmaEnd] = [cycleOf("dma-begin"), cycleOf("dma-end")];
  const ends: readonly (readonly [string, number | undefined])[] = [
    ["wire", offeredCycle],
    ["card", dmaBegin],
    ["dma", dmaEnd],
    ["lost", over],
  ];
  let at = offeredCycle - (wireCycles(machine, packet) ?? 0);
  const parts: JourneyPart[] = [];
  for (const [part, end] of ends) {
    if (end === undefined || end <= at) continue;
    parts.push({ part, fromCycle: at, toCycle: end });
    at = end;
  }
  return parts;
}

/** That a frame occupies its wire, where that is a plain one: without cells, stuffed bits and slots. */
function wireCycles(
  { nics, clockHertz }: MachineSettings,
  { nic, sizeBytes }: LostPacket,
): number | undefined {
  const card = nics[nic ?? -1];
  if (card === undefined || card.lineRateBitPerSecond === "ideal") return undefined;
  if (card.cells !== undefined || card.stuffingPermille > 0 || card.slotNanoseconds > 0) return undefined;
  const bits = (Math.max(sizeBytes, card.minFrameBytes) + card.frameOverheadBytes) * 8;
  return Math.round((bits * clockHertz) / card.lineRateBitPerSecond);
}
