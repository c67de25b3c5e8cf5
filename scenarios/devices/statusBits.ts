/** Bits of a NIC's status register by the names of the file format. */
import {
  SIM_NIC_STATUS_OVERFLOW,
  SIM_NIC_STATUS_RX,
  SIM_NIC_STATUS_TX,
} from "../../core-wasm/binding/layout.gen.ts";

export const STATUS_BITS = ["rx", "tx", "overflow"] as const;
type StatusBit = (typeof STATUS_BITS)[number];

const VALUES: Readonly<Record<StatusBit, number>> = {
  rx: SIM_NIC_STATUS_RX,
  tx: SIM_NIC_STATUS_TX,
  overflow: SIM_NIC_STATUS_OVERFLOW,
};

/** The value in the register. */
export function statusBits(bits: readonly StatusBit[]): number {
  return bits.reduce((sum, bit) => sum | VALUES[bit], 0);
}
