/** Counts where the cycles of programs went, for each instruction. It counts from the pipeline's rows and omits none.
 *
 * A cycle belongs to the instruction that the machine accounts next. If a context has its core to itself, that is the
 * instruction that reaches the last stage (M-24); otherwise the one that issues (M-33). The cycles of a thread's
 * instructions add up to those of its layer and of the drain, in which instructions finish after an interrupt was
 * recognised. */
import {
  type CoreModule,
  createMachine,
  type Machine,
  SIM_NONE,
  SIM_NONE_8,
  SIM_ROW_FLUSHED,
  SIM_ROW_ILLUSTRATIVE,
  SIM_ROW_NULLIFIED,
  sim_cause,
  sim_cause_names,
  sim_row_kind,
  sim_window_row,
} from "../../core-wasm/binding/index.ts";
import { compileScenario } from "../../scenarios/compile/compile.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";

/** Fields of the pipeline's rows that a profile needs. There are as many rows as instructions, so no other fields are
 * read. */
interface ProfileRow {
  readonly first_cycle: number;
  /** Offsets from first_cycle, by stage. SIM_NONE if the instruction never entered the stage. */
  readonly enter: readonly number[];
  readonly stall: readonly number[];
  readonly end: number;
  readonly pc: number;
  readonly kind: number;
  readonly context: number;
  readonly thread: number;
  readonly routine: number;
  readonly flags: number;
}

const HIGH = 2 ** 32;

/** Rows of the present window, up to `stages` of the pipeline. */
export function profileRows(machine: Machine, stages: number): readonly ProfileRow[] {
  const { fields, size } = sim_window_row;
  return machine.inspect(({ core, view }) => {
    const base = core.core_window_rows();
    return Array.from({ length: core.core_window_row_count() }, (_, index) => {
      const at = base + index * size;
      const first = at + fields.first_cycle.offset;
      const enter: number[] = [];
      const stall: number[] = [];
      for (let stage = 0; stage < stages; stage++) {
        enter.push(view.getUint32(at + fields.enter.offset + 4 * stage, true));
        stall.push(view.getUint8(at + fields.stall.offset + stage));
      }
      return {
        first_cycle: view.getUint32(first, true) + HIGH * view.getUint32(first + 4, true),
        enter,
        stall,
        end: view.getUint32(at + fields.end.offset, true),
        pc: view.getUint32(at + fields.pc.offset, true),
        kind: view.getUint8(at + fields.kind.offset),
        context: view.getUint8(at + fields.context.offset),
        thread: view.getUint8(at + fields.thread.offset),
        routine: view.getUint8(at + fields.routine.offset),
        flags: view.getUint8(at + fields.flags.offset),
      };
    });
  });
}

export interface ProfileCounts {
  readonly cycles: number;
  /** Instructions that retired or were issued. */
  readonly instructions: number;
  /** Lost cycles by sim_cause. `cycles` is the sum of these and the cycles that were not lost. */
  readonly stalls: readonly number[];
}

export interface InstructionProfile extends ProfileCounts {
  readonly thread: number;
  readonly routine: number;
  readonly pc: number;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
type Tally = Mutable<Omit<InstructionProfile, "stalls">> & { readonly stalls: number[] };

/** True if no instruction of a program was executed. */
const OTHER_ROW = SIM_ROW_FLUSHED | SIM_ROW_ILLUSTRATIVE | SIM_ROW_NULLIFIED;

/** Numbers of threads and routines have 8 bits. */
const THREAD_LIMIT = 256;
const ADDRESS_LIMIT = 2 ** 32;

/** Cycles at which the instruction entered the stages up to the counting stage. */
interface Passage {
  readonly thread: number;
  readonly routine: number;
  readonly pc: number;
  readonly enter: readonly number[];
  readonly stall: readonly number[];
  /** The first cycle in which the instruction has left the pipeline. Infinity if it has not left yet. */
  readonly end: number;
}

interface Hole {
  readonly cause: number;
  cycles: number;
}

/** Takes the rows of consecutive windows. */
export class Profiler {
  /** The stage in which a context's cycle is accounted. */
  readonly #stage: number;
  readonly #isProgram: readonly boolean[];
  /** Previous passage, by context. */
  readonly #before = new Map<number, Passage>();
  /** Instructions in the pipeline when the last window ended, by context. */
  readonly #underWay = new Map<number, Passage[]>();
  readonly #tallies = new Map<number, Tally>();

  constructor({ machine, software }: Scenario) {
    const { policy, pipeline } = machine.core;
    const isAlone = policy === "single" || policy === "on-event";
    this.#stage = isAlone ? pipeline.stages.length - 1 : pipeline.stages.indexOf(pipeline.executeStage);
    this.#isProgram = software.routines.map(({ kind }) => kind === "program");
  }

