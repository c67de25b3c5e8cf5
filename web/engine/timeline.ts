/** Answers requests of the timeline: exact spans if they fit, otherwise columns. It runs the columns again at pixel
 * resolution if that is quick, otherwise it takes them from the series that the frontier records. */

import { type Machine, sim_layer } from "../../core-wasm/binding/index.ts";
import { laneNow } from "../../lib/events/laneNow.ts";
import { lineIndex, linesOf } from "../../scenarios/devices/lines.ts";
import { ringFramesOf } from "../../scenarios/devices/nic.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { describesMemory } from "../../scenarios/machine/machineFacts.ts";
import { contextsOf, contextTotal } from "../../scenarios/software/contexts.ts";
import { layersOfThread } from "../../scenarios/software/steps.ts";
import { showsThreads } from "../../scenarios/software/threadLanes.ts";
import {
  type ColumnGrid,
  columnGrid,
  countedBefore,
  createSeriesReader,
  type SeriesReader,
} from "./columns.ts";
import { createExactCollector, type ExactCollector, type WindowStart } from "./exactWindow.ts";
import type { Overview, TimelineWindow } from "./protocol.ts";
import type { Scrub, Steps } from "./scrub.ts";
import type { createThreadCollector, ThreadCollector } from "./threadStates.ts";

interface TimelinePlace {
  readonly scenario: Scenario;
  readonly frontier: Machine;
  readonly scrub: Scrub;
  /** Undefined if it is not loaded, because the threads of this machine do not compete. */
  readonly createThreadCollector: typeof createThreadCollector | undefined;
}

interface WindowRequest {
  readonly from: number;
  readonly to: number;
  readonly columns: number;
  /** The view does not move, so the answer may take as long as the finest one needs. */
  readonly patient: boolean;
}

/** Wider windows are never exact, even without events. */
const EXACT_CYCLE_LIMIT = 2_000_000;
/**
 * Above this many spans per pixel column, single spans would blur. The window then holds totals per column, which show
 * more and draw faster.
 */
const EXACT_SPANS_PER_COLUMN = 2;
/** Time of a re-execution that still feels immediate during a drag. */
const QUICK_MS = 50;
/** Columns wider than requested by more than this factor are visible as steps. */
const COARSE_RATIO = 1.5;
/** Limits for the stops at which thread states are read. Up to QUICK_STOPS a drag still feels immediate. PATIENT_STOPS
 * is the limit after the user has stopped dragging. */
const QUICK_STOPS = 3000;
const PATIENT_STOPS = 60_000;
/** Time that a user who stopped dragging waits for a sharper picture. */
const PATIENT_MS = 1500;

export function* timelineWindow(place: TimelinePlace, request: WindowRequest): Steps<TimelineWindow> {
  const { frontier, scrub } = place;
  const knownTo = Math.min(request.to, frontier.cycle);
  const fine = columnGrid(request.from, request.to, request.columns);
  const bin = frontier.seriesBinCycles;
  if (knownTo > request.from) {
    const costMs = scrub.costMs(request.from, knownTo);
    const withinOneBin = bin >= request.to - request.from;
    if (costMs <= QUICK_MS || withinOneBin || (request.patient && costMs <= PATIENT_MS)) {
      const window = yield* scrub.excursion(reExecuted(place, fine, knownTo, request.patient));
      return { ...window, refinable: lacksThreads(place, window) && !request.patient };
    }
    const coarse = columnGrid(request.from, request.to, request.columns, bin);
    const before = framesUntil(frontier, coarse.from);
    const window = columnsOf(place, frontier, coarse, Math.min(coarse.to, frontier.cycle), before);
    const isCoarse = coarse.columnCycles > fine.columnCycles * COARSE_RATIO || lacksThreads(place, window);
    return { ...window, refinable: isCoarse && costMs <= PATIENT_MS };
  }
  return columnsOf(
    place,
    frontier,
    fine,
    Math.max(knownTo, fine.from),
    framesUntil(frontier, Math.min(fine.from, frontier.cycle)),
  );
}

function lacksThreads({ scenario }: TimelinePlace, { threads }: TimelineWindow): boolean {
  return showsThreads(scenario) && threads === undefined;
}

