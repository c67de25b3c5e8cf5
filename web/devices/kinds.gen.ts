// Written by tests/devices/tables.test.ts from the core's list of device kinds. Do not edit.
import { nic } from "./nic.ts";
import { timer } from "./timer.tsx";
import { disk } from "./disk.tsx";
import { button } from "./button.tsx";
import { console } from "./console.tsx";

export const KINDS = {
  nics: nic,
  disks: disk,
  timers: timer,
  buttons: button,
  consoles: console,
} as const;
