// Written by tests/devices/tables.test.ts from the core's list of device kinds. Do not edit.
import { nic, nicConditions, nicRecords, nicSteps } from "./nic.ts";
import { timer, timerExports, timerRecords, timerSteps, timerView } from "./timer.ts";
import { disk, diskConditions, diskExports, diskRecords, diskSteps, diskView } from "./disk.ts";
import { button, buttonExports, buttonRecords, buttonSteps, buttonView } from "./button.ts";
import { console, consoleExports, consoleRecords, consoleSteps, consoleView } from "./console.ts";

export const KINDS = {
  nics: nic,
  timers: timer,
  disks: disk,
  buttons: button,
  consoles: console,
} as const;
export const RECORDS = {
  nics: nicRecords,
  timers: timerRecords,
  disks: diskRecords,
  buttons: buttonRecords,
  consoles: consoleRecords,
} as const;
export const EXPORTS = {
  timers: timerExports,
  disks: diskExports,
  buttons: buttonExports,
  consoles: consoleExports,
} as const;
export const VIEWS = {
  timers: timerView,
  disks: diskView,
  buttons: buttonView,
  consoles: consoleView,
} as const;
export const STEPS = {
  ...nicSteps,
  ...timerSteps,
  ...diskSteps,
  ...buttonSteps,
  ...consoleSteps,
} as const;
export const CONDITIONS = {
  ...nicConditions,
  ...diskConditions,
} as const;
