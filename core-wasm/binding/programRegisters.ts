/** Registers of a thread's program. A module of its own: the page shows none. */
import { sim_program_frame } from "./layout.gen.ts";
import type { Machine } from "./machine.ts";
import { type Decoded, decode } from "./record.ts";

export type ProgramRegisters = Decoded<typeof sim_program_frame>;

/** Undefined in a machine without programs. */
export function programRegisters(machine: Machine, thread: number): ProgramRegisters | undefined {
  return machine.inspect(({ core, view }) => {
    const at = core.core_program_registers(thread);
    return at === 0 ? undefined : decode(sim_program_frame, view, at);
  });
}
