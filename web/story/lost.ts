/** Losses of a machine up to a view of it. */
import type { MachineView } from "../engine/protocol.ts";

const sumOf = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);

/** Frames and packets: lost by cards, at queues and by programs. */
export function lostIn({ nics, queueDropped, programDropped }: MachineView): number {
  const byCards = sumOf(nics.map(({ dropped }) => dropped));
  return byCards + sumOf(queueDropped) + sumOf(programDropped.map(({ count }) => count));
}
