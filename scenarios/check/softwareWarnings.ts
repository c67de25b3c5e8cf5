/** Warns about steps, traffic and seeds that can never have the effect that they ask for. */

import type { ScenarioError } from "../base/messages.ts";
import type { Scenario, Step, Traffic } from "../format/schema.ts";
import { sharesData, threadsThatRun } from "../software/dataSharing.ts";
import { someStep, stepsInside } from "../software/steps.ts";

export function softwareWarnings(scenario: Scenario): ScenarioError[] {
  return [
    ...untakenQueues(scenario),
    ...unreapedNics(scenario),
    ...untakenDisks(scenario),
    ...sharedData(scenario),
    ...seedWarnings(scenario),
  ];
}

function hasStep({ software }: Scenario, matches: (step: Step) => boolean): boolean {
  return software.threads.some(({ steps }) => someStep(steps, matches));
}

function untakenQueues(scenario: Scenario): ScenarioError[] {
  return scenario.software.queues.flatMap(({ name }, index) => {
    const isFilled =
      hasStep(scenario, (step) => (step.do === "put" || step.do === "copy") && step.queue === name) ||
      scenario.traffic.some(({ send }) => send?.queue === name);
    const isTakenFrom = hasStep(scenario, (step) => step.do === "take" && step.queue === name);
    if (!isFilled || isTakenFrom) return [];
    const message = "no step takes from it: it fills, and each packet that finds it full is lost";
    return [{ field: `software.queues[${index}]`, message }];
  });
}

function unreapedNics(scenario: Scenario): ScenarioError[] {
  return scenario.machine.nics.flatMap(({ name, txQueueFrames }, index) => {
    const of = (wanted: "give-frame" | "reap") =>
      hasStep(scenario, (step) => step.do === wanted && step.nic === name);
    if (!of("give-frame") || of("reap")) return [];
    const message = `no step reaps what was sent: after ${txQueueFrames} frames it is full, and each further one is lost`;
    return [{ field: `machine.nics[${index}].txQueueFrames`, message }];
  });
}

function untakenDisks(scenario: Scenario): ScenarioError[] {
  return scenario.machine.disks.flatMap(({ name }) => {
    if (hasStep(scenario, (step) => step.do === "take-disk" && step.disk === name)) return [];
    const [field] = scenario.software.threads.flatMap(({ steps }, thread) =>
      waitsFor(name, steps, `software.threads[${thread}].steps`),
    );
    const message =
      "waits only once: no step takes a completed request (take-disk), so one is always there then";
    return field === undefined ? [] : [{ field, message }];
  });
}

function waitsFor(disk: string, steps: readonly Step[], field: string): string[] {
  return steps.flatMap((step, index) => {
    const here = `${field}[${index}]`;
    if (step.do === "wait-disk") return step.disk === disk && step.ahead === 0 ? [here] : [];
    if (step.do !== "if") return waitsFor(disk, stepsInside(step), `${here}.steps`);
    return [...waitsFor(disk, step.steps, `${here}.steps`), ...waitsFor(disk, step.else, `${here}.else`)];
  });
}

/** Only data that share an address. If the scenario says that data are shared, no warning is needed. */
function sharedData({ machine, software }: Scenario): ScenarioError[] {
  if (machine.memory.l1d === undefined) return [];
  return software.routines.flatMap((routine, index) => {
    if (routine.kind === "program" || routine.kind === "cycles") return [];
    const { sharing, address } = routine.data;
    if (sharing !== "auto" || address === "auto" || !sharesData(software, routine)) return [];
    const cores = new Set(threadsThatRun(software, routine.name).map(({ core }) => core));
    if (cores.size < 2) return [];
    const message = `has threads on ${cores.size} cores work on the same data, whose lines go from cache to cache: sharing says whether that is meant`;
    return [{ field: `software.routines[${index}].data.address`, message }];
  });
}

const STANDARD_SEED = 1;

function seedWarnings(scenario: Scenario): ScenarioError[] {
  const { seed, traffic } = scenario;
  if (seed === STANDARD_SEED) return [];
  if (!drawsTraffic(scenario) && !drawsWork(scenario))
    return [{ field: "seed", message: "changes nothing: no part of this scenario is drawn" }];
  const isFixed = (one: Traffic) => one.kind === "trace" && one.resample === undefined;
  if (traffic.length === 0 || !traffic.every(isFixed)) return [];
  const message =
    "changes no arrival: the traffic is recorded, so runs with other seeds are no other samples of it; resample draws some";
  return [{ field: "seed", message }];
}

function drawsTraffic({ traffic }: Scenario): boolean {
  return traffic.some((source) => {
    if (source.kind === "poisson") return true;
    if (source.kind === "trace") return source.resample !== undefined;
    if (source.loop === "open" && source.bursts?.tailShape !== undefined) return true;
    return source.kind === "constant" && (source.flows > 1 || typeof source.sizeBytes !== "number");
  });
}

/** Code and data of generated instructions, words of packets, seeks, victims. */
function drawsWork({ machine, software }: Scenario): boolean {
  const { l1i, l1d, l2, tlb } = machine.memory;
  return (
    software.routines.some(
      (routine) =>
        routine.kind === "instructions" ||
        routine.kind === "program" ||
        (routine.kind === "cycles" && routine.drawnCycles !== undefined),
    ) ||
    machine.disks.some((disk) => disk.leastSeekNanoseconds < disk.mostSeekNanoseconds) ||
    [l1i, l1d, l2, tlb].some((part) => part?.replacement === "random")
  );
}
