// Written by tests/devices/tables.test.ts from the core's list of device kinds. Do not edit.
import { nicList, nicReference, nicRules } from "./nicSchema.ts";
import { timerList, timerReference, timerRules, timerStepSchemas } from "./timerSchema.ts";
import { diskConditionSchemas, diskList, diskReference, diskRules, diskStepSchemas } from "./diskSchema.ts";
import { buttonList, buttonReference, buttonRules, buttonStepSchemas } from "./buttonSchema.ts";
import { consoleList, consoleReference, consoleRules, consoleStepSchemas } from "./consoleSchema.ts";

export const LISTS = {
  nics: nicList,
  timers: timerList,
  disks: diskList,
  buttons: buttonList,
  consoles: consoleList,
} as const;
export const RULES = {
  nics: nicRules,
  timers: timerRules,
  disks: diskRules,
  buttons: buttonRules,
  consoles: consoleRules,
} as const;
export const REFERENCES = {
  nic: nicReference.optional(),
  timer: timerReference.optional(),
  disk: diskReference.optional(),
  button: buttonReference.optional(),
  console: consoleReference.optional(),
} as const;
export const STEP_SCHEMAS = [...timerStepSchemas, ...diskStepSchemas, ...buttonStepSchemas, ...consoleStepSchemas] as const;
export const CONDITION_SCHEMAS = [...diskConditionSchemas] as const;
