/**
 * Events of a run by name. The meaning of `subject` and `value` depends on the kind
 * (core-wasm/include/sim_layout.def).
 */
import { type EventColumns, type SimEventKind, sim_event_kind } from "../../core-wasm/binding/index.ts";

/** Mask of the events that stop the machine. */
export const maskOf = (kinds: readonly SimEventKind[]): number =>
  kinds.reduce((mask, kind) => mask | (1 << sim_event_kind[kind]), 0);

export interface MachineEvent {
  readonly cycle: number;
  readonly kind: SimEventKind;
  readonly context: number;
  readonly subject: number;
  readonly value: number;
}

const NAMES = new Map<number, SimEventKind>(
  Object.entries(sim_event_kind).map(([name, kind]) => [kind, name as SimEventKind]),
);

/** Omits kinds that this build does not know. */
export function namedEvents({ cycle, kind, context, subject, value }: EventColumns): readonly MachineEvent[] {
  const events: MachineEvent[] = [];
  for (let i = 0; i < cycle.length; i += 1) {
    const name = NAMES.get(kind[i] ?? -1);
    if (name === undefined) continue;
    events.push({
      cycle: cycle[i] ?? 0,
      kind: name,
      context: context[i] ?? 0,
      subject: subject[i] ?? 0,
      value: value[i] ?? 0,
    });
  }
  return events;
}
