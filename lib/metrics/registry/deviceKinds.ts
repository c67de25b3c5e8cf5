/** Metrics of all device kinds except cards, for code that handles every kind. */
import { DEVICE_KINDS, type DeviceList, type KindOf } from "../../../scenarios/devices/kinds.ts";
import * as ALL from "./devices.gen.ts";
import type { Entries, Reported, Values } from "./entry.ts";

/** Metrics by list of devices, in the order of the tables in docs/expressions.md. */
export const DEVICE_METRICS = ALL.DEVICE_METRICS satisfies {
  readonly [List in Exclude<DeviceList, "nics">]: Entries<never>;
};

/** Placeholder for a name in docs/expressions.md. */
export const DEVICE_SIGNS: Readonly<Record<MeteredList, string>> = ALL.DEVICE_SIGNS;

type Metered = typeof DEVICE_METRICS;
/** Lists of devices that have such metrics. */
export type MeteredList = keyof Metered;
export type DeviceValues = { readonly [List in MeteredList]: readonly Values<Metered[List]>[] };
export type DeviceReports = {
  readonly [List in MeteredList]: readonly (Reported<Metered[List]> & Named<List>)[];
};

/** References hold the name below the key of the kind: `{ "timer": "T1" }`. */
type Named<List extends DeviceList> = { readonly [Name in KindOf<List>]: string };

/** Metrics of a list for code that handles every kind. Each metric reads the counters of its own list. */
export function deviceEntries(list: MeteredList): Entries<object> {
  return DEVICE_METRICS[list] as Entries<never> as Entries<object>;
}

/** Kinds in the order of the machine's lists. */
export const METERED_KINDS = DEVICE_KINDS.flatMap(({ kind, list }) =>
  list === "nics" ? [] : [{ kind, list, entries: DEVICE_METRICS[list] }],
);