  /** `from` and `to` are the bounds of the window that has these rows. */
  take(rows: readonly ProfileRow[], from: number, to: number): void {
    const passing: { readonly row: ProfileRow; readonly passage: Passage; readonly at: number }[] = [];
    const left = new Map<number, Passage[]>();
    for (const row of rows) {
      if (row.kind !== sim_row_kind.instruction || (row.flags & OTHER_ROW) !== 0) continue;
      const passage = this.#continued(row, from);
      const at = passage.enter[this.#stage];
      if (at !== undefined && at < to) passing.push({ row, passage, at });
      else if (passage.end >= to) left.set(row.context, [...(left.get(row.context) ?? []), passage]);
    }
    this.#underWay.clear();
    for (const [context, all] of left) this.#underWay.set(context, all);
    passing.sort((a, b) => a.at - b.at);
    for (const { row, passage, at } of passing) if (at >= from) this.#count(row.context, passage);
  }

  /** Sorted by thread, routine and address. */
  result(): readonly InstructionProfile[] {
    for (const before of this.#before.values()) this.#countTail(before);
    this.#before.clear();
    return this.soFar();
  }

  /** The same without the instructions that end with the last window, because more rows may follow. */
  soFar(): readonly InstructionProfile[] {
    return Array.from(this.#tallies.values(), (tally) => ({ ...tally, stalls: [...tally.stalls] })).sort(
      (a, b) => a.thread - b.thread || a.routine - b.routine || a.pc - b.pc,
    );
  }

  /** A row that starts with its window may belong to an instruction that was already in the pipeline. */
  #continued(row: ProfileRow, from: number): Passage {
    const known = this.#underWay.get(row.context);
    const index = row.first_cycle === from ? (known?.findIndex(({ pc }) => pc === row.pc) ?? -1) : -1;
    const [before] = index < 0 || known === undefined ? [] : known.splice(index, 1);
    const enter: number[] = [];
    const stall: number[] = [];
    for (let stage = 0; stage <= this.#stage; stage++) {
      const own = row.enter[stage] ?? SIM_NONE;
      const was = before?.enter[stage];
      const isNew = own !== SIM_NONE && (was === undefined || own > 0);
      if (isNew) enter[stage] = row.first_cycle + own;
      else if (was !== undefined) enter[stage] = was;
      stall[stage] = (row.stall[stage] ?? 0) || (before?.stall[stage] ?? 0);
    }
    const isOver = row.end !== 0 && row.end !== SIM_NONE;
    const end = isOver ? row.first_cycle + row.end : Number.POSITIVE_INFINITY;
    return { thread: row.thread, routine: row.routine, pc: row.pc, enter, stall, end };
  }

  #count(context: number, passage: Passage): void {
    const { enter } = passage;
    const before = this.#before.get(context);
    this.#before.set(context, passage);
    const at = enter[this.#stage] ?? 0;
    const first = enter.find((cycle) => cycle !== undefined) ?? at;
    if (before !== undefined && first >= before.end) this.#countTail(before);
    const tally = this.#tallyOf(passage);
    if (tally === undefined) return;
    const last = before === undefined ? -1 : reached(before, this.#stage);
    // False if the pipeline held something else, or nothing, between the previous instruction and this fetch.
    const isBehind = before !== undefined && (first < before.end || last >= first - 1);
    tally.cycles += at - (isBehind ? last : first - 1);
    tally.instructions += 1;
    for (const { cause, cycles } of this.#holes(passage, isBehind ? before : undefined))
      tally.stalls[cause] = (tally.stalls[cause] ?? 0) + cycles;
  }

  /** Undefined if the instruction is not of a program. */
  #tallyOf({ thread, routine, pc }: Passage): Tally | undefined {
    if (routine === SIM_NONE_8 || this.#isProgram[routine] !== true) return undefined;
    const key = (thread * THREAD_LIMIT + routine) * ADDRESS_LIMIT + pc;
    const known = this.#tallies.get(key);
    if (known !== undefined) return known;
    const tally = newTally(thread, routine, pc);
    this.#tallies.set(key, tally);
    return tally;
  }

  /**
   * After the last instruction of an exec step has issued, no instruction issues until it has left the
   * pipeline.
   */
  #countTail(passage: Passage): void {
    const cycles = passage.end - 1 - reached(passage, this.#stage);
    if (cycles <= 0 || !Number.isFinite(cycles)) return;
    const tally = this.#tallyOf(passage);
    if (tally === undefined) return;
    tally.cycles += cycles;
    tally.stalls[sim_cause.branch] = (tally.stalls[sim_cause.branch] ?? 0) + cycles;
  }

  /** The bubbles directly before the instruction when it is accounted, each with its cause. A stage that holds an
   * instruction longer than the previous stage creates bubbles. A stage that waits for the previous one removes
   * them, the oldest first. */
  #holes({ enter, stall }: Passage, before: Passage | undefined): readonly Hole[] {
    const holes: Hole[] = [];
    const begin = enter.findIndex((cycle) => cycle !== undefined);
    let open = this.#gapBehind(enter, before, begin, begin);
    const isBehind = before !== undefined && (enter[begin] ?? 0) < before.end;
    holes.push({ cause: isBehind ? sim_cause.branch : sim_cause.fill, cycles: open });
    for (let stage = begin; stage < this.#stage; stage++) {
      const gap = this.#gapBehind(enter, before, stage + 1, begin);
      if (gap > open) holes.push({ cause: stall[stage] || sim_cause.fill, cycles: gap - open });
      else closeOldest(holes, open - gap);
      open = gap;
    }
    return holes.filter(({ cycles }) => cycles > 0);
  }

  /** Bubbles before the instruction when it enters a stage. */
  #gapBehind(enter: readonly number[], before: Passage | undefined, stage: number, begin: number): number {
    const at = enter[stage] ?? 0;
    if (before === undefined) return at - (enter[begin] ?? 0) + this.#stage - stage;
    const left = before.enter[stage + 1] ?? (before.enter[stage] ?? 0) + 1;
    return Math.max(0, at - left);
  }
}

/** The last cycle in which it was accounted, as known at `stage`. */
const reached = ({ enter }: Passage, stage: number): number => enter[stage] ?? -1;

const newTally = (thread: number, routine: number, pc: number): Tally => ({
  thread,
  routine,
  pc,
  cycles: 0,
  instructions: 0,
  stalls: Array<number>(sim_cause_names.length).fill(0),
});

function closeOldest(holes: Hole[], count: number): void {
  let left = count;
  for (const hole of holes) {
    const closed = Math.min(left, hole.cycles);
    hole.cycles -= closed;
    left -= closed;
  }
}

/** 25 MB in the machine. */
const ROW_CAPACITY = 2 ** 18;
/** ROW_CAPACITY holds the rows of this many cycles: at most eight a cycle for each core, and wrong-path fetches. */
const STEP_CYCLES = 8192;
/** Cycles per step before the profiled part. */
const WAY_CYCLES = 2 ** 20;

/** First cycle, and the first cycle after the span. */
export interface ProfileSpan {
  readonly from: number;
  readonly to: number;
}

interface ProfileStep {
  /** Current cycle of the machine. */
  readonly cycle: number;
  /** Counts up to that cycle, without instructions in the pipeline. */
  readonly soFar: () => readonly InstructionProfile[];
}

/** Runs from the start, and profiles a part of the run. */
export function profileSteps(
  core: CoreModule,
  scenario: Scenario,
  span: ProfileSpan,
): Generator<ProfileStep, readonly InstructionProfile[]> {
  return stepsOf(profiledMachine(core, scenario), scenario, span);
}

const profiledMachine = (core: CoreModule, scenario: Scenario): Machine =>
  createMachine(core, compileScenario(scenario), { rowCapacity: ROW_CAPACITY });

function* stepsOf(
  machine: Machine,
  scenario: Scenario,
  { from, to }: ProfileSpan,
): Generator<ProfileStep, readonly InstructionProfile[]> {
  const profiler = new Profiler(scenario);
  const stages = scenario.machine.core.pipeline.stages.length;
  const soFar = () => profiler.soFar();
  while (machine.cycle < from) {
    machine.step(Math.min(from, machine.cycle + WAY_CYCLES));
    yield { cycle: machine.cycle, soFar };
  }
  while (machine.cycle < to) {
    const begin = machine.cycle;
    const end = Math.min(to, begin + STEP_CYCLES);
    machine.setWindow(begin, end);
    machine.step(end);
    if (machine.windowFull) throw new Error(`more rows than ${ROW_CAPACITY} in ${end - begin} cycles`);
    profiler.take(profileRows(machine, stages), begin, end);
    yield { cycle: machine.cycle, soFar };
  }
  return profiler.result();
}

export function profileRun(
  core: CoreModule,
  scenario: Scenario,
  span: ProfileSpan,
): readonly InstructionProfile[] {
  return profileWithState(core, scenario, span).profile;
}

/** `stateHash`: the state hash of the machine after the span. */
export function profileWithState(
  core: CoreModule,
  scenario: Scenario,
  span: ProfileSpan,
): { readonly profile: readonly InstructionProfile[]; readonly stateHash: string } {
  const machine = profiledMachine(core, scenario);
  const steps = stepsOf(machine, scenario, span);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return { profile: value, stateHash: machine.stateHash() };
  }
}
