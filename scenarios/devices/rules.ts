/** Rules of a device that a schema cannot express. They are checked when a scenario is read. */
import type { Device } from "./device.ts";

/** The machine around a device, as far as rules read it. */
export interface Surroundings {
  readonly clockHertz: number;
  readonly bus: { readonly dma: unknown };
}

/** `field` is a path below the device, or below the step that names it. */
export type Fail = (field: string, message: string) => void;

export interface DeviceRules<D extends Device = Device> {
  /** Checks one device. */
  check?(device: D, machine: Surroundings, fail: Fail): void;
  /** Checks all devices of the kind together. The field of errors is their list. */
  checkAll?(devices: readonly D[], fail: (message: string) => void): void;
  /** Checks a step, a condition or a choice of a line that names the device. */
  checkUse?(device: D, use: Readonly<Record<string, unknown>>, fail: Fail): void;
  /** Warns about valid settings without an effect, or with an effect that few users expect. */
  warn?(device: D, machine: Surroundings, warn: Fail): void;
}
