/** Goes through a run once and hands out what happened while it goes: memory holds what is under way, not the run. */
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
  /** The first cycle behind it. */
  readonly to: number;
}

/** What is recorded, and how far the machine goes at once. */
export interface Pace {
  readonly observers: ObserverOptions;
  /** A cycle behind `cycle` at which the machine has to stand; `window` as it was asked for. */
  readonly nextStop: (cycle: number, window: Window) => number;
}

/** What happened in the cycles [fromCycle, toCycle). */
export interface Batch {
  /** Stands at toCycle. */
  readonly machine: Machine;
  readonly fromCycle: number;
  readonly toCycle: number;
  /** In the window; what lies before it is told, too, as something may be under way. */
  readonly isWithin: boolean;
  readonly events: readonly MachineEvent[];
  readonly latencies: LatencyColumns;
}

/** So many cycles at once: fewer events than the log holds come from each context and device. */
const STEP_CYCLES = 4096;

const EVENTS: Pace = {
  observers: { eventCapacity: 2 ** 18, latencyCapacity: 2 ** 14 },
  nextStop: (cycle) => cycle + STEP_CYCLES,
};

/** Ends with the machine as it stands at the end of the window. Throws where the log was too small for a step: something
 * would be missing. `begin` is called with the machine before its first cycle. */
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
    machine.step(Math.min(isWithin ? window.to : window.from, pace.nextStop(fromCycle, window)));
    const events = machine.readEvents(eventsFrom);
    const latencies = machine.readLatencies(latenciesFrom);
    if (events.lost + latencies.lost > 0)
      throw new Error(`more happened in ${machine.cycle - fromCycle} cycles than the log of events holds`);
    [eventsFrom, latenciesFrom] = [events.next, latencies.next];
    yield { machine, fromCycle, toCycle: machine.cycle, isWithin, events: namedEvents(events), latencies };
  }
  return machine;
}
