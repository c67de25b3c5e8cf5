/** The machines of source 001, for a list. */
import { type BuiltinScenario, from } from "../builtin.ts";

const made = (id: string) =>
  from(async () => ({ default: (await import("./001.scenarios.ts")).scenarioOf(id) }));

export const SMT_HOT_THREAD: readonly BuiltinScenario[] = [
  {
    id: "001-netperf",
    group: "001",
    name: "Gibeling: netperf, shared context",
    summary: "A UDP flood; interrupts and the program share a context.",
    ...made("001-netperf"),
    opening: { cycle: 778_519, fromCycle: 748_064, toCycle: 808_064 },
  },
  {
    id: "001-netperf-hot",
    group: "001",
    name: "Gibeling: netperf, hot thread",
    summary: "A context is kept for interrupts and tasklets. Printed: 30 % more bandwidth.",
    ...made("001-netperf-hot"),
    opening: { cycle: 645_922, fromCycle: 611_000, toCycle: 671_000 },
  },
  {
    id: "001-netperf-apart",
    group: "001",
    isVariant: true,
    name: "Gibeling: netperf, program apart",
    summary: "Without a hot thread, but the program runs on the other context.",
    ...made("001-netperf-apart"),
    opening: { cycle: 652_486, fromCycle: 605_000, toCycle: 665_000 },
  },
  {
    id: "001-nat",
    group: "001",
    name: "Gibeling: NAT box, a context for each card",
    summary: "The flood crosses a box; each card interrupts a context of its own.",
    ...made("001-nat"),
    opening: { cycle: 614_266, fromCycle: 574_000, toCycle: 634_000 },
  },
  {
    id: "001-nat-hot",
    group: "001",
    name: "Gibeling: NAT box, hot thread",
    summary: "All work is kernel work, so one context does it all. Printed: less bandwidth.",
    ...made("001-nat-hot"),
    opening: { cycle: 620_496, fromCycle: 579_000, toCycle: 639_000 },
  },
  {
    id: "001-nat-together",
    group: "001",
    isVariant: true,
    name: "Gibeling: NAT box, both cards on one context",
    summary: "Without a hot thread, but both cards interrupt the same context.",
    ...made("001-nat-together"),
    opening: { cycle: 620_496, fromCycle: 579_000, toCycle: 639_000 },
  },
  {
    id: "001-nat-pinned",
    group: "001",
    name: "Gibeling: NAT box, pinned ways",
    summary:
      "The hot thread alone; nothing is pinned yet, its experiments pin ways. Printed: 30 % better with half of the L2.",
    ...made("001-nat-pinned"),
    opening: { cycle: 620_391, fromCycle: 579_000, toCycle: 639_000 },
  },
];
