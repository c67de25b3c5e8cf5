/** Contexts are numbered core after core. */
import { lineIndex, linesOf } from "./lines.ts";
import type { Machine, Scenario, Thread } from "./schema.ts";

export function contextTotal({ core }: Machine): number {
  return core.cores * core.contexts;
}

/** Contexts share the pipeline cycle by cycle: each is a cpu of its own. */
export function isInterleaved({ core }: Machine): boolean {
  return core.policy !== "single" && core.policy !== "on-event";
}

export function cpuTotal(machine: Machine): number {
  return isInterleaved(machine) ? contextTotal(machine) : machine.core.cores;
}

export function cpuOf(machine: Machine, context: number): number {
  return isInterleaved(machine) ? context : Math.floor(context / machine.core.contexts);
}

/** Core and context on which the thread runs: its own, or where its line is steered to. */
export function placeOf(
  machine: Machine,
  thread: Thread,
): { readonly core: number; readonly context: "any" | number } {
  const line = thread.start.on === "line" ? linesOf(machine)[lineIndex(machine, thread.start)] : undefined;
  return {
    core: line === undefined || line.core === "any" ? thread.core : line.core,
    context: line === undefined || line.context === "any" ? thread.context : line.context,
  };
}

/** Those on which it may run: one, or all of its core. */
export function contextsOf(machine: Machine, thread: Thread): readonly number[] {
  const { core, context } = placeOf(machine, thread);
  const { contexts } = machine.core;
  const first = core * contexts;
  if (context !== "any") return [first + context];
  return Array.from({ length: contexts }, (_, index) => first + index);
}

/** By context: given by hand, else the highest (smallest) of the threads that run there, else none. */
export function contextPriorities({ machine, software }: Scenario): readonly (number | undefined)[] {
  const { contextPriorities: given } = machine.core;
  return Array.from({ length: contextTotal(machine) }, (_, context) => {
    const own = software.threads.filter((thread) => contextsOf(machine, thread).includes(context));
    return given[context] ?? highest(own.map(({ priority }) => priority));
  });
}

function highest(priorities: readonly number[]): number | undefined {
  return priorities.length === 0 ? undefined : Math.min(...priorities);
}
