import type { SimStatus } from "./layout.gen.ts";

/** The bytes are no core module, or one whose records differ from this program's. */
export class CoreLoadError extends Error {
  override readonly name = "CoreLoadError";
}

/** The core refused a configuration, an observer or a snapshot; nothing has changed. */
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

/** The core trapped: a fault of the program, not of the input. The machine cannot be used any more. */
export class CoreFaultError extends Error {
  override readonly name = "CoreFaultError";
  /** Cycle after the last call that succeeded. */
  readonly cycle: number;

  constructor(reason: string, cycle: number, options?: ErrorOptions) {
    super(`the core failed after cycle ${cycle}: ${reason}`, options);
    this.cycle = cycle;
  }
}
