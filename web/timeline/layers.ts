import type { TermId } from "../../lib/terms/terms.ts";
import type { Layer } from "../engine/protocol.ts";
import { say } from "../text/say.ts";

/** `words` are said anew each time: the language can change. */
function layer<const N extends Layer>(name: N, token: string, term: TermId, words: () => string) {
  return {
    name,
    token,
    term,
    get label() {
      return words();
    },
  };
}

/** The software layers in the order of sim_layer, with their colour tokens. */
export const LAYERS = [
  layer("idle", "--idle", "idle", () => say("idle")),
  layer("application", "--app", "application", () => say("application")),
  layer("system-call", "--syscall", "system-call", () => say("system call")),
  layer("driver-isr", "--isr", "driver-isr", () => say("driver ISR")),
  layer("protocol", "--proto", "protocol", () => say("protocol")),
  layer("kernel-copy", "--copy", "kernel-copy", () => say("kernel copy")),
  layer("save-restore", "--save", "save-restore", () => say("save/restore")),
] as const;

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
