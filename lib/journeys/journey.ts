/** The life of a packet or of an interrupt, from start to end, and the interface of the run in which it is found. */
import type { Machine, SimInterruptSource } from "../../core-wasm/binding/index.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";

export interface FollowRequest {
  readonly what: "packet" | "interrupt";
  /** move 0: the latest journey that began at or before this cycle, otherwise the next one. With `number`: that
   * journey, if it began at this cycle (its Journey.stop). -1 and 1: the journey before or after `number`, which
   * began at this cycle. */
  readonly cycle: number;
  readonly move: -1 | 0 | 1;
  readonly number?: number | undefined;
  /** For packets and move 0: prefer the packet that has been in the machine for the longest time at this cycle. */
  readonly isOldest?: boolean | undefined;
}

/** One part of a latency, in whole cycles. The parts of a journey follow each other without a gap. */
export interface JourneyPart {
  /** sim_packet_part or sim_interrupt_part. "return": from the acknowledgement to the handler's last cycle. For a lost
   * packet: "wire", "card" (waits for DMA), "dma", "lost" (until the drop). */
  readonly part: string;
  readonly fromCycle: number;
  readonly toCycle: number;
}

export interface Waypoint {
  /** An event kind, or a step of the entry. */
  readonly kind: string;
  readonly cycle: number;
  /** Cycles of a step. */
  readonly cycles: number | undefined;
}

/** The life of one packet or interrupt. */
export interface Journey {
  readonly what: "packet" | "interrupt";
  readonly number: number;
  /** Cycle at which the machine is right after the start. */
  readonly stop: number;
  readonly beginCycle: number;
  /** Undefined if it has not ended at knownToCycle. */
  readonly endCycle: number | undefined;
  /** Last cycle up to which it was followed. If it has ended, this is its end. */
  readonly knownToCycle: number;
  /** True if a later request would give the same answer: it has ended, or it is not followed any further. */
  readonly isFinal: boolean;
  /** Only for a packet: the cycle in which its last bit had arrived, or in which it was due to be sent. */
  readonly offeredCycle: number | undefined;
  readonly sizeBytes: number | undefined;
  /** Card of a packet, line of an interrupt. Undefined if it is not known before the end, or if the interrupt has no
   * line. */
  readonly place: number | undefined;
  /** Only for an interrupt: its source. */
  readonly source?: SimInterruptSource | undefined;
  /** Only for an interrupt: its handler, and the context on which that runs. */
  readonly thread: number | undefined;
  readonly context: number | undefined;
  readonly fate:
    | { readonly kind: "delivered" | "returned" | "under-way" }
    | {
        readonly kind: "dropped";
        readonly cause: string;
        /** The full queue, if that is the cause. */
        readonly queue: number | undefined;
      }
    | { readonly kind: "merged"; readonly into: number };
  /** Empty for a merged packet, and while the life has not ended. */
  readonly parts: readonly JourneyPart[];
  readonly waypoints: readonly Waypoint[];
}

/** Yields between steps, so that the caller can answer messages or stop. */
export type Steps<T> = Generator<void, T, void>;

/** Repeats a known run: the page's engine with its snapshots, the command with its own. */
export interface Traveller {
  readonly scenario: Scenario;
  /** Its logs of events and latencies hold one step. */
  readonly machine: Machine;
  /** The run is known up to this cycle, and cannot go beyond `limit`. */
  readonly knownCycle: number;
  readonly limit: number;
  readonly goTo: (cycle: number) => Steps<void>;
  /** Runs on to `until` and calls `visit` after every step. */
  readonly walk: (until: number, visit?: () => void) => Steps<void>;
  /** One step of such a run. It ends right after an event of the mask. */
  readonly step: (until: number, stopMask: number) => void;
  /** The first cycle in (from, knownTo] right after an event of the mask. */
  readonly searchNext: (mask: number, from: number, knownTo: number) => Steps<number | undefined>;
  /** The last cycle in (0, from) right after an event of the mask. */
  readonly searchPrevious: (mask: number, from: number) => Steps<number | undefined>;
}
