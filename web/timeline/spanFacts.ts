/** The exact facts of a stretch of a lane in words: for tooltip, table and speech. */

import { t } from "../text/t.ts";
import { formatInteger, formatPercent } from "../ui/format.ts";
import { layerLabel, NO_THREAD, RUN_STATES } from "./layers.ts";
import type { LaneSpan } from "./spans.ts";
import type { MachineLabels } from "./spec.ts";
import { lengthText, withUnit } from "./text.ts";

export interface Facts {
  readonly title: string;
  /** sim_layer for the swatch; undefined when it is not about a layer. */
  readonly layer: number | undefined;
  readonly isLoss: boolean;
  readonly rows: readonly (readonly [name: string, value: string])[];
}

export function contextName(machine: MachineLabels, context: number): string {
  return machine.contexts[context]?.name ?? "";
}

export function threadName(machine: MachineLabels, thread: number | undefined): string {
  if (thread === undefined || thread === NO_THREAD) return "";
  return machine.threads[thread]?.name ?? t("thread {thread}", { thread });
}

/** Columns of one cycle or less are a point in time; else the stretch. */
export function stretchRows(
  from: number,
  to: number,
  machine: MachineLabels,
): readonly (readonly [string, string])[] {
  const first = Math.round(from);
  const cycles = Math.max(1, Math.round(to) - first);
  if (cycles === 1) return [[t("cycle"), formatInteger(first)]];
  return [
    [t("from"), formatInteger(first)],
    [t("to"), formatInteger(first + cycles)],
    [t("length"), lengthText(cycles, machine.clockHertz)],
  ];
}

export function spanTitle(span: LaneSpan): string {
  const layer = layerLabel(span.layer);
  if (span.runState === undefined) return t("mostly {layer}", { layer });
  const state = RUN_STATES[span.runState] ?? "";
  return state === "" || state === "running" ? layer : `${layer}, ${t(state)}`;
}

export function spanFacts(span: LaneSpan, machine: MachineLabels): Facts {
  const thread = threadName(machine, span.thread);
  const rows: (readonly [string, string])[] = [[t("context"), contextName(machine, span.context)]];
  if (thread !== "") rows.push([t("thread"), thread]);
  if (span.runState === undefined) rows.push([t("share"), withUnit(formatPercent(span.share))]);
  rows.push(...stretchRows(span.fromCycle, span.toCycle, machine));
  return { title: spanTitle(span), layer: span.layer, isLoss: false, rows };
}

/** "C2, protocol, softirq, from 84 208 888 to 84 209 100, 212 cycles" */
export function spanSpeech(span: LaneSpan, machine: MachineLabels): string {
  const { title, rows } = spanFacts(span, machine);
  const values = rows.map(([name, value]) =>
    name === t("context") || name === t("thread") ? value : `${name} ${value}`,
  );
  const [context = "", ...rest] = values;
  return [context, title, ...rest].join(", ");
}