interface FramesBefore {
  readonly offered: number;
  readonly delivered: number;
}

/** Reads the series of a machine that has recorded them since the start of the run. */
function framesUntil(machine: Machine, cycle: number): FramesBefore {
  return {
    offered: countedBefore(machine, "offered", cycle),
    delivered: countedBefore(machine, "delivered", cycle),
  };
}

/** Counts at the machine's current cycle. */
function framesNow(machine: Machine): FramesBefore {
  return machine.read(({ counters: { nics } }) => ({
    offered: nics.reduce((sum, nic) => sum + nic.rx_offered + nic.tx_offered, 0),
    delivered: nics.reduce((sum, nic) => sum + nic.rx_delivered + nic.tx_delivered, 0),
  }));
}

export function overview(place: TimelinePlace, columns: number, end: number, coarse: boolean): Overview {
  const { scenario, frontier } = place;
  const grid = columnGrid(0, end, columns, frontier.seriesBinCycles);
  const series = createSeriesReader(frontier, grid);
  return {
    end: grid.to,
    knownTo: Math.min(frontier.cycle, end),
    rxFill: series.fill("rx-fill", 0, firstRingFrames(scenario)),
    drops: series.lost(),
    ...(coarse
      ? {
          coarse: columnsOf(place, frontier, grid, Math.min(frontier.cycle, end), {
            offered: 0,
            delivered: 0,
          }),
        }
      : {}),
  };
}

function* reExecuted(
  place: TimelinePlace,
  grid: ColumnGrid,
  knownTo: number,
  patient: boolean,
): Steps<TimelineWindow> {
  const { scrub, scenario } = place;
  const { machine } = scrub;
  yield* scrub.goTo(grid.from);
  machine.resetSeries(grid.columnCycles);
  let threads: ThreadCollector | undefined = showsThreads(scenario)
    ? place.createThreadCollector?.(machine, scenario, grid)
    : undefined;
  let stopsLeft = patient ? PATIENT_STOPS : QUICK_STOPS;
  const before = framesNow(machine);
  const mayBeExact = grid.to - grid.from <= EXACT_CYCLE_LIMIT;
  let collector = mayBeExact ? createExactCollector(grid, windowStart(machine, scenario)) : undefined;
  let readTo = machine.nextEvent;
  let answeredTo = machine.readLatencies(Number.MAX_SAFE_INTEGER).next;
  const stops = {
    mask: () => threads?.stopMask ?? 0,
    visit: () => {
      threads?.visit();
      stopsLeft -= 1;
      if (stopsLeft < 0) threads = undefined;
    },
  };
  yield* scrub.walkStopping(knownTo, stops, () => {
    if (collector === undefined) return;
    const events = machine.readEvents(readTo);
    readTo = events.next;
    feed(collector, events, knownTo);
    const latencies = machine.readLatencies(answeredTo);
    answeredTo = latencies.next;
    if (scenario.software.threads.some(({ machineMode }) => machineMode)) collector.latencies(latencies);
    if (events.lost > 0 || collector.spanCount() > grid.columns * EXACT_SPANS_PER_COLUMN)
      collector = undefined;
  });
  const ofThreads = threads?.finish(knownTo);
  if (collector === undefined)
    return { ...columnsOf(place, machine, grid, knownTo, before), threads: ofThreads };
  const exact = collector.finish(knownTo);
  const { lanes, losses, offered, delivered, asserted, entered, entries, exceptions, lines } = exact;
  const { rxFill, txFill, queueFill } = exact;
  const series = createSeriesReader(machine, grid);
  return {
    ...extentOf(grid, knownTo),
    exact: true,
    lanes: lanes.map((spans, context) => ({
      context,
      spans,
      shares: undefined,
      stall: series.stall(context),
    })),
    threads: ofThreads,
    rxFill,
    txFill,
    queueFill,
    losses,
    offered: { ...offered, before: before.offered },
    delivered: { ...delivered, before: before.delivered },
    interrupts: { asserted, entered, entries, exceptions },
    lines,
    ...memoryColumns(series, scenario),
    ipc: series.ipc(),
  };
}

function extentOf(grid: ColumnGrid, knownTo: number) {
  return { from: grid.from, to: grid.to, knownTo, columns: grid.columns, refinable: false };
}

