/** Data that the timeline takes from a scenario: names, order, and the thread that drains each queue. */

import { byDeviceList } from "../../scenarios/devices/kinds.ts";
import { linesOf } from "../../scenarios/devices/lines.ts";
import type { Scenario, Step, Thread } from "../../scenarios/format/schema.ts";
import { describesMemory } from "../../scenarios/machine/machineFacts.ts";
import { contextPriorities, contextsOf, cpuTotal } from "../../scenarios/software/contexts.ts";
import { someStep } from "../../scenarios/software/steps.ts";
import { showsThreads } from "../../scenarios/software/threadLanes.ts";
import { translated } from "../text/t.ts";
import { contextName, coreOf } from "../ui/contextName.ts";
import { layerIndex } from "./layers.ts";
import type { MachineLabels } from "./spec.ts";

export function labelsOf(scenario: Scenario, endCycle: number): MachineLabels {
  const { machine, software } = scenario;
  return {
    clockHertz: machine.clockHertz,
    endCycle,
    contexts: contextPriorities(scenario).map((priority, context) => ({
      context,
      core: coreOf(context, machine.core),
      name: contextName(context, machine.core),
      priority,
    })),
    cpus: cpuTotal(machine),
    cores: machine.core.cores,
    ...byDeviceList(({ list }) => machine[list].map(({ name }) => name)),
    hasRing: machine.nics.map((nic) => nic.receive === "ring"),
    lines: linesOf(machine).map((line) => line.name),
    hasCaches: [machine.memory.l1i, machine.memory.l1d, machine.memory.l2].some(
      (cache) => cache !== undefined,
    ),
    coresOnBus: describesMemory(machine),
    queues: software.queues.map((queue) => ({
      name: queue.name,
      layer: onlyLayer(software.threads.filter((thread) => takesFrom(thread.steps, queue.name))),
    })),
    threads: software.threads.map((thread) => ({
      get name() {
        return translated(thread.name);
      },
      layer: layerIndex(thread.layer),
      priority: thread.priority,
      start: thread.start.on,
      contexts: contextsOf(scenario, thread),
    })),
    showsThreads: showsThreads(scenario),
    locks: software.locks.map((lock) => lock.name),
    routines: software.routines.map((routine) => routine.name),
    stages: machine.core.pipeline.stages,
    executeStage: machine.core.pipeline.stages.indexOf(machine.core.pipeline.executeStage),
    sends: software.threads.some((thread) => someStep(thread.steps, (step) => step.do === "give-frame")),
    retires:
      machine.interrupts.saveRestore.kind === "words" ||
      software.routines.some(({ kind }) => kind !== "cycles"),
    letsGo: software.threads.some(({ steps }) => letsGo(steps)),
  };
}

function letsGo(steps: readonly Step[]): boolean {
  const does = (...wanted: readonly Step["do"][]) => someStep(steps, (step) => wanted.includes(step.do));
  return does("drop") || (does("take-frame", "take") && !does("put", "give-frame", "deliver"));
}

function onlyLayer(threads: readonly Thread[]): number | undefined {
  const layers = new Set(threads.map((thread) => layerIndex(thread.layer)));
  return layers.size === 1 ? [...layers][0] : undefined;
}

function takesFrom(steps: readonly Step[], queue: string): boolean {
  return someStep(steps, (step) => step.do === "take" && step.queue === queue);
}
