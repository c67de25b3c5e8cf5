/** Registers of programs, of harts, and of cards that programs serve. In the page, only the engine's worker loads this
 * module. */
import { SIM_NONE, sim_hart, sim_plic, sim_program_frame } from "./layout.gen.ts";
import type { Machine } from "./machine.ts";
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

const A0 = 10;
const { priority } = sim_plic.fields;

/** The interrupt controller as one hart sees it. Bits are sources: line + 1. */
export interface HartPlic {
  readonly enabled: bigint;
  readonly threshold: number;
  /** Shared by all harts: priorities by source, 0 for none. */
  readonly priorities: readonly number[];
  readonly pending: bigint;
  readonly claimed: bigint;
}

/**
 * Control and status registers as the thread would read them now, and the registers of its context in the
 * CLINT.
 */
export interface HartRegisters extends Decoded<typeof PLAIN> {
  readonly mip: number;
  readonly mcycle: bigint;
  readonly minstret: bigint;
  readonly mtimecmp: bigint;
  /** The timer of the CLINT, the same for all harts. */
  readonly mtime: bigint;
  /** Set if the program has ended, otherwise undefined. */
  readonly exitCode: number | undefined;
  readonly plic: HartPlic;
}

/** Undefined if the thread is not in machine mode. */
export function hartRegisters(machine: Machine, thread: number): HartRegisters | undefined {
  const program = programRegisters(machine, thread);
  const executed = program?.executed ?? 0;
  return machine.inspect(({ core, view }) => {
    const base = core.core_hart(thread);
    if (base === 0) return undefined;
    const plic = core.core_plic();
    const whole = (field: { readonly offset: number }, from = base) =>
      view.getBigUint64(from + field.offset, true);
    const plain = decode(PLAIN, view, base);
    const isOver = plain.stopped !== 0 && program?.cause === SIM_NONE;
    return {
      ...plain,
      mip: core.core_hart_mip(thread) >>> 0,
      mcycle: BigInt.asUintN(64, whole(cycle_offset) + core.core_cycle()),
      minstret: BigInt.asUintN(64, whole(instret_offset) + BigInt(executed)),
      mtimecmp: whole(mtimecmp),
      mtime: BigInt.asUintN(64, whole(sim_plic.fields.mtime_offset, plic) + core.core_cycle()),
      exitCode: isOver ? program.x[A0] : undefined,
      plic: {
        enabled: whole(plic_enabled) << 1n,
        threshold: view.getUint8(base + plic_threshold.offset),
        priorities: [
          0,
          ...Array.from({ length: priority.count }, (_, line) =>
            view.getUint8(plic + priority.offset + line),
          ),
        ],
        pending: whole(sim_plic.fields.pending, plic) << 1n,
        claimed: whole(sim_plic.fields.claimed, plic) << 1n,
      },
    };
  });
}

/** Changes with each bit of the hart's mip and with each pending source of the PLIC. Faster than all registers. */
export function hartPending(machine: Machine, thread: number): bigint {
  return machine.inspect(({ core, view }) => {
    const sources = view.getBigUint64(core.core_plic() + sim_plic.fields.pending.offset, true);
    return (sources << 32n) | BigInt(core.core_hart_mip(thread) >>> 0);
  });
}

/** Names in the order of the words. */
const NAMES = [
  "rxBase",
  "rxSize",
  "rxHead",
  "rxTail",
  "txBase",
  "txSize",
  "txHead",
  "txTail",
  "icr",
  "ims",
  "status",
  "rxBytes",
] as const;

export type NicRegisters = Readonly<Record<(typeof NAMES)[number], number>>;

/** Registers of a card that programs serve (docs/devices.md). If steps serve the card, all are 0. */
export function nicRegisters(machine: Machine, nic: number): NicRegisters {
  return machine.inspect(({ core }) => {
    const word = (index: number) => core.core_nic_register(nic, index) >>> 0;
    const entries = NAMES.map((name, index) => [name, word(index)] as const);
    return Object.fromEntries(entries) as NicRegisters;
  });
}

export type ProgramRegisters = Decoded<typeof sim_program_frame>;

/** Registers of a thread. Undefined in a machine without programs. */
export function programRegisters(machine: Machine, thread: number): ProgramRegisters | undefined {
  return machine.inspect(({ core, view }) => {
    const at = core.core_program_registers(thread);
    return at === 0 ? undefined : decode(sim_program_frame, view, at);
  });
}

/** If false, every cycle is simulated one by one. The result is the same; a test proves it. */
export function setSkipping(machine: Machine, isOn: boolean): void {
  machine.inspect(({ core }) => core.core_set_skipping(isOn ? 1 : 0));
}
