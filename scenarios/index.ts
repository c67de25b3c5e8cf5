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
  /** Where a page opens it: amid an interrupt's entry if it has one, with the cycles around it in view. */
  readonly opening: Opening;
}

export interface Opening {
  readonly cycle: number;
  readonly fromCycle: number;
  readonly toCycle: number;
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
    opening: { cycle: 1_128_381, fromCycle: 1_110_000, toCycle: 1_142_000 },
  },
  {
    id: "ring-overflow-three-contexts",
    group: "demos",
    name: "Ring overflow, three contexts",
    summary: "The same traffic on a core that switches contexts instead of saving registers.",
    load: from(() => import("./demos/ring-overflow-three-contexts.json")),
    opening: { cycle: 1_132_233, fromCycle: 1_110_000, toCycle: 1_142_000 },
  },
  {
    id: "figure-4",
    group: "demos",
    name: "One receive and one send (figure 4)",
    summary: "Pattery's figure 4 step by step: driver, protocol, preemption, return.",
    load: from(() => import("./demos/figure-4.json")),
    opening: { cycle: 12_093, fromCycle: 0, toCycle: 20_000 },
  },
  {
    id: "napi-livelock",
    group: "demos",
    name: "Receive livelock",
    summary: "Interrupts for each frame starve the protocol: under overload nothing is delivered.",
    load: from(() => import("./demos/napi-livelock.json")),
    opening: { cycle: 1_055_181, fromCycle: 1_040_000, toCycle: 1_070_000 },
  },
  {
    id: "napi-budget",
    group: "demos",
    name: "Polling with a budget",
    summary: "The same load: an interrupt schedules a poll, and delivery holds its plateau.",
    load: from(() => import("./demos/napi-budget.json")),
    opening: { cycle: 1_009_597, fromCycle: 995_000, toCycle: 1_025_000 },
  },
  {
    id: "napi-lost-wake-up",
    group: "demos",
    name: "A lost wake-up",
    summary: "A frame between the last look and the unmask: its edge is lost, and nobody comes again.",
    load: from(() => import("./demos/napi-lost-wake-up.json")),
    opening: { cycle: 319_132, fromCycle: 300_000, toCycle: 340_000 },
  },
  {
    id: "load-use-one-context",
    group: "demos",
    name: "Load-use stalls, one context",
    summary: "Every load's result is needed at once: half of the cycles are lost.",
    load: from(() => import("./demos/load-use-one-context.json")),
    opening: { cycle: 10_024, fromCycle: 10_000, toCycle: 10_048 },
  },
  {
    id: "load-use-four-contexts",
    group: "demos",
    name: "Load-use stalls, four contexts",
    summary: "The same program four times, in turns cycle by cycle: one's stall is another's cycle.",
    load: from(() => import("./demos/load-use-four-contexts.json")),
    opening: { cycle: 10_024, fromCycle: 10_000, toCycle: 10_048 },
  },
  {
    id: "weighted-contexts",
    group: "demos",
    name: "Weighted contexts and an I/O thread",
    summary: "The network issues first, two programs share what is left by weight, 3 : 1.",
    load: from(() => import("./demos/weighted-contexts.json")),
    opening: { cycle: 1_003_502, fromCycle: 990_000, toCycle: 1_014_000 },
  },
  {
    id: "two-cores",
    group: "demos",
    name: "Two cores, one takes the interrupts",
    summary: "The line is steered to core 2; the application on core 1 is never interrupted.",
    load: from(() => import("./demos/two-cores.json")),
    opening: { cycle: 1_014_003, fromCycle: 1_000_000, toCycle: 1_030_000 },
  },
  {
    id: "time-slices",
    group: "demos",
    name: "Two threads share a context",
    summary: "A scheduler gives each a slice in turn, while interrupts come in between.",
    load: from(() => import("./demos/time-slices.json")),
    opening: { cycle: 105_181, fromCycle: 0, toCycle: 240_000 },
  },
  {
    id: "capture",
    group: "demos",
    name: "A real capture",
    summary: "3,757 recorded packets: idle on average, overwhelmed in bursts.",
    load: from(() => import("./demos/capture.json")),
    opening: { cycle: 788_353, fromCycle: 760_000, toCycle: 810_000 },
  },
  {
    id: "000-receive-one-context",
    group: "papers",
    name: "Pattery: receive, one context",
    summary: "Driver layer, 1500-byte frames, registers saved for every frame. Printed: 994 Mb/s.",
    load: from(() => import("./papers/000-receive-one-context.json")),
    opening: { cycle: 24_254, fromCycle: 16_000, toCycle: 32_000 },
  },
  {
    id: "000-receive-three-contexts",
    group: "papers",
    name: "Pattery: receive, three contexts",
    summary: "The same without saving. Printed: 1078 Mb/s.",
    load: from(() => import("./papers/000-receive-three-contexts.json")),
    opening: { cycle: 24_633, fromCycle: 16_000, toCycle: 32_000 },
  },
  {
    id: "000-send-one-context",
    group: "papers",
    name: "Pattery: send, one context",
    summary: "System call, Driver Send, transmit-done interrupt. Printed: 653 Mb/s.",
    load: from(() => import("./papers/000-send-one-context.json")),
    opening: { cycle: 21_387, fromCycle: 12_000, toCycle: 28_000 },
  },
  {
    id: "000-send-three-contexts",
    group: "papers",
    name: "Pattery: send, three contexts (as the text says)",
    summary: "Nothing is saved at all. Printed: 688 Mb/s.",
    load: from(() => import("./papers/000-send-three-contexts.json")),
    opening: { cycle: 19_341, fromCycle: 12_000, toCycle: 28_000 },
  },
  {
    id: "000-send-three-contexts-keeps-frame",
    group: "papers",
    name: "Pattery: send, three contexts (as the number says)",
    summary: "The system call still saves its caller. Printed: 688 Mb/s.",
    load: from(() => import("./papers/000-send-three-contexts-keeps-frame.json")),
    opening: { cycle: 17_504, fromCycle: 10_000, toCycle: 26_000 },
  },
];

export const DEFAULT_SCENARIO_ID = "ring-overflow";

export function builtinScenario(id: string): BuiltinScenario | undefined {
  return BUILTIN_SCENARIOS.find((scenario) => scenario.id === id);
}
