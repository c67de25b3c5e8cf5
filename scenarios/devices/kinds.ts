/** All device kinds, in the order of their lines and of everything that lists them. */
import type { SimEventKind } from "../../core-wasm/binding/layout.gen.ts";
import type {
  ConditionsOf,
  DeviceCondition,
  DeviceExports,
  DeviceKind,
  DeviceRecords,
  DeviceStep,
  StepsOf,
  ViewOf,
} from "./device.ts";
import * as ALL from "./kinds.gen.ts";
import type { DeviceLists, DeviceOf, DeviceUse } from "./schemas.ts";

const KINDS = ALL.KINDS satisfies {
  readonly [List in keyof DeviceLists]: DeviceKind<DeviceOf<List>> & { readonly list: List };
};

/** Records of the core. Bundles of programs that compile nothing omit them. */
export const DEVICE_RECORDS: { readonly [List in keyof DeviceLists]: DeviceRecords<DeviceOf<List>> } =
  ALL.RECORDS;

/** An event belongs to the kind with which its name begins. */
type EventOf<List extends DeviceList> = Extract<SimEventKind, `${KindOf<List>}-${string}`>;

/** Words of exports. Those of cards are in lib/export. The compiler requires a word for each event of the kind. */
const DEVICE_EXPORTS = ALL.EXPORTS satisfies {
  readonly [List in Exclude<keyof DeviceLists, "nics">]: DeviceExports & {
    readonly events: { readonly [Event in EventOf<List>]: string | false };
  };
};

/** Kinds of series of such devices. */
export type DeviceTrackKind = (typeof DEVICE_EXPORTS)[keyof typeof DEVICE_EXPORTS]["series"][number]["track"];

/** Steps and conditions that name a device, by the word that says which. */
const STEPS: StepsOf<DeviceUse["step"]> = ALL.STEPS;
const CONDITIONS: ConditionsOf<DeviceUse["condition"]> = ALL.CONDITIONS;

type Kinds = typeof KINDS;
export type DeviceList = keyof Kinds;
/** Key of references to a device. */
export type DeviceName = Kinds[DeviceList]["kind"];

/** The key of references to devices in the list. */
export type KindOf<List extends DeviceList> = Kinds[List]["kind"];

/** Kinds with an event that reports losses. */
export type LossName = {
  readonly [List in DeviceList]: Kinds[List] extends { readonly lossEvent: string } ? KindOf<List> : never;
}[DeviceList];

interface NamedKind extends DeviceKind {
  readonly kind: DeviceName;
  readonly list: DeviceList;
}

export const DEVICE_KINDS: readonly NamedKind[] = Object.values(KINDS);

/** Kinds other than cards, with their words for exports. */
export function exportedKinds() {
  return DEVICE_KINDS.flatMap(({ kind, list }) => {
    if (list === "nics") return [];
    const words: DeviceExports = DEVICE_EXPORTS[list];
    return [{ kind, list, ...words }];
  });
}

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

/** The kind and the name of the device to which the fields refer. Undefined if they name none. */
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

/** The page's views of all devices other than cards. */
const VIEWS = ALL.VIEWS satisfies { readonly [List in Exclude<DeviceList, "nics">]: ViewOf<object> };
type Views = typeof VIEWS;
/** By list of the machine, one entry per device. */
export type RowViews = {
  readonly [List in keyof Views]: readonly NonNullable<ReturnType<Views[List]>>[];
};

/** `counts` is the number of devices of each kind in the machine. */
export function rowViews(
  view: Parameters<ViewOf<object>>[0],
  counts: Readonly<Record<DeviceList, number>>,
): RowViews {
  const of = (list: DeviceList, viewOf: ViewOf<object>) =>
    Array.from({ length: counts[list] }, (_, index) => viewOf(view, index)).filter(
      (one) => one !== undefined,
    );
  return Object.fromEntries(
    Object.entries(VIEWS).map(([list, viewOf]) => [list, of(list as DeviceList, viewOf)]),
  ) as unknown as RowViews;
}
