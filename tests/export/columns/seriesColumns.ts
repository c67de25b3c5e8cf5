/** Series, column by column: levels and numbers of events compared with the event log, the others with the counters of
 * a machine that stops at the end of each row. */
import {
  type Counters,
  cyclesBy,
  SIM_NIC_LIMIT,
  type SimTrackKind,
  sim_cause,
  sim_drop_cause_names,
  sim_layer_names,
  sim_run_state,
} from "../../../core-wasm/binding/index.ts";
import { build } from "../../boundary/support.ts";
import type { Cells, ColumnCount, CountedExport } from "./column.ts";
import {
  core,
  countersAt,
  type Event,
  type Held,
  heldInWindow,
  type Lane,
  laneOf,
  lossOf,
  type Observed,
  remembered,
  sumOf,
} from "./observed.ts";
import { csvColumns } from "./rowColumns.ts";

/** The levels of one fill, from the events about it. */
function fillOf(run: Observed, kind: Event["kind"], subject: number): readonly Held<number>[] {
  return run.events.flatMap((event) =>
    event.kind === kind && event.subject === subject ? [{ cycle: event.cycle, value: event.value }] : [],
  );
}

const LEVELS = { rx_frames: "rx-fill", tx_frames: "tx-fill", queue_packets: "queue-fill" } as const;

/** The place of the card or queue with this name. */
const placeOf = ({ scenario: { machine, software } }: Observed, kind: string, name: string) =>
  (kind === "queue_packets" ? software.queues : machine.nics).findIndex((one) => one.name === name);

interface Stretch {
  readonly from: number;
  readonly to: number;
}

const stretchesOf = ({ edges }: Observed): readonly Stretch[] =>
  edges.slice(1).map((to, index) => ({ from: edges[index] ?? 0, to }));

/** All values of a fill in a row, including one that was there for less than a cycle. */
function valuesIn(changes: readonly Held<number>[], { from, to }: Stretch): readonly number[] {
  const within = changes.filter(({ cycle }) => cycle >= from && cycle < to);
  const before = changes.findLast(({ cycle }) => cycle < from)?.value ?? 0;
  return [...(within[0]?.cycle === from ? [] : [before]), ...within.map(({ value }) => value)];
}

/** Fill times cycles. */
function areaIn(held: readonly Held<number>[], { from, to }: Stretch): number {
  return sumOf(
    held.map(({ cycle, value }, index) => {
      const until = Math.min(held[index + 1]?.cycle ?? to, to);
      return value * Math.max(0, until - Math.max(cycle, from));
    }),
  );
}

function level(of: "mean" | "min" | "max"): ColumnCount {
  return {
    column: new RegExp(`^(rx_frames|tx_frames|queue_packets)_${of}\\[(.+)\\]$`),
    count: (run, kind = "", name = "") => {
      const changes = fillOf(run, LEVELS[kind as keyof typeof LEVELS], placeOf(run, kind, name));
      const held = heldInWindow(run, 0, changes);
      return stretchesOf(run).map((stretch) => {
        const values = valuesIn(changes, stretch);
        if (of === "min") return String(Math.min(...values));
        if (of === "max") return String(Math.max(...values));
        const mean = areaIn(held, stretch) / (stretch.to - stretch.from);
        return String(Number(mean.toPrecision(15)));
      });
    },
  };
}

/** The events of each row. `amount` undefined: the event does not count. */
function toldIn(run: Observed, amount: (event: Event) => number | undefined): Cells {
  return stretchesOf(run).map(({ from, to }) =>
    String(
      sumOf(run.events.map((event) => (event.cycle >= from && event.cycle < to ? (amount(event) ?? 0) : 0))),
    ),
  );
}

/** The growth of a counter in each row. */
function grownIn(run: Observed, read: (counters: Counters) => number): Cells {
  const values = countersAt(run).map(read);
  return values.slice(1).map((now, index) => String(now - (values[index] ?? Number.NaN)));
}

const nicOf = ({ scenario }: Observed, name: string) =>
  scenario.machine.nics.findIndex((nic) => nic.name === name);
