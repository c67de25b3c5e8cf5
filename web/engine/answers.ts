/** Answers the questions of the page about one run: seeks, windows, rows, metrics. */
import type { Machine, SimEventKind } from "../../core-wasm/binding/index.ts";
import { type MachineEvent, maskOf, namedEvents } from "../../lib/events/events.ts";
import { type Metrics, readMetrics } from "../../lib/metrics/metrics.ts";
import { decodeRow, viewOf } from "./decode.ts";
import type { Keyframes } from "./keyframes.ts";
import type { Counted, QueryEnvelope, Reply, RowsWindow, SeekTarget, StopKind } from "./protocol.ts";
import { type Counting, installed, type MachineMaker, type Run, type RunOptions } from "./run.ts";
import type { Scrub, Steps } from "./scrub.ts";
import type { createThreadCollector } from "./threadStates.ts";
import { overview, timelineWindow } from "./timeline.ts";
import type { Watch } from "./watch.ts";

/** Functions of the engine that are loaded when they are first needed (studies.ts, needsStudies). */
export interface Studies {
  readonly answerLate: (envelope: LateEnvelope, run: Run) => Answer;
  /** Counts after the warm-up of the run, up to the machine's cycle. */
  readonly countedAt: (run: Run, machine: Machine, isMeasured: boolean) => Counted;
  readonly createCounting: (warmUpCycles: number, make?: MachineMaker) => Counting;
  readonly createThreadCollector: typeof createThreadCollector;
  readonly createWatch: (run: Run, options: RunOptions, conditions: readonly string[]) => Watch;
  /** The first cycle in (from, knownTo] in which the condition becomes true. */
  readonly searchCondition: (
    run: Run,
    condition: string,
    from: number,
    knownTo: number,
  ) => Steps<number | undefined>;
  /** The last such cycle in (0, from). */
  readonly searchConditionBack: (run: Run, condition: string, from: number) => Steps<number | undefined>;
}

export type LateEnvelope = Extract<QueryEnvelope, { readonly kind: "follow" | "range" | "why" }>;

/** Yields undefined if it should be called again, or the cycle that the frontier must reach first. */
export type Answer = Generator<undefined | number, Reply, void>;

/** Searches beyond the frontier let it run this far ahead before they search again. */
const SEARCH_AHEAD_CYCLES = 1_000_000;
/** Rows that span more cycles than this do not make a diagram. */
const ROWS_CYCLE_LIMIT = 2_048;

/** `studies` must be installed before a request needs them. */
export function* answer(envelope: QueryEnvelope, run: Run, studies: Studies | undefined): Answer {
  const { frontier, scrub } = run;
  const place = {
    ...{ scenario: run.scenario, frontier: frontier.machine, scrub },
    createThreadCollector: studies?.createThreadCollector,
  };
  switch (envelope.kind) {
    case "seek":
      return yield* seekTelling(run, envelope, studies);
    case "window":
      return {
        kind: "window",
        window: yield* quietly(timelineWindow(place, envelope)),
      };
    case "overview":
      return {
        kind: "overview",
        overview: overview(place, envelope.columns, envelope.end, envelope.coarse === true),
      };
    case "rows":
      return { kind: "rows", rows: yield* quietly(scrub.excursion(rows(run, envelope.from, envelope.to))) };
    case "metrics":
      return yield* metrics(run, envelope.cycle, (machine) =>
        studies?.countedAt(run, machine, envelope.isMeasured === true),
      );
    case "end":
      return yield* metrics(run, run.limit);
    default:
      return yield* installed(studies).answerLate(envelope, run);
  }
}

export function* quietly<T>(steps: Steps<T>): Generator<undefined, T, void> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    yield undefined;
  }
}

export function clampCycle(run: Run, cycle: number): number {
  return Math.min(Math.max(Math.round(cycle), 0), run.limit);
}

