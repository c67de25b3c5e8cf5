/** What a valid scenario says without effect, or with one that few would expect. Nothing here is refused. */

import type { ScenarioError } from "../base/messages.ts";
import { ringsOf } from "../devices/lines.ts";
import type { Machine, Nic, Scenario } from "../format/schema.ts";
import { takesTurns } from "../machine/coreFacts.ts";
import { memoryWarnings } from "./memoryWarnings.ts";
import { programWarnings } from "./programWarnings.ts";
import { softwareWarnings } from "./softwareWarnings.ts";

type Coalescing = Nic["coalescing"];

export function warningsOf(scenario: Scenario): readonly ScenarioError[] {
  const { machine, software } = scenario;
  return [
    ...coreWarnings(machine.core),
    ...predictorWarnings(scenario),
    ...machine.nics.flatMap((nic, index) => nicWarnings(nic, `machine.nics[${index}]`)),
    ...machine.nics.flatMap((nic, index) => cutThroughWarnings(machine, nic, `machine.nics[${index}]`)),
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

function nicWarnings(nic: Nic, field: string): ScenarioError[] {
  const { mergeBytes, mergeNanoseconds } = nic.offloads;
  const rings = ringsOf(nic).flatMap((ring, index) => {
    const place = index === 0 ? field : `${field}.moreRings[${index - 1}]`;
    return neverAsks(ring.coalescing, ring.rxRingFrames, "ring", `${place}.coalescing.frames`);
  });
  const merge = {
    field: `${field}.offloads.mergeBytes`,
    message: "merges no frames: a packet waits for the next one only as long as mergeNanoseconds, which is 0",
  };
  const unbounded = {
    field: `${field}.txBufferBytes`,
    message: "bounds nothing: the transmit queue has as many descriptors as it wants, since txBuffers is 0",
  };
  return [
    ...rings,
    ...neverAsks(nic.txCoalescing, nic.txQueueFrames, "transmit queue", `${field}.txCoalescing.frames`),
    ...(mergeBytes > 0 && mergeNanoseconds === 0 ? [merge] : []),
    ...(nic.txBufferBytes > 0 && nic.txBuffers === 0 ? [unbounded] : []),
  ];
}

/** Software that polls may still take the frames, so this is no error. */
function neverAsks(
  { frames, absoluteNanoseconds, packetNanoseconds }: Coalescing,
  places: number,
  holder: string,
  field: string,
): ScenarioError[] {
  if (frames <= places || absoluteNanoseconds + packetNanoseconds > 0) return [];
  const message = `${frames} never wait at once where the ${holder} holds ${places}, and there is no timer: no interrupt comes unless software takes frames without one`;
  return [{ field, message }];
}

/** Data that move in no time are there at once. */
function cutThroughWarnings({ bus }: Machine, nic: Nic, field: string): ScenarioError[] {
  if (bus.dma !== "instant") return [];
  return (["rxCutThroughBytes", "txCutThroughBytes"] as const).flatMap((key) =>
    nic[key] === 0
      ? []
      : [{ field: `${field}.${key}`, message: "changes nothing: with instant DMA data move in no time" }],
  );
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
            message: `count nowhere: only policy "${policy}" (Context selection) reads them`,
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
  const unread = "counts nowhere: without forwarding every instruction waits for the write-back";
  const says: readonly (readonly [boolean, string, string])[] = [
    [forwarding === "none" && loadUseCycles !== 1, "loadUseCycles", unread],
    [forwarding === "none" && compareBranchCycles !== 0, "compareBranchCycles", unread],
    [
      forwarding === "full" && resolvesEarly && branchOperands === "registers" && compareBranchCycles !== 0,
      "compareBranchCycles",
      "adds nothing: a branch that compares registers in that stage waits anyway",
    ],
    [
      branchOperands !== "registers" && !resolvesEarly,
      "branchOperands",
      "counts nowhere: it is about branches that are resolved in the stage that issues",
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
