import { expect, it } from "vitest";
import type { Metrics } from "../../../web/engine/protocol.ts";
import { paceOf, packetSpeed, speedNow } from "../../../web/state/pace.ts";

const metrics = (cycle: number, offered: number, delivered: number, interrupts: number) =>
  ({
    cycle,
    receive: { offered, delivered },
    send: { delivered: 0 },
    interruptLatency: { count: interrupts },
  }) as unknown as Metrics;

it("packet speed shows about two packets or interrupts a second, whatever the machine", () => {
  expect(packetSpeed(metrics(1_000_000, 1000, 800, 200))).toBe(1000);
  expect(packetSpeed(metrics(1_000_000, 10, 10, 0))).toBe(20_000);
  expect(packetSpeed(metrics(1_000, 100, 100, 0))).toBe(30);
});

it("packet speed is that of single cycles where no packet comes", () => {
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
