/** Losses of devices other than cards. Each kind of device names the event that reports them (scenarios/devices). */
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

/** Kind of the device that lost something. Undefined if the event reports no such loss. */
export function kindOfLoss({ kind, value }: MachineEvent): LossKind | undefined {
  return value === 0 ? undefined : LOSS_KINDS.find(({ lossEvent }) => lossEvent === kind);
}
