/** Registers of a card that programs serve (docs/devices.md). A module of its own: of the page, only the engine's worker
 * loads it. */
import type { Machine } from "./machine.ts";

/** In the order of their words. */
const NAMES = [
  "rxBase",
  "rxSize",
  "rxHead",
  "rxTail",
  "txBase",
  "txSize",
  "txHead",
  "txTail",
  "icr",
  "ims",
  "status",
  "rxBytes",
] as const;

export type NicRegisters = Readonly<Record<(typeof NAMES)[number], number>>;

/** All 0 where steps serve it. */
export function nicRegisters(machine: Machine, nic: number): NicRegisters {
  return machine.inspect(({ core }) => {
    const word = (index: number) => core.core_nic_register(nic, index) >>> 0;
    const entries = NAMES.map((name, index) => [name, word(index)] as const);
    return Object.fromEntries(entries) as NicRegisters;
  });
}
