/** What a network card shows about its rings and lines, and which cards are folded. */

import type { NicFacts, RingFacts } from "../../devices/nic.ts";
import type { MachineView, NicView, RingView } from "../../engine/protocol.ts";
import { t, tCount } from "../../text/t.ts";
import { formatInteger, formatSeconds, type Quantity, quantityText } from "../../ui/format.ts";
import { plural } from "../../ui/plural.ts";
import type { MachineInfo } from "./machineInfo.ts";
import type { StageRates } from "./rates.ts";

/** More cards than this are shown as a table. */
const NIC_CARD_LIMIT = 4;

export function ringFrames({ rings }: NicFacts): number {
  return rings.reduce((sum, { frames }) => sum + frames, 0);
}

/** SIM_NIC_STATUS_* of sim_limits.h. */
export const STATUS_BITS = [
  { bit: 1, name: "rx" },
  { bit: 2, name: "tx" },
  { bit: 4, name: "overflow" },
] as const;

/** Status bits of all rings together. */
export function nicStatus({ rings }: NicView): number {
  return rings.reduce((bits, { status }) => bits | status, 0);
}

/** Cycle in which the first of its asserted lines was asserted. Undefined if none is asserted. */
export function raisedSince(view: MachineView, { rings }: NicFacts): number | undefined {
  const since = rings.flatMap(({ line }) => view.lines[line]?.assertedSinceCycle ?? []);
  return since.length === 0 ? undefined : Math.min(...since);
}

/** Time since then in cycles, like all times on the stage. Undefined if the line is not asserted. */
export function raisedText(since: number | undefined, cycle: number): Quantity | undefined {
  if (since === undefined) return undefined;
  const cycles = Math.max(0, cycle - since);
  return { value: formatInteger(cycles), unit: t(cycles === 1 ? "cycle ago" : "cycles ago") };
}

/** Frames that a card has lost. */
export function droppedText({ dropped }: NicView): Quantity {
  return { value: formatInteger(dropped), unit: plural(dropped, "frame") };
}

/** True if the card beside the arrow requests an interrupt, or did while rates are shown. Without cards, any device
 * counts. */
export function asks(
  { lines }: Pick<MachineView, "lines">,
  { nics }: Pick<MachineInfo, "nics">,
  card: number,
  rates?: Pick<StageRates, "lines">,
): boolean {
  const own = nics[card]?.rings.map(({ line }) => line) ?? [...lines.keys()];
  if (rates !== undefined) return own.some((line) => (rates.lines[line] ?? 0) > 0);
  return own.some((line) => lines[line]?.pending === true && lines[line]?.masked !== true);
}

/** The conditions under which a ring requests an interrupt. Undefined if each frame does. */
export function coalescingText({ coalescing }: RingFacts): string | undefined {
  const { frames, absoluteNanoseconds, packetNanoseconds, throttleNanoseconds } = coalescing;
  if (frames === 1 && throttleNanoseconds === 0) return undefined;
  const time = (nanoseconds: number) => quantityText(formatSeconds(nanoseconds / 1e9));
  const asks: string[] = [];
  if (frames > 0) asks.push(tCount(frames, "{count} frame", "{count} frames"));
  if (absoluteNanoseconds > 0) asks.push(time(absoluteNanoseconds));
  if (packetNanoseconds > 0) asks.push(t("{time} of quiet", { time: time(packetNanoseconds) }));
  const text = asks.join(` ${t("or")} `);
  return throttleNanoseconds > 0
    ? t("{text}, {time} apart", { text, time: time(throttleNanoseconds) })
    : text;
}

/** Progress of a ring to its next interrupt: "3 / 8 frames, or in 1 200 cycles". Undefined if each frame interrupts. */
export function askingText(ring: RingView, facts: RingFacts, cycle: number): string | undefined {
  if (coalescingText(facts) === undefined) return undefined;
  const left = ring.asksAtCycle === undefined ? undefined : Math.max(0, ring.asksAtCycle - cycle);
  const time = left === undefined ? "" : `${formatInteger(left)} ${plural(left, "cycle")}`;
  if (ring.heldBack) return t("in {time} (throttled)", { time });
  const { frames } = facts.coalescing;
  const count =
    frames === 0
      ? tCount(ring.unsignalled, "{count} frame", "{count} frames")
      : t("{unsignalled} / {frames} frames", { unsignalled: ring.unsignalled, frames });
  return time === "" ? count : t("{count}, or in {time}", { count, time });
}

/** True if there are too many cards for one column. Then one card is open, and a table of small ones shows all. */
export function isCrowded({ nics }: MachineInfo): boolean {
  return nics.length > NIC_CARD_LIMIT;
}

/** A bounded store of a card beside its rings. */
export interface CardQueue {
  readonly key: string;
  readonly label: string;
  readonly fill: number;
  readonly capacity: number;
  readonly unit?: string;
}

/** FIFO and transmit queue, with their limits. */
export function cardQueues(nic: NicView, facts: NicFacts, sends: boolean): readonly CardQueue[] {
  const all: readonly CardQueue[] = [
    {
      key: "fifo",
      label: tCount(nic.fifo.frames, "FIFO, {count} frame", "FIFO, {count} frames"),
      fill: nic.fifo.bytes,
      capacity: facts.fifoBytes,
      unit: "B",
    },
    ...(sends
      ? [
          { key: "tx", label: t("tx queue"), fill: nic.txFill, capacity: facts.txQueueFrames },
          {
            key: "bytes",
            label: t("tx bytes"),
            fill: nic.txBytes,
            capacity: facts.txQueueBytes,
            unit: "B",
          },
          { key: "buffers", label: t("tx descriptors"), fill: nic.txBuffers, capacity: facts.txBuffers },
        ]
      : []),
  ];
  return all.filter(({ key, capacity }) => key === "tx" || capacity > 0);
}
