/** Shapes and rules of all device kinds: the lists of `machine` and what the rest of the format says of devices. */
import { z } from "zod";
import {
  SIM_BUTTON_LIMIT,
  SIM_DISK_LIMIT,
  SIM_NIC_LIMIT,
  SIM_TIMER_LIMIT,
} from "../../core-wasm/binding/layout.gen.ts";
import { lineReference } from "../base/field.ts";
import { buttonReference, buttonRules, buttonSchema, buttonStepSchemas } from "./buttonSchema.ts";
import { diskConditionSchemas, diskReference, diskRules, diskSchema, diskStepSchemas } from "./diskSchema.ts";
import {
  type NicCondition,
  type NicStep,
  nicReference,
  nicRules,
  nicSchema,
  ringChoice,
} from "./nicSchema.ts";
import type { DeviceRules } from "./rules.ts";
import { timerReference, timerRules, timerSchema, timerStepSchemas } from "./timerSchema.ts";

export const DEVICE_LISTS = {
  nics: z.array(nicSchema).max(SIM_NIC_LIMIT).default([]).meta({ title: "NICs" }),
  timers: z.array(timerSchema).max(SIM_TIMER_LIMIT).default([]).meta({ title: "Timers" }),
  disks: z.array(diskSchema).max(SIM_DISK_LIMIT).default([]).meta({ title: "Disks" }),
  buttons: z.array(buttonSchema).max(SIM_BUTTON_LIMIT).default([]).meta({ title: "Buttons" }),
};

type Lists = typeof DEVICE_LISTS;

/** The devices of a machine. */
export type DeviceLists = { readonly [List in keyof Lists]: z.output<Lists[List]> };
export type DeviceOf<List extends keyof Lists> = DeviceLists[List][number];

/** Steps and conditions of the devices that carry no frames; a NIC's stand with the packets. */
export const DEVICE_STEPS = [...timerStepSchemas, ...diskStepSchemas, ...buttonStepSchemas] as const;
export const DEVICE_CONDITIONS = [...diskConditionSchemas] as const;

/** Steps and conditions that name a device. */
export interface DeviceUse {
  readonly step: NicStep | z.output<(typeof DEVICE_STEPS)[number]>;
  readonly condition: NicCondition | z.output<(typeof DEVICE_CONDITIONS)[number]>;
}

export const DEVICE_RULES: { readonly [List in keyof Lists]: DeviceRules<DeviceOf<List>> } = {
  nics: nicRules,
  timers: timerRules,
  disks: diskRules,
  buttons: buttonRules,
};

/** Exactly one of line, NIC and the other devices. */
export const lineChoice = {
  line: lineReference.optional(),
  nic: nicReference.optional(),
  ring: ringChoice,
  timer: timerReference.optional(),
  disk: diskReference.optional(),
  button: buttonReference.optional(),
};
