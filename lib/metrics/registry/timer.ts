/** Metrics of timers. */
import type { Counters } from "../../../core-wasm/binding/index.ts";
import { NUMBER } from "../../expressions/dimension.ts";
import type { Entries } from "./entry.ts";

export const TIMER = {
  ticks: {
    path: "ticks",
    dimension: NUMBER,
    meaning: "ticks",
    read: (timer) => timer.ticks,
    text: { label: "ticks" },
  },
  overruns: {
    path: "overruns",
    dimension: NUMBER,
    meaning: "ticks while the previous one was not acknowledged",
    read: (timer) => timer.overruns,
    text: { label: "overruns" },
    panel: { section: "missed", label: "overruns of timer {name}", of: "ticks" },
  },
} as const satisfies Entries<Counters["timers"][number]>;

/** Placeholder for a name in docs/expressions.md. */
export const TIMER_SIGN = "X";
