/**
 * Interrupts of an exact window: when each line is asserted, recognised and answered, and which interrupts
 * harts take.
 */
import { type LatencyColumns, sim_interrupt_source } from "../../core-wasm/binding/index.ts";
import type { MachineEvent } from "../../lib/events/events.ts";
import { causeOf, trapMoment } from "../../lib/events/traps.ts";
import { float64Column } from "./columns.ts";
import type { EntryData, ExceptionData, LineData } from "./protocol.ts";

interface LineLevels {
  readonly raised: (line: number, offset: number) => void;
  readonly cleared: (line: number, offset: number) => void;
  readonly recognised: (line: number, offset: number) => void;
  readonly returned: (line: number, offset: number) => void;
  /** Lines that are asserted stay so until `offset`. */
  readonly finish: (offset: number) => readonly LineData[];
}

const CLEAR = -1;

/** `isUp`: whether each line is asserted at the start of the window. Offsets never decrease. */
export function createLineLevels(isUp: readonly boolean[]): LineLevels {
  const lines = isUp.map((up) => ({
    /** Offset since which the line is asserted. Below 0 if it is not. */
    since: up ? 0 : CLEAR,
    raised: float64Column(),
    start: float64Column(),
    end: float64Column(),
    recognised: float64Column(),
    returned: float64Column(),
  }));

  function close(line: (typeof lines)[number], offset: number): void {
    if (line.since === CLEAR) return;
    line.start.push(line.since);
    line.end.push(offset);
    line.since = CLEAR;
  }

  return {
    raised: (index, offset) => {
      const line = lines[index];
      if (line === undefined) return;
      line.raised.push(offset);
      if (line.since === CLEAR) line.since = offset;
    },
    cleared: (index, offset) => {
      const line = lines[index];
      if (line !== undefined) close(line, offset);
    },
    recognised: (index, offset) => lines[index]?.recognised.push(offset),
    returned: (index, offset) => lines[index]?.returned.push(offset),
    finish: (offset) =>
      lines.map((line) => {
        close(line, offset);
        const at = line.raised.take();
        return {
          raised: { at, count: new Uint32Array(at.length).fill(1) },
          level: {
            start: line.start.take(),
            end: line.end.take(),
            recognised: line.recognised.take(),
            returned: line.returned.take(),
          },
        };
      }),
  };
}

/** An interrupt that was taken. Offsets count from the start of the window. */
export interface Entered {
  /** Undefined for an interrupt of the timer or of software that was not answered in the window. */
  asserted: number | undefined;
  readonly entered: number;
  /** Undefined for a thread that a line starts, or if it was not answered in the window. */
  answered: number | undefined;
  readonly source: number;
  readonly context: number;
  readonly thread: number;
}

/** Interrupts and exceptions that harts take, from events and latencies. */
interface HartMarks {
  /** Interrupts of `line` are pending from `cycle` onwards. */
  readonly raised: (number: number, line: number, cycle: number) => void;
  readonly recognised: (thread: number, number: number) => void;
  readonly trap: (event: Omit<MachineEvent, "kind">) => void;
  readonly latencies: (columns: LatencyColumns) => void;
  readonly finish: () => {
    readonly entries: readonly Entered[];
    /** Cycles since which interrupts without a line are pending. */
    readonly asserted: readonly number[];
    readonly exceptions: ExceptionData;
  };
}

interface Nested {
  readonly line: number | undefined;
}

/** `harts` are threads in machine mode by context. `onLine` reports where a line's interrupt was taken and its handler
 * returned. */
export function createHartMarks(
  from: number,
  harts: ReadonlyMap<number, number>,
  onLine: (what: "recognised" | "returned", line: number, offset: number) => void,
): HartMarks {
  const lines = new Map<number, { readonly line: number; readonly cycle: number }>();
  const lastOf = new Map<number, number>();
  const nests = new Map<number, Nested[]>();
  const taken: { readonly number: number; readonly entry: Entered }[] = [];
  const byNumber = new Map<number, Entered[]>();
  const asserted: number[] = [];
  const exceptions: { at: number; context: number; mcause: number }[] = [];

  function note(thread: number, context: number, mcause: number, cycle: number): void {
    const offset = cycle - from;
    const nest = nests.get(context) ?? [];
    nests.set(context, nest);
    const cause = causeOf(mcause);
    if (cause.kind === "exception") {
      nest.push({ line: undefined });
      exceptions.push({ at: offset, context, mcause: cause.code });
      return;
    }
    const number = lastOf.get(thread) ?? -1;
    const own = cause.kind === "timer" || cause.kind === "software" ? cause.kind : "line";
    const line = own === "line" ? lines.get(number) : undefined;
    nest.push({ line: line?.line });
    if (line !== undefined) onLine("recognised", line.line, offset);
    const entry: Entered = {
      asserted: line === undefined ? undefined : Math.min(line.cycle - from, offset),
      ...{ entered: offset, answered: undefined, source: sim_interrupt_source[own], context, thread },
    };
    taken.push({ number, entry });
    byNumber.set(number, [...(byNumber.get(number) ?? []), entry]);
  }

  return {
    raised: (number, line, cycle) => lines.set(number, { line, cycle }),
    recognised: (thread, number) => lastOf.set(thread, number),
    trap: (event) => {
      const thread = harts.get(event.context);
      const moment = trapMoment({ ...event, kind: "trap" });
      if (thread === undefined) return;
      if (moment?.kind === "taken") note(thread, event.context, moment.cause, event.cycle);
      if (moment?.kind !== "returned") return;
      const line = nests.get(event.context)?.pop()?.line;
      if (line !== undefined) onLine("returned", line, event.cycle - from);
    },
    latencies: ({ number, isPacket, beginCycle, endCycle, direction }) => {
      for (let index = 0; index < number.length; index += 1) {
        const all = isPacket[index] === 1 ? [] : (byNumber.get(number[index] ?? -1) ?? []);
        const [begin, end] = [(beginCycle[index] ?? 0) - from, (endCycle[index] ?? 0) - from];
        for (const one of all) one.asserted = Math.min(begin, one.entered);
        const last = all.findLast(({ entered }) => entered < end);
        if (last !== undefined) last.answered = end;
        if (last !== undefined && direction[index] !== sim_interrupt_source.line && begin >= 0)
          asserted.push(Math.min(begin, all[0]?.entered ?? begin));
      }
    },
    finish: () => ({
      entries: taken.map(({ entry }) => entry),
      asserted,
      exceptions: {
        at: Float64Array.from(exceptions, ({ at }) => at),
        context: Uint8Array.from(exceptions, ({ context }) => context),
        mcause: Uint8Array.from(exceptions, ({ mcause }) => mcause),
      },
    }),
  };
}

/** Entries in the order in which they were taken. */
export function entryData(all: readonly Entered[]): EntryData {
  const sorted = all.toSorted((a, b) => a.entered - b.entered);
  return {
    asserted: Float64Array.from(sorted, ({ asserted, entered }) => asserted ?? entered),
    entered: Float64Array.from(sorted, ({ entered }) => entered),
    answered: Float64Array.from(sorted, ({ answered }) => answered ?? Number.NaN),
    source: Uint8Array.from(sorted, ({ source }) => source),
    context: Uint8Array.from(sorted, ({ context }) => context),
    thread: Uint8Array.from(sorted, ({ thread }) => thread),
  };
}
