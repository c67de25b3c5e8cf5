/** The machine that runs ahead: it leaves keyframes behind, remembers which kinds of event happened
 * between them, and keeps the series of the whole run. It never goes back. */
import type { Machine } from "../../core-wasm/binding/index.ts";
import { createKeyframes, type Keyframes } from "./keyframes.ts";
import type { Pace } from "./pace.ts";

export interface Frontier {
  readonly machine: Machine;
  readonly keyframes: Keyframes;
  /** One step towards `until`. */
  readonly advance: (until: number) => void;
}

interface FrontierOptions {
  readonly machine: Machine;
  readonly pace: Pace;
  readonly keyframeBudgetBytes: number;
}

export const KEYFRAME_CYCLES = 250_000;
const ALL_KINDS = 0xffffffff;

export function createFrontier({ machine, pace, keyframeBudgetBytes }: FrontierOptions): Frontier {
  const keyframes = createKeyframes({ budgetBytes: keyframeBudgetBytes, spacingCycles: KEYFRAME_CYCLES });
  let readTo = 0;
  keyframes.add(machine.save());

  function noteKinds(): void {
    const events = machine.readEvents(readTo);
    readTo = events.next;
    let kinds = events.lost > 0 ? ALL_KINDS : 0;
    for (const kind of events.kind) kinds |= 1 << kind;
    keyframes.note(kinds);
  }

  return {
    machine,
    keyframes,
    advance: (until) => {
      if (machine.cycle >= until) return;
      pace.step(machine, Math.min(until, keyframes.due()));
      noteKinds();
      if (machine.cycle === keyframes.due()) keyframes.add(machine.save());
    },
  };
}
