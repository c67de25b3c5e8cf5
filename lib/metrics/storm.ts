/** Interrupts of one line that took the processor from threads that could run. */

import { lineIndex, linesOf } from "../../scenarios/devices/lines.ts";
import { ringsOf } from "../../scenarios/devices/nic.ts";
import type { Scenario, Step, Thread } from "../../scenarios/format/schema.ts";
import { cpuOf } from "../../scenarios/software/contexts.ts";
import { someStep } from "../../scenarios/software/steps.ts";
import { cpusOf } from "./consumers.ts";
import type { Metrics } from "./metrics.ts";
import { FUTILE_COUNT, type WholeText } from "./persistence.ts";
import type { Span, Starved } from "./starvation.ts";

/** Share of the time in which a thread was starved: nearly all. What is left is for the thread, for ticks and other lines. */
const STORM_SHARE = 0.9;
/** Share of that time: another thread that ran for less of it cannot have taken it. */
const RIVAL_SHARE = 0.5;
/** One when it has come, one when it was sent; of a closed loop more of them are in vain. */
const INTERRUPTS_OF_FRAME = 2;

/** One line's interrupts took nearly all of a processor from threads that could run. */
export interface Storm extends Span {
  readonly kind: "storm";
  readonly line: string;
  /** In the whole run, like their cycles: handler, drain, entry, save and restore. */
  readonly interrupts: number;
  readonly cycles: number;
  readonly victims: readonly Starved[];
}

/** `starved`: threads that are reported so; victims are threads that proceed by an instruction at a time. */
export function stormsOf(
  scenario: Scenario,
  metrics: Metrics,
  starved: ReadonlyMap<Thread, Starved>,
  saturated: ReadonlySet<Thread>,
): Storm[] {
  const { machine, software } = scenario;
  const frames = metrics.receive.offered + metrics.send.offered;
  const lineOfThread = software.threads.map(({ start }) =>
    start.on === "line" ? lineIndex(machine, start) : -1,
  );
  return linesOf(machine).flatMap(({ name }, line) => {
    const handler = software.threads[lineOfThread.indexOf(line)];
    if (handler === undefined) return [];
    return stormOf(scenario, metrics, name, handler, starved).filter(
      ({ interrupts }) => !saturated.has(handler) || interrupts > INTERRUPTS_OF_FRAME * frames,
    );
  });
}

/** What each took is counted over the whole run: it was this one, if the others together cannot have been it. */
function stormOf(
  scenario: Scenario,
  metrics: Metrics,
  line: string,
  handler: Thread,
  starved: ReadonlyMap<Thread, Starved>,
): Storm[] {
  const { threads } = scenario.software;
  const counted = metrics.threads[threads.indexOf(handler)];
  if (counted === undefined || counted.ended < FUTILE_COUNT) return [];
  const isHere = (thread: Thread) => thread !== handler && isBeside(scenario, thread, new Set([handler]));
  const cycles = counted.cycles + overheadOf(scenario, metrics, handler, counted.ended);
  const rivals = threads.reduce((sum, thread, index) => {
    const isRival = isHere(thread) && !starved.has(thread);
    return isRival ? sum + (metrics.threads[index]?.cycles ?? 0) : sum;
  }, 0);
  const victims = [...starved].flatMap(([thread, one]) => {
    const length = one.untilCycle - one.fromCycle;
    const isLines = cycles >= STORM_SHARE * length && rivals < RIVAL_SHARE * length;
    return one.ranCycles !== undefined && isHere(thread) && isLines ? [one] : [];
  });
  if (victims.length === 0) return [];
  const fromCycle = Math.min(...victims.map((one) => one.fromCycle));
  const { ended: interrupts } = counted;
  return [{ kind: "storm", line, interrupts, cycles, fromCycle, untilCycle: metrics.cycle, victims }];
}

/** It may run on a processor of one of them. */
export function isBeside(scenario: Scenario, thread: Thread, others: ReadonlySet<Thread>): boolean {
  const cpus = cpusOf(scenario, thread);
  return [...others].some((other) => [...cpusOf(scenario, other)].some((cpu) => cpus.has(cpu)));
}

/** Its part of what entering, saving and restoring cost its processor, by how many came and went there. */
function overheadOf(scenario: Scenario, metrics: Metrics, handler: Thread, ended: number): number {
  const { machine, software } = scenario;
  const cpus = cpusOf(scenario, handler);
  const overhead = metrics.cyclesBy.reduce((sum, { context, layer, cause, cycles }) => {
    const isIt = layer === "save-restore" && cause !== "ready" && cpus.has(cpuOf(machine, context));
    return isIt ? sum + cycles : sum;
  }, 0);
  const came = software.threads.reduce((sum, thread, index) => {
    const one = metrics.threads[index];
    if (one === undefined || !isBeside(scenario, thread, new Set([handler]))) return sum;
    return sum + (thread.start.on === "always" ? one.switches : one.ended);
  }, 0);
  return Math.round((overhead * ended) / came);
}

/** Threads that work on frames of a closed loop. The loop offers the next frame when the machine is done with the last: it takes any
 * machine to its limit, so what is left beside it says nothing of the machine. */
export function threadsOfClosedLoops({ machine, software, traffic }: Scenario): ReadonlySet<Thread> {
  const closed = traffic.filter(({ loop }) => loop === "closed");
  const names = new Set(closed.map(({ nic }) => nic));
  const isOfNic = (step: Step) => "nic" in step && step.nic !== undefined && names.has(step.nic);
  const nics = machine.nics.filter(({ name }) => names.has(name));
  const lines = new Set(
    nics.flatMap((nic) => ringsOf(nic).map((_, ring) => lineIndex(machine, { nic: nic.name, ring }))),
  );
  return new Set(
    software.threads.filter(
      ({ start, steps }) =>
        (start.on === "line" && lines.has(lineIndex(machine, start))) || someStep(steps, isOfNic),
    ),
  );
}

export function stormText(
  { line, interrupts, cycles, untilCycle, victims }: Storm,
  whole: WholeText,
): string {
  const until = whole(untilCycle);
  const took = `interrupt storm: ${whole(interrupts)} interrupts of ${JSON.stringify(line)} took ${whole(cycles)} of ${until} cycles, entry, save and restore included`;
  const left = victims.map(
    ({ thread, fromCycle, ranCycles = 0 }) =>
      `${JSON.stringify(thread)} could run from cycle ${whole(fromCycle)} until cycle ${until} and ran for ${whole(ranCycles)} cycles of that time`,
  );
  return [took, ...left].join("; ");
}
