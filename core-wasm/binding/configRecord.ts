/** The compiled scenario that a caller passes to `createMachine`, and its form in bytes for other programs that embed
 * the core. */
import { sim_config, sim_point, sim_trace_entry } from "./layout.gen.ts";
import type { CoreModule } from "./module.ts";

/** A scenario ready for the core. Both views start at the record's first byte. */
export interface CompiledScenario {
  /** Number of `sim_trace_entry` records that `writeTrace` fills. */
  readonly traceEntryCount: number;
  /** Bytes of recorded frames after the trace, a multiple of 8. `writeTrace` fills them too. */
  readonly traceByteCount: number;
  /** Writes the fields of `sim_config` that differ from the defaults, which the core has written before. */
  writeConfig(view: DataView, defaultsWritten: true): void;
  writeTrace(view: DataView): void;
}

/** Data to record in addition to the state, without an effect on the machine. An omitted option records nothing. */
export interface ObserverOptions {
  /** Number of events that the log holds, a power of two. */
  readonly eventCapacity?: number;
  /** Rows of the pipeline window. */
  readonly rowCapacity?: number;
  /** Number of latency records that the log holds, a power of two. */
  readonly latencyCapacity?: number;
  /** Series: number of finest bins per track. */
  readonly binCapacity?: number;
  /** Series: width of a finest bin at the start. */
  readonly binCycles?: number;
}

/** Each table at the end of the configuration is cut to its used part. */
function usedBytes(view: DataView): number {
  const { fields } = sim_config;
  const points = view.getUint32(fields.point_count.offset, true);
  if (points > 0) return fields.points.offset + points * sim_point.size;
  const presses = Array.from({ length: fields.buttons.count }, (_, index) => {
    const { size, fields: own } = fields.buttons.record;
    const at = fields.buttons.offset + index * size;
    return (
      view.getUint16(at + own.first_press.offset, true) + view.getUint16(at + own.press_count.offset, true)
    );
  });
  return fields.presses.offset + Math.max(...presses) * BigUint64Array.BYTES_PER_ELEMENT;
}

/** The used part of the configuration, starting from the core's defaults. */
export function configBytes({ probe }: CoreModule, compiled: CompiledScenario): Uint8Array {
  const bytes = new Uint8Array(sim_config.size);
  bytes.set(new Uint8Array(probe.view.buffer, probe.core.core_config(), sim_config.fields.presses.offset));
  const view = new DataView(bytes.buffer);
  compiled.writeConfig(view, true);
  view.setUint32(sim_config.fields.trace_entry_count.offset, compiled.traceEntryCount, true);
  view.setUint32(sim_config.fields.trace_byte_count.offset, compiled.traceByteCount, true);
  return bytes.subarray(0, usedBytes(view));
}

/** The entries, followed by the bytes of frames. */
export const traceBytes = ({ traceEntryCount, traceByteCount }: CompiledScenario): number =>
  traceEntryCount * sim_trace_entry.size + traceByteCount;

/** The same machine for any program that embeds the core: the bytes that it has to write as configuration and trace. */
export interface MachineRecord {
  readonly config: Uint8Array;
  readonly traffic: Uint8Array;
}

export function machineRecord(module: CoreModule, compiled: CompiledScenario): MachineRecord {
  const traffic = new Uint8Array(traceBytes(compiled));
  compiled.writeTrace(new DataView(traffic.buffer));
  return { config: configBytes(module, compiled), traffic };
}

/** The whole configuration in one block, for programs that read it from a file. */
export function wholeRecord(module: CoreModule, compiled: CompiledScenario): Uint8Array {
  const { config, traffic } = machineRecord(module, compiled);
  const bytes = new Uint8Array(sim_config.size + traffic.length);
  bytes.set(config);
  bytes.set(traffic, sim_config.size);
  return bytes;
}
