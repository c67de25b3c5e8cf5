/** The machine of source 005, for a list. */
import { type BuiltinScenario, from } from "../builtin.ts";

export const CORTEX_M3: readonly BuiltinScenario[] = [
  {
    id: "005-cortex-m3",
    group: "005",
    name: "Arm: a Cortex-M3 takes an interrupt",
    summary: "The processor pushes registers while it fetches the handler. Printed: 12 cycles in, 10 out.",
    ...from(() => import("./005-cortex-m3.json")),
    opening: { cycle: 995, fromCycle: 985, toCycle: 1105 },
  },
];
