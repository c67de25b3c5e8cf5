/** Measures that fit the scenario, to be taken with one press. */
import { linesOf } from "../../../scenarios/devices/lines.ts";
import type { Scenario } from "../../../scenarios/format/schema.ts";

export function measureExamples({ machine, traffic }: Scenario): readonly string[] {
  const hasLines = linesOf(machine).length > 0;
  const isReceived = traffic.some((one) => one.kind === "trace" || one.direction === "receive");
  return [
    ...(hasLines ? ["interrupt.latency.p95 in us", "share(interrupt.latency > 20 us) in %"] : []),
    ...(isReceived ? ["receive.loss < 1 %"] : traffic.length > 0 ? ["send.latency.p95 in us"] : []),
    ...(hasLines ? [] : ["busy in %"]),
  ];
}
