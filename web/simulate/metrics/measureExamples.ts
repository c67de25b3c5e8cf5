/** Measures that fit the scenario, to be taken with one press. */
import { linesOf } from "../../../scenarios/devices/lines.ts";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import type { Label } from "../../text/t.ts";

export interface MeasureExample {
  /** What is asked, in words. */
  readonly label: Label;
  readonly measure: string;
}

export function measureExamples({ machine, traffic }: Scenario): readonly MeasureExample[] {
  const hasLines = linesOf(machine).length > 0;
  const isReceived = traffic.some((one) => one.kind === "trace" || one.direction === "receive");
  const ofLines: readonly MeasureExample[] = [
    { label: "95 % of the interrupt latencies", measure: "interrupt.latency.p95 in us" },
    { label: "Interrupts later than 20 µs", measure: "share(interrupt.latency > 20 us) in %" },
  ];
  const ofFrames: MeasureExample = isReceived
    ? { label: "Less than 1 % lost?", measure: "receive.loss < 1 %" }
    : { label: "95 % of the send latencies", measure: "send.latency.p95 in us" };
  return [
    ...(hasLines ? ofLines : [{ label: "Load of the processors", measure: "busy in %" } as const]),
    ...(traffic.length > 0 ? [ofFrames] : []),
  ];
}
