/** Deadlines of a scenario's lines and threads, and how they were kept. */
import type { Marks } from "../../core-wasm/binding/index.ts";
import { deadlineCycles } from "../../scenarios/base/deadline.ts";
import { linesOf } from "../../scenarios/devices/lines.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import type { Tallies } from "./metrics.ts";
import type { Deadline } from "./registry/deadline.ts";

export type DeadlineOf = "line" | "thread";

export interface KeptDeadline extends Deadline {
  readonly of: DeadlineOf;
  readonly name: string;
  /** Cycle in which the longest began; undefined: there was none. */
  readonly longestFrom: number | undefined;
  readonly firstMissedFrom: number | undefined;
}

/** Of all lines and threads, in their order; some have no deadline. */
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

/** Of everything that has a deadline. */
export function allDeadlines(all: readonly KeptDeadline[]): Deadline {
  const some = all.filter((one) => one.deadlineCycles > 0);
  return {
    missed: some.reduce((sum, { missed }) => sum + missed, 0),
    count: some.reduce((sum, { count }) => sum + count, 0),
    deadlineCycles: 0,
    longestCycles: Math.max(0, ...some.map(({ longestCycles }) => longestCycles)),
  };
}
