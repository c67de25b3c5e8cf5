/** Finds the cycles in which conditions come true: they did not hold as the cycle began, and hold as it ends. That
 * is a matter of the machine's history alone, however the events are handed over. */
import type { EventColumns } from "../../core-wasm/binding/index.ts";
import type { Condition } from "./condition.ts";
import { createMoment, type Happening, type Levels } from "./moment.ts";

export interface Watcher {
  /** Bits of sim_event_kind: stretches without these need not be handed over. */
  readonly kinds: number;
  /** Events in the order in which they were logged; every one of a cycle before `until` is here or was before. */
  readonly feed: (
    events: Pick<EventColumns, "cycle" | "kind" | "context" | "subject" | "value">,
    until: number,
  ) => void;
}

/** `onHit`: the machine stands right after the cycle in which the condition came true. */
export function createWatcher(
  conditions: readonly Condition[],
  start: Levels,
  lineOfThread: ReadonlyMap<number, number>,
  onHit: (condition: number, cycle: number) => void,
): Watcher {
  const kinds = conditions.reduce((mask, condition) => mask | condition.kinds, 0);
  const { moment, happened, still } = createMoment(start, lineOfThread);
  /** Whether each held after the last cycle that was looked at, with nothing happening any more. */
  const held = conditions.map((condition) => condition.holds(moment));
  /** A change at the end of a cycle belongs to the next one, whose other events come later. */
  let pending: Happening[] = [];

  function close(cycle: number): void {
    conditions.forEach((condition, index) => {
      if (!held[index] && condition.holds(moment)) onHit(index, cycle + 1);
    });
    still();
    conditions.forEach((condition, index) => {
      held[index] = condition.holds(moment);
    });
  }

  function look(until: number): void {
    let index = 0;
    for (;;) {
      const first = pending[index];
      if (first === undefined || first.cycle >= until) break;
      for (let event: Happening | undefined = first; event?.cycle === first.cycle; event = pending[index]) {
        happened(event);
        index += 1;
      }
      close(first.cycle);
    }
    pending = pending.slice(index);
  }

  return {
    kinds,
    feed: ({ cycle, kind, context, subject, value }, until) => {
      for (let i = 0; i < cycle.length; i += 1) {
        const ofKind = kind[i] ?? 0;
        if (((kinds >>> ofKind) & 1) === 0) continue;
        pending.push({
          cycle: cycle[i] ?? 0,
          kind: ofKind,
          context: context[i] ?? 0,
          subject: subject[i] ?? 0,
          value: value[i] ?? 0,
        });
      }
      pending.sort((a, b) => a.cycle - b.cycle);
      look(until);
    },
  };
}
