/** Names that the schema offers for the core's enumerations. */
import type { SimLayer } from "../../core-wasm/binding/layout.gen.ts";
import {
  SIM_NIC_STATUS_OVERFLOW,
  SIM_NIC_STATUS_RX,
  SIM_NIC_STATUS_TX,
} from "../../core-wasm/binding/layout.gen.ts";

/** A thread may be any layer but idle (nothing runs) and save-restore (the machine bills it). */
export const THREAD_LAYERS = [
  "application",
  "system-call",
  "driver-isr",
  "protocol",
  "kernel-copy",
] as const satisfies readonly SimLayer[];

export const STATUS_BITS = ["rx", "tx", "overflow"] as const;
export const STATUS_BY = ["event", "fill"] as const;
export type StatusBit = (typeof STATUS_BITS)[number];

export const STATUS_BIT_VALUE: Readonly<Record<StatusBit, number>> = {
  rx: SIM_NIC_STATUS_RX,
  tx: SIM_NIC_STATUS_TX,
  overflow: SIM_NIC_STATUS_OVERFLOW,
};
