/** Contexts, cores, layers and the use of their cycles. */
import {
  type Counters,
  cyclesBy,
  type SimCause,
  type SimLayer,
  sim_cause_names,
  sim_layer_names,
} from "../../../core-wasm/binding/index.ts";
import type { Machine } from "../../../scenarios/format/schema.ts";
import { contextTotal, cpuTotal } from "../../../scenarios/software/contexts.ts";
import { CYCLE, NUMBER } from "../../expressions/dimension.ts";
import { ENTRY_CAUSES, type ShownLayer } from "../shownLayer.ts";
import { STALL_CAUSES } from "../stallCauses.ts";
import { instructionsPerCycle } from "../units.ts";
import type { Entries, Run } from "./entry.ts";

/** Causes of cycles in which the context does not run. */
const NOT_RUNNING: ReadonlySet<SimCause> = new Set<SimCause>(["ready", "waiting"]);

export const RUNNING_CAUSES: readonly SimCause[] = sim_cause_names.filter((cause) => !NOT_RUNNING.has(cause));

const BUSY = sim_cause_names.indexOf("busy");

const IDLE = sim_layer_names.indexOf("idle");

const READY = sim_cause_names.indexOf("ready");

const APPLICATION = sim_layer_names.indexOf("application");

const SAVE_RESTORE = sim_layer_names.indexOf("save-restore");

const IS_ENTRY = sim_cause_names.map((cause) => ENTRY_CAUSES.has(cause));

/** Cycles of all contexts. */
function cyclesWhere(
  { counters, machine }: Pick<Run, "counters" | "machine">,
  isMeant: (layer: number, cause: number) => boolean,
): number {
  const contexts = contextTotal(machine);
  let cycles = 0;
  for (let context = 0; context < contexts; context++)
    for (let layer = 0; layer < sim_layer_names.length; layer++)
      for (let cause = 0; cause < sim_cause_names.length; cause++)
        if (isMeant(layer, cause)) cycles += cyclesBy(counters, context, layer, cause);
  return cycles;
}

const RUNNING = sim_cause_names.map((cause) => !NOT_RUNNING.has(cause));

/** Cycles of running layers. */
const ranIn = (run: Pick<Run, "counters" | "machine">, isMeant: (layer: number, cause: number) => boolean) =>
  cyclesWhere(run, (layer, cause) => RUNNING[cause] === true && isMeant(layer, cause));

/** Cycles of all processors. */
const processorCycles = ({ cycles, machine }: Run) => cycles * cpuTotal(machine);

export const busyShare = (run: Run) => ranIn(run, () => true) / processorCycles(run);

/** Only if contexts share the pipeline: cycles in which one context could issue and another was chosen. Contexts that
 * run one at a time count as one processor. */
export const readyCycles = (run: Run) =>
  cpuTotal(run.machine) === contextTotal(run.machine) ? cyclesWhere(run, (_, cause) => cause === READY) : 0;

/** Cycles of all processors in which nothing ran. With the ready cycles and the cycles of all layers, they add up to
 * all cycles. */
export const idleCycles = (run: Run) => processorCycles(run) - ranIn(run, () => true) - readyCycles(run);

const layerCycles = (layer: number, run: Run) =>
  layer === IDLE ? idleCycles(run) : ranIn(run, (one) => one === layer);

export const layerShare = (layer: number, run: Run) => layerCycles(layer, run) / processorCycles(run);

/** Cycles of all layers except the application. */
export const systemCycles = (run: Run) => ranIn(run, (one) => one !== IDLE && one !== APPLICATION);

export const causeCycles = (cause: number, run: Run) => ranIn(run, (_, one) => one === cause);

export const entryCycles = (run: Run) =>
  ranIn(run, (layer, cause) => layer === SAVE_RESTORE && IS_ENTRY[cause] === true);

export const savingCycles = (run: Run) =>
  ranIn(run, (layer, cause) => layer === SAVE_RESTORE && IS_ENTRY[cause] !== true);

export const entryShare = (run: Run) => entryCycles(run) / processorCycles(run);

export const savingShare = (run: Run) => savingCycles(run) / processorCycles(run);

/** The two parts of save-restore. */
export const ENTRY = {
  cycles: {
    path: "cycles",
    only: "expressions",
    dimension: CYCLE,
    meaning: "cycles of drains and entries of interrupts and system calls, a part of save-restore",
    read: (_, run) => entryCycles(run),
  },
  share: {
    path: "share",
    only: "expressions",
    dimension: NUMBER,
    meaning: "share of the processors' cycles spent in drains and entries",
    amount: { kind: "share" },
    read: (_, run) => entryShare(run),
  },
} as const satisfies Entries<unknown>;

export const SAVING = {
  cycles: {
    path: "cycles",
    only: "expressions",
    dimension: CYCLE,
    meaning: "cycles of saving and restoring registers, stalls included, a part of save-restore",
    read: (_, run) => savingCycles(run),
  },
  share: {
    path: "share",
    only: "expressions",
    dimension: NUMBER,
    meaning: "share of the processors' cycles spent in saves and restores",
    amount: { kind: "share" },
    read: (_, run) => savingShare(run),
  },
} as const satisfies Entries<unknown>;

