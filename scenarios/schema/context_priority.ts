/** Which priority a context shows. */
import type { Scenario } from "./schema.ts";

/** By context: given by hand, else the highest (smallest) of the threads that run there, else none. */
export function contextPriorities({ machine, software }: Scenario): readonly (number | undefined)[] {
  const { contexts, contextPriorities: given } = machine.core;
  return Array.from({ length: contexts }, (_, context) => {
    const own = software.threads.filter((thread) => thread.context === context);
    return given[context] ?? highest(own.map(({ priority }) => priority));
  });
}

function highest(priorities: readonly number[]): number | undefined {
  return priorities.length === 0 ? undefined : Math.min(...priorities);
}
