/** Goes through a run once and hands out rows while it goes: memory holds what is under way, not the run. */
import { type CoreModule, createMachine, type Machine } from "../../core-wasm/binding/index.ts";
import { compileScenario } from "../../scenarios/compile/compile.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { namedEvents } from "../events/events.ts";
import type { Row, RowSource } from "./rows.ts";

/** So many cycles at once: fewer events than the log holds come from each context and device. */
const STEP_CYCLES = 4096;
const EVENT_CAPACITY = 2 ** 18;
const LATENCY_CAPACITY = 2 ** 14;

export interface Exported {
  readonly machine: Machine;
  readonly rows: number;
}

/** Rows of what is over in the cycles [from, to), batch by batch; what is under way at `to` comes last. Returns the
 * machine as it stands at `to`. Throws where the log was too small for a step: a row would be missing. */
export async function walkRows(
  core: CoreModule,
  scenario: Scenario,
  source: RowSource,
  { from, to }: { readonly from: number; readonly to: number },
  write: (rows: readonly Row[]) => Promise<void>,
): Promise<Exported> {
  const machine = createMachine(core, compileScenario(scenario), {
    eventCapacity: EVENT_CAPACITY,
    latencyCapacity: LATENCY_CAPACITY,
  });
  let [eventsFrom, latenciesFrom] = [machine.nextEvent, 0];
  let count = 0;
  while (machine.cycle < to) {
    const isBefore = machine.cycle < from;
    machine.step(Math.min(isBefore ? Math.min(from, to) : to, machine.cycle + STEP_CYCLES));
    const events = machine.readEvents(eventsFrom);
    const latencies = machine.readLatencies(latenciesFrom);
    if (events.lost + latencies.lost > 0)
      throw new Error(`more happened in ${STEP_CYCLES} cycles than the log of events holds`);
    [eventsFrom, latenciesFrom] = [events.next, latencies.next];
    const rows = source.take(namedEvents(events), latencies);
    if (isBefore || rows.length === 0) continue;
    count += rows.length;
    await write(rows);
  }
  const rest = source.rest();
  await write(rest);
  return { machine, rows: count + rest.length };
}
