/** Records the activity of each thread, and what it waits for. Reads the machine right after every event that may have
 * changed it. */
import { type Machine, SIM_NONE_8, sim_event_kind, sim_run_state } from "../../core-wasm/binding/index.ts";
import {
  sim_counters,
  sim_marks,
  sim_response_marks,
  sim_thread_counters,
  sim_view,
  sim_view_frame,
  sim_view_line,
} from "../../core-wasm/binding/layout.gen.ts";
import { type FlatStep, flattenThread } from "../../scenarios/compile/flatten.ts";
import { indicesOf } from "../../scenarios/compile/names.ts";
import { lineIndex } from "../../scenarios/devices/lines.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { type ColumnGrid, float64Column, uint8Column, uint32Column } from "./columns.ts";
import { THREAD_STATES, type ThreadData, type ThreadSpans, type ThreadState } from "./protocol.ts";

const NUMBER = Object.fromEntries(THREAD_STATES.map((name, number) => [name, number])) as Readonly<
  Record<ThreadState, number>
>;

/** Events in whose cycle a thread may change its state. */
const STOPS = (
  [
    "layer",
    "context-switch",
    "returned",
    "queue-fill",
    "soft-raised",
    "line-asserted",
    "line-cleared",
    "acknowledged",
    "locked",
    "unlocked",
    "lock-wait",
  ] as const
).reduce((mask, kind) => mask | (1 << sim_event_kind[kind]), 0);

/** Above this number of spans for each thread and pixel column, single spans would blur. Shares show more. */
const EXACT_SPANS_PER_COLUMN = 0.25;

export interface ThreadCollector {
  /** Bits of sim_event_kind after which it wants to visit the machine. */
  readonly stopMask: number;
  /** Called directly after an event, or at the end of the window. */
  readonly visit: () => void;
  readonly finish: (knownTo: number) => readonly ThreadData[];
}

/** The machine is at the start of the grid. */
export function createThreadCollector(
  machine: Machine,
  scenario: Scenario,
  grid: ColumnGrid,
): ThreadCollector {
  const read = createThreadReader(scenario);
  const lanes = scenario.software.threads.map(() => createThreadLane(grid));
  let before = read(machine);
  let since = machine.cycle;

  return {
    stopMask: STOPS,
    visit: () => {
      const { cycle } = machine;
      const now = read(machine);
      for (const [thread, lane] of lanes.entries()) {
        const [was, is] = [before[thread], now[thread]];
        if (was === undefined || is === undefined) continue;
        const readyFrom = is.state === NUMBER.ready ? Math.max(since, is.readySince) : cycle;
        lane.hold(since, Math.min(cycle, readyFrom), was);
        lane.hold(readyFrom, cycle, is);
        lane.late(cycle, is.missed - was.missed);
      }
      before = now;
      since = cycle;
    },
    finish: (knownTo) => lanes.map((lane) => lane.finish(knownTo)),
  };
}

/** State of one thread between two cycles. */
interface ThreadNow {
  /** Index in THREAD_STATES. */
  readonly state: number;
  readonly subject: number;
  /** Infinity if it is not ready. */
  readonly readySince: number;
  /** Number of responses so far that exceeded its deadline. */
  readonly missed: number;
}

const recordAt = (
  base: number,
  { offset }: { readonly offset: number },
  { size }: { readonly size: number },
  index: number,
) => base + offset + index * size;

