/** Common conditions with the names of the scenario, offered by the form of a new breakpoint. */

import { ringFramesOf } from "../../../scenarios/devices/nic.ts";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import { contextTotal } from "../../../scenarios/software/contexts.ts";
import { layersOfThread, someStep } from "../../../scenarios/software/steps.ts";
import { t } from "../../text/t.ts";
import { contextName } from "../../ui/contextName.ts";
import { LAYER_TEXT } from "../stage/labels.ts";

export interface Choice {
  readonly text: string;
  readonly value: string;
}

export interface Preset {
  readonly id: string;
  /** After "stop when". */
  readonly text: string;
  /** The subject. Undefined if there is nothing to choose. */
  readonly choices: readonly Choice[] | undefined;
  readonly number: { readonly label: string; readonly unit: string; readonly initial: string } | undefined;
  readonly condition: (choice: string, number: string) => string;
  /** The reason of a stop: a clause about the choice, by its text. */
  readonly words: (choice: string, number: string) => string;
}

const name = (text: string) => JSON.stringify(text);

export function presetsOf(scenario: Scenario): readonly Preset[] {
  const { machine, software } = scenario;
  const { nics } = machine;
  const [firstNic] = nics;
  const hasHarts = software.threads.some(({ machineMode }) => machineMode);
  const hosts = nics.filter(({ host }) => host !== undefined);
  const stores: readonly Choice[] = [
    ...nics.map((nic) => ({
      text: t("receive ring of {name}", { name: nic.name }),
      value: `nic[${name(nic.name)}].ring`,
    })),
    ...(sends(scenario)
      ? nics.map((nic) => ({
          text: t("send queue of {name}", { name: nic.name }),
          value: `nic[${name(nic.name)}].sendQueue`,
        }))
      : []),
    ...software.queues.map((queue) => ({ text: queue.name, value: `queue[${name(queue.name)}]` })),
  ];
  const presets: readonly Preset[] = [
    {
      id: "drop",
      text: t("a frame is lost"),
      choices: undefined,
      number: undefined,
      condition: () => "dropped > 0",
      words: () => t("a frame is lost"),
    },
    {
      id: "fill",
      text: t("fill level reaches"),
      choices: stores,
      number: {
        label: t("at least"),
        unit: "",
        initial: String(firstNic === undefined ? 1 : ringFramesOf(firstNic)),
      },
      condition: (choice, number) => `${choice}.fill >= ${number}`,
      words: (choice, number) => t("{store} holds {number} or more", { store: choice, number }),
    },
    {
      id: "full",
      text: t("is full"),
      choices: stores,
      number: undefined,
      condition: (choice) => `${choice}.fill >= ${choice}.capacity`,
      words: (choice) => t("{store} is full", { store: choice }),
    },
    {
      id: "latency",
      text: t("packet latency exceeds"),
      choices: undefined,
      number: { label: t("after more than"), unit: "µs", initial: "100" },
      condition: (_, number) => `latency > ${number} us`,
      words: (_, number) => t("a frame is delivered after more than {number} µs", { number }),
    },
    {
      id: "interrupt-latency",
      text: t("interrupt latency exceeds"),
      choices: undefined,
      number: { label: t("after more than"), unit: "µs", initial: "10" },
      condition: (_, number) => `interrupt.latency > ${number} us`,
      words: (_, number) =>
        hasHarts
          ? t("an interrupt is answered after more than {number} µs", { number })
          : t("a handler begins after more than {number} µs", { number }),
    },
    {
      id: "request-latency",
      text: t("request latency exceeds"),
      choices: hosts.map((nic) => ({ text: nic.name, value: `nic[${name(nic.name)}]` })),
      number: { label: t("after more than"), unit: "µs", initial: "100" },
      condition: (choice, number) => `${choice}.request.latency > ${number} us`,
      words: (choice, number) =>
        t("a request at {card} is answered after more than {number} µs", { card: choice, number }),
    },
    {
      id: "layer",
      text: t("a context enters"),
      choices: layerChoices(scenario),
      number: undefined,
      condition: (choice) => `${choice} >= 1`,
      words: (choice) => t("a context enters {layer}", { layer: choice }),
    },
    {
      id: "thread",
      text: t("a thread begins to run"),
      choices: software.threads.map((thread) => ({
        text: thread.name,
        value: `thread[${name(thread.name)}].running`,
      })),
      number: undefined,
      condition: (choice) => `${choice} == 1`,
      words: (choice) => t("{thread} runs", { thread: choice }),
    },
    ...trapPresets(scenario),
  ];
  return presets.filter(({ choices }) => choices?.length !== 0);
}

