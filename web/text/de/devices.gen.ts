// Written by tests/devices/tables.test.ts from the core's list of device kinds. Do not edit.
import { TIMER_DATA, TIMER_MESSAGES, TIMER_PAGE } from "./devices/timer.ts";
import { DISK_DATA, DISK_MESSAGES, DISK_PAGE } from "./devices/disk.ts";
import { BUTTON_DATA, BUTTON_MESSAGES, BUTTON_PAGE } from "./devices/button.ts";
import { CONSOLE_DATA, CONSOLE_MESSAGES, CONSOLE_PAGE } from "./devices/console.ts";

export const DEVICES_PAGE = {
  ...TIMER_PAGE,
  ...DISK_PAGE,
  ...BUTTON_PAGE,
  ...CONSOLE_PAGE,
} as const;
export const DEVICES_DATA = {
  ...TIMER_DATA,
  ...DISK_DATA,
  ...BUTTON_DATA,
  ...CONSOLE_DATA,
} as const;
export const DEVICES_MESSAGES = {
  ...TIMER_MESSAGES,
  ...DISK_MESSAGES,
  ...BUTTON_MESSAGES,
  ...CONSOLE_MESSAGES,
} as const;
