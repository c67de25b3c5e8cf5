/** High-water marks: the greatest number of items that a ring, FIFO, queue or stack held at one time. */
import { type Marks, SIM_NIC_RING_LIMIT } from "../../../core-wasm/binding/index.ts";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import { BIT, NUMBER } from "../../expressions/dimension.ts";
import type { Path } from "../../expressions/index.ts";
import type { Entries } from "./entry.ts";

export interface Held {
  /** Undefined if it is not known. */
  readonly most: number | undefined;
  readonly capacity: number;
}

/** The unit is frames, packets, requests or bytes, depending on the place. */
export const HELD = {
  maximum: {
    path: "maximum",
    dimension: NUMBER,
    meaning: "the most that it held at once",
    amount: { kind: "ratio" },
    read: (held) => held.most,
    text: [{ label: "at most" }, { label: "of its room", of: "capacity", at: 2 }],
    panel: { label: "at most" },
  },
  capacity: {
    dimension: NUMBER,
    meaning: "its capacity",
    read: (held) => held.capacity,
    text: { label: "room for", at: 1 },
    panel: { label: "room for", at: 1 },
  },
} as const satisfies Entries<Held>;

/** Expressions name quantities in bytes this way. Reports have the same values in bytes. */
export const HELD_BYTES = {
  maximum: {
    ...HELD.maximum,
    dimension: BIT,
    meaning: "the most bytes that it held at once",
    read: (held) => held.most && 8 * held.most,
  },
  capacity: { ...HELD.capacity, dimension: BIT, read: (held) => 8 * held.capacity },
} as const satisfies Entries<Held>;

export type HeldKind = "ring" | "fifo" | "send-queue" | "queue" | "disk-queue" | "stack";

export interface HeldPlace {
  readonly kind: HeldKind;
  /** Name of the card, queue, disk or thread. */
  readonly name: string;
  /** Index among the card's receive rings. */
  readonly ring?: number;
  readonly unit: "frames" | "packets" | "requests" | "bytes";
  /** Path of its metrics, and the same path in documents. */
  readonly path: Path;
  readonly place: string;
  readonly capacity: number;
  readonly most: (marks: Marks) => number;
}

/** Every possible place. A place without room (a card without a FIFO) has a capacity of 0. */
export function heldPlaces({ machine, software }: Scenario): readonly HeldPlace[] {
  const { threads, routines, queues, programs } = software;
  const areProgramsThere = routines.some(({ kind }) => kind === "program");
  return [
    ...machine.nics.flatMap((card, nic): readonly HeldPlace[] => {
      const of = { name: card.name };
      const path = ["nic", card.name];
      return [
        ...[card, ...card.moreRings].map(
          ({ rxRingFrames }, ring): HeldPlace => ({
            ...of,
            kind: "ring",
            ring,
            unit: "frames",
            path: [...path, "ring", ring, "fill"],
            place: 'nic["N"].ring[0].fill',
            capacity: rxRingFrames,
            most: ({ ring_frames }) => ring_frames[nic * SIM_NIC_RING_LIMIT + ring] ?? 0,
          }),
        ),
        {
          ...of,
          kind: "fifo",
          unit: "bytes",
          path: [...path, "fifo"],
          place: 'nic["N"].fifo',
          capacity: card.fifoBytes,
          most: ({ fifo_bytes }) => fifo_bytes[nic] ?? 0,
        },
        {
          ...of,
          kind: "send-queue",
          unit: "frames",
          path: [...path, "sendQueue"],
          place: 'nic["N"].sendQueue',
          capacity: card.txQueueFrames,
          most: ({ tx_frames }) => tx_frames[nic] ?? 0,
        },
      ];
    }),
    ...queues.map(
      ({ name, capacity }, queue): HeldPlace => ({
        kind: "queue",
        name,
        unit: "packets",
        path: ["queue", name, "fill"],
        place: 'queue["Q"].fill',
        capacity,
        most: ({ queue_packets }) => queue_packets[queue] ?? 0,
      }),
    ),
    ...machine.disks.map(
      ({ name, queueRequests }, disk): HeldPlace => ({
        kind: "disk-queue",
        name,
        unit: "requests",
        path: ["disk", name, "queue"],
        place: 'disk["D"].queue',
        capacity: queueRequests,
        most: ({ disk_requests }) => disk_requests[disk] ?? 0,
      }),
    ),
    ...threads.map(
      ({ name }, thread): HeldPlace => ({
        kind: "stack",
        name,
        unit: "bytes",
        path: ["thread", name, "stack"],
        place: 'thread["T"].stack',
        capacity: areProgramsThere ? programs.stackBytes : 0,
        most: ({ stack_bytes }) => stack_bytes[thread] ?? 0,
      }),
    ),
  ];
}

interface HeldAt {
  readonly place: HeldPlace;
  readonly most: number;
}

/** High-water marks of the places with a capacity. */
export function heldAt(scenario: Scenario, marks: Marks): readonly HeldAt[] {
  return heldPlaces(scenario)
    .filter(({ capacity }) => capacity > 0)
    .map((place) => ({ place, most: place.most(marks) }));
}
