/** Rows of traps, column by column: each trap is followed forward from its event. */
import { linesOf } from "../../../scenarios/devices/lines.ts";
import { contextsOf } from "../../../scenarios/software/contexts.ts";
import type { CountedExport } from "./column.ts";
import { type Event, type Latency, laneOf, type Observed, remembered } from "./observed.ts";
import { csvColumns } from "./rowColumns.ts";

/** Subjects of the event that are not an mcause (core-wasm/include/sim_limits.h). */
const RETURN = 0x7fff_ffff;
const FIRST_OTHER = 0x7fff_fffa;
const INTERRUPT = 0x8000_0000;
const RUNNING = 2;

export interface SeenTrap {
  readonly number: number;
  readonly event: Event;
  readonly thread: number;
  readonly depth: number;
  readonly interrupt: number | undefined;
  readonly asserted: Event | undefined;
  readonly latency: Latency | undefined;
  readonly returned: number | undefined;
  /** The first layer of its handler. */
  readonly handler: number | undefined;
  readonly isAnswer: boolean;
}

const isTaken = ({ kind, subject }: Event) =>
  kind === "trap" && (subject < FIRST_OTHER || subject >= INTERRUPT);

/** All traps of the run in the order of entry. */
export const allTraps = remembered(({ events, latencies, scenario }: Observed): readonly SeenTrap[] => {
  const { threads } = scenario.software;
  const taken = events.flatMap((event, index) => (isTaken(event) ? [{ event, index }] : []));
  return taken.map(({ event, index }, number) => {
    const { context } = event;
    const thread = threads.findIndex((one) => one.machineMode && contextsOf(scenario, one).includes(context));
    const before = events[index - 1];
    const interrupt = event.subject >= INTERRUPT ? before?.value : undefined;
    if (interrupt !== undefined && before?.kind !== "recognised") throw new Error("nothing was recognised");
    const asserted = events
      .slice(0, index)
      .findLast(({ kind, value }) => kind === "line-asserted" && value === interrupt);
    const latency = latencies.find((one) => !one.isPacket && one.number === interrupt);
    const again = taken.find((one) => one.index > index && events[one.index - 1]?.value === interrupt);
    return {
      ...{ number, event, thread, interrupt, asserted, latency },
      depth: openTraps(events.slice(0, index), context),
      returned: returnOf(events.slice(index + 1), context),
      handler:
        interrupt === undefined
          ? undefined
          : events.slice(index).find((one) => {
              if (one.kind !== "layer" || one.context !== context || one.cycle <= event.cycle) return false;
              return laneOf(one).state === RUNNING && laneOf(one).thread === thread;
            })?.cycle,
      isAnswer:
        latency !== undefined &&
        event.cycle < latency.end &&
        (again === undefined || again.event.cycle >= latency.end),
    };
  });
});

function openTraps(events: readonly Event[], context: number): number {
  let depth = 0;
  for (const event of events) {
    if (event.context !== context) continue;
    if (isTaken(event)) depth += 1;
    if (event.kind === "trap" && event.subject === RETURN) depth = Math.max(0, depth - 1);
  }
  return depth;
}

/** The trap's own MRET, after those of the traps within it. */
function returnOf(events: readonly Event[], context: number): number | undefined {
  let within = 0;
  for (const event of events) {
    if (event.context !== context || event.kind !== "trap") continue;
    if (isTaken(event)) within += 1;
    if (event.subject !== RETURN) continue;
    if (within === 0) return event.cycle + 1;
    within -= 1;
  }
  return undefined;
}

/** Stretches of the handler itself, from `begin` to its MRET. */
function ownCycles(
  { event, returned }: SeenTrap,
  begin: number | undefined,
  { events }: Observed,
): number | undefined {
  if (begin === undefined || returned === undefined) return undefined;
  let [sum, from, within] = [0, begin, 0];
  for (const one of events.slice(events.indexOf(event) + 1)) {
    if (one.context !== event.context || one.kind !== "trap") continue;
    if (isTaken(one)) {
      if (within === 0) sum += one.cycle + 1 - from;
      within += 1;
    } else if (one.subject === RETURN) {
      if (within === 0) return sum + one.cycle + 1 - from;
      within -= 1;
      from = one.cycle + 1;
    }
  }
  return undefined;
}

/** Undefined for an exception, or if it is not reached. */
const handlerOf = ({ latency, isAnswer, handler }: SeenTrap): number | undefined =>
  latency !== undefined && isAnswer
    ? latency.begin + (latency.parts[0] ?? 0) + (latency.parts[1] ?? 0)
    : handler;

/** The cycle in which the last part was known. */
function overOf({ event, interrupt, latency, returned }: SeenTrap): number {
  const known = interrupt === undefined ? 0 : Math.max(latency?.end ?? Number.NaN, event.cycle + 1);
  return Math.max(returned ?? Number.NaN, known);
}

/** Traps in the order of the window: ended ones in the order of their ends, then the others. */
export const trapsOf = remembered((run: Observed): readonly SeenTrap[] => {
  const all = allTraps(run);
  const over = all.filter((trap) => overOf(trap) > run.window.from);
  const sorted = over.toSorted((a, b) => overOf(a) - overOf(b) || a.number - b.number);
  return [...sorted, ...all.filter((trap) => Number.isNaN(overOf(trap)))];
});

const KINDS = new Map([
  [3, "software"],
  [7, "timer"],
  [11, "external"],
]);
/** Columns of the test's own machine. */
const EXCEPTIONS = new Map([
  [2, "illegal-instruction"],
  [11, "ecall"],
]);

const column = (name: string, cell: (trap: SeenTrap, run: Observed) => string | number | undefined) => ({
  column: new RegExp(`^${name}$`),
  count: (run: Observed) => trapsOf(run).map((trap) => String(cell(trap, run) ?? "")),
});

export const TRAPS: CountedExport = {
  name: "traps",
  columnsOf: (run) => csvColumns(run, "traps"),
  counts: [
    column("trap", ({ number }) => number),
    column("hart", ({ thread }, { scenario }) => scenario.software.threads[thread]?.name),
    column("context", ({ event }) => event.context + 1),
    column("cause", ({ event: { subject } }) =>
      subject < INTERRUPT ? "exception" : (KINDS.get(subject - INTERRUPT) ?? "line"),
    ),
    column("mcause", ({ event }) => event.subject),
    column("exception", ({ event }) => EXCEPTIONS.get(event.subject)),
    column("line", ({ asserted }, { scenario }) => linesOf(scenario.machine)[asserted?.subject ?? -1]?.name),
    column("interrupt", ({ interrupt }) => interrupt),
    column("depth", ({ depth }) => depth),
    column("mepc", ({ event }) => event.value),
    column("pending_cycle", ({ latency, asserted }) => latency?.begin ?? asserted?.cycle),
    column("taken_cycle", ({ event }) => event.cycle + 1),
    column("handler_cycle", handlerOf),
    column("answered_cycle", ({ latency, isAnswer }) => (isAnswer ? latency?.end : undefined)),
    column("returned_cycle", ({ returned }) => returned),
    column("handler_cycles", (trap, run) =>
      ownCycles(trap, trap.interrupt === undefined ? trap.event.cycle + 1 : handlerOf(trap), run),
    ),
  ],
};
