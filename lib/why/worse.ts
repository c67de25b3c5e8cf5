/** Explains why a change made the result worse: lists the quantities that grew, from the records of the previous and
 * the changed run. Lengths are means in cycles, so that they are comparable with the chain. */
import type { SimInterruptPart, SimPacketPart } from "../../core-wasm/binding/layout.gen.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import type { EndedRun } from "../knobs/headlines.ts";
import { missedByDevices } from "../metrics/devices.ts";
import type { Distribution, PartMean } from "../metrics/distributions.ts";
import { AT_QUEUE } from "../metrics/registry/dropCauses.ts";
import { percentileIfMeaningful } from "../metrics/registry/latency.ts";
import { delivererIn } from "./records.ts";
import type { Why } from "./why.ts";

export const WORSE_PATTERNS = [
  "The queue {name} now loses {after} packets instead of {before}.",
  "The card now loses {after} packets instead of {before}.",
  "Saving and restoring take {after} cycles per packet instead of {before}.",
  "On average a packet waits {after} cycles instead of {before} until the card requests an interrupt (coalescing).",
  "On average a packet waits {after} cycles instead of {before} until its interrupt is taken.",
  "On average a packet waits {after} cycles instead of {before} until the handler reaches it.",
  "On average a packet waits {after} cycles instead of {before} for {thread}.",
  "On average the work on a packet takes {after} cycles instead of {before}.",
  "On average the transfer into memory takes {after} cycles instead of {before}.",
  "On average entry and saving together take {after} cycles instead of {before}.",
  "On average an interrupt waits {after} cycles instead of {before} until it is taken.",
  "An interrupt covers {after} packets on average instead of {before}, and the next interrupt waits until they are taken.",
  "The mean falls from {before} to {after} cycles; only the slowest take longer.",
] as const;

type WorsePattern = (typeof WORSE_PATTERNS)[number];

interface WorseReason {
  readonly pattern: WorsePattern;
  readonly gaps: Readonly<Record<string, string | number>>;
}

/** Share of the latency. A part that has grown by less explains nothing. */
const LEAST_SHARE = { packet: 0.02, interrupt: 0.05 };
/** Two reasons can complete each other: where the loss is now, and which part grew. */
const REASON_LIMIT = 2;

export function worseBecause(
  scenario: Scenario,
  before: EndedRun,
  after: EndedRun,
  asked: Pick<Why, "what">,
): readonly WorseReason[] {
  const place = isAboutLosses(asked) ? movedLoss(scenario, before, after) : undefined;
  const isBehindRing = place?.pattern === "The queue {name} now loses {after} packets instead of {before}.";
  const reasons = [
    place,
    morePackets(before, after, asked),
    isAboutInterrupts(asked) ? undefined : moreSaving(before, after),
    grownPart(scenario, before, after, { asked, isBehindRing }),
    onlySlowest(before, after, asked),
  ];
  return reasons.filter((one) => one !== undefined).slice(0, REASON_LIMIT);
}

/** Losses in another place than before explain the growth. */
function movedLoss(scenario: Scenario, before: EndedRun, after: EndedRun): WorseReason | undefined {
  const atQueues = ({ metrics }: EndedRun) =>
    metrics.receive.dropped.find(({ cause }) => cause === AT_QUEUE)?.count ?? 0;
  const atCard = (run: EndedRun) => run.metrics.receive.lost - atQueues(run);
  const grown = (count: (run: EndedRun) => number) => count(after) - count(before);
  if (grown(atQueues) > 0 && grown(atCard) <= 0) {
    const queues = after.metrics.queues.map(({ dropped }, index) => ({
      name: scenario.software.queues[index]?.name ?? "?",
      more: dropped - (before.metrics.queues[index]?.dropped ?? 0),
    }));
    const name = queues.toSorted((a, b) => b.more - a.more)[0]?.name ?? "?";
    return {
      pattern: "The queue {name} now loses {after} packets instead of {before}.",
      gaps: { after: atQueues(after), before: atQueues(before), name },
    };
  }
  if (grown(atCard) > 0 && grown(atQueues) < 0)
    return {
      pattern: "The card now loses {after} packets instead of {before}.",
      gaps: { after: atCard(after), before: atCard(before) },
    };
  return undefined;
}

/** Cycles per delivered packet for moving registers. */
function moreSaving(before: EndedRun, after: EndedRun): WorseReason | undefined {
  const each = ({ metrics }: EndedRun) => Math.round(metrics.savingCycles / packetsOf(metrics).latency.count);
  const [was, is] = [each(before), each(after)];
  const whole = packetsOf(after.metrics).latency.mean;
  if (!(is - was > LEAST_SHARE.packet * whole) && !(is > 2 * was && is - was >= 10)) return undefined;
  return {
    pattern: "Saving and restoring take {after} cycles per packet instead of {before}.",
    gaps: { after: is, before: was },
  };
}

const PACKET_PARTS: Readonly<Record<SimPacketPart, WorsePattern>> = {
  coalescing:
    "On average a packet waits {after} cycles instead of {before} until the card requests an interrupt (coalescing).",
  masked: "On average a packet waits {after} cycles instead of {before} until its interrupt is taken.",
  drain: "On average entry and saving together take {after} cycles instead of {before}.",
  entry: "On average entry and saving together take {after} cycles instead of {before}.",
  save: "On average entry and saving together take {after} cycles instead of {before}.",
  "first-instruction": "On average entry and saving together take {after} cycles instead of {before}.",
  handler: "On average a packet waits {after} cycles instead of {before} until the handler reaches it.",
  dma: "On average the transfer into memory takes {after} cycles instead of {before}.",
  protocol: "On average a packet waits {after} cycles instead of {before} for {thread}.",
  delivery: "On average the work on a packet takes {after} cycles instead of {before}.",
};

