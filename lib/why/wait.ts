/** Explains a thread's wait from the first cycle to the last: which threads had its processor, and why none was
 * interrupted. */

import { SIM_NONE_8, sim_run_state } from "../../core-wasm/binding/layout.gen.ts";
import { linesOf } from "../../scenarios/devices/lines.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { contextsOf, contextTotal, cpuOf } from "../../scenarios/software/contexts.ts";
import { someStep } from "../../scenarios/software/steps.ts";
import { partText } from "../../scenarios/story/parts.ts";
import { isSwitched } from "./masked.ts";
import { lineOfThread, lineStarting, type Records } from "./records.ts";
import type { Clause, Reason } from "./why.ts";
import { workIn } from "./work.ts";

/** Most clauses in one answer. Beyond that, neighbouring clauses are joined into one that says "took turns". */
const CLAUSE_LIMIT = 5;

/** Cycles until one instruction of the resumed thread is beyond IF. A miss may delay it further. */
const RETURN_CYCLES = 2;

interface Wait {
  readonly thread: number;
  readonly fromCycle: number;
  readonly toCycle: number;
  /** Card whose work is described too. */
  readonly nic?: number | undefined;
}

export function waitClauses(scenario: Scenario, records: Records, wait: Wait): readonly Clause[] {
  const stints = within(
    stintsOf(scenario, records, cpuOfThread(scenario, wait.thread)),
    wait.fromCycle,
    wait.toCycle,
  );
  return joined(byThread(stints)).map((group) => clauseOf(scenario, records, wait, group));
}

export function cpuOfThread(scenario: Scenario, thread: number): number {
  const of = scenario.software.threads[thread];
  return of === undefined ? 0 : cpuOf(scenario.machine, contextsOf(scenario, of)[0] ?? 0);
}

/** Joins adjacent periods of one thread. */
function byThread(stints: readonly Stint[]): readonly (readonly Stint[])[] {
  const groups: Stint[][] = [];
  for (const stint of stints) {
    const last = groups.at(-1);
    if (last !== undefined && last[0]?.thread === stint.thread) last.push(stint);
    else groups.push([stint]);
  }
  return groups;
}

const lengthOf = (group: readonly Stint[]) =>
  group.reduce((sum, { fromCycle, toCycle }) => sum + toCycle - fromCycle, 0);

/** Joins the shortest period with its shorter neighbour until few remain. */
function joined(groups: readonly (readonly Stint[])[]): readonly (readonly Stint[])[] {
  const left = [...groups];
  while (left.length > CLAUSE_LIMIT) {
    const lengths = left.map(lengthOf);
    const pairs = lengths.slice(1).map((length, index) => length + (lengths[index] ?? 0));
    const at = pairs.indexOf(Math.min(...pairs));
    left.splice(at, 2, [...(left[at] ?? []), ...(left[at + 1] ?? [])]);
  }
  return left;
}

function clauseOf(scenario: Scenario, records: Records, wait: Wait, group: readonly Stint[]): Clause {
  const fromCycle = group[0]?.fromCycle ?? wait.fromCycle;
  const toCycle = group.at(-1)?.toCycle ?? wait.toCycle;
  const by = new Map<number | undefined, number>();
  for (const { thread, fromCycle: from, toCycle: to } of group)
    by.set(thread, (by.get(thread) ?? 0) + to - from);
  const ran = [...by].map(([thread, cycles]) => ({ thread, cycles })).sort((a, b) => b.cycles - a.cycles);
  const thread = ran[0]?.thread;
  const work = workIn(scenario, records, { fromCycle, toCycle, threads: [...by.keys()], nic: wait.nic });
  const shared = { fromCycle, toCycle, thread, waiting: wait.thread, work };
  const part = thread === undefined ? "controller" : partText("thread", nameOf(scenario, thread));
  if (ran.length > 1) return { ...shared, kind: "turns", part, ran, reasons: [] };
  if (thread === undefined)
    return { ...shared, kind: "idle", part, reasons: reasonsOf(scenario, undefined, wait.thread, group) };
  if (thread === wait.thread) return { ...shared, kind: "own", part, reasons: [] };
  return { ...shared, kind: "blocked", part, reasons: reasonsOf(scenario, thread, wait.thread, group) };
}

function nameOf({ software }: Scenario, thread: number): string {
  return software.threads[thread]?.name ?? "";
}

