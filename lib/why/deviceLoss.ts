/** Losses of devices that are no cards: kinds of devices say by which event they are told (scenarios/devices). */
import type { SimEventKind } from "../../core-wasm/binding/index.ts";
import { DEVICE_KINDS, type DeviceList, type LossName } from "../../scenarios/devices/kinds.ts";
import type { MachineEvent } from "../events/events.ts";

interface LossKind {
  readonly kind: LossName;
  readonly list: DeviceList;
  readonly lossEvent: SimEventKind;
}

export const LOSS_KINDS: readonly LossKind[] = DEVICE_KINDS.flatMap(({ kind, list, lossEvent }) =>
  lossEvent === undefined ? [] : [{ kind: kind as LossName, list, lossEvent }],
);

/** The kind of the device where something was lost; undefined: the event tells of no such loss. */
export function kindOfLoss({ kind, value }: MachineEvent): LossKind | undefined {
  return value === 0 ? undefined : LOSS_KINDS.find(({ lossEvent }) => lossEvent === kind);
}
