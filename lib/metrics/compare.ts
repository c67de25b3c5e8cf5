/** Two machines' metrics side by side: which numbers, in which unit, and what they say in one sentence. */
import { droppedOf } from "./dropped.ts";
import type { DirectionMetrics, Distribution, Metrics } from "./metrics.ts";

/** cycle: a length of time in the machine's own cycles; it turns into seconds when the clocks differ. */
export type ComparedUnit = "cycle" | "s" | "1/s" | "bit/s" | "frames" | "count" | "share";

export interface ComparedMetric {
  readonly key: string;
  readonly group: string;
  readonly label: string;
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
  group: string,
  key: string,
  label: string,
  unit: ComparedUnit,
  read: Read,
  isLoss = false,
): ComparedMetric {
  return { group, key: `${group}: ${key}`, label, unit, isLoss, read };
}

function latencies(group: string, of: (metrics: Metrics) => Distribution): ComparedMetric[] {
  return (["mean", "p50", "p99", "maximum"] as const).map((name) =>
    metric(group, name, name === "maximum" ? "max" : name, "cycle", (metrics) => of(metrics)[name]),
  );
}

function perSecond(amount: number, { cycle }: Metrics, clockHertz: number): number {
  return cycle === 0 ? Number.NaN : (amount * clockHertz) / cycle;
}

function flows(group: string, of: (metrics: Metrics) => DirectionMetrics): ComparedMetric[] {
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
  metric("Work", "switches", "context switches", "count", (m) => m.contextSwitches),
  metric("Work", "saves", "register saves", "count", (m) => m.saves),
  metric("Work", "save share", "time saving and restoring", "share", (m) => layerShare(m, "save-restore")),
  metric("Work", "application share", "time for the application", "share", (m) =>
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

const DIRECTION_OF: Readonly<Record<string, "receive" | "send">> = {
  Received: "receive",
  "Packet latency, receive": "receive",
  Sent: "send",
  "Packet latency, send": "send",
};

function isUnused(group: string, metrics: Metrics): boolean {
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

/** Changes smaller than this are not worth a word. */
const LEAST_CHANGE = 0.01;

/** What a lecturer says of B: "drops 12 frames instead of 4 512 and delivers 36 % more; its interrupts wait 71 %
 * shorter". Undefined where there is nothing to say. */
export function changeSentence(
  rows: readonly ComparedRow[],
  integer: (value: number) => string,
): string | undefined {
  const words = changesInWords(rows, integer);
  if (words.length === 0) return undefined;
  const does = words.filter((text) => !text.startsWith("its "));
  const has = words.filter((text) => text.startsWith("its "));
  const parts = [does, has].filter((list) => list.length > 0).map(listText);
  return does.length === 0 ? `does the same, but ${parts.join("")}` : parts.join("; ");
}

/** "a, b and c". */
function listText(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

export function changesInWords(
  rows: readonly ComparedRow[],
  integer: (value: number) => string,
): readonly string[] {
  const row = (key: string) => rows.find((one) => one.key === key);
  const words: string[] = [];
  for (const [group, suffix] of [
    ["Received", ""],
    ["Sent", " to send"],
  ] as const) {
    const dropped = row(`${group}: dropped`);
    if (dropped !== undefined && dropped.difference !== 0)
      words.push(
        `drops ${dropped.b === 0 ? "no" : integer(dropped.b)} frames${suffix} instead of ${integer(dropped.a)}`,
      );
    const delivered = row(`${group}: delivered`);
    if (delivered !== undefined && delivered.a === 0 && delivered.b > 0)
      words.push(
        `${group === "Sent" ? "sends" : "delivers"} frames where A ${group === "Sent" ? "sends" : "delivers"} none`,
      );
    if (delivered !== undefined && isChange(delivered))
      words.push(`${group === "Sent" ? "sends" : "delivers"} ${changeText(delivered, "more", "less")}`);
  }
  for (const [group, subject] of [
    ["Packet latency, receive", "its packets take"],
    ["Packet latency, send", "its sent packets take"],
    ["Interrupt latency", "its interrupts wait"],
  ] as const) {
    const mean = row(`${group}: mean`);
    if (mean !== undefined && isChange(mean))
      words.push(`${subject} ${changeText(mean, "longer", "shorter")}`);
  }
  return words;
}

function isChange({ ratio }: ComparedRow): boolean {
  return Number.isFinite(ratio) && Math.abs(ratio - 1) >= LEAST_CHANGE;
}

/** "36 % more", "3.4 times longer". */
function changeText({ ratio }: ComparedRow, more: string, less: string): string {
  if (ratio >= 2) return `${ratio.toFixed(ratio < 10 ? 1 : 0)} times as ${AS[more] ?? more}`;
  const percent = Math.round(Math.abs(ratio - 1) * 100);
  return `${percent}\u202f% ${ratio > 1 ? more : less}`;
}

const AS: Readonly<Record<string, string>> = { more: "much", longer: "long" };
