/** What tests, the bench and the worker of the page ask of a machine beside the rest. */
import { sim_program_frame } from "./layout.gen.ts";
import type { Machine } from "./machine.ts";
import { type Decoded, decode } from "./record.ts";

export type ProgramRegisters = Decoded<typeof sim_program_frame>;

/** Registers of a thread; undefined in a machine without programs. */
export function programRegisters(machine: Machine, thread: number): ProgramRegisters | undefined {
  return machine.inspect(({ core, view }) => {
    const at = core.core_program_registers(thread);
    return at === 0 ? undefined : decode(sim_program_frame, view, at);
  });
}

/** Off: every cycle is worked on. The result is the same; a test proves it. */
export function setSkipping(machine: Machine, isOn: boolean): void {
  machine.inspect(({ core }) => core.core_set_skipping(isOn ? 1 : 0));
}
