/** Metrics of all device kinds that are no cards, for what goes through them. */
import { DEVICE_KINDS, type DeviceList, type KindOf } from "../../../scenarios/devices/kinds.ts";
import * as ALL from "./devices.gen.ts";
import type { Entries, Reported, Values } from "./entry.ts";

/** By list; in the order of the tables of expressions. */
export const DEVICE_METRICS = ALL.DEVICE_METRICS satisfies {
  readonly [List in Exclude<DeviceList, "nics">]: Entries<never>;
};

/** Stands for a name in docs/expressions.md. */
export const DEVICE_SIGNS: Readonly<Record<MeteredList, string>> = ALL.DEVICE_SIGNS;

type Metered = typeof DEVICE_METRICS;
/** Lists of devices that have such metrics. */
export type MeteredList = keyof Metered;
export type DeviceValues = { readonly [List in MeteredList]: readonly Values<Metered[List]>[] };
export type DeviceReports = {
  readonly [List in MeteredList]: readonly (Reported<Metered[List]> & Named<List>)[];
};

/** The name stands below the key of references: `{ "timer": "T1" }`. */
type Named<List extends DeviceList> = { readonly [Name in KindOf<List>]: string };

/** For what goes through all kinds: each is read from the counters of its own list. */
export function deviceEntries(list: MeteredList): Entries<object> {
  return DEVICE_METRICS[list] as Entries<never> as Entries<object>;
}

/** In the order of lists of the machine. */
export const METERED_KINDS = DEVICE_KINDS.flatMap(({ kind, list }) =>
  list === "nics" ? [] : [{ kind, list, entries: DEVICE_METRICS[list] }],
);