/** Reads a few bytes per thread. The records of the whole machine would be a thousand times as many. */
function createThreadReader(scenario: Scenario): (machine: Machine) => readonly ThreadNow[] {
  const indices = indicesOf(scenario);
  const threads = scenario.software.threads.map(({ steps, start }) => ({
    steps: flattenThread(steps, indices),
    line: start.on === "line" ? lineIndex(scenario.machine, start) : undefined,
  }));
  const [frameFields, lineFields] = [sim_view_frame.fields, sim_view_line.fields];
  const { pending_since, ready_since, lock_wait_since, waited_lock } = sim_thread_counters.fields;

  return (machine) =>
    machine.inspect(({ core, view }) => {
      const [viewAt, countersAt, marksAt] = [core.core_view(), core.core_counters(), core.core_marks()];
      const cycleAt = (at: number): number => {
        const cycle = view.getBigUint64(at, true);
        return cycle === NEVER ? Number.POSITIVE_INFINITY : Number(cycle);
      };
      const frames = new Map<number, { readonly runState: number; readonly step: number }>();
      const frameCount = view.getUint8(viewAt + sim_view.fields.frame_count.offset);
      for (let index = 0; index < frameCount; index++) {
        const at = recordAt(viewAt, sim_view.fields.frames, sim_view_frame, index);
        const thread = view.getUint8(at + frameFields.thread.offset);
        // The view lists running activities first.
        if (!frames.has(thread))
          frames.set(thread, {
            runState: view.getUint8(at + frameFields.run_state.offset),
            step: view.getUint8(at + frameFields.step.offset),
          });
      }
      return threads.map(({ steps, line }, thread) => {
        const countersOf = recordAt(countersAt, sim_counters.fields.threads, sim_thread_counters, thread);
        const marksOf = recordAt(marksAt, sim_marks.fields.threads, sim_response_marks, thread);
        const missed = Number(view.getBigUint64(marksOf + sim_response_marks.fields.missed.offset, true));
        const frame = frames.get(thread);
        const none = { subject: SIM_NONE_8, readySince: Number.POSITIVE_INFINITY, missed };
        if (frame === undefined) {
          const pendingSince = cycleAt(countersOf + pending_since.offset);
          if (Number.isFinite(pendingSince))
            return { ...none, state: NUMBER.ready, readySince: pendingSince };
          const lineAt = recordAt(viewAt, sim_view.fields.lines, sim_view_line, line ?? 0);
          const isMasked =
            line !== undefined &&
            view.getUint8(lineAt + lineFields.masked.offset) !== 0 &&
            Number.isFinite(cycleAt(lineAt + lineFields.asserted_since_cycle.offset));
          return { ...none, state: isMasked ? NUMBER.masked : NUMBER.absent };
        }
        if (Number.isFinite(cycleAt(countersOf + lock_wait_since.offset)))
          return { ...none, state: NUMBER.lock, subject: view.getUint8(countersOf + waited_lock.offset) };
        switch (frame.runState) {
          case sim_run_state.running:
            return { ...none, state: NUMBER.running };
          case sim_run_state.ready:
            return { ...none, state: NUMBER.ready, readySince: cycleAt(countersOf + ready_since.offset) };
          case sim_run_state.waiting:
            return { ...none, ...waitOf(steps[frame.step]) };
          case sim_run_state.entering:
            return { ...none, state: NUMBER.entry };
          default:
            return { ...none, state: NUMBER.save };
        }
      });
    });
}

const NEVER = 2n ** 64n - 1n;

function waitOf(step: FlatStep | undefined): Pick<ThreadNow, "state" | "subject"> {
  switch (step?.op) {
    case "sleep":
      return { state: NUMBER.time, subject: SIM_NONE_8 };
    case "put":
      return { state: NUMBER.room, subject: step.index };
    case "wait":
      return step.condition === "raised"
        ? { state: NUMBER.raise, subject: SIM_NONE_8 }
        : { state: NUMBER.packet, subject: step.index };
    default:
      return { state: NUMBER.device, subject: SIM_NONE_8 };
  }
}

/** Spans and shares of one thread. */
function createThreadLane({ from, columns, columnCycles }: ColumnGrid) {
  const [starts, ends, states, subjects] = [float64Column(), float64Column(), uint8Column(), uint8Column()];
  const shares = new Float32Array(columns * THREAD_STATES.length);
  const lateAt = float64Column();
  const lateCount = uint32Column();
  let spanCount = 0;
  let open: { readonly state: number; readonly subject: number; readonly since: number } | undefined;

  function close(cycle: number): void {
    if (open === undefined || cycle <= open.since) return;
    spanCount += 1;
    starts.push(open.since - from);
    ends.push(cycle - from);
    states.push(open.state);
    subjects.push(open.subject);
  }

  function share(since: number, to: number, state: number): void {
    for (let at = since; at < to; ) {
      const column = Math.floor((at - from) / columnCycles);
      const end = Math.min(to, from + (column + 1) * columnCycles);
      const place = column * THREAD_STATES.length + state;
      shares[place] = (shares[place] ?? 0) + (end - at) / columnCycles;
      at = end;
    }
  }

  return {
    hold: (since: number, to: number, { state, subject }: Pick<ThreadNow, "state" | "subject">): void => {
      if (to <= since) return;
      share(since, to, state);
      if (open?.state === state && open.subject === subject) return;
      close(since);
      open = { state, subject, since };
    },
    late: (cycle: number, count: number): void => {
      if (count <= 0) return;
      lateAt.push(cycle - from);
      lateCount.push(count);
    },
    finish: (knownTo: number): ThreadData => {
      close(knownTo);
      const isExact = spanCount <= columns * EXACT_SPANS_PER_COLUMN;
      const spans: ThreadSpans = {
        start: starts.take(),
        end: ends.take(),
        state: states.take(),
        subject: subjects.take(),
      };
      return {
        spans: isExact ? spans : undefined,
        shares: isExact ? undefined : shares,
        late: { at: lateAt.take(), count: lateCount.take() },
      };
    },
  };
}
