/** What a run may be asked first: a percentile, a share of what is too late, a condition. */
import { linesOf } from "../../scenarios/devices/lines.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";

export const EXAMPLES = {
  "interrupt-p95": "interrupt.latency.p95 in us",
  "interrupts-late": "share(interrupt.latency > 20 us) in %",
  "receive-loss": "receive.loss < 1 %",
  "send-p95": "send.latency.p95 in us",
  busy: "busy in %",
} as const;

export type ExampleKey = keyof typeof EXAMPLES;

/** Of what the scenario has. */
export function exampleColumns({ machine, traffic }: Scenario): readonly ExampleKey[] {
  const isReceived = traffic.some((one) => one.kind === "trace" || one.direction === "receive");
  return [
    ...(linesOf(machine).length > 0 ? (["interrupt-p95", "interrupts-late"] as const) : (["busy"] as const)),
    ...(traffic.length > 0 ? [isReceived ? ("receive-loss" as const) : ("send-p95" as const)] : []),
  ];
}
