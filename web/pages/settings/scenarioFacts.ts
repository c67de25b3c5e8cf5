/** A scenario in words, for the list that says what the machine is. */
import { contextsOf, contextTotal } from "../../../scenarios/schema/contexts.ts";
import { lineOfNic, ringFramesOf } from "../../../scenarios/schema/lines.ts";
import type { FrameSizes } from "../../../scenarios/schema/rates.ts";
import type { Routine, Scenario, Thread, Traffic } from "../../../scenarios/schema/schema.ts";
import { contextName, coreName, coreOf } from "../../base/contextName.ts";
import {
  formatCompact,
  formatInteger,
  formatSi,
  formatSignificant,
  quantityText,
} from "../../base/format.ts";
import type { Layer } from "../../engine/protocol.ts";
import { plural } from "../../machine/labels.ts";

export interface Fact {
  readonly label: string;
  readonly value: string;
  readonly layer?: Layer;
}
export interface FactGroup {
  readonly title: string;
  readonly facts: readonly Fact[];
}

const POLICY_TEXT = {
  single: "software saves and restores its registers",
  "on-event": "the context pointer moves on interrupt and return",
  "round-robin": "they issue in turns, cycle by cycle",
  "fixed-priority": "the most urgent that can issues, cycle by cycle",
  "weighted-round-robin": "they issue in turns by weight, cycle by cycle",
  smt: "several issue in one cycle",
} as const;

export function scenarioFacts(scenario: Scenario): readonly FactGroup[] {
  return [
    { title: "Machine", facts: machineFacts(scenario) },
    { title: "Software", facts: scenario.software.threads.map((thread) => threadFact(thread, scenario)) },
    { title: "Routines", facts: scenario.software.routines.map(routineFact) },
    { title: "Traffic", facts: scenario.traffic.map((traffic) => trafficFact(traffic)) },
  ].filter((group) => group.facts.length > 0);
}

function machineFacts({ machine, software, runCycles }: Scenario): readonly Fact[] {
  const { core, interrupts, bus } = machine;
  const { pipeline } = core;
  const save = interrupts.saveRestore;
  const entrySteps = Object.values(interrupts.entry);
  const entryCycles = entrySteps.reduce((sum, cycles) => sum + cycles, 0);
  const facts: Fact[] = [
    { label: "clock", value: quantityText(formatSi(machine.clockHertz, "Hz")) },
    {
      label: "contexts",
      value: `${core.cores > 1 ? `${core.cores} cores with ` : ""}${core.contexts}; ${POLICY_TEXT[core.policy]}`,
    },
    {
      label: "pipeline",
      value: `${pipeline.stages.join(" ")}; branch resolved in ${pipeline.branchResolveStage}; load-use ${pipeline.loadUseCycles}, multiply ${pipeline.multiplyCycles}, memory ${pipeline.memoryCycles} ${plural(pipeline.memoryCycles, "cycle")}`,
    },
    {
      label: "entry",
      value: `drain, then ${entrySteps.filter((cycles) => cycles > 0).length} steps in ${entryCycles} ${plural(entryCycles, "cycle")}`,
    },
    {
      label: "save, restore",
      value:
        save.kind === "cycles"
          ? `${save.saveCycles} + ${save.restoreCycles} cycles`
          : `${save.saveWords} + ${save.restoreWords} words through the pipeline`,
    },
    {
      label: "DMA",
      value:
        bus.dma === "instant"
          ? "takes no time"
          : `bursts of ${bus.dma.beatsPerBurst} × ${bus.dma.bytesPerBeat} B, steals cycles`,
    },
  ];
  for (const nic of machine.nics) {
    const line = lineOfNic(machine, nic);
    const rate =
      nic.lineRateBitPerSecond === "ideal"
        ? "ideal wire"
        : quantityText(formatSi(nic.lineRateBitPerSecond, "b/s"));
    const place = nic.receive === "ring" ? "ring in memory" : "buffer on the card";
    facts.push({
      label: nic.name,
      value: `${rate}; ${place} of ${ringFramesOf(nic)}, tx queue of ${nic.txQueueFrames} frames; ${line?.trigger ?? "no"} line, P${line?.priority ?? 0}`,
    });
  }
  for (const queue of software.queues) {
    facts.push({ label: queue.name, value: `queue of ${queue.capacity} packets` });
  }
  facts.push({ label: "run", value: `${formatInteger(runCycles)} cycles` });
  return facts;
}

