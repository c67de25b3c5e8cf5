/** Snapshots close to where somebody steps backwards, so that the next step back re-executes thousands
 * of cycles, not millions. Least recently used ones give way at the budget. */
import type { Keyframe } from "./keyframes.ts";

export interface FineSnapshots {
  readonly spacing: number;
  /** The nearest one in [from, cycle]. */
  readonly between: (from: number, cycle: number) => Keyframe | undefined;
  readonly has: (cycle: number) => boolean;
  readonly add: (cycle: number, write: (bytes: Uint8Array<ArrayBuffer>) => void) => void;
  readonly heldBytes: () => number;
}

export interface FineOptions {
  readonly snapshotBytes: number;
  readonly budgetBytes: number;
  readonly spacingCycles: number;
}

export function createFineSnapshots({
  snapshotBytes,
  budgetBytes,
  spacingCycles,
}: FineOptions): FineSnapshots {
  const capacity = Math.max(1, Math.floor(budgetBytes / snapshotBytes));
  /** In order of use, oldest first: a Map keeps the order of insertion. */
  const held = new Map<number, Uint8Array<ArrayBuffer>>();

  function touch(cycle: number, bytes: Uint8Array<ArrayBuffer>): void {
    held.delete(cycle);
    held.set(cycle, bytes);
  }

  return {
    spacing: spacingCycles,
    has: (cycle) => held.has(cycle),
    heldBytes: () => held.size * snapshotBytes,
    between: (from, cycle) => {
      const last = Math.floor(cycle / spacingCycles) * spacingCycles;
      for (let at = last; at >= from; at -= spacingCycles) {
        const bytes = held.get(at);
        if (bytes === undefined) continue;
        touch(at, bytes);
        return { cycle: at, bytes };
      }
      return undefined;
    },
    add: (cycle, write) => {
      let bytes = held.get(cycle);
      if (bytes === undefined && held.size >= capacity) {
        const [oldest] = held.entries();
        if (oldest !== undefined) {
          held.delete(oldest[0]);
          bytes = oldest[1];
        }
      }
      bytes ??= new Uint8Array(snapshotBytes);
      write(bytes);
      touch(cycle, bytes);
    },
  };
}