/** The acknowledgement comes after the first instruction and is not part of the wait. */
const INTERRUPT_PARTS: Readonly<Record<SimInterruptPart, WorsePattern | undefined>> = {
  masked: "On average an interrupt waits {after} cycles instead of {before} until it is taken.",
  drain: "On average entry and saving together take {after} cycles instead of {before}.",
  entry: "On average entry and saving together take {after} cycles instead of {before}.",
  save: "On average entry and saving together take {after} cycles instead of {before}.",
  "first-instruction": "On average entry and saving together take {after} cycles instead of {before}.",
  acknowledge: undefined,
};

/** A packet that finds the ring full waits until software has taken the packets in it. */
const IN_RING: ReadonlySet<string> = new Set<SimPacketPart>([
  "coalescing",
  "masked",
  "drain",
  "entry",
  "save",
  "first-instruction",
  "handler",
]);

function grownPart(
  scenario: Scenario,
  before: EndedRun,
  after: EndedRun,
  of: { readonly asked: Pick<Why, "what">; readonly isBehindRing: boolean },
): WorseReason | undefined {
  const isInterrupt = isAboutInterrupts(of.asked);
  const patterns: Readonly<Record<string, WorsePattern | undefined>> = isInterrupt
    ? INTERRUPT_PARTS
    : PACKET_PARTS;
  const counts = (part: string) =>
    !isAboutLosses(of.asked) || isInterrupt || IN_RING.has(part) !== of.isBehindRing;
  const partsOf = ({ metrics }: EndedRun): readonly PartMean[] =>
    isInterrupt ? metrics.interruptParts : packetsOf(metrics).parts;
  const sums = (run: EndedRun) => {
    const sum = new Map<WorsePattern, number>();
    for (const { part, meanCycles } of partsOf(run)) {
      const pattern = patterns[part];
      if (pattern !== undefined && counts(part)) sum.set(pattern, (sum.get(pattern) ?? 0) + meanCycles);
    }
    return sum;
  };
  const was = sums(before);
  const grown = [...sums(after)]
    .map(([pattern, cycles]) => ({ pattern, cycles, was: was.get(pattern) ?? 0 }))
    .map((one) => ({ ...one, seconds: one.cycles / after.clockHertz - one.was / before.clockHertz }))
    .toSorted((a, b) => b.seconds - a.seconds);
  const most = grown[0];
  const whole = latencyOf(after, of.asked).mean;
  const least = isInterrupt ? LEAST_SHARE.interrupt : LEAST_SHARE.packet;
  if (most === undefined || !(most.seconds * after.clockHertz > least * whole)) return undefined;
  const thread = scenario.software.threads[delivererIn(scenario) ?? -1]?.name ?? "?";
  return {
    pattern: most.pattern,
    gaps: {
      after: Math.round(most.cycles),
      before: Math.round(most.was),
      ...(most.pattern.includes("{thread}") ? { thread } : {}),
    },
  };
}

/** The handler has more work in each run, and the next interrupt waits for it. */
function morePackets(before: EndedRun, after: EndedRun, asked: Pick<Why, "what">): WorseReason | undefined {
  if (!isAboutInterrupts(asked)) return undefined;
  const each = ({ metrics }: EndedRun) =>
    (metrics.receive.delivered + metrics.receive.lost) / metrics.interrupts;
  const [was, is] = [each(before), each(after)];
  if (!(is > 1.1 * was)) return undefined;
  return {
    pattern:
      "An interrupt covers {after} packets on average instead of {before}, and the next interrupt waits until they are taken.",
    gaps: { after: tenths(is), before: tenths(was) },
  };
}

const tenths = (value: number) => Math.round(value * 10) / 10;

function onlySlowest(before: EndedRun, after: EndedRun, asked: Pick<Why, "what">): WorseReason | undefined {
  if (isAboutLosses(asked)) return undefined;
  const [was, is] = [before, after].map((run) => latencyOf(run, asked).mean);
  if (was === undefined || is === undefined || !(is < was) || before.clockHertz !== after.clockHertz)
    return undefined;
  return {
    pattern: "The mean falls from {before} to {after} cycles; only the slowest take longer.",
    gaps: { after: Math.round(is), before: Math.round(was) },
  };
}

/** "alike" means that the difference is too small to matter. */
export type Verdict = "better" | "worse" | "same" | "alike";

type Asked = Pick<Why, "what">;

/** Smaller changes are neither better nor worse. */
const ALIKE_SHARE = 0.01;

/** Judges the effect of a change on the question: on losses, or on the latency. */
function isAboutLosses({ what }: Asked): boolean {
  return what !== "late-packet" && what !== "late-interrupt";
}

function isAboutInterrupts({ what }: Asked): boolean {
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

/** p99 of interrupt latency if the question is about an interrupt, otherwise of packet latency. NaN if there are too
 * few for a percentile. */
export function p99Seconds(run: EndedRun, asked: Asked): number {
  return percentileIfMeaningful(latencyOf(run, asked), "p99") / run.clockHertz;
}

function latencyOf({ metrics }: EndedRun, asked: Asked): Distribution {
  return isAboutInterrupts(asked) ? metrics.interruptLatency : packetsOf(metrics).latency;
}

/** Received packets if there are any, otherwise sent ones. */
function packetsOf({ receive, send }: EndedRun["metrics"]): EndedRun["metrics"]["receive"] {
  return receive.latency.count > 0 ? receive : send;
}
