/** Which packets stand in the stores that the page draws as cells. */
import type { HeldPacket, Machine } from "../../core-wasm/binding/index.ts";
import type { MachineShape } from "./decode.ts";

export interface HeldView {
  /** By NIC, of its receive ring; empty where it has several. */
  readonly rings: readonly (readonly HeldPacket[])[];
  readonly queues: readonly (readonly HeldPacket[])[];
}

export function readHeld(machine: Machine, { nicRings, queues }: MachineShape): HeldView {
  return {
    rings: nicRings.map((rings, nic) => (rings === 1 ? machine.held("ring", nic) : [])),
    queues: Array.from({ length: queues }, (_, queue) => machine.held("queue", queue)),
  };
}
