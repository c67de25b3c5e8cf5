/** A run with all that the core records of it, read without the exports. The expected columns are counted from it. */
import {
  type Counters,
  type Machine,
  SIM_PART_LIMIT,
  type SimEventKind,
  sim_event_kind_names,
  type WindowRow,
} from "../../../core-wasm/binding/index.ts";
import type { Window } from "../../../lib/export/walk.ts";
import { linesOf } from "../../../scenarios/devices/lines.ts";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import { build, openCore } from "../../boundary/support.ts";

export const core = await openCore();

export interface Event {
  readonly cycle: number;
  readonly kind: SimEventKind;
  readonly context: number;
  readonly subject: number;
  readonly value: number;
}

/** A record of the log of latencies. */
export interface Latency {
  readonly number: number;
  readonly isPacket: boolean;
  readonly begin: number;
  readonly end: number;
  readonly parts: readonly number[];
  readonly direction: number;
  readonly nic: number;
}

/** A machine, its exported window, and the length of its rows of series. */
export interface Case {
  readonly name: string;
  readonly scenario: Scenario;
  readonly window: Window;
  readonly stretchCycles: number;
}

export interface Observed extends Case {
  /** The machine stops at the end of the window. */
  readonly machine: Machine;
  /** Events of the whole run. */
  readonly events: readonly Event[];
  /** Place of the first event in the window. */
  readonly firstWithin: number;
  readonly latencies: readonly Latency[];
  readonly firstLatencyWithin: number;
  /** Rows of the pipeline in the window. */
  readonly rows: readonly WindowRow[];
  readonly lineNames: readonly string[];
  readonly contexts: number;
  /** The ends of the rows after the start of the window. */
  readonly edges: readonly number[];
}

export function observe(one: Case): Observed {
  const { scenario, window, stretchCycles } = one;
  const machine = build(core, scenario, {
    eventCapacity: 1 << 17,
    latencyCapacity: 1 << 13,
    rowCapacity: 1 << 14,
  });
  machine.setWindow(window.from, window.to);
  if (window.from > 0) machine.step(window.from);
  const firstWithin = machine.nextEvent;
  const firstLatencyWithin = machine.readLatencies(0).next;
  machine.step(window.to);
  const edges = [window.from];
  for (let at = window.from; at < window.to; edges.push(at)) at = Math.min(at + stretchCycles, window.to);
  if (machine.windowFull) throw new Error(`${one.name}: too few rows of the pipeline are kept`);
  const { contexts, cores } = scenario.machine.core;
  return {
    ...one,
    ...{ machine, firstWithin, firstLatencyWithin, edges },
    events: eventsOf(machine),
    latencies: latenciesOf(machine),
    rows: machine.windowRows(),
    lineNames: linesOf(scenario.machine).map(({ name }) => name),
    contexts: contexts * cores,
  };
}

/** The expected values are computed once for each run. */
export function remembered<T>(make: (run: Observed) => T): (run: Observed) => T {
  const made = new WeakMap<Observed, { readonly value: T }>();
  return (run) => {
    const known = made.get(run) ?? { value: make(run) };
    made.set(run, known);
    return known.value;
  };
}

/** Counters of a machine that stops at each edge. */
export const countersAt = remembered(({ scenario, edges }): readonly Counters[] => {
  const machine = build(core, scenario);
  return edges.map((edge) => {
    if (edge > machine.cycle) machine.step(edge);
    return machine.counters();
  });
});

function eventsOf(machine: Machine): readonly Event[] {
  const log = machine.readEvents(0);
  if (log.lost > 0) throw new Error(`${log.lost} events are lost`);
  return Array.from(log.cycle, (cycle, index) => {
    const kind = sim_event_kind_names[log.kind[index] ?? -1];
    if (kind === undefined) throw new Error(`event ${index} is of no kind`);
    const [context, subject, value] = [log.context, log.subject, log.value].map(
      (column) => column[index] ?? 0,
    );
    return { cycle, kind, context: context ?? 0, subject: subject ?? 0, value: value ?? 0 };
  });
}

function latenciesOf(machine: Machine): readonly Latency[] {
  const log = machine.readLatencies(0);
  if (log.lost > 0) throw new Error(`${log.lost} latencies are lost`);
  return Array.from(log.number, (number, index) => ({
    number,
    isPacket: log.isPacket[index] === 1,
    begin: log.beginCycle[index] ?? Number.NaN,
    end: log.endCycle[index] ?? Number.NaN,
    parts: Array.from({ length: SIM_PART_LIMIT }, (_, part) => log.parts[index * SIM_PART_LIMIT + part] ?? 0),
    direction: log.direction[index] ?? 0,
    nic: log.nic[index] ?? 0,
  }));
}

/** A value that is valid from a cycle onwards. */
export interface Held<T> {
  readonly cycle: number;
  readonly value: T;
}

/** The value at the start of the window and each change in it: the last change of a cycle, and none to an equal value.
 * The log reports changes of contexts a cycle ahead, so a change of the first cycle after the window is excluded. */
export function heldInWindow<T>(run: Observed, first: T, changes: readonly Held<T>[]): readonly Held<T>[] {
  const { from, to } = run.window;
  const held: Held<T>[] = [{ cycle: from, value: first }];
  for (const { cycle, value } of changes) {
    if (cycle >= to) continue;
    const at = Math.max(cycle, from);
    if (held.at(-1)?.cycle === at) held.pop();
    if (held.length === 0 || held.at(-1)?.value !== value) held.push({ cycle: at, value });
  }
  return held;
}

export interface Lane {
  readonly layer: number;
  readonly state: number;
  /** 255 means none. */
  readonly thread: number;
}

export const laneOf = ({ subject }: Event): Lane => ({
  layer: subject & 0xff,
  state: (subject >>> 8) & 0xff,
  thread: (subject >>> 16) & 0xff,
});

/** The loss of frames in an event. */
export const lossOf = ({ value }: Event) => ({
  cause: value & 0xff,
  place: (value >>> 8) & 0x7f,
  isSend: (value & 0x8000) !== 0,
  frames: value >>> 16,
});

export const sumOf = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0);
