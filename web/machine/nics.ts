/** What a network card shows of its rings and lines, and which cards are folded. */
import { formatSeconds, quantityText } from "../base/format.ts";
import type { MachineView, NicView } from "../engine/protocol.ts";
import type { MachineFacts, NicFacts, RingFacts } from "./facts.ts";
import { plural } from "./labels.ts";

/** Cards beyond these are folded. */
export const NIC_CARD_LIMIT = 3;

export function ringFrames({ rings }: NicFacts): number {
  return rings.reduce((sum, { frames }) => sum + frames, 0);
}

/** Status bits of all rings together. */
export function nicStatus({ rings }: NicView): number {
  return rings.reduce((bits, { status }) => bits | status, 0);
}

/** Since when the first of its lines is raised; undefined: none is. */
export function raisedSince(view: MachineView, { rings }: NicFacts): number | undefined {
  const since = rings.flatMap(({ line }) => view.lines[line]?.assertedSinceCycle ?? []);
  return since.length === 0 ? undefined : Math.min(...since);
}

/** Some device asks for the cpu. */
export function isAnyPending({ lines }: MachineView): boolean {
  return lines.some(({ pending, masked }) => pending && !masked);
}

/** When a ring asks for an interrupt; undefined: each frame asks at once. */
export function coalescingText({ coalescing }: RingFacts): string | undefined {
  const { frames, absoluteNanoseconds, packetNanoseconds, throttleNanoseconds } = coalescing;
  if (frames === 1 && throttleNanoseconds === 0) return undefined;
  const time = (nanoseconds: number) => quantityText(formatSeconds(nanoseconds / 1e9));
  const asks: string[] = [];
  if (frames > 0) asks.push(`${frames} ${plural(frames, "frame")}`);
  if (absoluteNanoseconds > 0) asks.push(time(absoluteNanoseconds));
  if (packetNanoseconds > 0) asks.push(`${time(packetNanoseconds)} of quiet`);
  const text = asks.join(" or ");
  return throttleNanoseconds > 0 ? `${text}, ${time(throttleNanoseconds)} apart` : text;
}

export interface FoldedNics {
  readonly shown: readonly number[];
  readonly folded: readonly number[];
}

/** One that would be folded alone is shown. */
export function foldNics({ nics }: MachineFacts): FoldedNics {
  const all = [...nics.keys()];
  if (all.length <= NIC_CARD_LIMIT + 1) return { shown: all, folded: [] };
  return { shown: all.slice(0, NIC_CARD_LIMIT), folded: all.slice(NIC_CARD_LIMIT) };
}
