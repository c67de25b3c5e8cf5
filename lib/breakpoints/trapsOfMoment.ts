/** What the traps of one cycle are, and which harts let interrupts in. */
import type { MachineEvent } from "../events/events.ts";
import { causeOf, type TrapCause, trapMoment } from "../events/traps.ts";

export type TrapCauseKind = TrapCause["kind"];
export const TRAP_CAUSES = [
  "external",
  "timer",
  "software",
  "line",
  "exception",
] as const satisfies readonly TrapCauseKind[];

export interface Traps {
  /** In the cycle. */
  readonly count: Readonly<Record<TrapCauseKind | "returned", number>>;
  readonly taken: (context: number) => number;
  /** Of the last one of the cycle; undefined: there is none. */
  readonly mcause: (context: number) => number | undefined;
  readonly hasEnded: (context: number) => boolean;
  /** MIE is 1 as the cycle ends; a run begins with 0. */
  readonly isOpen: (context: number) => boolean;
}

interface TrapsKeeper {
  readonly traps: Traps;
  readonly happened: (event: Omit<MachineEvent, "kind">) => void;
  /** Nothing happens any more; what is open stays so. */
  readonly still: () => void;
}

export function createTraps(): TrapsKeeper {
  const none = { external: 0, timer: 0, software: 0, line: 0, exception: 0, returned: 0 };
  const count = { ...none };
  const causes = new Map<number, number[]>();
  const ended = new Set<number>();
  const open = new Set<number>();
  return {
    traps: {
      count,
      taken: (context) => causes.get(context)?.length ?? 0,
      mcause: (context) => causes.get(context)?.at(-1),
      hasEnded: (context) => ended.has(context),
      isOpen: (context) => open.has(context),
    },
    still: () => {
      Object.assign(count, none);
      causes.clear();
      ended.clear();
    },
    happened: (event) => {
      const { context } = event;
      const moment = trapMoment({ ...event, kind: "trap" });
      switch (moment?.kind) {
        case "taken":
          count[causeOf(moment.cause).kind] += 1;
          causes.set(context, [...(causes.get(context) ?? []), moment.cause]);
          open.delete(context);
          break;
        case "returned":
          count.returned += 1;
          open.delete(context); // what follows says where MIE is set
          break;
        case "ended":
          ended.add(context);
          break;
        case "on":
          open.add(context);
          break;
        case "off":
          open.delete(context);
          break;
      }
    },
  };
}
