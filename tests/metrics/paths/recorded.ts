/** A run with its event log, from which tests count metrics event by event. */
import {
  createMachine,
  type Machine,
  type SimEventKind,
  type SimLayer,
  type SimRunState,
  sim_event_kind_names,
  sim_layer_names,
  sim_run_state_names,
} from "../../../core-wasm/binding/index.ts";
import { laneNow } from "../../../lib/events/laneNow.ts";
import { type Dictionary, dictionaryOf } from "../../../lib/metrics/dictionary.ts";
import { measureRun } from "../../../lib/metrics/measure.ts";
import { compileScenario } from "../../../scenarios/compile/compile.ts";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import { parseScenario } from "../../../scenarios/read/parse.ts";
import { fastCore } from "../../support/cores.ts";

const core = await fastCore();

const LOGGED = 1 << 19;

export interface Event {
  readonly cycle: number;
  readonly kind: SimEventKind;
  readonly context: number;
  readonly subject: number;
  readonly value: number;
}

/** One context, layer and state, from its first cycle to the first cycle of the next span. */
export interface Span {
  readonly context: number;
  readonly layer: SimLayer;
  readonly state: SimRunState;
  /** 255 means none. */
  readonly thread: number;
  readonly cycles: number;
}

export interface Recorded {
  readonly scenario: Scenario;
  readonly machine: Machine;
  readonly cycles: number;
  readonly events: readonly Event[];
  /** Events of a kind. */
  readonly of: (kind: SimEventKind) => readonly Event[];
  readonly spans: readonly Span[];
  readonly dictionary: Dictionary;
  /** The value of the metric with this path. */
  readonly metric: (path: string) => number | undefined;
}

/** `rows`: also records the pipeline's rows of the whole run. */
export function record(scenario: Scenario, cycles: number, rows = 0): Recorded {
  const machine = createMachine(core, compileScenario(scenario), {
    eventCapacity: LOGGED,
    latencyCapacity: 1 << 16,
    rowCapacity: rows,
  });
  if (rows > 0) machine.setWindow(0, cycles);
  machine.step(cycles);
  return recorded(scenario, machine);
}

/** The same, to the first cycle from `cycles` on in which no interrupt is on its way to its handler: counters have it
 * already, and the event log has it when its handler begins. */
export function recordSettled(scenario: Scenario, cycles: number): Recorded {
  const machine = createMachine(core, compileScenario(scenario), {
    eventCapacity: LOGGED,
    latencyCapacity: 1 << 16,
  });
  machine.step(cycles);
  const { contexts } = scenario.machine.core;
  const isEntering = () =>
    Array.from({ length: contexts }, (_, context) => laneNow(machine.view(), scenario.machine, context)).some(
      ({ runState }) => ENTERING.has(sim_run_state_names[runState] ?? "waiting"),
    );
  while (isEntering() && machine.cycle < cycles + MOST_ENTRY_CYCLES) machine.step(machine.cycle + 1);
  return recorded(scenario, machine);
}

const ENTERING: ReadonlySet<SimRunState> = new Set<SimRunState>(["entering", "saving"]);
const MOST_ENTRY_CYCLES = 10_000;

function recorded(scenario: Scenario, machine: Machine): Recorded {
  const { cycle: cycles } = machine;
  if (machine.checkInvariants() !== 0)
    throw new Error(`${scenario.name}: law ${machine.checkInvariants()} is broken`);
  const events = eventsOf(machine);
  const measured = measureRun(machine);
  const dictionary = dictionaryOf(scenario);
  return {
    scenario,
    machine,
    cycles,
    events,
    of: (kind) => events.filter((event) => event.kind === kind),
    spans: spansOf(events, cycles),
    dictionary,
    metric: (path) => dictionary.get(path)?.read(measured),
  };
}

/** A machine of a few lines, as in a scenario file. */
export function written(parts: object): Scenario {
  const parsed = parseScenario({ format: "irqscope-scenario", version: 1, name: "counted", ...parts });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
  return parsed.scenario;
}

function eventsOf(machine: Machine): readonly Event[] {
  const log = machine.readEvents(0);
  if (log.lost > 0) throw new Error(`${log.lost} events are lost: run fewer cycles`);
  return Array.from(log.cycle, (cycle, index) => ({
    cycle,
    kind: sim_event_kind_names[log.kind[index] ?? -1] ?? "deadlock",
    context: log.context[index] ?? 0,
    subject: log.subject[index] ?? 0,
    value: log.value[index] ?? 0,
  }));
}

function spansOf(events: readonly Event[], end: number): readonly Span[] {
  const changes = events.filter(({ kind }) => kind === "layer");
  const last = new Map<number, Event>();
  const spans: Span[] = [];
  const close = (event: Event, cycle: number) => {
    const layer = sim_layer_names[event.subject & 0xff];
    const state = sim_run_state_names[(event.subject >>> 8) & 0xff];
    if (layer === undefined || state === undefined) throw new Error("a layer event without layer or state");
    spans.push({
      context: event.context,
      layer,
      state,
      thread: (event.subject >>> 16) & 0xff,
      cycles: cycle - event.cycle,
    });
  };
  for (const event of changes) {
    const before = last.get(event.context);
    if (before !== undefined) close(before, event.cycle);
    last.set(event.context, event);
  }
  for (const event of last.values()) close(event, end);
  return spans;
}
