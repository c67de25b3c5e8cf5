/** Names and colours of the latency parts (sim_packet_part, sim_interrupt_part). */
import type { Layer } from "../engine/protocol.ts";
import { type Label, t, translated } from "../text/t.ts";

export interface PartStyle {
  readonly label: string;
  /** Layer that works in this part. Undefined for hardware. */
  readonly layer: Layer | "stall" | undefined;
  /** Time lost rather than worked. */
  readonly hatched: boolean;
}

type KnownStyle = Omit<PartStyle, "label"> & { readonly label: Label };

const PART_STYLE: Readonly<Record<string, KnownStyle>> = {
  coalescing: { label: "coalescing", layer: "stall", hatched: true },
  masked: { label: "wait, masked", layer: "stall", hatched: true },
  drain: { label: "drain", layer: "stall", hatched: true },
  entry: { label: "entry", layer: "entry", hatched: false },
  save: { label: "save registers", layer: "save-restore", hatched: false },
  "first-instruction": { label: "first instruction", layer: "driver-isr", hatched: false },
  acknowledge: { label: "to acknowledge", layer: "driver-isr", hatched: false },
  handler: { label: "handler to frame", layer: "driver-isr", hatched: false },
  dma: { label: "DMA", layer: undefined, hatched: false },
  protocol: { label: "wait for protocol", layer: "protocol", hatched: true },
  delivery: { label: "to delivery", layer: "protocol", hatched: false },
  wire: { label: "on the wire", layer: undefined, hatched: false },
  card: { label: "wait for DMA", layer: "stall", hatched: true },
  lost: { label: "until the loss", layer: undefined, hatched: false },
  dropped: { label: "lost", layer: undefined, hatched: false },
  merged: { label: "merged", layer: undefined, hatched: false },
  "under-way": { label: "under way", layer: "stall", hatched: true },
  return: { label: "to return", layer: "driver-isr", hatched: false },
};

export function partStyle(part: string): PartStyle {
  const style = PART_STYLE[part];
  if (style === undefined) return { label: translated(part), layer: undefined, hatched: false };
  return { ...style, label: t(style.label) };
}
