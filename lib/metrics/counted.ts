/** The counters of a machine as of its cycle. */
import type { Counters, Results } from "../../core-wasm/binding/index.ts";

/** The core counts a transaction of a core with all its cycles when it is booked; what is still to come is left out. */
export function countedSoFar(machine: Results): Counters {
  const counters = machine.counters();
  const ahead = Math.max(0, machine.view().bus.free_at - machine.cycle);
  const busCycles = Math.min(machine.cycle, Math.max(0, counters.bus_cycles - ahead));
  return { ...counters, bus_cycles: busCycles };
}
