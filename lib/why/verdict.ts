/** Judges the effect of a change on the question: on losses, or on the latency. */
import type { EndedRun } from "../knobs/headlines.ts";
import { missedByDevices } from "../metrics/devices.ts";
import type { Distribution } from "../metrics/distributions.ts";
import { percentileIfMeaningful } from "../metrics/registry/latency.ts";
import type { Why } from "./why.ts";

/** alike: different, but by too little to matter. */
export type Verdict = "better" | "worse" | "same" | "alike";

type Asked = Pick<Why, "what">;

/** Smaller changes are neither better nor worse. */
const ALIKE_SHARE = 0.01;

export function isAboutLosses({ what }: Asked): boolean {
  return what !== "late-packet" && what !== "late-interrupt";
}

export function isAboutInterrupts({ what }: Asked): boolean {
  return what === "late-interrupt" || what === "lost-press";
}

/** Undefined if one of the runs has no such number. */
export function verdictOf(before: EndedRun, after: EndedRun, asked: Asked): Verdict | undefined {
  const read = (run: EndedRun) => (isAboutLosses(asked) ? lostOf(run) : p99Seconds(run, asked));
  const [was, is] = [read(before), read(after)];
  if (Number.isNaN(was) || Number.isNaN(is)) return undefined;
  if (was === is) return "same";
  if (Math.abs(is - was) < ALIKE_SHARE * was) return "alike";
  return is < was ? "better" : "worse";
}

export function lostOf({ metrics }: EndedRun): number {
  return metrics.receive.lost + metrics.send.lost + missedByDevices(metrics);
}

/** Latency of interrupts if the question is about one, otherwise of packets. NaN if there are too few for a percentile.
 */
export function p99Seconds(run: EndedRun, asked: Asked): number {
  return percentileIfMeaningful(latencyOf(run, asked), "p99") / run.clockHertz;
}

export function latencyOf({ metrics }: EndedRun, asked: Asked): Distribution {
  return isAboutInterrupts(asked) ? metrics.interruptLatency : packetsOf(metrics).latency;
}

/** Received packets if there are any, otherwise sent ones. */
export function packetsOf({ receive, send }: EndedRun["metrics"]): EndedRun["metrics"]["receive"] {
  return receive.latency.count > 0 ? receive : send;
}
