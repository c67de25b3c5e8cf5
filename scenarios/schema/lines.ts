/** The table of interrupt lines: those that have names first, then those that devices bring along. */
import type { Line, Machine, Nic } from "./schema.ts";

/** Names a line: one of `machine.interrupts.lines`, or the one that a NIC drives. */
export interface LineChoice {
  readonly line?: string | undefined;
  readonly nic?: string | undefined;
}

/** The line of a NIC that brings its own has the NIC's name. */
export function linesOf(machine: Machine): readonly Line[] {
  const own = machine.nics.flatMap((nic): Line[] => {
    if (typeof nic.line === "string") return [];
    const { statusBits: _, ...line } = nic.line;
    return [{ name: nic.name, ...line }];
  });
  return [...machine.interrupts.lines, ...own];
}

/** -1 when there is no such line. */
export function lineIndex(machine: Machine, choice: LineChoice): number {
  const named = machine.interrupts.lines;
  if (choice.line !== undefined) return named.findIndex((line) => line.name === choice.line);
  const index = machine.nics.findIndex((nic) => nic.name === choice.nic);
  const nic = machine.nics[index];
  if (nic === undefined) return -1;
  const { line } = nic;
  if (typeof line === "string") return named.findIndex((one) => one.name === line);
  return named.length + machine.nics.slice(0, index).filter(bringsLine).length;
}

export function lineOfNic(machine: Machine, nic: Nic): Line | undefined {
  return linesOf(machine)[lineIndex(machine, { nic: nic.name })];
}

function bringsLine(nic: Nic): boolean {
  return typeof nic.line !== "string";
}
