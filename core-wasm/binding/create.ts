import { type CompiledScenario, configBytes, type ObserverOptions, traceBytes } from "./configRecord.ts";
import {
  SIM_MEMORY_LIMIT,
  sim_config,
  sim_error,
  sim_observer_config,
  sim_status,
  sim_status_names,
} from "./layout.gen.ts";
import { Machine } from "./machine.ts";
import { type CoreInstance, type CoreModule, CoreRefusedError, guarded, PAGE_BYTES } from "./module.ts";
import { fieldPath } from "./record.ts";

/** Builds a machine at cycle 0 in its own instance, whose memory never grows. Throws CoreRefusedError and
 * keeps nothing if `compiled` is wrong. */
export function createMachine(
  module: CoreModule,
  compiled: CompiledScenario,
  observers: ObserverOptions = {},
): Machine {
  const config = configBytes(module, compiled);
  const instance = instantiate(module, pagesFor(module, config, observers));
  fill(instance, config, observers);
  const { core, view } = instance;
  compiled.writeTrace(new DataView(view.buffer, core.core_transfer(), traceBytes(compiled)));
  if (guarded(instance, 0, () => core.core_create()) !== sim_status.ok) throw refusal(instance);
  return new Machine(module, instance, observers);
}

/**
 * Pages of memory that an instance needs for this machine without observers. Throws CoreRefusedError like
 * createMachine.
 */
export function machinePages(module: CoreModule, compiled: CompiledScenario): number {
  return pagesFor(module, configBytes(module, compiled), {});
}

function pagesFor({ probe }: CoreModule, config: Uint8Array, observers: ObserverOptions): number {
  fill(probe, config, observers);
  return Math.ceil(bytesNeeded(probe) / PAGE_BYTES);
}

function fill({ core, view }: CoreInstance, config: Uint8Array, observers: ObserverOptions): void {
  new Uint8Array(view.buffer, core.core_config(), config.length).set(config);
  const at = core.core_observers();
  const write = ({ offset }: { readonly offset: number }, value = 0) => {
    if (!Number.isInteger(value) || value < 0 || value > 0xffffffff) throw observerRefusal(offset, value);
    view.setUint32(at + offset, value, true);
  };
  const { fields } = sim_observer_config;
  write(fields.event_capacity, observers.eventCapacity);
  write(fields.row_capacity, observers.rowCapacity);
  write(fields.latency_capacity, observers.latencyCapacity);
  write(fields.bin_capacity, observers.binCapacity);
  write(fields.bin_cycles, observers.binCycles);
}

function bytesNeeded(probe: CoreInstance): number {
  const { core, view } = probe;
  const wrong = core.core_observers_check();
  if (wrong >= 0 && wrong < sim_observer_config.size)
    throw observerRefusal(wrong, view.getUint32(core.core_observers() + wrong, true));
  // The core returns a size beyond 2 GiB as a negative i32.
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
  const { fields } = sim_error;
  const status = sim_status_names[view.getUint32(at + fields.status.offset, true)] ?? "inconsistent";
  const offset = view.getUint32(at + fields.field_offset.offset, true);
  // The refused value may be any 64 bits.
  const value = view.getBigUint64(at + fields.value.offset, true);
  const number = value <= Number.MAX_SAFE_INTEGER ? Number(value) : value;
  const message =
    status === "no-memory"
      ? `this machine and what is recorded of it need ${number} bytes of memory, the limit is ${SIM_MEMORY_LIMIT}`
      : undefined;
  return new CoreRefusedError(status, fieldPath(sim_config, offset), number, message);
}
