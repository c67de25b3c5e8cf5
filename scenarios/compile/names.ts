/** Names by index, for the numbers that the core reports. */

import { byDeviceList, byDeviceName, type DeviceList } from "../devices/kinds.ts";
import { lineIndex, linesOf } from "../devices/lines.ts";
import type { Scenario, Thread } from "../format/schema.ts";
import { flattenThread, type Indices } from "./flatten.ts";

interface ThreadNames {
  readonly name: string;
  readonly layer: Thread["layer"];
  readonly priority: number;
  /** By the step index in `sim_view_frame`, which counts flattened steps. */
  readonly steps: readonly string[];
}

interface ScenarioNames extends Readonly<Record<DeviceList, readonly string[]>> {
  readonly lines: readonly string[];
  readonly queues: readonly string[];
  readonly locks: readonly string[];
  readonly routines: readonly string[];
  readonly threads: readonly ThreadNames[];
}

export function indicesOf(scenario: Scenario): Indices {
  return {
    line: (choice) => lineIndex(scenario.machine, choice),
    ...byDeviceName(({ list }) => byName(scenario.machine[list])),
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
    ...byDeviceList(({ list }) => scenario.machine[list].map(({ name }) => name)),
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
