/** The scoreboard of Compare: its numbers, and the machine that is ahead. */
import { describe, expect, it } from "vitest";
import type { Metrics } from "../../../lib/metrics/metrics.ts";
import { scoresOf } from "../../../web/compare/race/score.ts";

const direction = (offered: number, delivered: number, lost: number, mean: number) => ({
  offered,
  delivered,
  lost,
  dropped: [{ cause: "rx-ring-full", count: lost }],
  latency: { count: delivered, mean },
});

/** The part of the metrics that the scoreboard reads. */
function metricsWith(receive: object, send: object, interrupts: object, missed = 0): Metrics {
  return {
    receive,
    send,
    interruptLatency: interrupts,
    devices: {
      consoles: [],
      timers: [{ overruns: 0 }],
      disks: [{ refused: Math.floor(missed / 2) }],
      buttons: [{ overruns: Math.ceil(missed / 2) }],
    },
  } as unknown as Metrics;
}

const NONE = direction(0, 0, 0, Number.NaN);
const NO_INTERRUPTS = { count: 0, mean: Number.NaN };

describe("scoresOf", () => {
  const receiving = direction(10, 6, 4, 300);

  it("counts received packets, as the tiles do, and converts cycles to microseconds by each clock", () => {
    const sending = direction(7, 5, 2, 900);
    const a = { metrics: metricsWith(receiving, sending, NO_INTERRUPTS), clockHertz: 1e8 };
    const b = { metrics: metricsWith(direction(10, 9, 1, 300), sending, NO_INTERRUPTS), clockHertz: 2e8 };
    expect(scoresOf(a, b)).toEqual({
      of: "received",
      offered: 10,
      scores: [
        { kind: "delivered", a: 6, b: 9, ahead: "B" },
        { kind: "lost", a: 4, b: 1, ahead: "B" },
        { kind: "wait", a: 3, b: 1.5, ahead: "B" },
      ],
    });
  });

  it("counts sent packets if neither machine receives", () => {
    const a = { metrics: metricsWith(NONE, receiving, NO_INTERRUPTS), clockHertz: 1e8 };
    const b = { metrics: metricsWith(NONE, NONE, NO_INTERRUPTS), clockHertz: 1e8 };
    const { of, scores } = scoresOf(a, b);
    expect(of).toBe("sent");
    expect(scores.map(({ kind, a: ofA, b: ofB }) => [kind, ofA, ofB])).toEqual([
      ["delivered", 6, 0],
      ["lost", 4, 0],
      ["wait", 3, Number.NaN],
    ]);
    const receives = { metrics: metricsWith(receiving, NONE, NO_INTERRUPTS), clockHertz: 1e8 };
    expect(scoresOf(a, receives).of, "one of them receives").toBe("received");
  });

  it("names no winner if both are equal or one has no number", () => {
    const a = { metrics: metricsWith(direction(2, 0, 2, Number.NaN), NONE, NO_INTERRUPTS), clockHertz: 1e6 };
    const b = { metrics: metricsWith(direction(2, 1, 2, 5), NONE, NO_INTERRUPTS), clockHertz: 1e6 };
    expect(scoresOf(a, b).scores.map(({ ahead }) => ahead)).toEqual(["B", undefined, undefined]);
  });

  it("counts interrupts and missed device events if no packet is offered", () => {
    const a = { metrics: metricsWith(NONE, NONE, { count: 5, mean: 20 }, 1), clockHertz: 1e6 };
    const b = { metrics: metricsWith(NONE, NONE, { count: 4, mean: 10 }, 3), clockHertz: 1e6 };
    expect(scoresOf(a, b)).toEqual({
      of: "interrupts",
      scores: [
        { kind: "delivered", a: 5, b: 4, ahead: "A" },
        { kind: "lost", a: 1, b: 3, ahead: "A" },
        { kind: "wait", a: 20, b: 10, ahead: "B" },
      ],
    });
  });
});
