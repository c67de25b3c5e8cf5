/** The software layers in the order of sim_layer, with their colour tokens. */
import type { Layer } from "../engine/protocol.ts";

export const LAYERS = [
  { name: "idle", label: "idle", token: "--idle" },
  { name: "application", label: "application", token: "--app" },
  { name: "system-call", label: "system call", token: "--syscall" },
  { name: "driver-isr", label: "driver ISR", token: "--isr" },
  { name: "protocol", label: "protocol", token: "--proto" },
  { name: "kernel-copy", label: "kernel copy", token: "--copy" },
  { name: "save-restore", label: "save/restore", token: "--save" },
] as const satisfies readonly { readonly name: Layer; readonly label: string; readonly token: string }[];

export const IDLE_LAYER = 0;

/** Bottom to top in a stacked column: the urgent work stands on the floor. */
export const STACK_ORDER: readonly number[] = [6, 3, 4, 5, 2, 1];

export function layerIndex(layer: Layer): number {
  return LAYERS.findIndex((entry) => entry.name === layer);
}

export function layerLabel(index: number): string {
  return LAYERS[index]?.label ?? "";
}

/** sim_run_state */
export const RUN_STATES = ["waiting", "ready", "running", "entering", "saving", "restoring"] as const;
/** What the machine does for a thread in the layer save/restore, by sim_run_state. */
export const SAVE_RESTORE_WORK = ["", "", "", "entry", "save", "restore"] as const;
export const SAVE_RESTORE_LAYER = 6;
export const RUN_STATE_WAITING = 0;
export const RUN_STATE_READY = 1;

export const NO_THREAD = 255;
