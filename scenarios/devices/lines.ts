/** Receive rings and the table of interrupt lines: those that have names first, then those that rings bring
 * along, in the order of NICs and their rings, timers, disks. */
import type { Line, Machine, Nic } from "../format/schema.ts";

export type Ring = Nic["moreRings"][number];

/** Names a line: one of `machine.interrupts.lines`, or the one that a device drives. */
export interface LineChoice {
  readonly line?: string | undefined;
  readonly nic?: string | undefined;
  readonly ring?: number | undefined;
  readonly timer?: string | undefined;
  readonly disk?: string | undefined;
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

type OwnLine = Omit<Line, "name">;

/** Something that drives a line: a ring of a NIC, a timer, a disk. */
interface Driver {
  readonly name: string;
  readonly line: string | OwnLine;
  readonly isChosenBy: (choice: LineChoice) => boolean;
}

function driversOf({ nics, timers, disks }: Machine): readonly Driver[] {
  return [
    ...nics.flatMap((nic) =>
      ringsOf(nic).map(({ line }, ring): Driver => {
        const name = ring === 0 ? nic.name : `${nic.name} ring ${ring}`;
        const isChosenBy = (choice: LineChoice) => choice.nic === nic.name && (choice.ring ?? 0) === ring;
        if (typeof line === "string") return { name, line, isChosenBy };
        const { statusBits: _, ...own } = line;
        return { name, line: own, isChosenBy };
      }),
    ),
    ...timers.map(({ name, line }) => ({
      name,
      line,
      isChosenBy: (choice: LineChoice) => choice.timer === name,
    })),
    ...disks.map(({ name, line }) => ({
      name,
      line,
      isChosenBy: (choice: LineChoice) => choice.disk === name,
    })),
  ];
}

/** The line of a device that brings its own is called after it. */
export function linesOf(machine: Machine): readonly Line[] {
  const own = driversOf(machine).flatMap(({ name, line }) =>
    typeof line === "string" ? [] : [{ name, ...line }],
  );
  return [...machine.interrupts.lines, ...own];
}

/** -1 when there is no such line. */
export function lineIndex(machine: Machine, choice: LineChoice): number {
  const named = machine.interrupts.lines;
  const indexOfName = (name: string) => named.findIndex((one) => one.name === name);
  if (choice.line !== undefined) return indexOfName(choice.line);
  let next = named.length;
  for (const { line, isChosenBy } of driversOf(machine)) {
    if (isChosenBy(choice)) return typeof line === "string" ? indexOfName(line) : next;
    if (typeof line !== "string") next += 1;
  }
  return -1;
}

export function lineOfNic(machine: Machine, nic: Nic): Line | undefined {
  return linesOf(machine)[lineIndex(machine, { nic: nic.name })];
}