const queueOf = ({ scenario }: Observed, name: string) =>
  scenario.software.queues.findIndex((queue) => queue.name === name);

const QUEUE_FULL = "queue-full";
const BY_SOFTWARE: ReadonlySet<string> = new Set(["abandoned", "filtered", "fault"]);
const NO_INTERRUPT = 0xffffffff;
const STALLS = [
  "load-use",
  "branch",
  "multiply",
  "memory",
  "bus",
  "fetch-miss",
  "data-miss",
  "operand",
] as const;

const causesOf = (causes: readonly (keyof typeof sim_cause)[]) => causes.map((cause) => sim_cause[cause]);
const inLayers = (counters: Counters, context: number, causes: readonly number[]) =>
  sumOf(
    sim_layer_names.flatMap((_, layer) => causes.map((cause) => cyclesBy(counters, context, layer, cause))),
  );

/** Cycles in which the activity of the context is of this kind. */
function laneIn(run: Observed, context: number, isOfKind: (lane: Lane) => boolean): Cells {
  const changes = run.events.flatMap((event): Held<number>[] => {
    if (event.kind !== "layer" || event.context !== context) return [];
    return [{ cycle: event.cycle, value: isOfKind(laneOf(event)) ? 1 : 0 }];
  });
  const held = heldInWindow(run, 0, changes);
  return stretchesOf(run).map((stretch) => String(areaIn(held, stretch)));
}

/** For a machine with one device that has DMA: the cycles between the begins and ends of its bursts. */
export function transfersIn(run: Observed): Cells {
  const held: Held<number>[] = run.events.flatMap(({ kind, cycle }) => {
    if (kind === "dma-begin") return [{ cycle, value: 1 }];
    return kind === "dma-end" ? [{ cycle, value: 0 }] : [];
  });
  return stretchesOf(run).map((stretch) => String(areaIn(held, stretch)));
}

/** A transaction requested before the start of the series is excluded. None waits for so long. */
const LONGEST_WAIT = 4096;

/** A machine at the end of the window, with the series of each cycle. */
const cycleSeries = remembered(({ scenario, window }) => {
  const from = Math.max(0, window.from - LONGEST_WAIT);
  const machine = build(core, scenario, { binCapacity: 2 * (window.to - from), binCycles: 1 });
  machine.step(from);
  machine.resetSeries(1);
  machine.step(window.to);
  return machine;
});

/** The core reports a burst when it ends, and a transaction when it is requested. So their cycles are read one by one,
 * once, at the end of the window. */
function cycleByCycle(run: Observed, kind: SimTrackKind, device = 0): Cells {
  const machine = cycleSeries(run);
  const track = machine.findTrack(kind, device);
  if (track === undefined) throw new Error(`no ${kind}`);
  return stretchesOf(run).map(({ from, to }) => {
    const { sum } = machine.querySeries(track, from, to, to - from);
    return String(sumOf([...sum]));
  });
}

