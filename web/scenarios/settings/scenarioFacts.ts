/** Describes a scenario in words, for the list of the machine's facts. */

import { chosenName, lineOfNic } from "../../../scenarios/devices/lines.ts";
import { ringFramesOf } from "../../../scenarios/devices/nic.ts";
import type { Routine, Scenario, Thread, Traffic } from "../../../scenarios/format/schema.ts";
import { contextsOf, contextTotal } from "../../../scenarios/software/contexts.ts";
import type { FrameSizes } from "../../../scenarios/traffic/rates.ts";
import type { Layer } from "../../engine/protocol.ts";
import { labels, t, tCount, translated } from "../../text/t.ts";
import { contextName, coreName, coreOf } from "../../ui/contextName.ts";
import {
  formatCompact,
  formatCycles,
  formatInteger,
  formatSi,
  formatSignificant,
  quantityText,
} from "../../ui/format.ts";

export interface Fact {
  readonly label: string;
  readonly value: string;
  readonly layer?: Layer;
}
interface FactGroup {
  readonly title: string;
  readonly facts: readonly Fact[];
}

const POLICY_TEXT = labels({
  single: "software saves and restores its registers",
  "on-event": "the context pointer moves on interrupt and return",
  "round-robin": "they take turns to issue, cycle by cycle",
  "fixed-priority": "the most urgent one that can issue does so, cycle by cycle",
  "weighted-round-robin": "they take turns to issue by weight, cycle by cycle",
  smt: "several issue in one cycle",
});

export function scenarioFacts(scenario: Scenario): readonly FactGroup[] {
  return [
    { title: t("Machine"), facts: machineFacts(scenario) },
    {
      title: t("Software"),
      facts: scenario.software.threads.map((thread) => threadFact(thread, scenario)),
    },
    { title: t("Routines"), facts: scenario.software.routines.map(routineFact) },
    { title: t("Traffic"), facts: scenario.traffic.map((traffic) => trafficFact(traffic)) },
  ].filter((group) => group.facts.length > 0);
}

const TRIGGER_TEXT = labels({ level: "level line", edge: "edge line", message: "message line" });

function cyclesText(cycles: number): string {
  return quantityText(formatCycles(cycles));
}

function machineFacts({ machine, software, runCycles }: Scenario): readonly Fact[] {
  const { core, interrupts, bus } = machine;
  const { pipeline } = core;
  const save = interrupts.saveRestore;
  const entrySteps = Object.values(interrupts.entry);
  const entryCycles = entrySteps.reduce((sum, cycles) => sum + cycles, 0);
  const facts: Fact[] = [
    { label: t("clock"), value: quantityText(formatSi(machine.clockHertz, "Hz")) },
    {
      label: t("contexts"),
      value:
        core.cores > 1
          ? t("{cores} cores with {contexts}; {policy}", {
              cores: core.cores,
              contexts: core.contexts,
              policy: POLICY_TEXT[core.policy],
            })
          : `${core.contexts}; ${POLICY_TEXT[core.policy]}`,
    },
    {
      label: t("pipeline"),
      value: t(
        "{stages}; branch resolved in {stage}; load-use {loadUse}, multiply {multiply}, memory {memory}",
        {
          stages: pipeline.stages.join(" "),
          stage: pipeline.branchResolveStage,
          loadUse: pipeline.loadUseCycles,
          multiply: pipeline.multiplyCycles,
          memory: cyclesText(pipeline.memoryCycles),
        },
      ),
    },
    {
      label: t("entry"),
      value: t("drain, then {steps} steps in {cycles}", {
        steps: entrySteps.filter((cycles) => cycles > 0).length,
        cycles: cyclesText(entryCycles),
      }),
    },
    {
      label: t("save, restore"),
      value:
        save.kind === "cycles"
          ? t("{save} + {restore} cycles", { save: save.saveCycles, restore: save.restoreCycles })
          : t("{save} + {restore} words through the pipeline", {
              save: save.saveWords,
              restore: save.restoreWords,
            }),
    },
    {
      label: t("DMA"),
      value:
        bus.dma === "instant"
          ? t("takes no time")
          : t("bursts of {beats} × {bytes} B, steals cycles", {
              beats: bus.dma.beatsPerBurst,
              bytes: bus.dma.bytesPerBeat,
            }),
    },
  ];
  for (const nic of machine.nics) {
    const line = lineOfNic(machine, nic);
    const rate =
      nic.lineRateBitPerSecond === "ideal"
        ? t("ideal wire")
        : quantityText(formatSi(nic.lineRateBitPerSecond, "b/s"));
    const trigger = line === undefined ? undefined : TRIGGER_TEXT[line.trigger];
    facts.push({
      label: nic.name,
      value: [
        rate,
        t(
          nic.receive === "ring"
            ? "ring in memory of {ring}, tx queue of {tx} frames"
            : "buffer on the card of {ring}, tx queue of {tx} frames",
          { ring: ringFramesOf(nic), tx: nic.txQueueFrames },
        ),
        trigger === undefined ? t("no line") : `${trigger}, P${line?.priority ?? 0}`,
      ].join("; "),
    });
  }
  for (const queue of software.queues) {
    facts.push({ label: queue.name, value: t("queue of {count} packets", { count: queue.capacity }) });
  }
  facts.push({ label: t("run|noun"), value: cyclesText(runCycles) });
  return facts;
}

