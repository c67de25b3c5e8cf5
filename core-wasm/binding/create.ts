import type { CompiledScenario, ObserverOptions } from "./compiled.ts";
import { CoreRefusedError } from "./errors.ts";
import {
  sim_config,
  sim_error,
  sim_observer_config,
  sim_status,
  sim_status_names,
  sim_trace_entry,
} from "./layout.gen.ts";
import { Machine } from "./machine.ts";
import { type CoreInstance, type CoreModule, guarded, PAGE_BYTES } from "./module.ts";
import { decode, fieldPath } from "./record.ts";

/** Builds a machine at cycle 0 in an instance of its own, whose memory is sized once. Throws
 * CoreRefusedError; `compiled` is then to blame, and nothing is left behind. */
export function createMachine(
  module: CoreModule,
  compiled: CompiledScenario,
  observers: ObserverOptions = {},
): Machine {
  const pages = Math.ceil(bytesNeeded(module.probe, compiled, observers) / PAGE_BYTES);
  const instance = instantiate(module, pages);
  fill(instance, compiled, observers);
  const { core, view } = instance;
  const trace = core.core_transfer();
  compiled.writeTrace(new DataView(view.buffer, trace, compiled.traceEntryCount * sim_trace_entry.size));
  if (guarded(instance, 0, () => core.core_create()) !== sim_status.ok) throw refusal(instance);
  return new Machine(module, instance, observers);
}

function fill({ core, view }: CoreInstance, compiled: CompiledScenario, observers: ObserverOptions): void {
  const config = core.core_config();
  compiled.writeConfig(new DataView(view.buffer, config, sim_config.size), true);
  view.setUint32(config + sim_config.fields.trace_entry_count.offset, compiled.traceEntryCount, true);
  const at = core.core_observers();
  const write = (field: { readonly offset: number }, value = 0) => {
    if (!Number.isInteger(value) || value < 0 || value > 0xffffffff)
      throw observerRefusal(field.offset, value);
    view.setUint32(at + field.offset, value, true);
  };
  const { fields } = sim_observer_config;
  write(fields.event_capacity, observers.eventCapacity);
  write(fields.row_capacity, observers.rowCapacity);
  write(fields.latency_capacity, observers.latencyCapacity);
  write(fields.bin_capacity, observers.binCapacity);
  write(fields.bin_cycles, observers.binCycles);
}

function bytesNeeded(probe: CoreInstance, compiled: CompiledScenario, observers: ObserverOptions): number {
  fill(probe, compiled, observers);
  const { core, view } = probe;
  const wrong = core.core_observers_check();
  if (wrong < sim_observer_config.size)
    throw observerRefusal(wrong, view.getUint32(core.core_observers() + wrong, true));
  // A size beyond 2 GiB comes back as a negative i32.
  const bytes = guarded(probe, 0, () => core.core_memory_bytes()) >>> 0;
  if (bytes === 0) throw refusal(probe);
  return bytes;
}

function instantiate(module: CoreModule, pages: number): CoreInstance {
  try {
    return module.instantiate(pages);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const bytes = pages * PAGE_BYTES;
    const message = `this machine needs ${bytes} bytes of memory, more than this host gives`;
    throw new CoreRefusedError("no-memory", undefined, bytes, message);
  }
}

const observerRefusal = (offset: number, value: number): CoreRefusedError =>
  new CoreRefusedError("out-of-range", `observers.${fieldPath(sim_observer_config, offset)}`, value);

function refusal({ core, view }: CoreInstance): CoreRefusedError {
  const at = core.core_error();
  const { status, field_offset } = decode({ ...sim_error, fields: withoutValue }, view, at);
  const value = view.getBigUint64(at + sim_error.fields.value.offset, true);
  return new CoreRefusedError(
    sim_status_names[status] ?? "inconsistent",
    fieldPath(sim_config, field_offset),
    value <= Number.MAX_SAFE_INTEGER ? Number(value) : value,
  );
}

/** The refused value may be any 64 bits, so it is read apart. */
const withoutValue = { status: sim_error.fields.status, field_offset: sim_error.fields.field_offset };
