/** Deadlines of lines and threads: the number of misses, and a list of them. */
import type { Machine, Marks } from "../../../core-wasm/binding/index.ts";
import { deadlineCycles } from "../../../scenarios/base/deadline.ts";
import { linesOf } from "../../../scenarios/devices/lines.ts";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import { CYCLE, NUMBER } from "../../expressions/dimension.ts";
import type { Tallies } from "../distributions.ts";
import type { Entries } from "./entry.ts";

export interface Deadline {
  /** Number of latencies longer than the deadline. */
  readonly missed: number;
  /** Number of latencies that the deadline applies to. */
  readonly count: number;
  /** 0 if there is no deadline. */
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

export type DeadlineOf = "line" | "thread";

export interface KeptDeadline extends Deadline {
  readonly of: DeadlineOf;
  readonly name: string;
  /** Cycle in which the longest latency began. Undefined if there was none. */
  readonly longestFrom: number | undefined;
  readonly firstMissedFrom: number | undefined;
}

/** All lines and threads, in their order, including those without a deadline. */
export function deadlinesOf(
  { machine, software }: Scenario,
  marks: Marks,
  tallies: Tallies,
): readonly KeptDeadline[] {
  const kept = (
    of: DeadlineOf,
    { name, deadlineNanoseconds }: { readonly name: string; readonly deadlineNanoseconds: number },
    index: number,
  ): KeptDeadline => {
    const found = (of === "line" ? marks.lines : marks.threads)[index];
    const { missed = 0, longest = 0, longest_from, first_missed_from } = found ?? {};
    return {
      of,
      name,
      missed,
      count: tallies[of][index]?.count ?? 0,
      deadlineCycles: deadlineCycles(deadlineNanoseconds, machine.clockHertz),
      longestCycles: longest,
      longestFrom: longest > 0 ? longest_from : undefined,
      firstMissedFrom: missed > 0 ? first_missed_from : undefined,
    };
  };
  return [
    ...linesOf(machine).map((line, index) => kept("line", line, index)),
    ...software.threads.map((thread, index) => kept("thread", thread, index)),
  ];
}

/** The sum over everything that has a deadline. */
export function allDeadlines(all: readonly KeptDeadline[]): Deadline {
  const some = all.filter((one) => one.deadlineCycles > 0);
  return {
    missed: some.reduce((sum, { missed }) => sum + missed, 0),
    count: some.reduce((sum, { count }) => sum + count, 0),
    deadlineCycles: 0,
    longestCycles: Math.max(0, ...some.map(({ longestCycles }) => longestCycles)),
  };
}

/** One missed deadline. */
export interface Miss {
  readonly of: DeadlineOf;
  readonly name: string;
  /** Cycle in which the missed latency began. */
  readonly from: number;
  readonly cycles: number;
  readonly deadlineCycles: number;
}

interface Watched extends Pick<Miss, "of" | "name" | "deadlineCycles"> {
  readonly index: number;
}

/** Runs the machine and lists its misses: the first `limit` that end after the warm-up, in the order of their ends.
 * `machine` starts at cycle 0 and is at the end of the run, or after the last listed miss, afterwards. If two misses of
 * one thread end within the shortest deadline, only the longer one is listed. Misses of a line are further apart than
 * that. */
export function missesOf(
  machine: Machine,
  scenario: Scenario,
  warmUpCycles: number,
  limit: number,
): readonly Miss[] {
  const watched = watchedOf(scenario);
  const stepCycles = Math.min(...watched.map((one) => one.deadlineCycles));
  const found: Miss[] = [];
  if (watched.length === 0) return found;
  machine.step(warmUpCycles);
  machine.measureAgain();
  while (machine.cycle < scenario.runCycles && found.length < limit) {
    machine.step(Math.min(scenario.runCycles, machine.cycle + stepCycles));
    const marks = machine.marks();
    const missed = watched.flatMap(({ index, ...one }): Miss[] => {
      const of = (one.of === "line" ? marks.lines : marks.threads)[index];
      return of === undefined || of.missed === 0
        ? []
        : [{ ...one, from: of.longest_from, cycles: of.longest }];
    });
    if (missed.length === 0) continue;
    found.push(...missed);
    // Resets the marks, so that the next miss is reported separately.
    machine.measureAgain();
  }
  return found.slice(0, limit);
}

function watchedOf({ machine, software }: Scenario): readonly Watched[] {
  const watch = (
    of: DeadlineOf,
    { name, deadlineNanoseconds }: { readonly name: string; readonly deadlineNanoseconds: number },
    index: number,
  ): Watched => ({
    ...{ of, name, index },
    deadlineCycles: deadlineCycles(deadlineNanoseconds, machine.clockHertz),
  });
  return [
    ...linesOf(machine).map((line, index) => watch("line", line, index)),
    ...software.threads.map((thread, index) => watch("thread", thread, index)),
  ].filter((one) => one.deadlineCycles > 0);
}
