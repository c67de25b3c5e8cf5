/** Every deadline that was missed, found by going through the run once more. */
import type { Machine } from "../../core-wasm/binding/index.ts";
import { deadlineCycles } from "../../scenarios/base/deadline.ts";
import { linesOf } from "../../scenarios/devices/lines.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import type { DeadlineOf } from "./deadlines.ts";

export interface Miss {
  readonly of: DeadlineOf;
  readonly name: string;
  /** Cycle in which it began. */
  readonly from: number;
  readonly cycles: number;
  readonly deadlineCycles: number;
}

interface Watched extends Pick<Miss, "of" | "name" | "deadlineCycles"> {
  readonly index: number;
}

/** The first `limit` that end behind the warm-up, in the order of their ends. `machine`: at cycle 0; it is at the end of
 * the run, or behind the last miss, afterwards. Of two misses of one thread that end within the shortest deadline the
 * longer is listed; those of a line are further apart than that. */
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
    // Marks begin anew, so that the next one is told by itself.
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
