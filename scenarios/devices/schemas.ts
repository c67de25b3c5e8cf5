/** Schemas and rules of all device kinds: the lists of `machine`, and the other parts of the format about devices. */
import type { z } from "zod";
import { lineReference } from "../base/field.ts";
import { type NicCondition, type NicStep, ringChoice } from "./nicSchema.ts";
import type { DeviceRules } from "./rules.ts";
import * as ALL from "./schemas.gen.ts";

export const DEVICE_LISTS = ALL.LISTS;

type Lists = typeof DEVICE_LISTS;

/** The devices of a machine. */
export type DeviceLists = { readonly [List in keyof Lists]: z.output<Lists[List]> };
export type DeviceOf<List extends keyof Lists> = DeviceLists[List][number];

/** Steps and conditions of devices without frames. Those of a NIC are with the steps of packets. */
export const DEVICE_STEPS = ALL.STEP_SCHEMAS;
export const DEVICE_CONDITIONS = ALL.CONDITION_SCHEMAS;

/** Steps and conditions that name a device. */
export interface DeviceUse {
  readonly step: NicStep | z.output<(typeof DEVICE_STEPS)[number]>;
  readonly condition: NicCondition | z.output<(typeof DEVICE_CONDITIONS)[number]>;
}

export const DEVICE_RULES: { readonly [List in keyof Lists]: DeviceRules<DeviceOf<List>> } = ALL.RULES;

const { nic, ...others } = ALL.REFERENCES;

/** Exactly one of line, NIC and the other devices must be set. */
export const lineChoice = {
  line: lineReference.optional(),
  nic,
  ring: ringChoice,
  ...others,
};
