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

const SERVED = scenarioFile("demos/ring-overflow.json");
const QUIET = scenarioFile("demos/load-use-one-context.json");

it("packet speed shows about two packets or interrupts a second on any machine", () => {
  expect(packetSpeed(SERVED, metrics(1_000_000, 1000, 800, 200))).toBe(1000);
  expect(packetSpeed(SERVED, metrics(1_000_000, 10, 10, 0))).toBe(20_000);
  expect(packetSpeed(SERVED, metrics(1_000, 100, 100, 0))).toBe(30);
});

it("packet speed reaches the first packet in seconds, also from cycle 0", () => {
  let cycle = 0;
  for (let frame = 0; frame < 5 * 60; frame++)
    cycle += packetSpeed(SERVED, metrics(Math.floor(cycle), 0, 0, 0)) / 60;
  expect(cycle).toBeGreaterThan(20_000);
  expect(packetSpeed(SERVED, metrics(0, 0, 0, 0))).toBe(30);
});

it("packet speed shows single cycles if the machine has no interrupt line", () => {
  expect(packetSpeed(SERVED, undefined)).toBe(30);
  expect(packetSpeed(QUIET, metrics(1_000_000, 0, 0, 0))).toBe(30);
  expect(speedNow({ speed: "packet", scenario: QUIET }, undefined)).toBe(30);
  expect(speedNow({ speed: 7, scenario: SERVED }, undefined)).toBe(7);
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
  const now = { playing: true, speed: "packet", showsRates: false, scenario: SERVED } as const;
  expect(shownPace(now)).toBe("packets");
  expect(shownPace({ ...now, showsRates: true })).toBe("rates");
  expect(shownPace({ ...now, showsRates: true, playing: false })).toBe("cycles");
  expect(shownPace({ ...now, scenario: QUIET })).toBe("cycles");
  expect(shownPace({ ...now, scenario: QUIET, speed: 1000 })).toBe("packets");
});
