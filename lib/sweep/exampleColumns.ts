/** Examples of columns to start with: a percentile, a share that is too late, a condition. */
import { linesOf } from "../../scenarios/devices/lines.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { goes } from "./column.ts";

export const EXAMPLES = {
  p95: "interrupt.latency.p95 in us",
  late: "share(interrupt.latency > 20 us) in %",
  loss: "receive.loss < 1 %",
  sent: "send.latency.p95 in us",
  busy: "busy in %",
} as const;

export type ExampleKey = keyof typeof EXAMPLES;

/** Only examples that suit the scenario. */
export function exampleColumns({ machine, traffic }: Scenario): readonly ExampleKey[] {
  const isReceived = traffic.some((one) => goes(one, "receive"));
  const ofFrames = isReceived ? "loss" : "sent";
  return [
    ...(linesOf(machine).length > 0 ? (["p95", "late"] as const) : (["busy"] as const)),
    ...(traffic.length > 0 ? ([ofFrames] as const) : []),
  ];
}
