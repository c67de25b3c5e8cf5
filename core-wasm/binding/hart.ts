/** Registers of a thread in machine mode. A module of its own: of the page, only the engine's worker loads it. */
import { sim_hart, sim_plic } from "./layout.gen.ts";
import type { Machine } from "./machine.ts";
import { programRegisters } from "./probe.ts";
import { type Decoded, decode } from "./record.ts";

const {
  cycle_offset,
  instret_offset,
  mtimecmp,
  plic_enabled,
  plic_threshold,
  external_recognised: _recognised,
  external_drained: _drained,
  ...plainFields
} = sim_hart.fields;
const PLAIN = { size: sim_hart.size, fields: plainFields } as const;

/** The interrupt controller as one hart sees it. Bits are sources: line + 1. */
export interface HartPlic {
  readonly enabled: bigint;
  readonly threshold: number;
  /** Of all harts. */
  readonly pending: bigint;
  readonly claimed: bigint;
}

/** Control and status registers as the thread would read them now, and those of its context in the CLINT. */
export interface HartRegisters extends Decoded<typeof PLAIN> {
  readonly mip: number;
  readonly mcycle: bigint;
  readonly minstret: bigint;
  readonly mtimecmp: bigint;
  readonly plic: HartPlic;
}

/** Undefined where the thread is not in machine mode. */
export function hartRegisters(machine: Machine, thread: number): HartRegisters | undefined {
  const executed = programRegisters(machine, thread)?.executed ?? 0;
  return machine.inspect(({ core, view }) => {
    const base = core.core_hart(thread);
    if (base === 0) return undefined;
    const plic = core.core_plic();
    const whole = (field: { readonly offset: number }, from = base) =>
      view.getBigUint64(from + field.offset, true);
    return {
      ...decode(PLAIN, view, base),
      mip: core.core_hart_mip(thread) >>> 0,
      mcycle: BigInt.asUintN(64, whole(cycle_offset) + core.core_cycle()),
      minstret: BigInt.asUintN(64, whole(instret_offset) + BigInt(executed)),
      mtimecmp: whole(mtimecmp),
      plic: {
        enabled: whole(plic_enabled) << 1n,
        threshold: view.getUint8(base + plic_threshold.offset),
        pending: whole(sim_plic.fields.pending, plic) << 1n,
        claimed: whole(sim_plic.fields.claimed, plic) << 1n,
      },
    };
  });
}
