/** Clauses about a hart and an interrupt: why it took the interrupt late, and how long its handler took to answer. */

import type { SimInterruptSource } from "../../core-wasm/binding/index.ts";
import { hartRegisters } from "../../core-wasm/binding/registers.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { partText } from "../../scenarios/story/parts.ts";
import type { Steps, Traveller } from "../journeys/journey.ts";
import { programCodeOf } from "../programs/programMap.ts";
import { type AskedInterrupt, EXTERNAL_BIT, functionsIn, hartStints } from "./hartHolds.ts";
import type { Records } from "./records.ts";
import { cpuOfThread, stintsOf, waitClauses, within } from "./wait.ts";
import type { Clause } from "./why.ts";

export function isHart({ software }: Scenario, thread: number | undefined): thread is number {
  return software.threads[thread ?? -1]?.machineMode === true;
}

const SOFTWARE_BIT = 3;
const TIMER_BIT = 7;
const FIRST_LINE_BIT = 16;

/** `isBound`: mline binds the line to the hart, so it does not come through the PLIC. */
export function askedOf(
  source: SimInterruptSource,
  line: number | undefined,
  isBound: boolean,
): AskedInterrupt {
  if (source === "timer") return { bit: TIMER_BIT };
  if (source === "software") return { bit: SOFTWARE_BIT };
  if (isBound) return { bit: FIRST_LINE_BIT + (line ?? 0) };
  return { bit: EXTERNAL_BIT, source: (line ?? 0) + 1 };
}

/** True if, at the end of the cycle before this boundary, mline binds the line to the hart. */
export function* isBound(
  run: Traveller,
  thread: number,
  line: number | undefined,
  boundary: number,
): Steps<boolean> {
  if (line === undefined) return false;
  yield* run.goTo(boundary);
  return (((hartRegisters(run.machine, thread)?.mline ?? 0) >>> line) & 1) === 1;
}

export interface HartSpan {
  readonly thread: number;
  readonly fromCycle: number;
  readonly toCycle: number;
}

/** The clauses cover the whole span. They are about the hart while it has its processor or nothing runs, otherwise
 * about the threads that have the processor. */
export function* hartWaitClauses(
  run: Traveller,
  records: Records,
  span: HartSpan,
  asked: AskedInterrupt,
): Steps<readonly Clause[]> {
  const { scenario } = run;
  const { thread, fromCycle, toCycle } = span;
  const code = programCodeOf(scenario);
  const clauses: Clause[] = [];
  for (const stretch of stretches(scenario, records, span)) {
    if (stretch.isOwn) {
      const stints = yield* hartStints(run, code, thread, asked, stretch.fromCycle, stretch.toCycle);
      clauses.push(...stints.map((stint) => ({ ...stint, ...ofHart(scenario, thread, "held") })));
    } else clauses.push(...waitClauses(scenario, records, { ...stretch, thread }));
  }
  return clauses.length === 0 && toCycle > fromCycle
    ? waitClauses(scenario, records, { thread, fromCycle, toCycle })
    : clauses;
}

/** Clauses until the handler had answered. */
export function* hartAnswerClauses(
  run: Traveller,
  { thread, fromCycle, toCycle }: HartSpan,
): Steps<readonly Clause[]> {
  if (toCycle <= fromCycle) return [];
  const functions = yield* functionsIn(run, programCodeOf(run.scenario), thread, fromCycle, toCycle);
  return [{ fromCycle, toCycle, functions, ...ofHart(run.scenario, thread, "answer") }];
}

function ofHart({ software }: Scenario, thread: number, kind: "held" | "answer") {
  const part = partText("thread", software.threads[thread]?.name ?? "");
  return { kind, part, thread, reasons: [], work: [] };
}

interface Stretch {
  readonly fromCycle: number;
  readonly toCycle: number;
  readonly isOwn: boolean;
}

function stretches(
  scenario: Scenario,
  records: Records,
  { thread, fromCycle, toCycle }: HartSpan,
): readonly Stretch[] {
  const found: Stretch[] = [];
  for (const stint of within(
    stintsOf(scenario, records, cpuOfThread(scenario, thread)),
    fromCycle,
    toCycle,
  )) {
    const isOwn = stint.thread === thread || stint.thread === undefined;
    const last = found.at(-1);
    if (last !== undefined && last.isOwn === isOwn)
      found[found.length - 1] = { ...last, toCycle: stint.toCycle };
    else found.push({ fromCycle: stint.fromCycle, toCycle: stint.toCycle, isOwn });
  }
  return found;
}
