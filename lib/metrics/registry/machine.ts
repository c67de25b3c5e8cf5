/** Metrics of the machine as a whole, its branch predictor and the faults of its programs. */
import { type Counters, sim_cause_names, sim_layer_names } from "../../../core-wasm/binding/index.ts";
import type { Machine } from "../../../scenarios/format/schema.ts";
import { CYCLE, CYCLE_PER_SECOND, NUMBER, SECOND } from "../../expressions/dimension.ts";
import { instructionsPerCycle } from "../units.ts";
import type { Entries } from "./entry.ts";
import {
  busyShare,
  causeCycles,
  entryCycles,
  entryShare,
  layerShare,
  savingCycles,
  savingShare,
  systemCycles,
} from "./processor.ts";

const deliveredFrames = ({ nics }: Counters) =>
  nics.reduce((sum, nic) => sum + nic.rx_delivered + nic.tx_delivered, 0);

export const MACHINE = {
  cycles: {
    path: "cycles",
    only: "expressions",
    dimension: CYCLE,
    meaning: "cycles of the run",
    read: (_, { cycles }) => cycles,
  },
  seconds: {
    path: "seconds",
    only: "expressions",
    dimension: SECOND,
    meaning: "simulated time of the run",
    read: (_, { cycles, machine }) => cycles / machine.clockHertz,
  },
  clock: {
    path: "clock",
    only: "expressions",
    dimension: CYCLE_PER_SECOND,
    meaning: "clock of the processor",
    read: (_, { machine }) => machine.clockHertz,
  },
  instructions: {
    path: "instructions",
    dimension: NUMBER,
    meaning: "instructions retired",
    read: (c) => c.instructions,
    text: { label: "instructions", at: 1 },
    panel: { section: "counters", label: "instructions", when: "always", at: 1 },
  },
  instructionsPerCycle: {
    path: "ipc",
    dimension: NUMBER,
    meaning: "instructions a cycle of layers counted in instructions",
    amount: { kind: "ratio" },
    read: (c) => instructionsPerCycle(c.instructions, c.detailed_cycles),
    text: { label: "instructions per cycle", digits: 3, at: 2 },
    panel: {
      section: "counters",
      label: "IPC of detailed layers",
      when: "detailedCycles",
      digits: 3,
      term: "ipc",
      at: 1,
    },
    compare: { key: "ipc", label: "instructions a cycle", unit: "count", at: 1 },
  },
  detailedCycles: {
    dimension: CYCLE,
    meaning: "cycles in which layers counted in instructions ran",
    read: (c) => c.detailed_cycles,
  },
  interrupts: {
    path: "interrupts",
    dimension: NUMBER,
    meaning: "interrupts taken",
    read: (c) => c.interrupts,
    text: { label: "interrupts" },
    panel: { section: "counters", label: "interrupts", when: "always" },
  },
  interruptsPerFrame: {
    only: "page",
    dimension: NUMBER,
    meaning: "interrupts taken for each delivered frame, received or sent",
    read: (c) => c.interrupts / deliveredFrames(c),
    compare: { key: "per frame", label: "interrupts per frame", unit: "count" },
  },
  cyclesPerFrame: {
    path: "cyclesPerFrame",
    dimension: CYCLE,
    meaning: "cycles of every layer but the application for each delivered frame, received or sent",
    read: (c, run) => systemCycles(run) / deliveredFrames(c),
    text: { label: "cycles per frame", digits: 1, at: 2 },
    panel: { section: "counters", label: "cycles per frame, application aside", digits: 4, at: 1 },
    compare: { label: "cycles per frame, application aside", unit: "count" },
  },
  softInterrupts: {
    path: "softInterrupts",
    dimension: NUMBER,
    meaning: "soft interrupts taken",
    read: (c) => c.soft_interrupts,
    text: { label: "soft interrupts" },
    panel: { section: "counters", label: "soft interrupts", when: "always", term: "soft-interrupt" },
  },
  softLost: {
    dimension: NUMBER,
    meaning: "raises beyond what can be pending",
    read: (c) => c.soft_lost,
    text: { label: "soft interrupts lost" },
    panel: { section: "missed", label: "soft interrupts lost" },
  },
  contextSwitches: {
    path: "contextSwitches",
    dimension: NUMBER,
    meaning: "switches of the context pointer",
    read: (c) => c.context_switches,
    text: { label: "context switches" },
    panel: {
      section: "counters",
      label: "hardware context switches",
      when: "always",
      term: "context-switch",
    },
    compare: { key: "switches", label: "hardware context switches", unit: "count" },
  },
  saves: {
    path: "saves",
    dimension: NUMBER,
    meaning: "saves of registers",
    read: (c) => c.saves,
    text: { label: "saves" },
    panel: { section: "counters", label: "register saves", when: "always", term: "register-save" },
    compare: { label: "register saves", unit: "count" },
  },
  entryCycles: {
    dimension: CYCLE,
    meaning: "cycles of drains and entries of interrupts and system calls, a part of save-restore",
    read: (_, run) => entryCycles(run),
  },
  savingCycles: {
    dimension: CYCLE,
    meaning: "cycles of saving and restoring registers, stalls included, a part of save-restore",
    read: (_, run) => savingCycles(run),
  },
  entryShare: {
    only: "page",
    dimension: NUMBER,
    meaning: "share of the processors' cycles spent in drains and entries",
    read: (_, run) => entryShare(run),
    compare: { key: "entry share", label: "entry", unit: "share" },
  },
  saveShare: {
    only: "page",
    dimension: NUMBER,
    meaning: "share of the processors' cycles spent in saves and restores",
    read: (_, run) => savingShare(run),
    compare: { key: "save share", label: "save/restore, with its stalls", unit: "share" },
  },
  applicationShare: {
    only: "page",
    dimension: NUMBER,
    meaning: "share of the processors' cycles in which the application ran",
    read: (_, run) => layerShare(sim_layer_names.indexOf("application"), run),
    compare: { key: "application share", label: "application, with its stalls", unit: "share" },
  },
  restores: {
    path: "restores",
    dimension: NUMBER,
    meaning: "restores of registers",
    read: (c) => c.restores,
    text: { label: "restores" },
  },
  ticks: {
    dimension: NUMBER,
    meaning: "ticks of the scheduler that cost something, all processors",
    read: (c) => c.ticks,
    text: { label: "scheduler ticks" },
  },
  dmaCycles: {
    dimension: CYCLE,
    meaning: "bus cycles of DMA of all cards",
    read: (c) => c.nics.reduce((sum, nic) => sum + nic.dma_cycles, 0),
    text: { label: "DMA bus cycles" },
    panel: { section: "memory", label: "bus cycles of DMA", of: "run" },
  },
  busWaitCycles: {
    only: "page",
    dimension: CYCLE,
    meaning: "cycles of all contexts lost to the bus",
    read: (_, run) => causeCycles(sim_cause_names.indexOf("bus"), run),
    panel: { section: "memory", label: "CPU cycles lost to the bus" },
  },
  busy: {
    path: "busy",
    only: "expressions",
    dimension: NUMBER,
    meaning: "share of the processors' cycles in which anything ran",
    amount: { kind: "share" },
    read: (_, run) => busyShare(run),
  },
} as const satisfies Entries<Counters>;

