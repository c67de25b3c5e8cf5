/** Deadlines of lines and threads: how often they were missed. */
import { CYCLE, NUMBER } from "../../expressions/dimension.ts";
import type { Entries } from "./entry.ts";

export interface Deadline {
  /** Longer than the deadline. */
  readonly missed: number;
  /** Of so many. */
  readonly count: number;
  /** 0: there is none. */
  readonly deadlineCycles: number;
  readonly longestCycles: number;
}

export const DEADLINE = {
  misses: {
    path: "misses",
    dimension: NUMBER,
    meaning: "times that it took longer than its deadline",
    read: (one) => one.missed,
    text: [{ label: "missed" }, { label: "of all", of: "count" }],
    panel: { label: "missed" },
  },
  missShare: {
    path: "missShare",
    only: "expressions",
    dimension: NUMBER,
    meaning: "share of the times in which it took longer than its deadline",
    amount: { kind: "share" },
    read: (one) => one.missed / one.count,
  },
  count: {
    dimension: NUMBER,
    meaning: "how often its time was measured",
    read: (one) => one.count,
    panel: { label: "times" },
  },
  deadlineCycles: {
    dimension: CYCLE,
    meaning: "its deadline",
    read: (one) => one.deadlineCycles,
    text: { label: "deadline", at: 1 },
    panel: { label: "deadline", at: 1 },
  },
  longestCycles: {
    dimension: CYCLE,
    meaning: "the longest time",
    read: (one) => one.longestCycles,
    text: { label: "longest", at: 1 },
    panel: { label: "longest", at: 1 },
  },
} as const satisfies Entries<Deadline>;
