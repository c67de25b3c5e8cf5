/** Compares the metrics of two machines: defines which numbers are compared, and in which unit. */
import type { Metrics } from "./metrics.ts";
import type { ComparedUnit, Entries, LabelIn } from "./registry/entry.ts";
import { FRAMES } from "./registry/frames.ts";
import { LATENCY, latencyShown } from "./registry/latency.ts";
import { MACHINE } from "./registry/machine.ts";

/** Headings. The page translates them. */
export type ComparedGroup =
  | "Interrupt latency"
  | "Packet latency, receive"
  | "Packet latency, send"
  | "Received"
  | "Sent"
  | "Work";

type ComparedLabel = LabelIn<typeof LATENCY | typeof FRAMES | typeof MACHINE, "compare">;

interface ComparedMetric {
  readonly key: string;
  readonly group: ComparedGroup;
  readonly label: ComparedLabel;
  readonly unit: ComparedUnit;
  /** True if a larger value means more loss. */
  readonly isLoss: boolean;
  /** NaN if there is no value. */
  readonly read: (metrics: Metrics) => number;
}

export interface ComparedRow extends Omit<ComparedMetric, "read"> {
  readonly a: number;
  readonly b: number;
  /** b - a. */
  readonly difference: number;
  /** b / a. NaN if a is 0. */
  readonly ratio: number;
}

export interface ComparedMachine {
  readonly metrics: Metrics;
  readonly clockHertz: number;
}

type Values = Readonly<Record<string, number>>;

function group(
  name: ComparedGroup,
  entries: Entries<never>,
  read: (metrics: Metrics, key: string) => number | undefined,
): ComparedMetric[] {
  return Object.entries(entries)
    .flatMap(([of, { compare }]) => (compare === undefined ? [] : [{ of, key: of, at: 0, ...compare }]))
    .toSorted((a, b) => a.at - b.at)
    .map(({ of, key, label, unit, isLoss = false }) => ({
      group: name,
      key: `${name}: ${key}`,
      label: label as ComparedLabel,
      unit,
      isLoss,
      read: (metrics) => read(metrics, of) ?? Number.NaN,
    }));
}

/** Metrics in the order of the page. */
export const COMPARED: readonly ComparedMetric[] = [
  ...group("Interrupt latency", LATENCY, (m, key) => latencyShown(m.interruptLatency, key)),
  ...group("Packet latency, receive", LATENCY, (m, key) => latencyShown(m.receive.latency, key)),
  ...group("Packet latency, send", LATENCY, (m, key) => latencyShown(m.send.latency, key)),
  ...group("Received", FRAMES, ({ receive }, key) => (receive as object as Values)[key]),
  ...group("Sent", FRAMES, ({ send }, key) => (send as object as Values)[key]),
  ...group("Work", MACHINE, (metrics, key) => (metrics as object as Values)[key]),
];

/** Rows for which at least one machine has a value. Omits a direction that neither machine uses. */
export function compareMetrics(a: ComparedMachine, b: ComparedMachine): readonly ComparedRow[] {
  const inSeconds = a.clockHertz !== b.clockHertz;
  return COMPARED.flatMap(({ read, ...about }) => {
    if (isUnused(about.group, a.metrics) && isUnused(about.group, b.metrics)) return [];
    const isTime = about.unit === "cycle" && inSeconds;
    const value = ({ metrics, clockHertz }: ComparedMachine) => read(metrics) / (isTime ? clockHertz : 1);
    const [ofA, ofB] = [value(a), value(b)];
    if (!Number.isFinite(ofA) && !Number.isFinite(ofB)) return [];
    return [{ ...about, unit: isTime ? "s" : about.unit, a: ofA, b: ofB, ...changeOf(ofA, ofB) }];
  });
}

export function changeOf(a: number, b: number): { readonly difference: number; readonly ratio: number } {
  const isKnown = Number.isFinite(a) && Number.isFinite(b);
  return { difference: isKnown ? b - a : Number.NaN, ratio: isKnown && a !== 0 ? b / a : Number.NaN };
}

const DIRECTION_OF: Readonly<Partial<Record<ComparedGroup, "receive" | "send">>> = {
  Received: "receive",
  "Packet latency, receive": "receive",
  Sent: "send",
  "Packet latency, send": "send",
};

function isUnused(group: ComparedGroup, metrics: Metrics): boolean {
  const direction = DIRECTION_OF[group];
  return direction !== undefined && metrics[direction].offered === 0;
}

export interface PartChange {
  readonly part: string;
  readonly a: number;
  readonly b: number;
  /** b - a, mean cycles. */
  readonly difference: number;
}

/** Parts of a latency that changed by at least half a cycle, in the order in which they happen. */
export function partChanges(
  a: Metrics["interruptParts"],
  b: Metrics["interruptParts"],
): readonly PartChange[] {
  const ofB = new Map(b.map(({ part, meanCycles }) => [part, meanCycles]));
  return a.flatMap(({ part, meanCycles }) => {
    const other = ofB.get(part) ?? 0;
    const difference = other - meanCycles;
    return Math.abs(difference) < 0.5 ? [] : [{ part, a: meanCycles, b: other, difference }];
  });
}
