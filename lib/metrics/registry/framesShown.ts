/** How the metrics panel shows frames: the part of their entries (frames.ts) that the panel loads. */
import type { SimDropCause } from "../../../core-wasm/binding/layout.gen.ts";
import { DROP_WORDS } from "./dropCauses.ts";
import type { ShownInPanel } from "./entry.ts";

export const FRAMES_SHOWN = {
  offered: { label: "offered", when: "always" },
  delivered: {
    label: "delivered",
    of: "offered",
    when: "always",
    bar: "plain",
  },
  inFlight: {
    label: "in flight",
    of: "offered",
    when: "always",
    isLevel: true,
    bar: "outline",
  },
  lost: { label: "lost", of: "offered", when: "always", bar: "loss" },
} as const satisfies Readonly<Record<string, ShownInPanel>>;

export const dropShown = <C extends SimDropCause>(cause: C) =>
  ({ label: DROP_WORDS[cause], of: "offered", isLoss: true }) as const;
