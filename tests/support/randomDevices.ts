/** Random devices of each kind other than a card. */
import type { DeviceList } from "../../scenarios/devices/kinds.ts";
import { TEST_KINDS } from "../devices/kinds.gen.ts";
import type { TestKind } from "../devices/testKind.ts";

export type RandomList = Exclude<DeviceList, "nics">;

export const RANDOM_DEVICES: { readonly [List in RandomList]: TestKind<List> } = TEST_KINDS;

/** The kinds in the order of their draws. */
export const RANDOM_LISTS = Object.keys(RANDOM_DEVICES) as readonly RandomList[];
