/** The machines of source 007, for a list. */
import { type BuiltinScenario, from } from "../builtin.ts";

function machine(id: string, name: string, summary: string, isVariant = false): BuiltinScenario {
  return {
    id,
    group: "007",
    ...(isVariant ? { isVariant } : {}),
    name,
    summary,
    ...from(async () => ({ default: (await import("./007.scenarios.ts")).scenarioOf(id) })),
    opening: { cycle: 20_000, fromCycle: 0, toCycle: 200_000 },
  };
}

export const LIVELOCK: readonly BuiltinScenario[] = [
  machine(
    "007-napi",
    "NAPI: a router at 1 Gb/s",
    "More packets than can be forwarded, and next to no interrupts. Printed: a table of six loads.",
  ),
  machine(
    "007-interrupts",
    "Mogul: interrupts and a screening process",
    "Interrupts take all the time, and the process that should send the packets never runs.",
  ),
  machine("007-polling", "Mogul: a poll with a quota, and a screening process", "A quota alone.", true),
  machine(
    "007-feedback",
    "Mogul: a poll that stops while the queue is full",
    "Packets that cannot be served are lost in the ring, where they have cost nothing.",
  ),
  machine("007-router", "Mogul: interrupts, without screening", "From card to card.", true),
  machine("007-no-quota", "Mogul: a poll without a quota", "What was sent waits.", true),
  machine("007-quota", "Mogul: a poll with a quota", "What was sent has its turn.", true),
];
