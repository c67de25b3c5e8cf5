/** The machines of the sources. */
import type { BuiltinScenario } from "../builtin.ts";
import { INTERRUPT_CONTEXTS } from "./000.builtin.ts";
import { SMT_HOT_THREAD } from "./001.builtin.ts";
import { HARDWARE_THREADS } from "./002.builtin.ts";
import { LAYER_2_SWITCH } from "./003.builtin.ts";
import { PACKET_ENGINE } from "./004.builtin.ts";
import { CORTEX_M3 } from "./005.builtin.ts";
import { POLLING_ROUTER } from "./006.builtin.ts";
import { LIVELOCK } from "./007.builtin.ts";

export const PAPER_SCENARIOS: readonly BuiltinScenario[] = [
  ...INTERRUPT_CONTEXTS,
  ...SMT_HOT_THREAD,
  ...HARDWARE_THREADS,
  ...LAYER_2_SWITCH,
  ...PACKET_ENGINE,
  ...CORTEX_M3,
  ...POLLING_ROUTER,
  ...LIVELOCK,
];
