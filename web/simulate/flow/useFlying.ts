import type { MachineView } from "../../engine/protocol.ts";
import { useCell, useSession } from "../../state/hooks.ts";
import type { Session } from "../../state/session.ts";
import { type Cell, createCell } from "../../ui/cell.ts";
import type { Place } from "./places.ts";

/** Packets that are moving over the stage, with the place where each will be. No slot shows them meanwhile. */
export type Flying = ReadonlyMap<number, Place>;

const cells = new WeakMap<Session, Cell<Flying>>();
const NONE: Flying = new Map();

export function flyingOf(session: Session): Cell<Flying> {
  const known = cells.get(session) ?? createCell(NONE);
  cells.set(session, known);
  return known;
}

export function useFlying(): Flying {
  return useCell(flyingOf(useSession()));
}

/** A number of packets at a place of the stage, without those that are still on their way there. */
export function arrivedOf(count: number, place: Place, flying: Flying): number {
  return Math.max(0, count - [...flying.values()].filter((to) => to === place).length);
}

export function useArrived(count: number, place: Place): number {
  return arrivedOf(count, place, useFlying());
}

const LOST = "lost:";

/** The place of a packet that a full ring or queue refuses, until it falls off. */
export const refusedAt = (place: Place): Place => LOST + place;

/** A number of lost packets, without those that have not yet fallen off. Undefined `place`: at all places. */
export function useFallen(count: number, place?: Place): number {
  const isAt = (to: Place) => (place === undefined ? to.startsWith(LOST) : to === refusedAt(place));
  return Math.max(0, count - [...useFlying().values()].filter(isAt).length);
}

/** Number of packets that have reached the application. */
export function useDelivered({ nics }: MachineView): number {
  return useArrived(
    nics.reduce((sum, { delivered }) => sum + delivered, 0),
    "application",
  );
}
