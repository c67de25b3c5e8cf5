/** Metrics of buttons. */
import type { Counters } from "../../../core-wasm/binding/index.ts";
import { NUMBER } from "../../expressions/dimension.ts";
import type { Entries } from "./entry.ts";

export const BUTTON = {
  presses: {
    path: "presses",
    dimension: NUMBER,
    meaning: "presses",
    read: (button) => button.presses,
    text: { label: "presses" },
  },
  acknowledged: {
    path: "acknowledged",
    dimension: NUMBER,
    meaning: "presses that were acknowledged",
    read: (button) => button.acknowledged,
    text: { label: "acknowledged" },
  },
  overruns: {
    path: "overruns",
    dimension: NUMBER,
    meaning: "presses while the previous one was not acknowledged",
    read: (button) => button.overruns,
    text: { label: "overruns" },
    panel: { section: "missed", label: "overruns of button {name}", of: "presses" },
  },
} as const satisfies Entries<Counters["buttons"][number]>;

/** Placeholder for a name in docs/expressions.md. */
export const BUTTON_SIGN = "B";
