/** All device kinds, in the order of their lines and of everything that lists them. */
import { button, buttonRecords, buttonSteps } from "./button.ts";
import type {
  ConditionsOf,
  DeviceCondition,
  DeviceKind,
  DeviceRecords,
  DeviceStep,
  StepsOf,
} from "./device.ts";
import { disk, diskConditions, diskRecords, diskSteps } from "./disk.ts";
import { nic, nicConditions, nicRecords, nicSteps } from "./nic.ts";
import type { DeviceLists, DeviceOf, DeviceUse } from "./schemas.ts";
import { timer, timerRecords, timerSteps } from "./timer.ts";

const KINDS = { nics: nic, timers: timer, disks: disk, buttons: button } as const satisfies {
  readonly [List in keyof DeviceLists]: DeviceKind<DeviceOf<List>> & { readonly list: List };
};

/** Records of the core; where nothing compiles, bundling leaves them out. */
export const DEVICE_RECORDS: { readonly [List in keyof DeviceLists]: DeviceRecords<DeviceOf<List>> } = {
  nics: nicRecords,
  timers: timerRecords,
  disks: diskRecords,
  buttons: buttonRecords,
};

/** Steps and conditions that name a device, by the word that says which. */
const STEPS: StepsOf<DeviceUse["step"]> = { ...nicSteps, ...timerSteps, ...diskSteps, ...buttonSteps };
const CONDITIONS: ConditionsOf<DeviceUse["condition"]> = { ...nicConditions, ...diskConditions };

type Kinds = typeof KINDS;
export type DeviceList = keyof Kinds;
/** Key of references to a device. */
export type DeviceName = Kinds[DeviceList]["kind"];

/** The key of references to devices in the list. */
export type KindOf<List extends DeviceList> = Kinds[List]["kind"];

interface NamedKind extends DeviceKind {
  readonly kind: DeviceName;
  readonly list: DeviceList;
}

export const DEVICE_KINDS: readonly NamedKind[] = Object.values(KINDS);

/** Something for each kind, by its list in the machine. */
export function byDeviceList<T>(make: (kind: NamedKind) => T): Readonly<Record<DeviceList, T>> {
  return Object.fromEntries(DEVICE_KINDS.map((kind) => [kind.list, make(kind)])) as Record<DeviceList, T>;
}

/** Something for each kind, by the key of references. */
export function byDeviceName<T>(make: (kind: NamedKind) => T): Readonly<Record<DeviceName, T>> {
  return Object.fromEntries(DEVICE_KINDS.map((kind) => [kind.kind, make(kind)])) as Record<DeviceName, T>;
}

/** How many devices of all kinds there are. */
export function deviceTotal(machine: { readonly [List in DeviceList]: readonly unknown[] }): number {
  return DEVICE_KINDS.reduce((sum, { list }) => sum + machine[list].length, 0);
}

/** The kind that the fields refer to, and the name of the device; undefined where they name none. */
export function deviceNamed(fields: object): { readonly kind: NamedKind; readonly name: string } | undefined {
  const references = fields as { readonly [Name in DeviceName]?: string | undefined };
  for (const kind of DEVICE_KINDS) {
    const name = references[kind.kind];
    if (name !== undefined) return { kind, name };
  }
  return undefined;
}

type Step = DeviceUse["step"];
type Condition = DeviceUse["condition"];

export function isDeviceStep<S extends { readonly do: string }>(step: S | Step): step is Step {
  return step.do in STEPS;
}

export function isDeviceCondition<C extends { readonly on: string }>(
  condition: C | Condition,
): condition is Condition {
  return condition.on in CONDITIONS;
}

export function deviceStep(step: Step): DeviceStep {
  const flatten: (step: never) => DeviceStep = STEPS[step.do];
  return flatten(step as never);
}

export function deviceCondition(condition: Condition): DeviceCondition {
  const flatten: (condition: never) => DeviceCondition = CONDITIONS[condition.on];
  return flatten(condition as never);
}
