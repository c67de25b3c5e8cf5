/** Runs a machine as the page does with breakpoints on programs, with a stop at each instruction that takes effect. */
import type { Machine } from "../../core-wasm/binding/index.ts";
import type { Watcher } from "../../lib/breakpoints/watcher.ts";

const NO_EVENTS = {
  cycle: new Float64Array(),
  kind: new Uint8Array(),
  context: new Uint8Array(),
  subject: new Uint32Array(),
  value: new Uint32Array(),
};

export function watchRun(machine: Machine, watcher: Watcher, cycles: number): void {
  while (machine.cycle < cycles) {
    const stopped = machine.step(cycles, watcher.kinds);
    watcher.feed(NO_EVENTS, machine.cycle, stopped !== 0);
  }
}
