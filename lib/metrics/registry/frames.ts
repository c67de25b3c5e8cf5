/** Frames of one card or of all cards in one direction: delivered, in the machine, or lost for a cause. */
import {
  type Counters,
  type SimDirection,
  type SimDropCause,
  sim_drop_cause_names,
} from "../../../core-wasm/binding/index.ts";
import { BIT, BIT_PER_SECOND, CYCLE, NUMBER, PER_SECOND } from "../../expressions/dimension.ts";
import { type Entries, type Entry, type Run, readValue, type Values, valuesOf } from "./entry.ts";
import { dropShown, FRAMES_SHOWN } from "./framesShown.ts";

interface Frames {
  readonly offered: number;
  readonly offeredBytes: number;
  readonly delivered: number;
  readonly deliveredBytes: number;
  readonly inFlight: number;
  readonly dropped: Readonly<Record<SimDropCause, number>>;
}

export function framesOf(nics: Counters["nics"], direction: SimDirection): Frames {
  const at = direction === "receive" ? "rx" : "tx";
  const sum = (of: (nic: Counters["nics"][number]) => number) => nics.reduce((all, nic) => all + of(nic), 0);
  const dropped = sim_drop_cause_names.map((name, cause) => [
    name,
    sum((nic) => nic[`${at}_dropped`][cause] ?? 0),
  ]);
  return {
    offered: sum((nic) => nic[`${at}_offered`]),
    offeredBytes: sum((nic) => nic[`${at}_offered_bytes`]),
    delivered: sum((nic) => nic[`${at}_delivered`]),
    deliveredBytes: sum((nic) => nic[`${at}_delivered_bytes`]),
    inFlight: sum((nic) => nic[`${at}_in_flight`]),
    dropped: Object.fromEntries(dropped),
  };
}

export const lostOf = ({ dropped }: Frames) => Object.values(dropped).reduce((sum, one) => sum + one, 0);

const perSecond = (amount: number, { cycles, machine }: Run) => (amount * machine.clockHertz) / cycles;

/** offered = delivered + all dropped + inFlight, at every cycle. */
export const FRAMES = {
  offered: {
    path: "offered",
    dimension: NUMBER,
    meaning: "frames offered",
    read: (f) => f.offered,
    panel: FRAMES_SHOWN.offered,
  },
  offeredBytes: { dimension: BIT, meaning: "bytes of the frames offered", read: (f) => f.offeredBytes },
  delivered: {
    path: "delivered",
    dimension: NUMBER,
    meaning: "frames delivered",
    read: (f) => f.delivered,
    panel: FRAMES_SHOWN.delivered,
  },
  deliveredBytes: { dimension: BIT, meaning: "bytes of the frames delivered", read: (f) => f.deliveredBytes },
  inFlight: {
    dimension: NUMBER,
    meaning: "frames on their way",
    read: (f) => f.inFlight,
    panel: FRAMES_SHOWN.inFlight,
  },
  lost: {
    path: "dropped",
    only: "page",
    dimension: NUMBER,
    meaning: "frames dropped",
    read: lostOf,
    panel: FRAMES_SHOWN.lost,
    compare: { key: "dropped", label: "lost", unit: "frames", isLoss: true, at: 3 },
  },
  loss: {
    path: "loss",
    only: "expressions",
    dimension: NUMBER,
    meaning: "share of the offered frames that were dropped",
    amount: { kind: "share", of: "offered" },
    read: (f) => lostOf(f) / f.offered,
  },
  rate: {
    path: "rate",
    only: "page",
    dimension: BIT_PER_SECOND,
    meaning: "bits delivered a second, without preamble and gap",
    read: (f, run) => perSecond(8 * f.deliveredBytes, run),
    compare: { label: "delivered", unit: "bit/s", at: 2 },
  },
  offeredRate: {
    path: "offeredRate",
    only: "expressions",
    dimension: BIT_PER_SECOND,
    meaning: "bits offered a second",
    read: (f, run) => perSecond(8 * f.offeredBytes, run),
  },
  frameRate: {
    path: "frameRate",
    only: "page",
    dimension: PER_SECOND,
    meaning: "frames delivered a second",
    read: (f, run) => perSecond(f.delivered, run),
    compare: { key: "delivered", label: "delivered", unit: "1/s", at: 1 },
  },
  offeredFrameRate: {
    only: "page",
    dimension: PER_SECOND,
    meaning: "frames offered a second",
    read: (f, run) => perSecond(f.offered, run),
    compare: { key: "offered", label: "offered", unit: "1/s" },
  },
} as const satisfies Entries<Frames>;

/** Frames that were lost for one cause. */
const drop = <C extends SimDropCause>(cause: C) =>
  ({
    path: [],
    dimension: NUMBER,
    meaning: "frames dropped: {name}",
    read: ({ dropped }: Frames) => dropped[cause],
    panel: dropShown(cause),
  }) as const;

export const DROPPED = {
  "rx-ring-full": drop("rx-ring-full"),
  "tx-queue-full": drop("tx-queue-full"),
  "queue-full": drop("queue-full"),
  "packet-table-full": drop("packet-table-full"),
  abandoned: drop("abandoned"),
  "fifo-full": drop("fifo-full"),
  filtered: drop("filtered"),
  "tx-underrun": drop("tx-underrun"),
  fault: drop("fault"),
} as const satisfies Readonly<Record<SimDropCause, Entry<Frames>>>;

/** Metrics from the records of received frames of one card or of all cards. */
export const RECEIVED = {
  lastDelivered: {
    path: "lastDelivered",
    only: "expressions",
    dimension: CYCLE,
    meaning: "cycles from the start of the run to the last delivery of a received frame",
    /** A finite trace ends at this time, however long the run is. Unknown for a part of a run. */
    read: (health, { isWhole }) =>
      isWhole ? Math.max(0, ...health.map((one) => one.delivered_at)) || undefined : undefined,
  },
} as const satisfies Entries<Counters["health"]>;

export interface FrameCounts extends Values<typeof FRAMES> {
  readonly dropped: readonly { readonly cause: SimDropCause; readonly count: number }[];
}

/** The frames of these cards together. */
export function readFrames(run: Run, nics: Counters["nics"], direction: SimDirection): FrameCounts {
  const frames = framesOf(nics, direction);
  return {
    ...valuesOf(FRAMES, frames, run),
    dropped: sim_drop_cause_names.map((cause) => ({
      cause,
      count: readValue(DROPPED[cause], frames, run) ?? 0,
    })),
  };
}

/** A loss of frames, as in a FRAME_DROPPED event. */
export interface Loss {
  readonly cause: SimDropCause;
  /** The full queue if that is the cause, otherwise the card. */
  readonly place: number;
  readonly direction: SimDirection;
  /** More than one if frames had been merged into a packet. */
  readonly frames: number;
}

export function unpackLoss(packed: number): Loss {
  const cause = sim_drop_cause_names[packed & 0xff] ?? "abandoned";
  const direction = packed & 0x8000 ? "send" : "receive";
  return { cause, place: (packed >>> 8) & 0x7f, direction, frames: packed >>> 16 };
}