function* seekTelling(
  run: Run,
  { from, target, tellsWay }: Extract<QueryEnvelope, { readonly kind: "seek" }>,
  studies: Studies | undefined,
): Answer {
  const start = clampCycle(run, from);
  if (tellsWay !== true) return yield* seek(run, from, target, studies);
  // Going to a known cycle reports its events. Otherwise the engine runs that part again.
  const known = target.kind === "cycle" ? clampCycle(run, target.cycle) : undefined;
  const passedFirst =
    known === undefined || known < start ? undefined : yield* quietly(passedEvents(run, start, known));
  const reply = yield* seek(run, from, target, studies);
  if (reply.kind !== "at") return reply;
  const to = reply.view.cycle;
  const passed = passedFirst ?? (yield* quietly(passedEvents(run, start, to)));
  const isKnown = passed !== undefined && start < to;
  const last = isKnown ? passed : yield* quietly(passedEvents(run, Math.max(0, to - 1), to));
  if (!isKnown) yield* quietly(run.scrub.goTo(to));
  const lost = last?.filter(({ kind, cycle }) => kind === "frame-dropped" && cycle === to - 1) ?? [];
  return { ...reply, view: lost.length === 0 ? reply.view : { ...reply.view, lost }, passed };
}

function* seek(run: Run, from: number, target: SeekTarget, studies: Studies | undefined): Answer {
  const start = clampCycle(run, from);
  if (target.kind === "cycle") return yield* arrive(run, clampCycle(run, target.cycle), true);
  const place = { scrub: run.scrub, keyframes: run.frontier.keyframes };
  const found = yield* target.kind === "condition"
    ? seekCondition(run, start, target, installed(studies))
    : target.kind === "next"
      ? findNext(run, start, (from, to) => searchNext(place, stopMask(target.stop), from, to))
      : quietly(searchPrevious(place, stopMask(target.stop), start));
  return yield* arrive(run, found ?? start, found !== undefined);
}

function* seekCondition(
  run: Run,
  start: number,
  { condition, direction }: Extract<SeekTarget, { kind: "condition" }>,
  { searchCondition, searchConditionBack }: Studies,
): Generator<undefined | number, number | undefined, void> {
  if (direction > 0)
    return yield* findNext(run, start, (from, to) => searchCondition(run, condition, from, to));
  if (run.frontier.machine.cycle < start) yield start;
  return yield* quietly(searchConditionBack(run, condition, start));
}

/** Lets the frontier run on until something is found, or until the run ends. */
function* findNext(
  run: Run,
  from: number,
  search: (from: number, knownTo: number) => Steps<number | undefined>,
): Generator<undefined | number, number | undefined, void> {
  const { frontier, limit } = run;
  let searched = from;
  if (frontier.machine.cycle < from) yield from;
  for (;;) {
    const knownTo = frontier.machine.cycle;
    const found = yield* quietly(search(searched, knownTo));
    if (found !== undefined || knownTo >= limit) return found;
    searched = knownTo;
    yield Math.min(limit, knownTo + SEARCH_AHEAD_CYCLES);
  }
}

function* arrive(run: Run, cycle: number, found: boolean): Answer {
  if (run.frontier.machine.cycle < cycle) yield cycle;
  const { scrub, shape, lastTraps } = run;
  yield* quietly(scrub.goTo(cycle));
  const view = viewOf(scrub.machine, shape);
  return { kind: "at", view: lastTraps === undefined ? view : yield* quietly(lastTraps(view)), found };
}

function* metrics(run: Run, wanted: number, counted?: (machine: Machine) => Counted | undefined): Answer {
  const cycle = clampCycle(run, wanted);
  const { frontier, scrub } = run;
  const read = (machine: Machine): Reply => ({
    kind: "metrics",
    metrics: metricsOf(run, machine),
    ...counted?.(machine),
  });
  if (frontier.machine.cycle < cycle) yield cycle;
  if (frontier.machine.cycle === cycle) return read(frontier.machine);
  return scrub.machine.cycle === cycle
    ? read(scrub.machine)
    : yield* quietly(scrub.excursion(readAt(run, cycle, read)));
}

export function* readAt<T>({ scrub }: Run, cycle: number, read: (machine: Machine) => T): Steps<T> {
  yield* scrub.goTo(cycle);
  return read(scrub.machine);
}

export function metricsOf({ scenario, placeFault }: Run, machine: Machine): Metrics {
  return placeFault(readMetrics(machine, scenario.machine));
}

