/** What a machine has lost up to a picture of it. */
import type { MachineView } from "../engine/protocol.ts";

const sumOf = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);

/** Frames and packets: by cards, at queues, by programs. */
export function lostIn({ nics, queueDropped, programDropped }: MachineView): number {
  const byCards = sumOf(nics.map(({ dropped }) => dropped));
  return byCards + sumOf(queueDropped) + sumOf(programDropped.map(({ count }) => count));
}