export const SERIES: CountedExport = {
  name: "series",
  columnsOf: (run) => csvColumns(run, "series"),
  counts: [
    { column: /^begin_cycle$/, count: (run) => stretchesOf(run).map(({ from }) => String(from)) },
    { column: /^end_cycle$/, count: (run) => stretchesOf(run).map(({ to }) => String(to)) },
    level("mean"),
    level("min"),
    level("max"),
    {
      column: /^layer_cycles\[(\d+):(.+)\]$/,
      count: (run, context, name) => {
        const layer = (sim_layer_names as readonly string[]).indexOf(name ?? "");
        const isRunning = (lane: Lane) => lane.layer === layer && lane.state >= sim_run_state.running;
        return laneIn(run, Number(context) - 1, isRunning);
      },
    },
    {
      column: /^stall_cycles\[(\d+)\]$/,
      count: (run, context) => grownIn(run, (now) => inLayers(now, Number(context) - 1, causesOf(STALLS))),
    },
    {
      column: /^ready_cycles\[(\d+)\]$/,
      count: (run, context) => laneIn(run, Number(context) - 1, ({ state }) => state === sim_run_state.ready),
    },
    {
      column: /^entry_cycles\[(\d+)\]$/,
      count: (run, context) =>
        laneIn(run, Number(context) - 1, ({ state }) => state === sim_run_state.entering),
    },
    {
      column: /^offered_frames\[(.+)\]$/,
      count: (run, name = "") =>
        grownIn(run, ({ nics }) => {
          const nic = nics[nicOf(run, name)];
          return (nic?.rx_offered ?? 0) + (nic?.tx_offered ?? 0);
        }),
    },
    {
      column: /^delivered_frames\[(.+)\]$/,
      count: (run, name = "") =>
        grownIn(run, ({ nics }) => {
          const nic = nics[nicOf(run, name)];
          return (nic?.rx_delivered ?? 0) + (nic?.tx_delivered ?? 0);
        }),
    },
    {
      column: /^(rx|tx|queue|software)_dropped_frames\[(.+)\]$/,
      count: (run, kind, name = "") =>
        toldIn(run, (event) => {
          if (event.kind !== "frame-dropped") return undefined;
          const { place, isSend, frames } = lossOf(event);
          const cause = sim_drop_cause_names[event.value & 0xff] ?? "?";
          const of =
            cause === QUEUE_FULL ? "queue" : BY_SOFTWARE.has(cause) ? "software" : isSend ? "tx" : "rx";
          const own = of === "queue" ? queueOf(run, name) : nicOf(run, name);
          return of === kind && place === own ? frames : undefined;
        }),
    },
    {
      column: /^raised\[(.+)\]$/,
      count: (run, name = "") =>
        toldIn(run, ({ kind, subject }) =>
          kind === "line-asserted" && run.lineNames[subject] === name ? 1 : undefined,
        ),
    },
    {
      column: /^entered\[(.+)\]$/,
      count: (run, name = "") => {
        const lineOf = new Map<number, number>();
        for (const { kind, subject, value } of run.events)
          if (kind === "line-asserted") lineOf.set(value, subject);
        return toldIn(run, ({ kind, value }) =>
          kind === "handler-entered" &&
          value !== NO_INTERRUPT &&
          run.lineNames[lineOf.get(value) ?? -1] === name
            ? 1
            : undefined,
        );
      },
    },
    {
      column: /^dma_cycles\[(.+)\]$/,
      count: (run, name = "") => {
        const { nics, disks } = run.scenario.machine;
        const { dma } = run.scenario.machine.bus;
        const isOneBurst = dma !== "instant" && dma.burstGapCycles === 0;
        if (isOneBurst && nics.length + disks.length === 1) return transfersIn(run);
        const disk = disks.findIndex((one) => one.name === name);
        return cycleByCycle(run, "dma", disk < 0 ? nicOf(run, name) : SIM_NIC_LIMIT + disk);
      },
    },
    { column: /^bus_cycles$/, count: (run) => cycleByCycle(run, "bus") },
    {
      column: /^instructions\[(\d+)\]$/,
      count: (run, own) => {
        const { contexts } = run.scenario.machine.core;
        const first = (Number(own) - 1) * contexts;
        return grownIn(run, (now) =>
          sumOf(Array.from({ length: contexts }, (_, at) => now.instructions_by[first + at] ?? 0)),
        );
      },
    },
    {
      column: /^detailed_cycles\[(\d+)\]$/,
      count: (run, own) => grownIn(run, (now) => now.detailed_by[Number(own) - 1] ?? Number.NaN),
    },
    {
      column: /^misses\[(\d+):(l1i|l1d|l2)\]$/,
      count: (run, _own, level) =>
        grownIn(run, ({ caches }) => {
          if (run.scenario.machine.core.cores > 1)
            throw new Error("the counters have the misses of all cores");
          return sumOf(caches[["l1i", "l1d", "l2"].indexOf(level ?? "")]?.misses ?? []);
        }),
    },
    {
      column: /^presses\[(.+?)(:overrun)?\]$/,
      count: (run, name = "", overrun) =>
        toldIn(run, ({ kind, subject, value }) => {
          const isOwn = kind === "button-pressed" && run.scenario.machine.buttons[subject]?.name === name;
          return isOwn && (overrun === undefined || value === 1) ? 1 : undefined;
        }),
    },
  ],
};
