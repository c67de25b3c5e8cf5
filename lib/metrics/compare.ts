/** Two machines' metrics side by side: which numbers, and in which unit. */
import { carried } from "./carried.ts";
import { droppedOf } from "./dropped.ts";
import type { DirectionMetrics, Distribution, Metrics } from "./metrics.ts";

/** cycle: a length of time in the machine's own cycles; it turns into seconds when the clocks differ. */
export type ComparedUnit = "cycle" | "s" | "1/s" | "bit/s" | "frames" | "count" | "share";

/** Headings; the page says them in its language. */
export type ComparedGroup =
  | "Interrupt latency"
  | "Packet latency, receive"
  | "Packet latency, send"
  | "Received"
  | "Sent"
  | "Work";

export type ComparedLabel =
  | "mean"
  | "p50"
  | "p99"
  | "max"
  | "offered"
  | "delivered"
  | "dropped"
  | "interrupts per frame"
  | "hardware context switches"
  | "register saves"
  | "save/restore, with its stalls"
  | "application, with its stalls"
  | "instructions a cycle";

export interface ComparedMetric {
  readonly key: string;
  readonly group: ComparedGroup;
  readonly label: ComparedLabel;
  readonly unit: ComparedUnit;
  /** More of it is loss. */
  readonly isLoss: boolean;
  /** NaN: there is no value. */
  readonly read: (metrics: Metrics, clockHertz: number) => number;
}

export interface ComparedRow extends Omit<ComparedMetric, "read"> {
  readonly a: number;
  readonly b: number;
  /** b - a. */
  readonly difference: number;
  /** b / a; NaN where a is 0. */
  readonly ratio: number;
}

export interface ComparedMachine {
  readonly metrics: Metrics;
  readonly clockHertz: number;
}

type Read = ComparedMetric["read"];

function metric(
  group: ComparedGroup,
  key: string,
  label: ComparedLabel,
  unit: ComparedUnit,
  read: Read,
  isLoss = false,
): ComparedMetric {
  return { group, key: `${group}: ${key}`, label, unit, isLoss, read };
}

function latencies(group: ComparedGroup, of: (metrics: Metrics) => Distribution): ComparedMetric[] {
  return (["mean", "p50", "p99", "maximum"] as const).map((name) =>
    metric(group, name, name === "maximum" ? "max" : name, "cycle", (metrics) =>
      name === "mean" || name === "maximum" ? of(metrics)[name] : carried(of(metrics), name),
    ),
  );
}

function perSecond(amount: number, { cycle }: Metrics, clockHertz: number): number {
  return cycle === 0 ? Number.NaN : (amount * clockHertz) / cycle;
}

function flows(group: ComparedGroup, of: (metrics: Metrics) => DirectionMetrics): ComparedMetric[] {
  return [
    metric(group, "offered", "offered", "1/s", (m, clock) => perSecond(of(m).offered, m, clock)),
    metric(group, "delivered", "delivered", "1/s", (m, clock) => perSecond(of(m).delivered, m, clock)),
    metric(group, "rate", "delivered", "bit/s", (m, clock) => perSecond(8 * of(m).deliveredBytes, m, clock)),
    metric(group, "dropped", "dropped", "frames", (m) => droppedOf(of(m)), true),
  ];
}

function layerShare(metrics: Metrics, layer: string): number {
  const ran = metrics.cyclesByLayer.reduce((sum, one) => sum + one.cycles, 0);
  const all = ran + metrics.idleCycles + metrics.readyCycles;
  const found = metrics.cyclesByLayer.find((one) => one.layer === layer);
  return all === 0 ? Number.NaN : (found?.cycles ?? 0) / all;
}

/** In the order of the page. */
export const COMPARED: readonly ComparedMetric[] = [
  ...latencies("Interrupt latency", (metrics) => metrics.interruptLatency),
  ...latencies("Packet latency, receive", (metrics) => metrics.receive.latency),
  ...latencies("Packet latency, send", (metrics) => metrics.send.latency),
  ...flows("Received", (metrics) => metrics.receive),
  ...flows("Sent", (metrics) => metrics.send),
  metric(
    "Work",
    "per frame",
    "interrupts per frame",
    "count",
    (m) => m.interrupts / (m.receive.delivered + m.send.delivered),
  ),
  metric("Work", "switches", "hardware context switches", "count", (m) => m.contextSwitches),
  metric("Work", "saves", "register saves", "count", (m) => m.saves),
  metric("Work", "save share", "save/restore, with its stalls", "share", (m) =>
    layerShare(m, "save-restore"),
  ),
  metric("Work", "application share", "application, with its stalls", "share", (m) =>
    layerShare(m, "application"),
  ),
  metric("Work", "ipc", "instructions a cycle", "count", (m) => m.instructions / m.detailedCycles),
];

/** Rows of which at least one machine has a value; a direction that neither uses is left out. */
export function compareMetrics(a: ComparedMachine, b: ComparedMachine): readonly ComparedRow[] {
  const inSeconds = a.clockHertz !== b.clockHertz;
  return COMPARED.flatMap(({ read, ...about }) => {
    if (isUnused(about.group, a.metrics) && isUnused(about.group, b.metrics)) return [];
    const isTime = about.unit === "cycle" && inSeconds;
    const value = ({ metrics, clockHertz }: ComparedMachine) =>
      read(metrics, clockHertz) / (isTime ? clockHertz : 1);
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
