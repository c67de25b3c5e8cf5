/** The machines of source 007, for a list. */
import { type BuiltinScenario, from } from "../builtin.ts";

const made = (id: string) =>
  from(async () => ({ default: (await import("./007.scenarios.ts")).scenarioOf(id) }));

export const LIVELOCK: readonly BuiltinScenario[] = [
  {
    id: "007-napi",
    group: "007",
    name: "NAPI: a router at 1 Gb/s",
    summary: "More packets than can be forwarded, and next to no interrupts. Printed: a table of six loads.",
    ...made("007-napi"),
    opening: { cycle: 4_000, fromCycle: 0, toCycle: 60_000 },
  },
  {
    id: "007-interrupts",
    group: "007",
    name: "Livelock: interrupts and a screening process",
    summary: "Interrupts take all the time, and the process that should send the packets never runs.",
    ...made("007-interrupts"),
    opening: { cycle: 20_000, fromCycle: 0, toCycle: 200_000 },
  },
  {
    id: "007-polling",
    group: "007",
    isVariant: true,
    name: "Livelock: a poll with a quota, and a screening process",
    summary: "The poll comes again as long as packets are there, and the process still gets nothing.",
    ...made("007-polling"),
    opening: { cycle: 20_000, fromCycle: 0, toCycle: 200_000 },
  },
  {
    id: "007-feedback",
    group: "007",
    name: "Livelock: a poll that stops while the queue is full",
    summary: "Packets that cannot be served are lost in the ring, where they have cost nothing.",
    ...made("007-feedback"),
    opening: { cycle: 20_000, fromCycle: 0, toCycle: 200_000 },
  },
  {
    id: "007-router",
    group: "007",
    isVariant: true,
    name: "Livelock: interrupts, without screening",
    summary: "From the interrupt of one card to IP, and out through the other card.",
    ...made("007-router"),
    opening: { cycle: 20_000, fromCycle: 0, toCycle: 200_000 },
  },
  {
    id: "007-no-quota",
    group: "007",
    isVariant: true,
    name: "Livelock: a poll without a quota",
    summary: "What was sent is never cleaned up while packets come, so nothing more is sent.",
    ...made("007-no-quota"),
    opening: { cycle: 20_000, fromCycle: 0, toCycle: 200_000 },
  },
  {
    id: "007-quota",
    group: "007",
    isVariant: true,
    name: "Livelock: a poll with a quota",
    summary: "At most ten packets, then what was sent, then the next ten.",
    ...made("007-quota"),
    opening: { cycle: 20_000, fromCycle: 0, toCycle: 200_000 },
  },
];
