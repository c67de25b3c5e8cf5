/** Snapshots close to where the user steps backwards, so that the next step back re-executes thousands
 * of cycles, not millions. Least recently used ones give way at the budget. */
import type { Keyframe } from "./keyframes.ts";

interface FineSnapshots {
  readonly spacing: number;
  /** The nearest one in [from, cycle]. */
  readonly between: (from: number, cycle: number) => Keyframe | undefined;
  readonly has: (cycle: number) => boolean;
  readonly add: (cycle: number, bytes: Uint8Array) => void;
  /** So many cycles before a target are worth keeping without one pushing out another. */
  readonly reachCycles: (snapshotBytes: number) => number;
  readonly heldBytes: () => number;
}

interface FineOptions {
  readonly budgetBytes: number;
  readonly spacingCycles: number;
}

/** Of all that fit, so many may come from one step back. */
const REACH_SHARE = 0.5;
const REACH_LIMIT_CYCLES = 1_000_000;

export function createFineSnapshots({ budgetBytes, spacingCycles }: FineOptions): FineSnapshots {
  /** In order of use, oldest first: a Map keeps the order of insertion. */
  const held = new Map<number, Uint8Array>();
  let heldBytes = 0;

  function touch(cycle: number, bytes: Uint8Array): void {
    held.delete(cycle);
    held.set(cycle, bytes);
  }

  return {
    spacing: spacingCycles,
    has: (cycle) => held.has(cycle),
    heldBytes: () => heldBytes,
    reachCycles: (snapshotBytes) =>
      Math.min(REACH_LIMIT_CYCLES, Math.floor((budgetBytes / snapshotBytes) * REACH_SHARE) * spacingCycles),
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
    add: (cycle, bytes) => {
      heldBytes += bytes.byteLength - (held.get(cycle)?.byteLength ?? 0);
      touch(cycle, bytes);
      for (const [oldest, old] of held) {
        if (heldBytes <= budgetBytes || held.size === 1) break;
        held.delete(oldest);
        heldBytes -= old.byteLength;
      }
    },
  };
}
