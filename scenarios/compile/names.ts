/** Names by index, for what the core reports in numbers. */

import { lineIndex, linesOf } from "../devices/lines.ts";
import type { Scenario, Thread } from "../format/schema.ts";
import { flattenThread, type Indices } from "./flatten.ts";

export interface ThreadNames {
  readonly name: string;
  readonly layer: Thread["layer"];
  readonly priority: number;
  /** By the step index of `sim_view_frame`: the flattened steps. */
  readonly steps: readonly string[];
}

export interface ScenarioNames {
  readonly timers: readonly string[];
  readonly disks: readonly string[];
  readonly lines: readonly string[];
  readonly nics: readonly string[];
  readonly queues: readonly string[];
  readonly locks: readonly string[];
  readonly routines: readonly string[];
  readonly threads: readonly ThreadNames[];
}

export function indicesOf(scenario: Scenario): Indices {
  return {
    line: (choice) => lineIndex(scenario.machine, choice),
    nic: byName(scenario.machine.nics),
    timer: byName(scenario.machine.timers),
    disk: byName(scenario.machine.disks),
    queue: byName(scenario.software.queues),
    lock: byName(scenario.software.locks),
    routine: byName(scenario.software.routines),
    thread: byName(scenario.software.threads),
  };
}

export function resolveNames(scenario: Scenario): ScenarioNames {
  const indices = indicesOf(scenario);
  const { locks, queues, routines, threads } = scenario.software;
  return {
    lines: linesOf(scenario.machine).map((line) => line.name),
    timers: scenario.machine.timers.map((timer) => timer.name),
    disks: scenario.machine.disks.map((disk) => disk.name),
    nics: scenario.machine.nics.map((nic) => nic.name),
    queues: queues.map((queue) => queue.name),
    locks: locks.map((lock) => lock.name),
    routines: routines.map((routine) => routine.name),
    threads: threads.map(({ name, layer, priority, steps }) => ({
      name,
      layer,
      priority,
      steps: flattenThread(steps, indices).map((step) => step.label),
    })),
  };
}

function byName(items: readonly { readonly name: string }[]): ReadonlyMap<string, number> {
  return new Map(items.map((item, index) => [item.name, index]));
}
