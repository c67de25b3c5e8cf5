/** Network cards on the page: facts and rates. The stage draws them as cards. */
import { isCardDrop } from "../../lib/metrics/registry/dropCauses.ts";
import { lineIndex } from "../../scenarios/devices/lines.ts";
import { ringsOf } from "../../scenarios/devices/nic.ts";
import type { Nic } from "../../scenarios/format/schema.ts";
import type { Direction, Metrics } from "../engine/protocol.ts";
import type { CardKind, RateReader } from "./pageKind.ts";

export interface RingFacts {
  readonly frames: number;
  /** Index of the line that it drives. */
  readonly line: number;
  /** Frames without an interrupt after which the card requests one, and the time limit in nanoseconds. 0 = off. */
  readonly coalescing: {
    readonly frames: number;
    readonly absoluteNanoseconds: number;
    readonly packetNanoseconds: number;
    readonly throttleNanoseconds: number;
  };
}

export interface NicFacts {
  readonly name: string;
  /** Undefined for an ideal wire, on which a frame takes no time. */
  readonly lineRateBitPerSecond: number | undefined;
  readonly receive: "ring" | "remote";
  /** True if a traffic source sends frames to it. */
  readonly isOffered: boolean;
  readonly rings: readonly RingFacts[];
  readonly txQueueFrames: number;
  /** Limits of the transmit queue besides its number of frames. 0 = no limit. */
  readonly txQueueBytes: number;
  readonly txBuffers: number;
  readonly merges: boolean;
  readonly flowControl: boolean;
  /** FIFO in front of the rings. 0 = none. */
  readonly fifoBytes: number;
}

export interface DropRate {
  readonly cause: Metrics["receive"]["dropped"][number]["cause"];
  readonly perSecond: number;
}

export interface NicRates {
  readonly bitPerSecond: number;
  /** Arrivals from the wire, in frames. */
  readonly framesPerSecond: number;
  readonly deliveredPerSecond: number;
  readonly sentPerSecond: number;
  /** Share of the time with a frame on the wire. 0 if the wire is ideal. */
  readonly wire: Readonly<Record<Direction, number>>;
  /** Losses of this card by cause. Omits causes without a loss. */
  readonly drops: readonly DropRate[];
}

export const nic: CardKind<Nic, NicFacts, NicRates> = {
  isCard: true,
  facts: (card, { machine, traffic }) => ({
    name: card.name,
    lineRateBitPerSecond: card.lineRateBitPerSecond === "ideal" ? undefined : card.lineRateBitPerSecond,
    receive: card.receive,
    isOffered: traffic.some(
      (one) => one.nic === card.name && (!("direction" in one) || one.direction === "receive"),
    ),
    rings: ringsOf(card).map(({ rxRingFrames, coalescing }, ring) => ({
      frames: rxRingFrames,
      line: lineIndex(machine, { nic: card.name, ring }),
      coalescing,
    })),
    txQueueFrames: card.txQueueFrames,
    txQueueBytes: card.txQueueBytes,
    txBuffers: card.txBuffers,
    merges: card.offloads.mergeBytes > 0,
    flowControl: card.flowControl,
    fifoBytes: card.fifoBytes,
  }),
  rates: (index, reader) => {
    const { perSecond, share } = reader;
    const received = (read: "offered" | "offeredBytes" | "delivered") =>
      perSecond((one) => one.devices.nics[index]?.receive[read]);
    return {
      bitPerSecond: 8 * received("offeredBytes"),
      framesPerSecond: received("offered"),
      deliveredPerSecond: received("delivered"),
      sentPerSecond: perSecond((one) => one.devices.nics[index]?.send.delivered),
      wire: {
        receive: share((one) => one.devices.nics[index]?.wireCycles.receive),
        send: share((one) => one.devices.nics[index]?.wireCycles.send),
      },
      drops: [...dropsOf(index, "receive", reader), ...dropsOf(index, "send", reader)],
    };
  },
};

function dropsOf(nic: number, direction: Direction, { now, perSecond }: RateReader): readonly DropRate[] {
  return (now.devices.nics[nic]?.[direction].dropped ?? [])
    .map(({ cause, count }, index) => ({
      cause,
      count,
      perSecond: perSecond((one) => one.devices.nics[nic]?.[direction].dropped[index]?.count),
    }))
    .filter(({ cause, count }) => count > 0 && isCardDrop(cause));
}
