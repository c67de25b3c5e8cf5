export {
  type CompiledScenario,
  type MachineRecord,
  machineRecord,
  type ObserverOptions,
  wholeRecord,
} from "./configRecord.ts";
export { createMachine, machinePages } from "./create.ts";
export { type Bucket, type Distribution, mean, percentile, valueAtRank } from "./distribution.ts";
export * from "./layout.gen.ts";
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
export { CoreFaultError, CoreLoadError, CoreModule, CoreRefusedError, loadCore } from "./module.ts";
export type { EventColumns, LatencyColumns, SeriesColumns, Track } from "./observers.ts";
export type { Decoded } from "./record.ts";
export {
  type HartRegisters,
  hartRegisters,
  type ProgramRegisters,
  programRegisters,
  setSkipping,
} from "./registers.ts";
// The command uses the code of results.ts. The page imports only the type, so that it is smaller.
export type { Results, TallyCounts } from "./results.ts";
