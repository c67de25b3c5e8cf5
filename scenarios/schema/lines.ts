/** Receive rings and the table of interrupt lines: those that have names first, then those that rings bring
 * along, in the order of NICs and rings. */
import type { Line, Machine, Nic } from "./schema.ts";

export type Ring = Nic["moreRings"][number];

/** Names a line: one of `machine.interrupts.lines`, or the one that a ring of a NIC drives. */
export interface LineChoice {
  readonly line?: string | undefined;
  readonly nic?: string | undefined;
  readonly ring?: number | undefined;
}

/** Ring 0 is described by the NIC itself. */
export function ringsOf(nic: Nic): readonly Ring[] {
  const { rxRingFrames, line, rxBuffers, coalescing } = nic;
  return [{ rxRingFrames, line, rxBuffers, coalescing }, ...nic.moreRings];
}

/** Slots of all rings together. */
export function ringFramesOf(nic: Nic): number {
  return ringsOf(nic).reduce((sum, ring) => sum + ring.rxRingFrames, 0);
}

/** The line of a ring that brings its own is called after it. */
export function linesOf(machine: Machine): readonly Line[] {
  const own = machine.nics.flatMap((nic) =>
    ringsOf(nic).flatMap(({ line }, index): Line[] => {
      if (typeof line === "string") return [];
      const { statusBits: _, ...rest } = line;
      return [{ name: index === 0 ? nic.name : `${nic.name} ring ${index}`, ...rest }];
    }),
  );
  return [...machine.interrupts.lines, ...own];
}

/** -1 when there is no such line. */
export function lineIndex(machine: Machine, choice: LineChoice): number {
  const named = machine.interrupts.lines;
  const indexOfName = (name: string) => named.findIndex((one) => one.name === name);
  if (choice.line !== undefined) return indexOfName(choice.line);
  let next = named.length;
  for (const nic of machine.nics) {
    for (const [index, { line }] of ringsOf(nic).entries()) {
      const isChosen = nic.name === choice.nic && index === (choice.ring ?? 0);
      if (isChosen) return typeof line === "string" ? indexOfName(line) : next;
      if (typeof line !== "string") next += 1;
    }
  }
  return -1;
}

export function lineOfNic(machine: Machine, nic: Nic): Line | undefined {
  return linesOf(machine)[lineIndex(machine, { nic: nic.name })];
}