/** docs/model.md, M-58. */
function reasonsOf(
  scenario: Scenario,
  runs: number | undefined,
  waits: number,
  group: readonly Stint[],
): readonly Reason[] {
  const { threads } = scenario.software;
  const [running, waiting] = [threads[runs ?? -1], threads[waits]];
  if (waiting === undefined) return [];
  const urgency = urgencyOf(scenario, waits);
  const reasons: Reason[] = [];
  if (running !== undefined && running.priority <= urgency)
    reasons.push({ kind: "priority", own: running.priority, waiting: urgency });
  if (running !== undefined && !running.interruptsEnabled) reasons.push({ kind: "interrupts-off" });
  if (reasons.length > 0) return reasons;
  const switching = lengthOf(group.filter((stint) => stint.switching));
  if (switching > 0) reasons.push({ kind: "switching", cycles: switching });
  const rest = lengthOf(group) - switching;
  if (rest === 0) return reasons;
  if (running !== undefined && rest <= RETURN_CYCLES) return [...reasons, { kind: "returned" }];
  if (running !== undefined && hasCriticalSection(running)) return [...reasons, { kind: "interrupts-off" }];
  if (mayBeMasked(scenario, waits)) reasons.push({ kind: "masked" });
  return reasons;
}

function hasCriticalSection({ steps }: Scenario["software"]["threads"][number]): boolean {
  return someStep(steps, (step) => step.do === "disable-interrupts");
}

/** True if the line that starts the thread is masked at the start, or by some step. */
function mayBeMasked(scenario: Scenario, thread: number): boolean {
  const line = lineOfThread(scenario, thread);
  if (line === undefined) return false;
  return linesOf(scenario.machine)[line]?.masked === true || isSwitched(scenario, line);
}

/** Priority of the line that starts the thread, otherwise the thread's own. */
function urgencyOf(scenario: Scenario, thread: number): number {
  const of = scenario.software.threads[thread];
  if (of === undefined) return 0;
  return lineStarting(scenario, thread)?.priority ?? of.priority;
}

/** The processor ran this thread, or prepared to run it. Undefined if nothing ran. */
interface Stint {
  readonly fromCycle: number;
  readonly toCycle: number;
  readonly thread: number | undefined;
  /** The processor prepared to run it: entry steps, saving, restoring. */
  readonly switching: boolean;
}

/** Decodes the value of a LAYER event (sim_layout.def). */
const holderIn = (packed: number): Holder | undefined => {
  const state = (packed >>> 8) & 0xff;
  const thread = packed >>> 16;
  const has = state !== sim_run_state.waiting && state !== sim_run_state.ready;
  return has && thread !== SIM_NONE_8 ? { thread, switching: state !== sim_run_state.running } : undefined;
};

interface Holder {
  readonly thread: number;
  readonly switching: boolean;
}

/** The state at the start of the records. */
function holderAtBegin({ begin }: Records, context: number): Holder | undefined {
  const frame = begin.frames.find(
    (one) =>
      one.context === context &&
      one.thread !== SIM_NONE_8 &&
      one.run_state !== sim_run_state.waiting &&
      one.run_state !== sim_run_state.ready,
  );
  return frame && { thread: frame.thread, switching: frame.run_state !== sim_run_state.running };
}

/** Periods in order and without gaps over [fromCycle, toCycle) of the records. Adjacent periods differ. */
export function stintsOf(scenario: Scenario, records: Records, cpu: number): readonly Stint[] {
  const { machine } = scenario;
  const contexts = Array.from({ length: contextTotal(machine) }, (_, context) => context).filter(
    (context) => cpuOf(machine, context) === cpu,
  );
  const changes = records.events.filter(
    ({ kind, context }) => kind === "layer" && contexts.includes(context),
  );
  const runs = new Map<number, Holder | undefined>();
  const active = records.begin.cpus[cpu]?.active_context ?? 0;
  for (const context of contexts) {
    const first = changes.find((event) => event.context === context);
    if (first !== undefined) runs.set(context, holderIn(first.value));
    else if (context === active) runs.set(context, holderAtBegin(records, context));
  }
  const stints: Stint[] = [];
  let fromCycle = records.fromCycle;
  const now = () => [...runs.values()].find((holder) => holder !== undefined);
  const close = (toCycle: number) => {
    if (toCycle <= fromCycle) return;
    const { thread, switching } = now() ?? { thread: undefined, switching: false };
    const last = stints.at(-1);
    if (last !== undefined && last.thread === thread && last.switching === switching)
      stints[stints.length - 1] = { ...last, toCycle };
    else stints.push({ fromCycle, toCycle, thread, switching });
    fromCycle = toCycle;
  };
  for (const { cycle, context, subject } of changes) {
    close(Math.min(cycle, records.toCycle));
    runs.set(context, holderIn(subject));
  }
  close(records.toCycle);
  return stints;
}

interface Range {
  readonly fromCycle: number;
  readonly toCycle: number;
}

/** The parts of the periods in [fromCycle, toCycle). */
export function within<T extends Range>(
  stints: readonly T[],
  fromCycle: number,
  toCycle: number,
): readonly T[] {
  return stints.flatMap((stint) => {
    const from = Math.max(stint.fromCycle, fromCycle);
    const to = Math.min(stint.toCycle, toCycle);
    return to > from ? [{ ...stint, fromCycle: from, toCycle: to }] : [];
  });
}
