/** Registers of a thread in machine mode. A module of its own: of the page, only the engine's worker loads it. */
import { sim_hart } from "./layout.gen.ts";
import type { Machine } from "./machine.ts";
import { programRegisters } from "./probe.ts";
import { type Decoded, decode } from "./record.ts";

const { cycle_offset, instret_offset, mtimecmp, ...plainFields } = sim_hart.fields;
const PLAIN = { size: sim_hart.size, fields: plainFields } as const;

/** Control and status registers as the thread would read them now, and those of its context in the CLINT. */
export interface HartRegisters extends Decoded<typeof PLAIN> {
  readonly mip: number;
  readonly mcycle: bigint;
  readonly minstret: bigint;
  readonly mtimecmp: bigint;
}

/** Undefined where the thread is not in machine mode. */
export function hartRegisters(machine: Machine, thread: number): HartRegisters | undefined {
  const executed = programRegisters(machine, thread)?.executed ?? 0;
  return machine.inspect(({ core, view }) => {
    const base = core.core_hart(thread);
    if (base === 0) return undefined;
    const whole = (field: { readonly offset: number }) => view.getBigUint64(base + field.offset, true);
    return {
      ...decode(PLAIN, view, base),
      mip: core.core_hart_mip(thread) >>> 0,
      mcycle: BigInt.asUintN(64, whole(cycle_offset) + core.core_cycle()),
      minstret: BigInt.asUintN(64, whole(instret_offset) + BigInt(executed)),
      mtimecmp: whole(mtimecmp),
    };
  });
}
