/** The three numbers of the scoreboard, for each machine at the playhead. */

import { missedByDevices } from "../../../lib/metrics/devices.ts";
import type { Metrics } from "../../../lib/metrics/metrics.ts";

export type ScoreKind = "delivered" | "lost" | "wait";

export interface Score {
  readonly kind: ScoreKind;
  /** Packets, interrupts or events; microseconds for `wait`. NaN if there is no value yet. */
  readonly a: number;
  readonly b: number;
  /** The machine with the better number. Undefined if they are equal, or if one has none. */
  readonly ahead: "A" | "B" | undefined;
}

interface Side {
  readonly metrics: Metrics;
  readonly clockHertz: number;
}

/** Subject of the three numbers and of the tiles: received packets if there are any, otherwise sent packets, otherwise
 * interrupts. */
export type Scored = "received" | "sent" | "interrupts";

interface Scores {
  readonly of: Scored;
  readonly scores: readonly Score[];
  /** Packets that reached each machine. Undefined if the numbers differ, or if interrupts are counted. */
  readonly offered: number | undefined;
}

/** Delivered (handled), lost (missed by devices), mean latency. */
export function scoresOf(a: Side, b: Side): Scores {
  const isUsed = (direction: "receive" | "send") =>
    a.metrics[direction].offered > 0 || b.metrics[direction].offered > 0;
  const of = isUsed("receive") ? "received" : isUsed("send") ? "sent" : "interrupts";
  const score = (kind: ScoreKind, read: (side: Side) => number, isMoreBetter: boolean): Score => {
    const [ofA, ofB] = [read(a), read(b)];
    return { kind, a: ofA, b: ofB, ahead: aheadOf(ofA, ofB, isMoreBetter) };
  };
  const offered = of === "interrupts" ? undefined : sameOffered(a.metrics, b.metrics, of);
  return {
    of,
    offered,
    scores: [
      score("delivered", ({ metrics }) => doneOf(metrics, of), true),
      score("lost", ({ metrics }) => lostOf(metrics, of), false),
      score("wait", (side) => waitOf(side, of), false),
    ],
  };
}

function sameOffered(a: Metrics, b: Metrics, of: "received" | "sent"): number | undefined {
  const direction = of === "received" ? "receive" : "send";
  const { offered } = a[direction];
  return offered === b[direction].offered ? offered : undefined;
}

function doneOf({ receive, send, interruptLatency }: Metrics, of: Scored): number {
  if (of === "interrupts") return interruptLatency.count;
  return (of === "received" ? receive : send).delivered;
}

function lostOf(metrics: Metrics, of: Scored): number {
  if (of === "interrupts") return missedByDevices(metrics);
  return (of === "received" ? metrics.receive : metrics.send).lost;
}

/** In microseconds. */
function waitOf({ metrics, clockHertz }: Side, of: Scored): number {
  const { receive, send, interruptLatency } = metrics;
  const latency = { received: receive.latency, sent: send.latency, interrupts: interruptLatency }[of];
  return (latency.mean / clockHertz) * 1e6;
}

function aheadOf(a: number, b: number, isMoreBetter: boolean): Score["ahead"] {
  if (!(a !== b) || Number.isNaN(a) || Number.isNaN(b)) return undefined;
  return a > b === isMoreBetter ? "A" : "B";
}
