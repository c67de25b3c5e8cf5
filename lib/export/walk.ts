/** Goes through a run once and passes its events on. Memory holds only open items, not the run. */
import {
  type CoreModule,
  createMachine,
  type LatencyColumns,
  type Machine,
  type ObserverOptions,
} from "../../core-wasm/binding/index.ts";
import { compileScenario } from "../../scenarios/compile/compile.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { type MachineEvent, namedEvents } from "../events/events.ts";

export interface Window {
  readonly from: number;
  /** The first cycle after the window. */
  readonly to: number;
}

/** The recorded data, and the length of a step. */
export interface Pace {
  readonly observers: ObserverOptions;
  /** A cycle after `cycle` at which the machine must stop. `window` is the requested window. */
  readonly nextStop: (cycle: number, window: Window) => number;
  /** Additional bits of sim_event_kind at which the machine stops. */
  readonly stopMask?: number;
}

/** Events of the cycles [fromCycle, toCycle). */
export interface Batch {
  /** At toCycle. */
  readonly machine: Machine;
  readonly fromCycle: number;
  readonly toCycle: number;
  /** True inside the window. Earlier batches are passed on too, because their items may still be open in the window. */
  readonly isWithin: boolean;
  readonly events: readonly MachineEvent[];
  readonly latencies: LatencyColumns;
}

/** Cycles per step. Each context and device logs fewer events in a step than the log holds. */
const STEP_CYCLES = 4096;

export const EVENTS: Pace = {
  observers: { eventCapacity: 2 ** 18, latencyCapacity: 2 ** 14 },
  nextStop: (cycle) => cycle + STEP_CYCLES,
};

/** Ends with the machine at the end of the window. Throws if the log was too small for a step, because events would be
 * missing. Calls `begin` with the machine before its first cycle. */
export function* walkRun(
  core: CoreModule,
  scenario: Scenario,
  window: Window,
  { pace = EVENTS, begin }: { readonly pace?: Pace | undefined; readonly begin?: (machine: Machine) => void },
): Generator<Batch, Machine> {
  const machine = createMachine(core, compileScenario(scenario), pace.observers);
  begin?.(machine);
  let [eventsFrom, latenciesFrom] = [machine.nextEvent, 0];
  while (machine.cycle < window.to) {
    const fromCycle = machine.cycle;
    const isWithin = fromCycle >= window.from;
    const until = Math.min(isWithin ? window.to : window.from, pace.nextStop(fromCycle, window));
    machine.step(until, pace.stopMask);
    const events = machine.readEvents(eventsFrom);
    const latencies = machine.readLatencies(latenciesFrom);
    if (events.lost + latencies.lost > 0)
      throw new Error(`more happened in ${machine.cycle - fromCycle} cycles than the log of events holds`);
    [eventsFrom, latenciesFrom] = [events.next, latencies.next];
    yield { machine, fromCycle, toCycle: machine.cycle, isWithin, events: namedEvents(events), latencies };
  }
  return machine;
}
