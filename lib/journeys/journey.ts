/** What the life of a packet or of an interrupt is, from its begin to its end, and the way over a run on which it is found. */
import type { Machine, SimInterruptSource } from "../../core-wasm/binding/index.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";

export interface FollowRequest {
  readonly what: "packet" | "interrupt";
  /** move 0: the one that began last at this cycle or before, else the next; with `number` that one, if it began at
   * this cycle (its Journey.stop). -1, 1: the one before or after `number`, which began at this cycle. */
  readonly cycle: number;
  readonly move: -1 | 0 | 1;
  readonly number?: number | undefined;
  /** Of packets and move 0: rather the one that has been in the machine for longest at this cycle, where one is there. */
  readonly isOldest?: boolean | undefined;
}

/** A part of a latency, in whole cycles; those of a journey follow each other without a gap. */
export interface JourneyPart {
  /** sim_packet_part or sim_interrupt_part; "return": from the acknowledgement to the handler's last cycle. Of a packet
   * that was lost: "wire", "card" (waits for DMA), "dma", "lost" (until the drop). */
  readonly part: string;
  readonly fromCycle: number;
  readonly toCycle: number;
}

export interface Waypoint {
  /** An event kind, or a step of the entry. */
  readonly kind: string;
  readonly cycle: number;
  /** Of a step. */
  readonly cycles: number | undefined;
}

/** What became of a packet or an interrupt. */
export interface Journey {
  readonly what: "packet" | "interrupt";
  readonly number: number;
  /** The machine stands here right after it began. */
  readonly stop: number;
  readonly beginCycle: number;
  /** undefined: it is not over at knownToCycle. */
  readonly endCycle: number | undefined;
  /** So far it was followed; where it ended, that is its end. */
  readonly knownToCycle: number;
  /** Asked again, later in the run, it would be the same: it is over, or is not followed any farther. */
  readonly isFinal: boolean;
  /** Of a packet: its last bit had come, or it fell due to be sent. */
  readonly offeredCycle: number | undefined;
  readonly sizeBytes: number | undefined;
  /** Card of a packet, line of an interrupt; undefined: not known before it is over, or of no line. */
  readonly place: number | undefined;
  /** Of an interrupt: what asked for it. */
  readonly source?: SimInterruptSource | undefined;
  /** Of an interrupt: its handler, and where that runs. */
  readonly thread: number | undefined;
  readonly context: number | undefined;
  readonly fate:
    | { readonly kind: "delivered" | "returned" | "under-way" }
    | {
        readonly kind: "dropped";
        readonly cause: string;
        /** Queue that was full, if that is the cause. */
        readonly queue: number | undefined;
      }
    | { readonly kind: "merged"; readonly into: number };
  /** Empty for what was merged, and for what is under way. */
  readonly parts: readonly JourneyPart[];
  readonly waypoints: readonly Waypoint[];
}

/** Yields between steps, so that the caller can answer messages or give up. */
export type Steps<T> = Generator<void, T, void>;

/** Goes over a run once more: the page's engine with its snapshots, the command with those of its own. */
export interface Traveller {
  readonly scenario: Scenario;
  /** Its log of events and of latencies holds those of a step. */
  readonly machine: Machine;
  /** The run is known up to here, and no farther than `limit` can be gone. */
  readonly knownCycle: number;
  readonly limit: number;
  readonly goTo: (cycle: number) => Steps<void>;
  /** Walks on to `until`; calls `visit` after every step. */
  readonly walk: (until: number, visit?: () => void) => Steps<void>;
  /** One step of such a walk, which ends right after an event of the mask. */
  readonly step: (until: number, stopMask: number) => void;
  /** The first cycle in (from, knownTo] right after an event of the mask. */
  readonly searchNext: (mask: number, from: number, knownTo: number) => Steps<number | undefined>;
  /** The last such cycle in (0, from). */
  readonly searchPrevious: (mask: number, from: number) => Steps<number | undefined>;
}
