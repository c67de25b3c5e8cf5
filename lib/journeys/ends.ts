/** Ends of interrupts and packets that have no record of a latency: an interrupt that a hart takes, and a lost packet.
 */
import type { Machine as MachineSettings, Scenario } from "../../scenarios/format/schema.ts";
import { contextsOf } from "../../scenarios/software/contexts.ts";
import type { MachineEvent } from "../events/events.ts";
import { trapMoment } from "../events/traps.ts";
import type { JourneyPart, Waypoint } from "./journey.ts";

/** Such an interrupt ends with the MRET of its trap and with its answer, which may come later. It can also end by a
 * claim at the PLIC in the handler of another trap. */
interface HartLife {
  /** Takes an event of the machine. `context` is where the interrupt was recognised, or undefined if it was not.
   * `endCycle` is the end of its latency, if known. Returns true if the interrupt has ended. */
  readonly see: (event: MachineEvent, context: number | undefined, endCycle: number | undefined) => boolean;
  /** The hart that has claimed it without a recognition, and its context. */
  readonly claimer: (endCycle: number | undefined) => { thread: number; context: number } | undefined;
  /** The cycle after its MRET. */
  readonly returned: () => number | undefined;
}

export function hartLife(scenario: Scenario): HartLife {
  /** Number of traps that have not returned, starting with the trap of this interrupt. */
  let depth = 0;
  let returned: number | undefined;
  let plicAccess: MachineEvent | undefined;

  function noteTrap(event: MachineEvent, context: number | undefined): boolean {
    if (event.context !== context) return false;
    const moment = trapMoment(event);
    if (moment?.kind === "taken") depth += 1;
    if (moment?.kind === "returned") depth -= 1;
    const isOver = moment?.kind === "ended" || (moment?.kind === "returned" && depth <= 0);
    if (isOver) returned ??= event.cycle + 1;
    return isOver;
  }

  return {
    see: (event, context, endCycle) => {
      const isPlic = trapMoment(event)?.kind === "plic";
      if (isPlic && (endCycle === undefined || event.cycle + 1 === endCycle)) plicAccess = event;
      const isAnswered = endCycle !== undefined && event.cycle >= endCycle;
      if (isAnswered && (returned !== undefined || context === undefined)) return true;
      return noteTrap(event, context) && endCycle !== undefined;
    },
    claimer: (endCycle) => {
      if (plicAccess === undefined || plicAccess.cycle + 1 !== endCycle) return undefined;
      const { context } = plicAccess;
      const thread = hartOn(scenario, context);
      return thread === undefined ? undefined : { thread, context };
    },
    returned: () => returned,
  };
}

function hartOn(scenario: Scenario, context: number): number | undefined {
  const found = scenario.software.threads.findIndex(
    (of) => of.machineMode && contextsOf(scenario, of).includes(context),
  );
  return found < 0 ? undefined : found;
}

/** Data about a lost packet from the events and the card. */
interface LostPacket {
  /** Arrival of the last bit, or the time of the sender's event. */
  readonly offeredCycle: number;
  /** The first cycle after the loss. */
  readonly over: number;
  readonly sizeBytes: number;
  /** Undefined if the card is not known, or if the packet used no wire. */
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

/** Cycles for which a frame occupies its wire. Only for a plain wire without cells, stuffed bits and slots. */
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
