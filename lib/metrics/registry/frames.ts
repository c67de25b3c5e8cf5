/** Frames of one card or of all, one direction. */
import { type Counters, type SimDirection, sim_drop_cause_names } from "../../../core-wasm/binding/index.ts";
import { BIT, BIT_PER_SECOND, CYCLE, NUMBER, PER_SECOND } from "../../expressions/dimension.ts";
import type { Entries, Run } from "./entry.ts";

interface Frames {
  readonly offered: number;
  readonly offeredBytes: number;
  readonly delivered: number;
  readonly deliveredBytes: number;
  readonly inFlight: number;
  /** By cause. */
  readonly dropped: readonly number[];
}

export function framesOf(nics: Counters["nics"], direction: SimDirection): Frames {
  const at = direction === "receive" ? "rx" : "tx";
  const sum = (of: (nic: Counters["nics"][number]) => number) => nics.reduce((all, nic) => all + of(nic), 0);
  return {
    offered: sum((nic) => nic[`${at}_offered`]),
    offeredBytes: sum((nic) => nic[`${at}_offered_bytes`]),
    delivered: sum((nic) => nic[`${at}_delivered`]),
    deliveredBytes: sum((nic) => nic[`${at}_delivered_bytes`]),
    inFlight: sum((nic) => nic[`${at}_in_flight`]),
    dropped: sim_drop_cause_names.map((_, cause) => sum((nic) => nic[`${at}_dropped`][cause] ?? 0)),
  };
}

const lost = ({ dropped }: Frames) => dropped.reduce((sum, one) => sum + one, 0);

const perSecond = (amount: number, { cycles, machine }: Run) => (amount * machine.clockHertz) / cycles;

/** offered = delivered + all dropped + inFlight, at every cycle. */
export const FRAMES = {
  offered: { path: "offered", dimension: NUMBER, meaning: "frames offered", read: (f) => f.offered },
  offeredBytes: { dimension: BIT, meaning: "bytes of the frames offered", read: (f) => f.offeredBytes },
  delivered: { path: "delivered", dimension: NUMBER, meaning: "frames delivered", read: (f) => f.delivered },
  deliveredBytes: { dimension: BIT, meaning: "bytes of the frames delivered", read: (f) => f.deliveredBytes },
  inFlight: { dimension: NUMBER, meaning: "frames on their way", read: (f) => f.inFlight },
  lost: {
    path: "dropped",
    only: "page",
    dimension: NUMBER,
    meaning: "frames dropped",
    read: lost,
    compare: { key: "dropped", label: "dropped", unit: "frames", isLoss: true, at: 3 },
  },
  loss: {
    path: "loss",
    only: "expressions",
    dimension: NUMBER,
    meaning: "share of the offered frames that were dropped",
    amount: { kind: "share", of: "offered" },
    read: (f) => lost(f) / f.offered,
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

/** Of one cause. */
export const DROPPED = {
  count: {
    path: [],
    only: "expressions",
    dimension: NUMBER,
    meaning: "frames dropped: {name}",
    read: (count) => count,
  },
} as const satisfies Entries<number>;

/** Of the records of received frames of one card or of all. */
export const RECEIVED = {
  lastDelivered: {
    path: "lastDelivered",
    only: "expressions",
    dimension: CYCLE,
    meaning: "cycles from the begin of the run to the last delivery of a received frame",
    /** A finite trace is over then, however long the run. Of a part of a run it is not known. */
    read: (health, { isWhole }) =>
      isWhole ? Math.max(0, ...health.map((one) => one.delivered_at)) || undefined : undefined,
  },
} as const satisfies Entries<Counters["health"]>;
