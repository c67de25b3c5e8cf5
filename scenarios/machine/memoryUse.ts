import type { Machine } from "./machine.ts";

/** Accesses have addresses and their transactions a place on the bus; else a load or store takes its cycles and no more. */
export function describesMemory({ memory }: Machine): boolean {
  const { l1i, l1d, l2, tlb, addressed } = memory;
  return addressed || [l1i, l1d, l2, tlb].some((part) => part !== undefined);
}