function threadFact(thread: Thread, scenario: Scenario): Fact {
  const { core } = scenario.machine;
  const contexts = contextsOf(scenario, thread);
  const [first = 0] = contexts;
  const onAny = core.cores === 1 ? "any context" : `${coreName(coreOf(first, core))}, any context`;
  const one = contextTotal(scenario.machine) === 1 ? "" : `, ${contextName(first, core)}`;
  const where = contexts.length === 1 ? one : `, ${onAny}`;
  return {
    label: thread.name,
    layer: thread.layer,
    value: `P${thread.priority}${where}; ${startText(thread)}${thread.interruptsEnabled ? "" : "; interrupts off"}`,
  };
}

function startText({ start }: Thread): string {
  switch (start.on) {
    case "always":
      return "always there";
    case "line":
      return `started by ${start.nic ?? start.line ?? start.timer ?? start.disk}'s interrupt`;
    case "soft":
      return start.systemCall ? "started by a system call" : "started by a soft interrupt";
  }
}

function routineFact(routine: Routine): Fact {
  return { label: routine.name, value: budgetText(routine) };
}

function budgetText(routine: Routine): string {
  switch (routine.kind) {
    case "cycles":
      return `${formatInteger(routine.cycles)} ${perByte(routine.cyclesPerByte)}cycles`;
    case "instructions":
      return `${formatInteger(routine.instructions)} ${perByte(routine.instructionsPerByte)}instructions`;
    case "sequence":
      return `${routine.sequence.length} given instructions${routine.repeat > 1 ? `, ${formatInteger(routine.repeat)} times` : ""}`;
    case "program":
      return "a program";
  }
}

function perByte(amount: number): string {
  return amount === 0 ? "" : `+ ${formatSignificant(amount)} per byte `;
}

function trafficFact(traffic: Traffic): Fact {
  const label = traffic.kind === "trace" ? "recorded" : traffic.direction;
  return { label, value: trafficText(traffic) };
}

function trafficText(traffic: Traffic): string {
  if (traffic.kind === "trace") {
    const frames = traffic.events.sizesBytes.length;
    const stretch = traffic.loop === "closed" ? "waits for the work before" : "at the recorded times";
    return `${formatInteger(frames)} frames of a capture, ${stretch}`;
  }
  const frames = `${sizesText(traffic.sizeBytes)}-byte frames`;
  if (traffic.loop === "closed") {
    const think = traffic.thinkCycles > 0 ? ` after ${formatInteger(traffic.thinkCycles)} cycles` : "";
    return `${frames}, closed loop: the next when the work of the one before is done${think}`;
  }
  const kind = traffic.kind === "poisson" ? ", at random (Poisson)" : "";
  return `${frames}, ${rateText(traffic.rate)}${kind}`;
}

type Rate = Extract<Traffic, { kind: "poisson" }>["rate"];

function rateText(rate: Rate): string {
  if (rate.framesPerSecond !== undefined) return `${formatCompact(rate.framesPerSecond)} frames/s`;
  if (rate.bitPerSecond !== undefined) return quantityText(formatSi(rate.bitPerSecond, "b/s"));
  return `one every ${formatInteger(rate.intervalCycles ?? 0)} cycles`;
}

function sizesText(sizes: FrameSizes): string {
  if (typeof sizes === "number") return formatInteger(sizes);
  return sizes.map(({ bytes }) => formatInteger(bytes)).join(", ");
}
