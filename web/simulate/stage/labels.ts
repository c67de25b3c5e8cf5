/** Words for values that the core names by number or by key. */

import { type SimPolicy, type SimTrigger, sim_layer_names } from "../../../core-wasm/binding/layout.gen.ts";
import { deviceTotal } from "../../../scenarios/devices/kinds.ts";
import type { Layer, ProgramDropCause, RunState } from "../../engine/protocol.ts";
import { labels, t } from "../../text/t.ts";
import { countWord, plural } from "../../ui/plural.ts";
import type { MachineInfo } from "./machineInfo.ts";

/** Layers in the order of sim_layer. */
export const LAYERS = sim_layer_names;

export const LAYER_TEXT: Readonly<Record<Layer, string>> = labels({
  idle: "idle",
  application: "application",
  "system-call": "system call",
  "driver-isr": "driver ISR",
  protocol: "protocol",
  "kernel-copy": "kernel copy",
  "save-restore": "save/restore",
  entry: "entry",
});

/** The processor reacts to the level or the edge of a line. */
export const TRIGGER_TEXT: Readonly<Record<SimTrigger, string>> = labels({
  level: "level|trigger",
  edge: "edge",
  message: "message",
});

/** Reasons for losses that no part of the stage shows by itself. */
export const PROGRAM_DROP_TEXT: Readonly<Record<ProgramDropCause, string>> = labels({
  abandoned: "abandoned by software",
  filtered: "filtered by software",
  fault: "lost by a program's fault",
});

/** How the next context is chosen, as a heading. */
export const POLICY_NAME: Readonly<Record<SimPolicy, string>> = labels({
  single: "single",
  "on-event": "on event",
  "round-robin": "round robin",
  "fixed-priority": "by priority",
  "weighted-round-robin": "by weight",
  smt: "SMT",
});

export const RUN_STATE_TEXT: Readonly<Record<RunState, string>> = labels({
  waiting: "waiting",
  ready: "ready",
  running: "running",
  entering: "entering",
  saving: "saving",
  restoring: "restoring",
});

export function runStateText(state: RunState, interruptsEnabled: boolean): string {
  const text = RUN_STATE_TEXT[state];
  return interruptsEnabled || state === "waiting" ? text : t("{text}, masked", { text });
}

/** Heading of the zone left of the interrupt controller. */
export function devicesText(facts: MachineInfo): string {
  const { length } = facts.nics;
  return length === 0 || deviceTotal(facts) > length ? t("Devices") : plural(length, "Network card");
}

/** "three register contexts", "two cores with four contexts each". */
export function coresText({ cores: { cores, contexts } }: MachineInfo): string {
  const gaps = { cores: countWord(cores), contexts: countWord(contexts) };
  if (cores === 1)
    return contexts === 1
      ? t("one register context")
      : t("{contexts} register contexts", { contexts: gaps.contexts });
  return contexts === 1
    ? t("{cores} cores with one context each", { cores: gaps.cores })
    : t("{cores} cores with {contexts} contexts each", gaps);
}
