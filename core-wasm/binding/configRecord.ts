import type { CompiledScenario } from "./compiled.ts";
import { sim_config, sim_trace_entry } from "./layout.gen.ts";
import type { CoreModule } from "./module.ts";

/** The configuration alone, over the core's defaults. */
export function configBytes({ probe }: CoreModule, compiled: CompiledScenario): Uint8Array {
  const bytes = new Uint8Array(probe.view.buffer, probe.core.core_config(), sim_config.size).slice();
  const view = new DataView(bytes.buffer);
  compiled.writeConfig(view, true);
  view.setUint32(sim_config.fields.trace_entry_count.offset, compiled.traceEntryCount, true);
  view.setUint32(sim_config.fields.trace_byte_count.offset, compiled.traceByteCount, true);
  return bytes;
}

/** Entries, and the bytes of frames behind them. */
export const traceBytes = ({ traceEntryCount, traceByteCount }: CompiledScenario): number =>
  traceEntryCount * sim_trace_entry.size + traceByteCount;

/** Configuration, then the trace: the same machine for any host of the core. */
export function configRecord(module: CoreModule, compiled: CompiledScenario): Uint8Array {
  const bytes = new Uint8Array(sim_config.size + traceBytes(compiled));
  bytes.set(configBytes(module, compiled));
  compiled.writeTrace(new DataView(bytes.buffer, sim_config.size, traceBytes(compiled)));
  return bytes;
}