function threadFact(thread: Thread, scenario: Scenario): Fact {
  const { core } = scenario.machine;
  const contexts = contextsOf(scenario, thread);
  const [first = 0] = contexts;
  const anyContext = t("any context");
  const onAny = core.cores === 1 ? anyContext : `${coreName(coreOf(first, core))}, ${anyContext}`;
  const one = contextTotal(scenario.machine) === 1 ? "" : `, ${contextName(first, core)}`;
  const where = contexts.length === 1 ? one : `, ${onAny}`;
  return {
    label: translated(thread.name),
    layer: thread.layer,
    value: `P${thread.priority}${where}; ${startText(thread)}${thread.interruptsEnabled ? "" : `; ${t("interrupts off")}`}`,
  };
}

function startText({ start }: Thread): string {
  switch (start.on) {
    case "always":
      return t("always running");
    case "line":
      return t("started by {line}'s interrupt", {
        line: chosenName(start) ?? "",
      });
    case "soft":
      return t(start.systemCall ? "started by a system call" : "started by a soft interrupt");
  }
}

function routineFact(routine: Routine): Fact {
  return { label: routine.name, value: budgetText(routine) };
}

function budgetText(routine: Routine): string {
  switch (routine.kind) {
    case "cycles": {
      const text =
        routine.cyclesPerByte === 0
          ? cyclesText(routine.cycles)
          : t("{fixed} + {perByte} per byte cycles", {
              fixed: routine.cycles,
              perByte: formatSignificant(routine.cyclesPerByte),
            });
      return routine.drawnCycles === undefined ? text : t("{text}, plus a drawn amount", { text });
    }
    case "instructions":
      return routine.instructionsPerByte === 0
        ? tCount(routine.instructions, "{count} instruction", "{count} instructions")
        : t("{fixed} + {perByte} per byte instructions", {
            fixed: routine.instructions,
            perByte: formatSignificant(routine.instructionsPerByte),
          });
    case "sequence":
      return routine.repeat > 1
        ? t("{count} given instructions, {times} times", {
            count: routine.sequence.length,
            times: routine.repeat,
          })
        : t("{count} given instructions", { count: routine.sequence.length });
    case "program":
      return t("a program");
  }
}

function trafficFact(traffic: Traffic): Fact {
  const label =
    traffic.kind === "trace" ? t("recorded") : t(traffic.direction === "send" ? "send" : "receive");
  return { label, value: trafficText(traffic) };
}

function trafficText(traffic: Traffic): string {
  if (traffic.kind === "trace") {
    const frames = traffic.events.sizesBytes.length;
    return traffic.loop === "closed"
      ? t("{count} frames of a capture, each waits until the previous one is processed", { count: frames })
      : t("{count} frames of a capture, at the recorded times", { count: frames });
  }
  const bytes = sizesText(traffic.sizeBytes);
  if (traffic.loop === "closed")
    return traffic.thinkCycles > 0
      ? t(
          "{bytes}-byte frames, closed loop: the next one arrives {cycles} after the previous one is processed",
          {
            bytes,
            cycles: cyclesText(traffic.thinkCycles),
          },
        )
      : t("{bytes}-byte frames, closed loop: the next one arrives when the previous one is processed", {
          bytes,
        });
  const rate = rateText(traffic.rate);
  return traffic.kind === "poisson"
    ? t("{bytes}-byte frames, {rate}, at random (Poisson)", { bytes, rate })
    : t("{bytes}-byte frames, {rate}", { bytes, rate });
}

type Rate = Extract<Traffic, { kind: "poisson" }>["rate"];

function rateText(rate: Rate): string {
  if (rate.framesPerSecond !== undefined)
    return t("{rate} frames/s", { rate: formatCompact(rate.framesPerSecond) });
  if (rate.bitPerSecond !== undefined) return quantityText(formatSi(rate.bitPerSecond, "b/s"));
  return t("one every {cycles}", { cycles: cyclesText(rate.intervalCycles ?? 0) });
}

function sizesText(sizes: FrameSizes): string {
  if (typeof sizes === "number") return formatInteger(sizes);
  return sizes.map(({ bytes }) => formatInteger(bytes)).join(", ");
}