function feed(collector: ExactCollector, events: ReturnType<Machine["readEvents"]>, knownTo: number): void {
  const { cycle, kind, context, subject, value } = events;
  for (let index = 0; index < cycle.length; index += 1) {
    const at = cycle[index] ?? 0;
    if (at >= knownTo) break;
    collector.event(at, kind[index] ?? 0, context[index] ?? 0, subject[index] ?? 0, value[index] ?? 0);
  }
}

function columnsOf(
  { scenario }: TimelinePlace,
  machine: Machine,
  grid: ColumnGrid,
  knownTo: number,
  before: FramesBefore,
): TimelineWindow {
  const series = createSeriesReader(machine, grid);
  const { nics } = scenario.machine;
  return {
    ...extentOf(grid, knownTo),
    exact: false,
    lanes: Array.from({ length: contextTotal(scenario.machine) }, (_, context) => ({
      context,
      spans: undefined,
      shares: series.lane(context, layersOf(scenario, context)),
      stall: series.stall(context),
    })),
    rxFill: nics.map((nic, index) => series.fill("rx-fill", index, ringFramesOf(nic))),
    txFill: nics.map((nic, index) => series.fill("tx-fill", index, nic.txQueueFrames)),
    queueFill: scenario.software.queues.map((queue, index) =>
      series.fill("queue-fill", index, queue.capacity),
    ),
    losses: series.losses(nics.length, scenario.software.queues.length),
    offered: { ...series.marks("offered"), before: before.offered },
    delivered: { ...series.marks("delivered"), before: before.delivered },
    interrupts: {
      asserted: series.marks("asserted"),
      entered: series.marks("entered"),
      entries: undefined,
    },
    lines: linesOf(scenario.machine).map((_, line) => ({ raised: series.raised(line), level: undefined })),
    ...memoryColumns(series, scenario),
    ipc: series.ipc(),
  };
}

function memoryColumns(series: SeriesReader, { machine }: Scenario) {
  const others = series.others();
  return {
    series: others,
    coreBus: describesMemory(machine) ? series.coreBus(Object.values(others.dma ?? {})) : undefined,
    misses: series.misses(machine.core.cores),
  };
}

/** Layers of the threads that run on the context, and the layers that the machine itself adds. */
function layersOf(scenario: Scenario, context: number): ReadonlySet<number> {
  const threads = scenario.software.threads.filter((thread) =>
    contextsOf(scenario, thread).includes(context),
  );
  const layers = threads.flatMap((thread) => [...layersOfThread(scenario, thread)]);
  return new Set([sim_layer["save-restore"], ...layers.map((layer) => sim_layer[layer])]);
}

export function windowStart(machine: Machine, scenario: Scenario): WindowStart {
  const { machine: hardware } = scenario;
  return machine.read(({ view }) => ({
    lanes: Array.from({ length: contextTotal(hardware) }, (_, context) => laneNow(view, hardware, context)),
    nics: scenario.machine.nics.map((nic, index) => {
      const now = view.nics[index];
      return {
        rxFill: now?.rx_fill ?? 0,
        txFill: now?.tx_fill ?? 0,
        rxCapacity: ringFramesOf(nic),
        txCapacity: nic.txQueueFrames,
      };
    }),
    assertedSinceCycle: view.lines
      .slice(0, linesOf(hardware).length)
      .map(({ asserted_since_cycle: since }) => (Number.isFinite(since) ? since : undefined)),
    queues: scenario.software.queues.map((queue, index) => ({
      fill: view.queue_fill[index] ?? 0,
      capacity: queue.capacity,
    })),
    lineOfThread: new Map(
      scenario.software.threads.flatMap(({ start }, thread) =>
        start.on === "line" ? [[thread, lineIndex(hardware, start)] as const] : [],
      ),
    ),
    harts: new Map(
      scenario.software.threads.flatMap((of, thread) =>
        of.machineMode ? contextsOf(scenario, of).map((context) => [context, thread] as const) : [],
      ),
    ),
  }));
}

function firstRingFrames(scenario: Scenario): number {
  const [nic] = scenario.machine.nics;
  return nic === undefined ? 0 : ringFramesOf(nic);
}
