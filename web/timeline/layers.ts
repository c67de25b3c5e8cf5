import type { TermId } from "../../lib/terms/terms.ts";
import type { Layer } from "../engine/protocol.ts";
import { t } from "../text/t.ts";
import { LAYER_TOKENS } from "../ui/layerTokens.ts";

interface LayerFacts {
  readonly name: Layer;
  readonly term: TermId;
}

/** `words` is called each time, because the language can change. */
function layer<const F extends LayerFacts>(facts: F, words: () => string) {
  return {
    ...facts,
    token: `--${LAYER_TOKENS[facts.name]}`,
    get label() {
      return words();
    },
  };
}

/** The layers in the order of sim_layer with their colour tokens, and ENTRY_LAYER. */
export const LAYERS = [
  layer({ name: "idle", term: "idle" }, () => t("idle")),
  layer({ name: "application", term: "application" }, () => t("application")),
  layer({ name: "system-call", term: "system-call" }, () => t("system call")),
  layer({ name: "driver-isr", term: "driver-isr" }, () => t("driver ISR")),
  layer({ name: "protocol", term: "protocol" }, () => t("protocol")),
  layer({ name: "kernel-copy", term: "kernel-copy" }, () => t("kernel copy")),
  layer({ name: "save-restore", term: "save-restore" }, () => t("save/restore")),
  layer({ name: "entry", term: "entry-sequence" }, () => t("entry")),
] as const;

export const IDLE_LAYER = 0;

/** Layers of a stacked column from bottom to top. Urgent work is at the bottom. */
export const STACK_ORDER: readonly number[] = [7, 6, 3, 4, 5, 2, 1];

export function layerIndex(layer: Layer): number {
  return LAYERS.findIndex((entry) => entry.name === layer);
}

export function layerLabel(index: number): string {
  return LAYERS[index]?.label ?? "";
}

/** sim_run_state */
export const RUN_STATES = ["waiting", "ready", "running", "entering", "saving", "restoring"] as const;
/** What the machine does for a thread before or after it runs. Index is sim_run_state. */
const WORK_OF_MACHINE = ["", "", "", "entry", "save", "restore"] as const;

export function workOfMachine(runState: number): string {
  const work = WORK_OF_MACHINE[runState] ?? "";
  return work === "" ? "" : t(work);
}

export const SAVE_RESTORE_LAYER = 6;
export const RUN_STATE_WAITING = 0;
export const RUN_STATE_READY = 1;

export const NO_THREAD = 255;
