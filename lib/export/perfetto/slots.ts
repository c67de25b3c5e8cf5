/** Slices of one kind that may overlap: each goes onto a track on which none is under way. The tracks have one name, under
 * which Perfetto shows them as one. */
import type { Trace, Track } from "./trace.ts";

export interface Slots {
  /** A track that is free from the one cycle to the other. */
  readonly take: (fromCycle: number, toCycle: number) => Track;
}

export function slots(trace: Trace, name: string, parent: Track): Slots {
  const busyUntil: { readonly track: Track; cycle: number }[] = [];
  return {
    take: (fromCycle, toCycle) => {
      const free = busyUntil.find(({ cycle }) => cycle <= fromCycle);
      const slot = free ?? { track: trace.track(name, { parent }), cycle: 0 };
      if (free === undefined) busyUntil.push(slot);
      slot.cycle = toCycle;
      return slot.track;
    },
  };
}
