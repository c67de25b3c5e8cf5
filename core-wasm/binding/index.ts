export type { CompiledScenario, ObserverOptions } from "./compiled.ts";
export { type MachineRecord, machineRecord, wholeRecord } from "./configRecord.ts";
export { createMachine, machinePages } from "./create.ts";
export { type Bucket, type Distribution, mean, percentile, valueAtRank } from "./distribution.ts";
export { CoreFaultError, CoreLoadError, CoreRefusedError } from "./errors.ts";
export { type HartRegisters, hartRegisters } from "./hart.ts";
export * from "./layout.gen.ts";
export type { EventColumns, LatencyColumns } from "./logs.ts";
export {
  CACHE_LEVELS,
  type CacheLevel,
  type CachePicture,
  type ConsoleText,
  type Counters,
  cyclesBy,
  type HeldPacket,
  Machine,
  type Marks,
  type PartSummary,
  type StandingMachine,
  type View,
  type WindowRow,
} from "./machine.ts";
export { CoreModule, loadCore } from "./module.ts";
export { type ProgramRegisters, programRegisters, setSkipping } from "./probe.ts";
export type { Decoded } from "./record.ts";
// What results.ts computes is for the command: the page takes the type alone, and is lighter for it.
export type { Results, TallyCounts } from "./results.ts";
export type { SeriesColumns, Track } from "./series.ts";
