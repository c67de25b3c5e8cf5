/** What a host hands to `createMachine`. */

/** A scenario ready for the core. Both views start at the record's first byte. */
export interface CompiledScenario {
  /** Number of `sim_trace_entry` records that `writeTrace` fills. */
  readonly traceEntryCount: number;
  /** Of frames, behind them: as many bytes more that `writeTrace` fills, a multiple of 8. */
  readonly traceByteCount: number;
  /** Writes the fields of `sim_config` that differ; the core has filled in every default before. */
  writeConfig(view: DataView, defaultsWritten: true): void;
  writeTrace(view: DataView): void;
}

/** What to record beside the state; none of it changes the machine. Left out = not recorded. */
export interface ObserverOptions {
  /** Events held, a power of two. */
  readonly eventCapacity?: number;
  /** Rows of the pipeline window. */
  readonly rowCapacity?: number;
  /** Latency records held, a power of two. */
  readonly latencyCapacity?: number;
  /** Series: finest bins per track. */
  readonly binCapacity?: number;
  /** Series: width of a finest bin at the start. */
  readonly binCycles?: number;
}