function* rows(run: Run, wantedFrom: number, wantedTo: number): Steps<RowsWindow> {
  const { machine } = run.scrub;
  const from = Math.min(Math.max(Math.floor(wantedFrom), 0), run.frontier.machine.cycle);
  const to = Math.min(
    Math.max(Math.ceil(wantedTo), from),
    from + ROWS_CYCLE_LIMIT,
    run.frontier.machine.cycle,
  );
  yield* run.scrub.goTo(from);
  machine.setWindow(from, to);
  yield* run.scrub.walk(to);
  return {
    from,
    to,
    rows: machine.windowRows().map((row) => decodeRow(row, from, to, run.shape.programText)),
    complete: !machine.windowFull,
  };
}

// ---- events between two positions of the playhead, for motion ----

/** Longer distances are jumps. */
const PASSED_CYCLES = 100_000;
const PASSED_EVENTS = 400;

const MOVING: ReadonlySet<SimEventKind> = new Set<SimEventKind>([
  "frame-offered",
  "frame-dropped",
  "frame-delivered",
  "line-asserted",
  "entry-step",
  "handler-entered",
  "context-switch",
  "layer",
  "rx-fill",
  "tx-fill",
  "dma-begin",
  "dma-end",
  "frame-sent",
  "queue-fill",
]);

/** Events between two cycles, in order, of the kinds that the page animates. Afterwards the machine is at the
 * later cycle. Undefined if the distance is too long. */
function* passedEvents(run: Run, a: number, b: number): Steps<readonly MachineEvent[] | undefined> {
  const [from, to] = [Math.min(a, b), Math.max(a, b)];
  const { scrub, frontier } = run;
  if (from === to || to - from > PASSED_CYCLES || to > frontier.machine.cycle) return undefined;
  yield* scrub.goTo(from);
  const since = scrub.machine.nextEvent;
  yield* scrub.walk(to);
  const events = namedEvents(scrub.machine.readEvents(since)).filter(({ kind }) => MOVING.has(kind));
  return events.length > PASSED_EVENTS ? undefined : events;
}

// ---- the next or previous event of a kind; skips intervals between keyframes that contain none ----

/** Events that a user follows: events of a packet or an interrupt, and changes of the running thread. */
const WORTH_STOPPING: readonly SimEventKind[] = [
  "frame-offered",
  "frame-dropped",
  "frame-delivered",
  "line-asserted",
  "soft-raised",
  "recognised",
  "entry-step",
  "handler-entered",
  "returned",
  "context-switch",
];

/** Retired instructions are not logged, so intervals have no bit for them. */
const UNLOGGED_MASK = maskOf(["retired"]);

export function stopMask(stop: StopKind): number {
  return maskOf(stop === "any-event" ? WORTH_STOPPING : [stop]);
}

interface SearchPlace {
  readonly scrub: Scrub;
  readonly keyframes: Keyframes;
}

/** The first stop in (from, knownTo]. */
export function* searchNext(
  { scrub, keyframes }: SearchPlace,
  mask: number,
  from: number,
  knownTo: number,
): Steps<number | undefined> {
  for (const interval of keyframes.intervalsFrom(from)) {
    if (interval.from >= knownTo) return undefined;
    if (!mayHold(interval.kinds, mask)) continue;
    const begin = Math.max(from, interval.from);
    const found = yield* scrub.firstStop(begin, Math.min(interval.to, knownTo), mask);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The last stop in (0, from). */
export function* searchPrevious(
  { scrub, keyframes }: SearchPlace,
  mask: number,
  from: number,
): Steps<number | undefined> {
  const last = from - 1;
  if (last <= 0) return undefined;
  for (const interval of keyframes.intervalsBack(last - 1)) {
    if (!mayHold(interval.kinds, mask)) continue;
    const found = yield* scrub.lastStop(interval.from, Math.min(interval.to, last), mask);
    if (found !== undefined) return found;
  }
  return undefined;
}

function mayHold(kinds: number, mask: number): boolean {
  return ((kinds | UNLOGGED_MASK) & mask) !== 0;
}
