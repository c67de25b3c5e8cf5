/** What a run tells of an interval: its events, and how things stood when it began. */
import type { View } from "../../core-wasm/binding/index.ts";
import { type MachineEvent, namedEvents } from "../events/events.ts";
import type { Steps, Traveller } from "../journeys/journey.ts";

export interface Records {
  /** Events of [fromCycle, toCycle). */
  readonly fromCycle: number;
  readonly toCycle: number;
  /** The machine at fromCycle. */
  readonly begin: View;
  readonly events: readonly MachineEvent[];
}

export function* readRecords(run: Traveller, fromCycle: number, toCycle: number): Steps<Records> {
  const { machine } = run;
  yield* run.goTo(fromCycle);
  const begin = machine.view();
  const events: MachineEvent[] = [];
  let next = machine.nextEvent;
  yield* run.walk(toCycle, () => {
    const columns = machine.readEvents(next);
    if (columns.lost > 0) throw new Error(`the log of events lost ${columns.lost} of them`);
    next = columns.next;
    events.push(...namedEvents(columns));
  });
  return { fromCycle, toCycle, begin, events };
}

/** Of the last cycles. */
export function since(records: Records, fromCycle: number): readonly MachineEvent[] {
  return records.events.filter(({ cycle }) => cycle >= fromCycle);
}
