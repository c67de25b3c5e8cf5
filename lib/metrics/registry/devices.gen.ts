// Written by tests/devices/tables.test.ts from the core's list of device kinds. Do not edit.
import { TIMER, TIMER_SIGN } from "./timer.ts";
import { DISK, DISK_SIGN } from "./disk.ts";
import { BUTTON, BUTTON_SIGN } from "./button.ts";
import { CONSOLE, CONSOLE_SIGN } from "./console.ts";

/** Of kinds that are no cards, by their list in the machine; in the order of the tables of expressions. */
export const DEVICE_METRICS = {
  disks: DISK,
  timers: TIMER,
  buttons: BUTTON,
  consoles: CONSOLE,
} as const;

/** Stands for a name in docs/expressions.md. */
export const DEVICE_SIGNS = {
  disks: DISK_SIGN,
  timers: TIMER_SIGN,
  buttons: BUTTON_SIGN,
  consoles: CONSOLE_SIGN,
} as const;
