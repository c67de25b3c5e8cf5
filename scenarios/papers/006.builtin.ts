/** The machine of source 006, for a list. */
import { type BuiltinScenario, from } from "../builtin.ts";

export const POLLING_ROUTER: readonly BuiltinScenario[] = [
  {
    id: "006-click",
    group: "006",
    name: "Click: a router that polls",
    summary: "No interrupts, and more packets than it can forward. Printed: 333,000 a second.",
    ...from(() => import("./006-click.json")),
    opening: { cycle: 80_000, fromCycle: 40_000, toCycle: 100_000 },
  },
];
