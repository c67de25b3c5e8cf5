import { useCell, useSession } from "../../state/hooks.ts";
import type { Session } from "../../state/session.ts";
import { type Cell, createCell } from "../../ui/cell.ts";

const cells = new WeakMap<Session, Cell<ReadonlySet<number>>>();
const NONE: ReadonlySet<number> = new Set();

/** Numbers of the packets that are under way over the stage: no slot shows them meanwhile. */
export function flyingOf(session: Session): Cell<ReadonlySet<number>> {
  const known = cells.get(session) ?? createCell(NONE);
  cells.set(session, known);
  return known;
}

export function useFlying(): ReadonlySet<number> {
  return useCell(flyingOf(useSession()));
}