/** Metrics indexed by layer. */
export const LAYER = {
  cycles: {
    path: "cycles",
    only: "expressions",
    dimension: CYCLE,
    meaning: "cycles in which {name} ran, stalls included; of `idle`: of processors with nothing to do",
    read: layerCycles,
  },
  share: {
    path: "share",
    only: "expressions",
    dimension: NUMBER,
    meaning: "share of the processors' cycles in which {name} ran",
    amount: { kind: "share" },
    read: layerShare,
  },
  stalled: {
    path: "stalled",
    only: "expressions",
    dimension: NUMBER,
    meaning: "share of the cycles of {name} lost to stalls",
    amount: { kind: "share" },
    read: (layer, run) =>
      ranIn(run, (one, cause) => one === layer && cause !== BUSY) / layerCycles(layer, run),
  },
  instructions: {
    path: "instructions",
    only: "expressions",
    dimension: NUMBER,
    meaning: "instructions of {name}",
    read: (layer, { counters }) => counters.instructions_of[layer] ?? 0,
  },
} as const satisfies Entries<number>;

/** Metrics indexed by cause. */
export const CAUSE = {
  cycles: {
    path: "cycles",
    only: "expressions",
    dimension: CYCLE,
    meaning: "cycles accounted to {name}",
    read: causeCycles,
  },
} as const satisfies Entries<number>;

/** Metrics indexed by context. */
export const CONTEXT = {
  instructions: {
    path: "instructions",
    only: "expressions",
    dimension: NUMBER,
    meaning: "instructions of the context",
    read: (context, { counters }) => counters.instructions_by[context] ?? 0,
  },
} as const satisfies Entries<number>;

interface CoreCounters {
  readonly instructions: number;
  readonly detailedCycles: number;
}

/** Contexts are numbered core after core. */
export function coreCounters(
  { instructions_by, detailed_by }: Counters,
  { core: { contexts } }: Machine,
  core: number,
): CoreCounters {
  return {
    instructions: instructions_by
      .slice(core * contexts, (core + 1) * contexts)
      .reduce((sum, count) => sum + count, 0),
    detailedCycles: detailed_by[core] ?? 0,
  };
}

export const CORE = {
  instructions: {
    path: "instructions",
    dimension: NUMBER,
    meaning: "instructions of the core",
    read: (core) => core.instructions,
    text: { label: "instructions" },
  },
  detailedCycles: {
    dimension: CYCLE,
    meaning: "cycles in which layers counted in instructions ran on it",
    read: (core) => core.detailedCycles,
  },
  instructionsPerCycle: {
    path: "ipc",
    dimension: NUMBER,
    meaning: "its instructions a cycle of layers counted in instructions",
    amount: { kind: "ratio" },
    read: (core) => instructionsPerCycle(core.instructions, core.detailedCycles),
    text: { label: "per cycle", digits: 3 },
  },
} as const satisfies Entries<CoreCounters>;

export interface LayerCycles {
  readonly layer: SimLayer;
  /** Cycles in which it ran, all contexts. */
  readonly cycles: number;
  /** Lost cycles among these: load-use, branch, multiply, memory, bus and misses. */
  readonly stallCycles: number;
}

/** An entry of the accounts that is not 0. */
export interface AccountedCycles {
  readonly context: number;
  readonly layer: SimLayer;
  readonly cause: SimCause;
  readonly cycles: number;
}

export function readAccounts(counters: Counters, contextCount: number): AccountedCycles[] {
  const accounts: AccountedCycles[] = [];
  for (let context = 0; context < contextCount; context++) {
    sim_layer_names.forEach((layer, layerIndex) => {
      sim_cause_names.forEach((cause, causeIndex) => {
        const cycles = cyclesBy(counters, context, layerIndex, causeIndex);
        if (cycles > 0) accounts.push({ context, layer, cause, cycles });
      });
    });
  }
  return accounts;
}

export function layersOf(accounts: readonly AccountedCycles[]): LayerCycles[] {
  return sim_layer_names.flatMap((layer) => {
    const ran = accounts.filter((entry) => entry.layer === layer && !NOT_RUNNING.has(entry.cause));
    const sum = (entries: readonly AccountedCycles[]) => entries.reduce((all, { cycles }) => all + cycles, 0);
    const cycles = sum(ran);
    const stallCycles = sum(ran.filter(({ cause }) => STALL_CAUSES.has(cause)));
    return cycles === 0 ? [] : [{ layer, cycles, stallCycles }];
  });
}

export interface LayerRow {
  readonly key: SimLayer | "entry" | "saving";
  readonly layer: ShownLayer;
  readonly cycles: number;
  readonly stallCycles: number;
}

/** Cycles by layer for readers: cycles of the entry have a separate row. */
export function layerRows({
  cyclesByLayer,
  entryCycles,
}: {
  readonly cyclesByLayer: readonly LayerCycles[];
  readonly entryCycles: number;
}): readonly LayerRow[] {
  return cyclesByLayer.flatMap((one): readonly LayerRow[] => {
    const { layer, cycles, stallCycles } = one;
    if (layer !== "save-restore") return [{ key: layer, ...one }];
    const parts: readonly LayerRow[] = [
      { key: "entry", layer: "entry", cycles: entryCycles, stallCycles: 0 },
      { key: "saving", layer, cycles: cycles - entryCycles, stallCycles },
    ];
    return parts.filter((part) => part.cycles > 0);
  });
}
