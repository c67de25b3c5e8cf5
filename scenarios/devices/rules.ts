/** What a schema cannot say of a device: checked when a scenario is read, beside its shape. */
import type { Device } from "./device.ts";

/** The machine around a device, as far as rules read it. */
export interface Surroundings {
  readonly clockHertz: number;
  readonly bus: { readonly dma: unknown };
}

/** `field`: below the device, or below the step that names it. */
export type Fail = (field: string, message: string) => void;

export interface DeviceRules<D extends Device = Device> {
  /** Of the device by itself. */
  check?(device: D, machine: Surroundings, fail: Fail): void;
  /** Of all devices of the kind together; the field is their list. */
  checkAll?(devices: readonly D[], fail: (message: string) => void): void;
  /** Of a step, a condition or a choice of a line that names the device. */
  checkUse?(device: D, use: Readonly<Record<string, unknown>>, fail: Fail): void;
  /** What is valid and has no effect, or one that few would expect. */
  warn?(device: D, machine: Surroundings, warn: Fail): void;
}
