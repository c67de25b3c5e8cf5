/** The three numbers of the scoreboard, for each machine at the playhead. */
import { droppedOf } from "../../../lib/metrics/dropped.ts";
import type { Metrics } from "../../../lib/metrics/metrics.ts";

export type ScoreKind = "delivered" | "lost" | "wait";

export interface Score {
  readonly kind: ScoreKind;
  /** Packets; of `wait` microseconds. NaN: there is none yet. */
  readonly a: number;
  readonly b: number;
  /** The machine with the better number; undefined: equal, or one has none. */
  readonly ahead: "A" | "B" | undefined;
}

interface Side {
  readonly metrics: Metrics;
  readonly clockHertz: number;
}

/** Packets where there are any, else interrupts: delivered or handled, lost, mean latency. */
export function scoresOf(
  a: Side,
  b: Side,
): { readonly of: "packets" | "interrupts"; readonly scores: readonly Score[] } {
  const of = offered(a.metrics) + offered(b.metrics) > 0 ? "packets" : "interrupts";
  const score = (kind: ScoreKind, read: (side: Side) => number, isMoreBetter: boolean): Score => {
    const [ofA, ofB] = [read(a), read(b)];
    return { kind, a: ofA, b: ofB, ahead: aheadOf(ofA, ofB, isMoreBetter) };
  };
  return {
    of,
    scores: [
      score("delivered", ({ metrics }) => doneOf(metrics, of), true),
      score("lost", ({ metrics }) => lostOf(metrics, of), false),
      score("wait", (side) => waitOf(side, of), false),
    ],
  };
}

const offered = ({ receive, send }: Metrics): number => receive.offered + send.offered;

function doneOf({ receive, send, interruptLatency }: Metrics, of: "packets" | "interrupts"): number {
  return of === "packets" ? receive.delivered + send.delivered : interruptLatency.count;
}

function lostOf({ receive, send, devices }: Metrics, of: "packets" | "interrupts"): number {
  if (of === "packets") return droppedOf(receive) + droppedOf(send);
  return devices.buttons.reduce((sum, { overruns }) => sum + overruns, 0);
}

/** Mean latency of received packets (sent ones where none is received) or of interrupts, in microseconds. */
function waitOf({ metrics, clockHertz }: Side, of: "packets" | "interrupts"): number {
  const { receive, send, interruptLatency } = metrics;
  const packets = receive.latency.count > 0 ? receive.latency : send.latency;
  return ((of === "packets" ? packets : interruptLatency).mean / clockHertz) * 1e6;
}

function aheadOf(a: number, b: number, isMoreBetter: boolean): Score["ahead"] {
  if (!(a !== b) || Number.isNaN(a) || Number.isNaN(b)) return undefined;
  return a > b === isMoreBetter ? "A" : "B";
}
