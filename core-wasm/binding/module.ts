/** A compiled core, its instances, and the errors that it throws. */
import { SIM_LAYOUT_HASH, type SimStatus } from "./layout.gen.ts";

/** The bytes are not a core module, or the module's records differ from this program's. */
export class CoreLoadError extends Error {
  override readonly name = "CoreLoadError";
}

/** The core refused a configuration, an observer or a snapshot. The machine has not changed. */
export class CoreRefusedError extends Error {
  override readonly name = "CoreRefusedError";
  readonly status: SimStatus;
  /** Path in sim_config such as "threads[2].priority", or "observers.event_capacity". */
  readonly field: string | undefined;
  readonly value: number | bigint;

  constructor(status: SimStatus, field: string | undefined, value: number | bigint, message?: string) {
    super(message ?? `${field ?? "configuration"}: ${status} (value ${value})`);
    this.status = status;
    this.field = field;
    this.value = value;
  }
}

/** The core trapped because of a fault of the program, not of the input. The machine is unusable. */
export class CoreFaultError extends Error {
  override readonly name = "CoreFaultError";
  /** Cycle after the last call that succeeded. */
  readonly cycle: number;

  constructor(reason: string, cycle: number, options?: ErrorOptions) {
    super(`the core failed after cycle ${cycle}: ${reason}`, options);
    this.cycle = cycle;
  }
}

/** Exports of core-wasm/src/api/wasm_api.c. Pointers are byte offsets in the imported memory. */
export interface CoreExports {
  core_fault(): number;
  core_fault_line(): number;
  core_layout_hash(): bigint;
  core_version(): number;
  core_config(): number;
  core_observers(): number;
  core_observers_check(): number;
  core_error(): number;
  core_transfer(): number;
  core_transfer_bytes(): number;
  core_column_limit(): number;
  core_memory_bytes(): number;
  core_create(): number;
  core_step(untilCycle: bigint, stopMask: number): number;
  core_set_skipping(skipping: number): void;
  core_cycle(): bigint;
  core_state_hash(): bigint;
  core_check_invariants(): number;
  core_counters(): number;
  core_marks(): number;
  core_measure_again(): void;
  core_tally(kind: number, index: number): number;
  core_packet_histogram(direction: number): number;
  core_packet_part_summary(direction: number, part: number): number;
  core_interrupt_histogram(): number;
  core_interrupt_part_summary(part: number): number;
  core_bucket_low(bucket: number): bigint;
  core_bucket_unit(bucket: number): bigint;
  core_view(): number;
  core_held(place: number, of: number, ring: number): number;
  core_program_registers(thread: number): number;
  core_program_memory(): number;
  core_hart(thread: number): number;
  core_hart_mip(thread: number): number;
  core_plic(): number;
  core_nic_register(nic: number, word: number): number;
  core_console_text(console: number): number;
  core_cache_view(level: number, core: number): number;
  core_save(): number;
  core_restore(bytes: number): number;
  core_event_log(): number;
  core_event_first(): bigint;
  core_event_next(): bigint;
  core_latency_log(): number;
  core_latency_first(): bigint;
  core_latency_next(): bigint;
  core_window_set(fromCycle: bigint, toCycle: bigint): void;
  core_window_rows(): number;
  core_window_row_count(): number;
  core_window_full(): number;
  core_track_count(): number;
  core_tracks(): number;
  core_series_reset(binCycles: number): void;
  core_series_begin(): bigint;
  core_series_bin_cycles(): bigint;
  core_series_query(track: number, fromCycle: bigint, toCycle: bigint, count: number): void;
}

export interface CoreInstance {
  readonly core: CoreExports;
  /** The whole memory. Its size never changes, so this view is never detached. */
  readonly view: DataView;
}

export const PAGE_BYTES = 65536;
/** Enough for static data and stack of the instance that only computes sizes. */
const PROBE_PAGES = 16;

export const hashText = (hash: bigint): string => BigInt.asUintN(64, hash).toString(16).padStart(16, "0");

/** Zero-terminated text of the core at byte `offset`. */
export function readText(view: DataView, offset: number): string {
  let text = "";
  for (let at = offset; at < view.byteLength; at++) {
    const code = view.getUint8(at);
    if (code === 0) break;
    text += String.fromCharCode(code);
  }
  return text;
}

/** Runs `action` on the core. A trap becomes a CoreFaultError that states the place of the failed assertion. */
export function guarded<T>(instance: CoreInstance, cycle: number, action: (instance: CoreInstance) => T): T {
  try {
    return action(instance);
  } catch (error) {
    if (!(error instanceof WebAssembly.RuntimeError)) throw error;
    const file = instance.core.core_fault();
    const place = () => `assertion in ${readText(instance.view, file)}:${instance.core.core_fault_line()}`;
    const reason = file === 0 ? error.message : place();
    throw new CoreFaultError(reason, cycle, { cause: error });
  }
}

/** A compiled core whose records match this program. Any number of machines share it. */
export class CoreModule {
  readonly module: WebAssembly.Module;
  /** Version of the model. The same version gives the same results. */
  readonly version: string;
  /** A small instance that checks configurations and computes sizes. It never runs a machine. */
  readonly probe: CoreInstance;

  /** Throws CoreLoadError if the module's records differ from layout.gen.ts. */
  constructor(module: WebAssembly.Module) {
    this.module = module;
    this.probe = this.instantiate(PROBE_PAGES);
    this.version = readText(this.probe.view, this.probe.core.core_version());
  }

  instantiate(pages: number): CoreInstance {
    const memory = new WebAssembly.Memory({ initial: pages, maximum: pages });
    const core = startInstance(this.module, memory);
    const found = hashText(core.core_layout_hash());
    if (found !== SIM_LAYOUT_HASH)
      throw new CoreLoadError(
        `core.wasm has record layout ${found}, this program expects ${SIM_LAYOUT_HASH}`,
      );
    return { core, view: new DataView(memory.buffer) };
  }
}

function startInstance(module: WebAssembly.Module, memory: WebAssembly.Memory): CoreExports {
  const foreign = WebAssembly.Module.imports(module).filter(
    ({ module: from, name }) => from !== "env" || name !== "memory",
  );
  if (foreign.length > 0)
    throw new CoreLoadError(
      `core.wasm wants more than its memory: ${foreign.map(({ name }) => name).join(", ")}`,
    );
  const { exports } = new WebAssembly.Instance(module, { env: { memory } });
  if (typeof exports.core_layout_hash !== "function")
    throw new CoreLoadError("core.wasm has no core_layout_hash: it is another module");
  return exports as unknown as CoreExports;
}

/** Compiles the core from bytes (Node) or from a fetched response (browser). */
export async function loadCore(source: BufferSource | Response | Promise<Response>): Promise<CoreModule> {
  const given = await source;
  try {
    return new CoreModule(
      given instanceof Response ? await compileResponse(given) : await WebAssembly.compile(given),
    );
  } catch (error) {
    if (!(error instanceof WebAssembly.CompileError || error instanceof WebAssembly.LinkError)) throw error;
    throw new CoreLoadError(`core.wasm cannot be used: ${error.message}`, { cause: error });
  }
}

/** Compiles while loading if the server states the type, which some static servers do not. */
async function compileResponse(response: Response): Promise<WebAssembly.Module> {
  if (!response.ok) throw new CoreLoadError(`core.wasm: the server answered ${response.status}`);
  const type = response.headers.get("Content-Type") ?? "";
  if (type.startsWith("application/wasm")) return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}