/** Empty if no thread is in machine mode. */
function trapPresets({ software }: Scenario): readonly Preset[] {
  const harts = software.threads.filter(({ machineMode }) => machineMode);
  const ofHarts = (word: string) =>
    harts.map((thread) => ({ text: thread.name, value: `thread[${name(thread.name)}].${word}` }));
  const causes: readonly Choice[] = [
    { text: t("external interrupt"), value: "trap.external" },
    { text: t("timer interrupt"), value: "trap.timer" },
    { text: t("software interrupt"), value: "trap.software" },
    { text: t("interrupt of a bound line"), value: "trap.line" },
    { text: t("exception"), value: "trap.exception" },
  ];
  return [
    {
      id: "trap",
      text: t("a trap occurs"),
      choices: harts.length === 0 ? [] : causes,
      number: undefined,
      condition: (choice) => `${choice} > 0`,
      words: (choice) => t("a trap occurs: {cause}", { cause: choice }),
    },
    {
      id: "interrupts-off",
      text: t("interrupts are switched off (MIE becomes 0)"),
      choices: ofHarts("interruptsOff"),
      number: undefined,
      condition: (choice) => `${choice} == 1`,
      words: (choice) => t("{thread} switches interrupts off", { thread: choice }),
    },
    {
      id: "ended",
      text: t("a program in machine mode ends"),
      choices: ofHarts("ended"),
      number: undefined,
      condition: (choice) => `${choice} == 1`,
      words: (choice) => t("{thread} ends", { thread: choice }),
    },
  ];
}

function sends({ software }: Scenario): boolean {
  return software.threads.some(({ steps }) => someStep(steps, (step) => step.do === "give-frame"));
}

function layerChoices(scenario: Scenario): readonly Choice[] {
  const layers = new Set(
    scenario.software.threads.flatMap((thread) => [...layersOfThread(scenario, thread)]),
  );
  const { core } = scenario.machine;
  const contexts = contextTotal(scenario.machine);
  return [...layers].flatMap((layer) => [
    {
      text: t("{layer}, any context", { layer: LAYER_TEXT[layer] }),
      value: `layer[${name(layer)}].contexts`,
    },
    ...(contexts === 1
      ? []
      : Array.from({ length: contexts }, (_, context) => ({
          text: `${LAYER_TEXT[layer]}, ${contextName(context, core)}`,
          value: `context[${context}].layer[${name(layer)}]`,
        }))),
  ]);
}

/** A breakpoint's condition in words if the form offers it, otherwise the condition as typed. */
interface ConditionText {
  readonly text: string;
  /** True if the text is the condition itself, in the expression language. */
  readonly isCode: boolean;
}

/** Placeholder that replaces the number of a condition in comparisons. */
const ANY_NUMBER = "#";
const NUMBER = /\d+(?:\.\d+)?(?:e[+-]?\d+)?/i;

export function conditionText(condition: string, scenario: Scenario): ConditionText {
  const typed = plain(condition);
  for (const preset of presetsOf(scenario)) {
    for (const { value, text } of preset.choices ?? [{ value: "", text: "" }]) {
      const number = preset.number === undefined ? "" : numberIn(typed, preset.condition(value, ANY_NUMBER));
      if (number !== undefined && plain(preset.condition(value, number)) === typed)
        return { text: preset.words(text, number), isCode: false };
    }
  }
  return { text: condition, isCode: true };
}

function numberIn(typed: string, pattern: string): string | undefined {
  const [before = "", after = ""] = plain(pattern).split(ANY_NUMBER);
  if (!typed.startsWith(before) || !typed.endsWith(after)) return undefined;
  const middle = typed.slice(before.length, typed.length - after.length);
  return NUMBER.exec(middle)?.[0] === middle ? middle : undefined;
}

/** Removes blanks without a meaning, which are all except those in names. */
function plain(condition: string): string {
  return condition
    .split(/("(?:[^"\\]|\\.)*")/)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(/\s+/g, "")))
    .join("");
}
