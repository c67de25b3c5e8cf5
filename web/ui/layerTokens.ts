/** Maps a software layer to the design token of its colour. */
import type { Layer } from "../engine/protocol.ts";

/** Names without dashes. */
export const LAYER_TOKENS: Readonly<Record<Layer, string>> = {
  idle: "idle",
  application: "app",
  "system-call": "syscall",
  "driver-isr": "isr",
  protocol: "proto",
  "kernel-copy": "copy",
  "save-restore": "save",
  entry: "entry",
};

/** Colour for items without a layer. */
export function layerToken(layer: Layer | undefined): string {
  return layer === undefined ? "ink-2" : LAYER_TOKENS[layer];
}
