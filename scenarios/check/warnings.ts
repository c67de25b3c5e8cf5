/** Warnings about a valid scenario: parts without an effect, or with an effect that few users expect. Nothing here is
 * an error. */
import { remarksOf } from "../../lib/assembler/diagnostics.ts";
import { filesOf } from "../../lib/elf/lineTable.ts";
import type { ScenarioError } from "../base/messages.ts";
import { elfProgram } from "../compile/elfProgram.ts";
import { DEVICE_KINDS } from "../devices/kinds.ts";
import type { DeviceRules } from "../devices/rules.ts";
import { DEVICE_RULES } from "../devices/schemas.ts";
import type { Machine, Scenario, Step, Traffic } from "../format/schema.ts";
import { takesTurns } from "../machine/machineFacts.ts";
import { sharesData, threadsThatRun } from "../software/dataSharing.ts";
import { someStep, stepsInside } from "../software/steps.ts";
import { memoryWarnings } from "./memoryWarnings.ts";

/** Source text that other assemblers read differently, and sources that belong to no linked file. */
function programWarnings({ software }: Scenario): ScenarioError[] {
  return software.routines.flatMap((routine, index) => {
    if (routine.kind !== "program") return [];
    const { source, elf } = routine.program;
    const field = `software.routines[${index}]`;
    const remarks = source === undefined ? [] : remarksOf(source);
    return [
      ...remarks.map(({ line, column, message }) => ({
        field: `${field}.program.source`,
        message: `line ${line}, column ${column}: ${message}`,
      })),
      ...strangeSources(elf, routine.sources ?? [], `${field}.sources`),
    ];
  });
}

/** Number of names of a line table to list. */
const LISTED = 20;

/** Sources whose names the line table lacks, so that no line of them can be found. */
function strangeSources(
  elf: string | undefined,
  sources: readonly { readonly file: string }[],
  field: string,
): ScenarioError[] {
  const read = elf === undefined || sources.length === 0 ? undefined : elfProgram(elf);
  if (read?.ok !== true) return [];
  const files = filesOf(read.program.lines);
  const shown = files.slice(0, LISTED).map((file) => JSON.stringify(file));
  const named =
    files.length === 0 ? "no file" : [...shown, ...(files.length > LISTED ? ["…"] : [])].join(", ");
  const known = new Set(files);
  return sources.flatMap(({ file }, index) =>
    known.has(file)
      ? []
      : [
          {
            field: `${field}[${index}].file`,
            message: `no line comes from it: the line table of the linked file names ${named}`,
          },
        ],
  );
}

export function warningsOf(scenario: Scenario): readonly ScenarioError[] {
  const { machine, software } = scenario;
  return [
    ...coreWarnings(machine.core),
    ...predictorWarnings(scenario),
    ...deviceWarnings(machine),
    ...memoryWarnings(scenario),
    ...programWarnings(scenario),
    ...schedulerWarnings(software.scheduler),
    ...softwareWarnings(scenario),
    ...software.routines.flatMap((routine, index) => {
      if (routine.kind === "program") return [];
      const { bytes, hotBytes } = routine.data;
      // The default of hotBytes is meant for larger footprints.
      if (hotBytes <= bytes || hotBytes === DEFAULT_HOT_BYTES) return [];
      const field = `software.routines[${index}].data.hotBytes`;
      return [{ field, message: `${hotBytes} is more than the footprint, ${bytes} bytes: all of it is hot` }];
    }),
  ];
}

const DEFAULT_HOT_BYTES = 512;

function deviceWarnings(machine: Machine): ScenarioError[] {
  const found: ScenarioError[] = [];
  for (const { list } of DEVICE_KINDS) {
    const rules: DeviceRules = DEVICE_RULES[list];
    machine[list].forEach((device, index) => {
      rules.warn?.(device, machine, (field, message) =>
        found.push({ field: `machine.${list}[${index}].${field}`, message }),
      );
    });
  }
  return found;
}

const READ_BY: Readonly<Record<string, Machine["core"]["policy"]>> = {
  contextPriorities: "fixed-priority",
  contextWeights: "weighted-round-robin",
  contextGroups: "weighted-round-robin",
};

function coreWarnings(core: Machine["core"]): ScenarioError[] {
  const inTurns = {
    field: "machine.core.policy",
    message: '"smt" with an issue width of 1 works as "round-robin"',
  };
  const unread = Object.entries(READ_BY).flatMap(([key, policy]) =>
    core[key as "contextWeights"].length === 0 || core.policy === policy
      ? []
      : [
          {
            field: `machine.core.${key}`,
            message: `have no effect: only policy "${policy}" (Context selection) reads them`,
          },
        ],
  );
  const unspent = {
    field: "machine.core.switchBlockedCycles",
    message:
      "are never spent: only contexts that take turns, one instruction a cycle, switch when one is blocked",
  };
  return [
    ...(core.policy === "smt" && core.issueWidth === 1 ? [inTurns] : []),
    ...(core.switchBlockedCycles > 0 && !takesTurns(core.policy) ? [unspent] : []),
    ...unread,
    ...pipelineWarnings(core.pipeline),
  ];
}

function pipelineWarnings(pipeline: Machine["core"]["pipeline"]): ScenarioError[] {
  const { forwarding, branchOperands, compareBranchCycles, loadUseCycles } = pipeline;
  const resolvesEarly =
    pipeline.stages.indexOf(pipeline.branchResolveStage) < pipeline.stages.indexOf(pipeline.executeStage);
  const unread = "has no effect: without forwarding every instruction waits for the write-back";
  const says: readonly (readonly [boolean, string, string])[] = [
    [forwarding === "none" && loadUseCycles !== 1, "loadUseCycles", unread],
    [forwarding === "none" && compareBranchCycles !== 0, "compareBranchCycles", unread],
    [
      forwarding === "full" && resolvesEarly && branchOperands === "registers" && compareBranchCycles !== 0,
      "compareBranchCycles",
      "adds nothing: a branch that compares registers before executeStage waits anyway",
    ],
    [
      branchOperands !== "registers" && !resolvesEarly,
      "branchOperands",
      "has no effect: it applies only to branches resolved in the stage that issues",
    ],
  ];
  return says.flatMap(([is, field, message]) =>
    is ? [{ field: `machine.core.pipeline.${field}`, message }] : [],
  );
}

/** Only programs call and return. */
function predictorWarnings({ machine, software }: Scenario): ScenarioError[] {
  const { predictor } = machine.core;
  if (predictor.kind === "not-taken" || software.routines.some(({ kind }) => kind === "program")) return [];
  if (predictor.returns === 0) return [];
  return [{ field: "machine.core.predictor.returns", message: "predict nothing: only programs return" }];
}

function schedulerWarnings({ policy, switchCycles }: Scenario["software"]["scheduler"]): ScenarioError[] {
  if (policy !== "none" || switchCycles === 0) return [];
  const message = 'is never spent: policy "none" gives no context to another thread';
  return [{ field: "software.scheduler.switchCycles", message }];
}

/** Warns about steps, traffic and seeds that can never have the effect that they ask for. */
function softwareWarnings(scenario: Scenario): ScenarioError[] {
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
    "changes no arrival, because the traffic is recorded: other seeds give the same sample of it; resample draws new ones";
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