/** Without a predictor, fetch continues past every taken branch. */
const mispredictedLabel = ({ core }: Machine) =>
  core.predictor.kind === "not-taken" ? "taken branches (all mispredicted)" : "mispredicted branches";

export const PREDICTOR = {
  branches: {
    path: "branches",
    dimension: NUMBER,
    meaning: "conditional branches",
    read: (c) => c.branches,
  },
  mispredicted: {
    path: "mispredicted",
    dimension: NUMBER,
    meaning: "branches predicted wrongly",
    read: (c) => c.mispredicted,
    text: { label: mispredictedLabel, of: "branches", at: 1 },
    panel: { section: "memory", label: mispredictedLabel, of: "branches", when: "branches" },
  },
} as const satisfies Entries<Counters>;

export const PROGRAMS = {
  programFaults: {
    path: "programFaults",
    dimension: NUMBER,
    meaning: "programs that ended by an exception",
    read: (c) => c.program_faults,
    text: { label: "program faults", at: 1 },
  },
} as const satisfies Entries<Counters>;

/** The first program that an exception ended. */
export interface ProgramFault {
  /** End of the cycle in which the program's step ended. */
  readonly cycle: number;
  readonly thread: number;
  readonly routine: number;
  /** Address of the instruction. */
  readonly address: number;
  /** The cause as in mcause. */
  readonly cause: number;
  /** Place in the source, as text. Undefined if the address has none, or if it was not looked up. */
  readonly place?: string;
}

export function readFault(counters: Counters): ProgramFault | undefined {
  if (counters.program_faults === 0) return undefined;
  const { cycle, thread, routine, address, cause } = counters.fault;
  return { cycle, thread, routine, address, cause };
}
