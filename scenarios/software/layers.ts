/** The layers that a thread may name for its cycles. */
import type { SimLayer } from "../../core-wasm/binding/layout.gen.ts";

/** A thread may be any layer but idle (nothing runs) and save-restore (the machine bills it). */
export const THREAD_LAYERS = [
  "application",
  "system-call",
  "driver-isr",
  "protocol",
  "kernel-copy",
] as const satisfies readonly SimLayer[];
