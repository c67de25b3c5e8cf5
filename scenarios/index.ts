/** The scenarios that come with irqscope, for page and command alike. Each is loaded when it is asked for. */
import { type ParseResult, parseScenario } from "./schema/parse.ts";

export type ScenarioGroup = "demos" | "papers";

export interface BuiltinScenario {
  readonly id: string;
  readonly group: ScenarioGroup;
  readonly name: string;
  /** One line for a list. */
  readonly summary: string;
  readonly load: () => Promise<ParseResult>;
}

interface JsonModule {
  readonly default: unknown;
}

const from = (module: () => Promise<JsonModule>) => async () => parseScenario((await module()).default);

export const BUILTIN_SCENARIOS: readonly BuiltinScenario[] = [
  {
    id: "ring-overflow",
    group: "demos",
    name: "Ring overflow",
    summary: "Frames come about as fast as one context can handle them; the ring fills and drops.",
    load: from(() => import("./demos/ring-overflow.json")),
  },
  {
    id: "ring-overflow-three-contexts",
    group: "demos",
    name: "Ring overflow, three contexts",
    summary: "The same traffic on a core that switches contexts instead of saving registers.",
    load: from(() => import("./demos/ring-overflow-three-contexts.json")),
  },
  {
    id: "figure-4",
    group: "demos",
    name: "One receive and one send (figure 4)",
    summary: "Pattery's figure 4 step by step: driver, protocol, preemption, return.",
    load: from(() => import("./demos/figure-4.json")),
  },
  {
    id: "capture",
    group: "demos",
    name: "A real capture",
    summary: "3,757 recorded packets: idle on average, overwhelmed in bursts.",
    load: from(() => import("./demos/capture.json")),
  },
  {
    id: "000-receive-one-context",
    group: "papers",
    name: "Pattery: receive, one context",
    summary: "Driver layer, 1500-byte frames, registers saved for every frame. Printed: 994 Mb/s.",
    load: from(() => import("./papers/000-receive-one-context.json")),
  },
  {
    id: "000-receive-three-contexts",
    group: "papers",
    name: "Pattery: receive, three contexts",
    summary: "The same without saving. Printed: 1078 Mb/s.",
    load: from(() => import("./papers/000-receive-three-contexts.json")),
  },
  {
    id: "000-send-one-context",
    group: "papers",
    name: "Pattery: send, one context",
    summary: "System call, Driver Send, transmit-done interrupt. Printed: 653 Mb/s.",
    load: from(() => import("./papers/000-send-one-context.json")),
  },
  {
    id: "000-send-three-contexts",
    group: "papers",
    name: "Pattery: send, three contexts (as the text says)",
    summary: "Nothing is saved at all. Printed: 688 Mb/s.",
    load: from(() => import("./papers/000-send-three-contexts.json")),
  },
  {
    id: "000-send-three-contexts-keeps-frame",
    group: "papers",
    name: "Pattery: send, three contexts (as the number says)",
    summary: "The system call still saves its caller. Printed: 688 Mb/s.",
    load: from(() => import("./papers/000-send-three-contexts-keeps-frame.json")),
  },
];

export const DEFAULT_SCENARIO_ID = "ring-overflow";

export function builtinScenario(id: string): BuiltinScenario | undefined {
  return BUILTIN_SCENARIOS.find((scenario) => scenario.id === id);
}
