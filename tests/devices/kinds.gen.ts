// Written by tests/devices/tables.test.ts from the core's list of device kinds. Do not edit.
import { timer } from "./timer.ts";
import { disk } from "./disk.ts";
import { button } from "./button.ts";
import { console } from "./console.ts";

export const TEST_KINDS = {
  timers: timer,
  disks: disk,
  buttons: button,
  consoles: console,
} as const;
