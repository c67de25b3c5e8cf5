/** Presentation of all device kinds, in the order of their rows. TypeScript reports a kind without an entry. */
import { byDeviceList, DEVICE_KINDS, type DeviceList } from "../../scenarios/devices/kinds.ts";
import type { DeviceOf } from "../../scenarios/devices/schemas.ts";
import type { DeviceViews } from "../engine/protocol.ts";
import * as ALL from "./kinds.gen.ts";
import type { Around, CardKind, RateReader, RowKind } from "./pageKind.ts";

const KINDS = ALL.KINDS satisfies {
  readonly [List in DeviceList]:
    | CardKind<DeviceOf<List>>
    | RowKind<DeviceOf<List>, DeviceViews[List][number]>;
};

type Kinds = typeof KINDS;

/** Facts by list of the machine, one entry for each device. */
export type DeviceFacts = { readonly [List in DeviceList]: readonly ReturnType<Kinds[List]["facts"]>[] };
export type DeviceRates = { readonly [List in DeviceList]: readonly ReturnType<Kinds[List]["rates"]>[] };

type RowList = { [List in DeviceList]: Kinds[List]["isCard"] extends false ? List : never }[DeviceList];
/** Any device kind that is shown as rows, for code that handles all of them. */
export type AnyRowKind = RowKind<DeviceOf<RowList>, DeviceViews[RowList][number]> & {
  readonly list: RowList;
};

/** Kinds whose devices are shown as rows, in the order of the rows. */
export const ROW_KINDS: readonly AnyRowKind[] = Object.entries(KINDS).flatMap(([list, kind]) =>
  kind.isCard ? [] : [{ ...(kind as AnyRowKind), list: list as RowList }],
);

/** The same kinds in the order of the machine's lists. */
export const ROW_KINDS_OF_MACHINE: readonly AnyRowKind[] = DEVICE_KINDS.flatMap(({ list }) =>
  ROW_KINDS.filter((kind) => kind.list === list),
);

export function deviceFacts(around: Around): DeviceFacts {
  return byDeviceList(({ list }) => {
    const { facts }: { facts(device: object, around: Around): unknown } = KINDS[list];
    return around.machine[list].map((device) => facts(device, around));
  }) as DeviceFacts;
}

export function deviceRates(facts: DeviceFacts, reader: RateReader): DeviceRates {
  return byDeviceList(({ list }) =>
    facts[list].map((_, index) => KINDS[list].rates(index, reader)),
  ) as DeviceRates;
}
