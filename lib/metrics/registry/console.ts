/** Metrics of consoles. */
import type { Counters } from "../../../core-wasm/binding/index.ts";
import { NUMBER } from "../../expressions/dimension.ts";
import type { Entries } from "./entry.ts";

export const CONSOLE = {
  arrived: {
    path: "arrived",
    dimension: NUMBER,
    meaning: "characters that came",
    read: (console) => console.arrived,
    text: { label: "came" },
  },
  read: {
    path: "read",
    dimension: NUMBER,
    meaning: "characters that software read",
    read: (console) => console.read,
    text: { label: "read" },
  },
  lost: {
    path: "lost",
    dimension: NUMBER,
    meaning: "characters that arrived and were never read: the FIFO was full, or emptied",
    read: (console) => console.lost,
    text: { label: "lost" },
    panel: { section: "missed", label: "characters lost by console {name}", of: "arrived" },
  },
  written: {
    path: "written",
    dimension: NUMBER,
    meaning: "characters that software wrote",
    read: (console) => console.written,
    text: { label: "written" },
  },
  sent: {
    path: "sent",
    dimension: NUMBER,
    meaning: "characters sent",
    read: (console) => console.sent,
    text: { label: "sent" },
  },
  unsent: {
    path: "unsent",
    dimension: NUMBER,
    meaning: "characters written and never sent: the FIFO was full, or emptied",
    read: (console) => console.unsent,
    text: { label: "not sent" },
  },
} as const satisfies Entries<Counters["consoles"][number]>;

/** Placeholder for a name in docs/expressions.md. */
export const CONSOLE_SIGN = "U";
