/** The software layers in the order of sim_layer, with their colour tokens. */
import type { TermId } from "../../lib/terms/terms.ts";
import type { Layer } from "../engine/protocol.ts";
import { say } from "../text/say.ts";

export const LAYERS = [
  {
    name: "idle",
    get label() {
      return say("idle");
    },
    token: "--idle",
    term: "idle",
  },
  {
    name: "application",
    get label() {
      return say("application");
    },
    token: "--app",
    term: "application",
  },
  {
    name: "system-call",
    get label() {
      return say("system call");
    },
    token: "--syscall",
    term: "system-call",
  },
  {
    name: "driver-isr",
    get label() {
      return say("driver ISR");
    },
    token: "--isr",
    term: "driver-isr",
  },
  {
    name: "protocol",
    get label() {
      return say("protocol");
    },
    token: "--proto",
    term: "protocol",
  },
  {
    name: "kernel-copy",
    get label() {
      return say("kernel copy");
    },
    token: "--copy",
    term: "kernel-copy",
  },
  {
    name: "save-restore",
    get label() {
      return say("save/restore");
    },
    token: "--save",
    term: "save-restore",
  },
] as const satisfies readonly {
  readonly name: Layer;
  readonly label: string;
  readonly token: string;
  readonly term: TermId;
}[];

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
const SAVE_RESTORE_WORK = ["", "", "", "entry", "save", "restore"] as const;

export function saveRestoreWork(runState: number): string {
  const work = SAVE_RESTORE_WORK[runState] ?? "";
  return work === "" ? "" : say(work);
}

export const SAVE_RESTORE_LAYER = 6;
export const RUN_STATE_WAITING = 0;
export const RUN_STATE_READY = 1;

export const NO_THREAD = 255;
