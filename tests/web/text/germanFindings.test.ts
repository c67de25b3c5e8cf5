/** Findings of a run in German. */
import { beforeAll, describe, expect, it } from "vitest";
import { type Finding, findingText } from "../../../lib/metrics/findings.ts";
import { speak } from "../../../web/text/language.ts";
import { faultOf } from "./german.ts";

beforeAll(async () => {
  await speak("de");
  return async () => {
    await speak("en");
  };
});

describe("findings in German", () => {
  const findings: readonly Finding[] = [
    { kind: "starved", thread: "reader", fromCycle: 12_000, untilCycle: 900_000 },
    { kind: "starved", thread: "reader", fromCycle: 12_000, untilCycle: 900_000, ranCycles: 198 },
    {
      kind: "storm",
      line: "eth0",
      fromCycle: 5,
      untilCycle: 900_000,
      interrupts: 4500,
      cycles: 890_000,
      victims: [
        { kind: "starved", thread: "reader", fromCycle: 5, untilCycle: 900_000, ranCycles: 9000 },
        { kind: "starved", thread: "idler", fromCycle: 7, untilCycle: 900_000 },
      ],
    },
    ...[3, 800_000].map((takenCycle) => ({
      kind: "lock-starved" as const,
      thread: "reader",
      lock: "table",
      taker: "writer",
      takenCycle,
      fromCycle: 12,
      untilCycle: 900_000,
    })),
    { kind: "never-started", thread: "driver", fromCycle: 5, untilCycle: 900_000 },
    { kind: "livelock", nic: "eth0", fromCycle: 5, delivered: 3, wasted: 9000, interrupts: undefined },
    { kind: "livelock", nic: "eth0", fromCycle: 5, delivered: 0, wasted: 9000, interrupts: 77 },
    { kind: "lost-wake-up", nic: "eth0", count: 1, fromCycle: 5, cycles: 9, lasts: true },
    { kind: "lost-wake-up", nic: "eth0", count: 4, fromCycle: 5, cycles: 9, lasts: false },
    {
      kind: "deadlock",
      fromCycle: 5,
      waits: [
        { thread: "a", lock: "l" },
        { thread: "b", lock: undefined },
        { thread: "c", lock: "m" },
      ],
    },
    { kind: "program-fault", count: 1, thread: "a", routine: "r", fromCycle: 5, address: 64, cause: 2 },
    {
      kind: "program-fault",
      count: 1,
      thread: "a",
      routine: "r",
      fromCycle: 5,
      address: 64,
      cause: 2,
      place: "line 3, handler + 8: csrr a0, sstatus",
    },
    {
      kind: "program-fault",
      count: 2,
      thread: "a",
      routine: "r",
      fromCycle: 5,
      address: 68,
      cause: 1,
      place: "behind the last instruction, line 4: ret or ecall ends a program",
    },
    { kind: "program-fault", count: 3, thread: "a", routine: "r", fromCycle: 5, address: 64, cause: 24 },
  ];

  it.each(findings.map((finding) => findingText(finding, String)))("are complete: %s", (text) => {
    expect(faultOf(text)).toBeUndefined();
  });
});
