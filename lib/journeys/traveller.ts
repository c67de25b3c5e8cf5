/** What goes over a run once more: the page's engine with its snapshots, the command with those of its own. */
import type { Machine } from "../../core-wasm/binding/index.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";

/** Yields between steps, so that the caller can answer messages or give up. */
export type Steps<T> = Generator<void, T, void>;

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
