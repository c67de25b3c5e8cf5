/** Contexts are numbered core after core. */
import { lineIndex, linesOf } from "../devices/lines.ts";
import type { Machine } from "../machine/machine.ts";
import type { System, Thread } from "./software.ts";

export function contextTotal({ core }: Machine): number {
  return core.cores * core.contexts;
}

/** True if contexts share the pipeline cycle by cycle: each is a cpu of its own then. */
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

/** Contexts on which the thread may run: one, or all of its core. */
export function contextsOf(system: System, thread: Thread): readonly number[] {
  const { machine } = system;
  const { core, context } = placeOf(machine, thread);
  const { contexts } = machine.core;
  const first = core * contexts;
  if (context !== "any") return [first + context];
  if (thread.start.on === "always") return [first + (homesOf(system).get(thread) ?? 0)];
  return Array.from({ length: contexts }, (_, index) => first + index);
}

/** The contexts of permanent threads that leave the choice to their core (docs/model.md, Cores). Threads with a fixed
 * context are placed first. */
export function homesOf({ machine, software }: System): ReadonlyMap<Thread, number> {
  const { contexts } = machine.core;
  const always = software.threads.filter(({ start }) => start.on === "always");
  /* By context: the priority of its most urgent thread. Infinity if it has none. */
  const urgent = Array.from({ length: contextTotal(machine) }, () => Number.POSITIVE_INFINITY);
  const homes = new Map<Thread, number>();
  const live = ({ core, priority }: Thread, context: number) => {
    const at = core * contexts + context;
    urgent[at] = Math.min(urgent[at] ?? Number.POSITIVE_INFINITY, priority);
  };
  for (const thread of always) if (thread.context !== "any") live(thread, thread.context);
  for (const thread of always) {
    if (thread.context !== "any") continue;
    const own = urgent.slice(thread.core * contexts, (thread.core + 1) * contexts);
    const context = Math.max(0, own.indexOf(Math.max(...own)));
    homes.set(thread, context);
    live(thread, context);
  }
  return homes;
}

/** By context: the given priority, otherwise the highest (smallest) of the threads that run there, otherwise none. */
export function contextPriorities(system: System): readonly (number | undefined)[] {
  const { machine, software } = system;
  const { contextPriorities: given } = machine.core;
  return Array.from({ length: contextTotal(machine) }, (_, context) => {
    const own = software.threads.filter((thread) => contextsOf(system, thread).includes(context));
    return given[context] ?? highest(own.map(({ priority }) => priority));
  });
}

function highest(priorities: readonly number[]): number | undefined {
  return priorities.length === 0 ? undefined : Math.min(...priorities);
}
