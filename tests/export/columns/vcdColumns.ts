/** Variables of a dump, change by change, compared with the event log. */
import { sim_run_state } from "../../../core-wasm/binding/index.ts";
import { vcdFile } from "../../../lib/export/vcd.ts";
import { readVcd } from "../support/vcdReader.ts";
import { written } from "../support/writeFile.ts";
import type { Cells, ColumnCount, CountedExport } from "./column.ts";
import {
  core,
  type Event,
  type Held,
  heldInWindow,
  type Lane,
  laneOf,
  lossOf,
  type Observed,
} from "./observed.ts";
import { allTraps } from "./trapColumns.ts";

const NOTHING: Lane = { layer: 0, state: sim_run_state.waiting, thread: 255 };
const PICOSECONDS = 10n ** 12n;

const timeOf = ({ scenario }: Observed, cycle: number): number =>
  Number((BigInt(cycle) * PICOSECONDS) / BigInt(scenario.machine.clockHertz));

/** The value as the dump writes it. Undefined: x. */
const cellsOf = (run: Observed, held: readonly Held<number | undefined>[]): Cells =>
  held.map(({ cycle, value }) => `${timeOf(run, cycle)} ${value === undefined ? "x" : value.toString(2)}`);

/** The last change at each time, without changes to an equal value. */
function columnOf(changes: readonly { readonly at: number; readonly value: string }[]): Cells {
  const kept: { readonly at: number; readonly value: string }[] = [];
  for (const one of changes) {
    if (kept.at(-1)?.at === one.at) kept.pop();
    if (kept.at(-1)?.value !== one.value) kept.push(one);
  }
  return kept.map(({ at, value }) => `${at} ${value}`);
}

/** A number that one kind of event reports for one subject. */
function told(run: Observed, first: number, value: (event: Event) => number | undefined): Cells {
  const changes = run.events.flatMap((event): Held<number>[] => {
    const now = value(event);
    return now === undefined ? [] : [{ cycle: event.cycle, value: now }];
  });
  return cellsOf(run, heldInWindow(run, first, changes));
}

/** A value of a context. */
function ofContext(run: Observed, context: number, value: (lane: Lane) => number | undefined): Cells {
  const changes = run.events.flatMap((event): Held<number | undefined>[] =>
    event.kind === "layer" && event.context === context
      ? [{ cycle: event.cycle, value: value(laneOf(event)) }]
      : [],
  );
  return cellsOf(run, heldInWindow(run, value(NOTHING), changes));
}

/** A thread that exists and is neither ready nor waiting. */
const runs = ({ state, thread }: Lane): number | undefined =>
  thread === 255 || state === sim_run_state.waiting || state === sim_run_state.ready ? undefined : thread;

const LANE: Readonly<Record<string, (lane: Lane) => number | undefined>> = {
  layer: ({ layer }) => layer,
  state: ({ state }) => state,
  thread: ({ state, thread }) => (thread === 255 || state === sim_run_state.waiting ? undefined : thread),
};

function threadRuns(run: Observed, thread: number): Cells {
  const now = Array.from({ length: run.contexts }, () => NOTHING);
  const changes = run.events
    .filter(({ kind }) => kind === "layer")
    // Of several contexts they are told each by itself.
    .toSorted((a, b) => a.cycle - b.cycle)
    .map((event) => {
      now[event.context] = laneOf(event);
      return { cycle: event.cycle, value: now.some((lane) => runs(lane) === thread) ? 1 : 0 };
    });
  return cellsOf(run, heldInWindow(run, 0, changes));
}

/** The last trap that has not returned, at each begin and return. */
function trapsOfHart(run: Observed, name: string): Cells {
  const thread = indexOf(run.scenario.software.threads, name);
  const own = allTraps(run).filter((trap) => trap.thread === thread);
  const cycles = own.flatMap(({ event, returned }) => [
    event.cycle + 1,
    ...(returned === undefined ? [] : [returned]),
  ]);
  const changes = cycles
    .toSorted((a, b) => a - b)
    .map((cycle) => {
      const last = own.findLast(
        ({ event, returned = Number.POSITIVE_INFINITY }) => event.cycle < cycle && returned > cycle,
      );
      return { cycle, value: last?.event.subject };
    });
  return cellsOf(run, heldInWindow(run, undefined, changes));
}

/** Changes from the start of the window onwards. */
function countOf(run: Observed, amount: (event: Event) => number): Cells {
  let count = 0;
  const changes = run.events.slice(run.firstWithin).flatMap((event): Held<number>[] => {
    const more = amount(event);
    count += more;
    return more === 0 ? [] : [{ cycle: event.cycle, value: count }];
  });
  return cellsOf(run, heldInWindow(run, 0, changes));
}

const COUNTS: Readonly<Record<string, (event: Event) => number>> = {
  offered: ({ kind }) => (kind === "frame-offered" ? 1 : 0),
  delivered: ({ kind }) => (kind === "frame-delivered" ? 1 : 0),
  lost: (event) => (event.kind === "frame-dropped" ? lossOf(event).frames : 0),
};

const word = (name: string) => name.replaceAll(" ", "_");
const indexOf = (all: readonly { readonly name: string }[], name: string) =>
  all.findIndex((one) => word(one.name) === name);

const COUNTED: readonly ColumnCount[] = [
  ...Object.entries(LANE).map(([name, value]) => ({
    column: new RegExp(`^core_(\\d+)_context_(\\d+)\\.${name}$`),
    count: (run: Observed, own?: string, context?: string) =>
      ofContext(run, (Number(own) - 1) * run.scenario.machine.core.contexts + Number(context) - 1, value),
  })),
  {
    column: /^threads_that_run\.(.+)$/,
    count: (run, name = "") => threadRuns(run, indexOf(run.scenario.software.threads, name)),
  },
  { column: /^traps\.(.+)$/, count: (run, name = "") => trapsOfHart(run, name) },
  {
    column: /^lines\.(.+)$/,
    count: (run, name) =>
      told(run, 0, ({ kind, subject }) => {
        if (word(run.lineNames[subject] ?? "") !== name) return undefined;
        return kind === "line-asserted" ? 1 : kind === "line-cleared" ? 0 : undefined;
      }),
  },
  {
    column: /^queues\.(.+)$/,
    count: (run, name = "") =>
      told(run, 0, ({ kind, subject, value }) =>
        kind === "queue-fill" && subject === indexOf(run.scenario.software.queues, name) ? value : undefined,
      ),
  },
  ...Object.entries(COUNTS).map(([name, amount]) => ({
    column: new RegExp(`^frames\\.${name}$`),
    count: (run: Observed) => countOf(run, amount),
  })),
  {
    column: /^(.+)\.(rx|tx)_frames$/,
    count: (run, name = "", of) =>
      told(run, 0, ({ kind, subject, value }) =>
        kind === `${of}-fill` && subject === indexOf(run.scenario.machine.nics, name) ? value : undefined,
      ),
  },
];

export const VCD: CountedExport = {
  name: "vcd",
  columnsOf: (run) => {
    const { bytes } = written(core, run.scenario, vcdFile(run.scenario, run.window), run.window);
    const { variables, begin, end } = readVcd(new TextDecoder().decode(bytes));
    const columns = [...variables].map(
      ([name, { changes }]) => [name.replace(/^irqscope\./, ""), columnOf(changes)] as const,
    );
    return new Map<string, Cells>([...columns, ["its times", [begin, end]]]);
  },
  counts: [
    ...COUNTED,
    {
      column: /^its times$/,
      count: (run) => [timeOf(run, run.window.from), timeOf(run, run.window.to)],
    },
  ],
};
