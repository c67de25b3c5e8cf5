/** Clauses about a hart and an interrupt: why it took the interrupt late, and how long its handler took to answer. */

import type { SimInterruptSource } from "../../core-wasm/binding/index.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { partText } from "../../scenarios/story/parts.ts";
import type { Steps, Traveller } from "../journeys/journey.ts";
import { programCodeOf } from "../programs/programMap.ts";
import { type AskedInterrupt, functionsIn, handlerEnd, hartStints, toldStints } from "./hartHolds.ts";
import type { Records } from "./records.ts";
import { cpuOfThread, stintsOf, waitClauses, within } from "./wait.ts";
import type { Clause } from "./why.ts";

export function isHart({ software }: Scenario, thread: number | undefined): thread is number {
  return software.threads[thread ?? -1]?.machineMode === true;
}

const SOFTWARE_BIT = 3;
const TIMER_BIT = 7;

export function askedOf(source: SimInterruptSource, line: number | undefined): AskedInterrupt {
  if (source === "line") return { line: line ?? 0 };
  return { bit: source === "timer" ? TIMER_BIT : SOFTWARE_BIT };
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
  const stints = yield* hartStints(run, code, thread, asked, fromCycle, toCycle);
  for (const stretch of stretches(scenario, records, span)) {
    if (stretch.isOwn) {
      const own = within(stints, stretch.fromCycle, stretch.toCycle);
      const told = yield* toldStints(run, code, thread, own);
      clauses.push(...told.map((stint) => ({ ...stint, ...ofHart(scenario, thread, "held") })));
    } else clauses.push(...waitClauses(scenario, records, { ...stretch, thread }));
  }
  return clauses.length === 0 && toCycle > fromCycle
    ? waitClauses(scenario, records, { thread, fromCycle, toCycle })
    : clauses;
}

/** Clauses from the start of the handler onwards, until the answer or until the range ends without one. The handler may
 * return before that. */
export function* hartAnswerClauses(
  run: Traveller,
  records: Records,
  { thread, fromCycle, toCycle }: HartSpan,
  asked: AskedInterrupt,
  isAnswered: boolean,
): Steps<readonly Clause[]> {
  if (toCycle <= fromCycle) return [];
  const code = programCodeOf(run.scenario);
  const end = yield* handlerEnd(run, thread, fromCycle, toCycle);
  const until = end ?? toCycle;
  const functions = yield* functionsIn(run, code, thread, fromCycle, until);
  const handler = end !== undefined ? "left" : isAnswered ? "answered" : "running";
  return [
    { fromCycle, toCycle: until, functions, handler, ...ofHart(run.scenario, thread, "answer") },
    ...(yield* hartWaitClauses(run, records, { thread, fromCycle: until, toCycle }, asked)),
  ];
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
