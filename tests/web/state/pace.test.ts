import { expect, it } from "vitest";
import type { Metrics } from "../../../web/engine/protocol.ts";
import { paceOf, packetSpeed, shownPace, speedNow } from "../../../web/state/playback.ts";
import { scenarioFile } from "../scenarios/support.ts";

const metrics = (cycle: number, offered: number, delivered: number, interrupts: number) =>
  ({
    cycle,
    receive: { offered, delivered },
    send: { delivered: 0 },
    interruptLatency: { count: interrupts },
  }) as unknown as Metrics;

it("packet speed shows about two packets or interrupts a second on any machine", () => {
  expect(packetSpeed(metrics(1_000_000, 1000, 800, 200))).toBe(1000);
  expect(packetSpeed(metrics(1_000_000, 10, 10, 0))).toBe(20_000);
  expect(packetSpeed(metrics(1_000, 100, 100, 0))).toBe(30);
});

it("packet speed shows single cycles if no packet arrives", () => {
  expect(packetSpeed(undefined)).toBe(30);
  expect(packetSpeed(metrics(1_000_000, 0, 0, 0))).toBe(30);
  expect(speedNow("packet", undefined)).toBe(30);
  expect(speedNow(7, undefined)).toBe(7);
});

it("a speed shows cycles, packets or rates", () => {
  expect([1, 30, 31, 20_000, 20_001, "max", "packet"].map((speed) => paceOf(speed as never))).toEqual([
    "cycles",
    "cycles",
    "packets",
    "packets",
    "rates",
    "rates",
    "packets",
  ]);
});

it("rates are shown on request, and cycles if nothing comes from outside", () => {
  const scenario = scenarioFile("demos/ring-overflow.json");
  const quiet = scenarioFile("demos/load-use-one-context.json");
  const now = { playing: true, speed: "packet", showsRates: false, scenario } as const;
  expect(shownPace(now)).toBe("packets");
  expect(shownPace({ ...now, showsRates: true })).toBe("rates");
  expect(shownPace({ ...now, showsRates: true, playing: false })).toBe("cycles");
  expect(shownPace({ ...now, scenario: quiet })).toBe("cycles");
  expect(shownPace({ ...now, scenario: quiet, speed: 1000 })).toBe("packets");
});
