/** The table of interrupt lines: first named lines, then devices' own lines, in the order of device kinds, their
 * devices and the rings of a NIC. */
import type { Driver } from "./device.ts";
import type { Line } from "./deviceFields.ts";
import { DEVICE_KINDS, type DeviceName } from "./kinds.ts";
import type { Nic } from "./nicSchema.ts";
import type { DeviceLists } from "./schemas.ts";

/** Names a line: one of `machine.interrupts.lines`, or the one that a device drives. */
export type LineChoice = { readonly [Name in DeviceName]?: string | undefined } & {
  readonly line?: string | undefined;
  readonly ring?: number | undefined;
};

/** A machine, as far as its lines are concerned. */
interface WithLines extends DeviceLists {
  readonly interrupts: { readonly lines: readonly Line[] };
}

interface DriverOf extends Driver {
  readonly kind: DeviceName;
  readonly device: string;
}

function driversOf(machine: WithLines): readonly DriverOf[] {
  return DEVICE_KINDS.flatMap(({ kind, list, drivers }) =>
    machine[list].flatMap((device) =>
      drivers(device).map((driver) => ({ ...driver, kind, device: device.name })),
    ),
  );
}

/** A device's own line has the name of the device. */
export function linesOf(machine: WithLines): readonly Line[] {
  const own = driversOf(machine).flatMap(({ name, line }) =>
    typeof line === "string" ? [] : [{ name, ...line }],
  );
  return [...machine.interrupts.lines, ...own];
}

/** -1 if there is no such line. */
export function lineIndex(machine: WithLines, choice: LineChoice): number {
  const named = machine.interrupts.lines;
  const indexOfName = (name: string) => named.findIndex((one) => one.name === name);
  if (choice.line !== undefined) return indexOfName(choice.line);
  let next = named.length;
  for (const { line, kind, device, ring } of driversOf(machine)) {
    if (choice[kind] === device && (choice.ring ?? 0) === ring)
      return typeof line === "string" ? indexOfName(line) : next;
    if (typeof line !== "string") next += 1;
  }
  return -1;
}

export function lineOfNic(machine: WithLines, nic: Nic): Line | undefined {
  return linesOf(machine)[lineIndex(machine, { nic: nic.name })];
}

/** The name in a choice: that of a line, or of the device that drives it. */
export function chosenName(choice: LineChoice): string | undefined {
  return choice.line ?? DEVICE_KINDS.map(({ kind }) => choice[kind]).find((name) => name !== undefined);
}
