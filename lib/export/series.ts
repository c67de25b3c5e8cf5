/** A row for each stretch of time: how full rings and queues were, which layers had the contexts, how much came, was
 * delivered and was lost. It comes from the series of the machine, so that no event is needed. */
import {
  type Machine,
  type SeriesColumns,
  SIM_BUTTON_LIMIT,
  SIM_CORE_LIMIT,
  SIM_NIC_LIMIT,
  type SimTrackKind,
  sim_layer_names,
  type Track,
} from "../../core-wasm/binding/index.ts";
import { linesOf } from "../../scenarios/devices/lines.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { type Cell, type Column, type Row, type RowSource, real, whole } from "./rows.ts";
import type { Window } from "./walk.ts";

/** Stretches that are read at once; the core gives at most 8192. */
const STRETCHES_AT_ONCE = 4096;
/** So many rows, where the length of a stretch is not given. */
const USUAL_ROWS = 1000;
const CACHES = ["l1i", "l1d", "l2"] as const;

interface Reading {
  readonly column: Column;
  readonly cell: (series: SeriesColumns, index: number) => Cell;
}

interface TrackReadings {
  readonly track: Track;
  readonly readings: readonly Reading[];
}

export const usualStretchCycles = ({ from, to }: Window): number =>
  Math.max(1, Math.ceil((to - from) / USUAL_ROWS));

/** `stretchCycles`: from the begin of the window on; the last stretch ends where the window does. */
export function seriesRows(scenario: Scenario, window: Window, stretchCycles: number): RowSource {
  let tracks: readonly TrackReadings[] = [];
  let columns: readonly Column[] = [];
  let readTo = window.from;
  const late = lateDma(() => tracks);

  function rowsUntil(machine: Machine, end: number): readonly Row[] {
    const count = Math.floor((end - readTo) / stretchCycles);
    const rows = rowsOf(machine, readTo, stretchCycles, count);
    const rest = readTo + count * stretchCycles;
    return rest === end ? rows : [...rows, ...rowsOf(machine, rest, end - rest, 1)];
  }

  function rowsOf(machine: Machine, from: number, cycles: number, count: number): readonly Row[] {
    const series = tracks.map(({ track }) => machine.querySeries(track, from, from + count * cycles, count));
    return Array.from({ length: count }, (_, index) => [
      from + index * cycles,
      from + (index + 1) * cycles,
      ...tracks.flatMap(({ readings }, number) => {
        const own = series[number];
        return own === undefined ? [] : readings.map(({ cell }) => cell(own, index));
      }),
    ]);
  }

  return {
    pace: {
      observers: { binCapacity: 2 * STRETCHES_AT_ONCE, binCycles: stretchCycles },
      nextStop: (cycle) => cycle + STRETCHES_AT_ONCE * stretchCycles,
    },
    get columns() {
      return columns;
    },
    begin: (machine) => {
      tracks = machine.tracks().flatMap((track) => {
        const readings = readingsOf(scenario, track);
        return readings.length === 0 ? [] : [{ track, readings }];
      });
      const read = tracks.flatMap(({ readings }) => readings.map(({ column }) => column));
      columns = [whole("begin_cycle"), whole("end_cycle"), ...read];
    },
    take: ({ machine, isWithin, toCycle }) => {
      const rows = isWithin ? rowsUntil(machine, toCycle) : [];
      readTo = toCycle;
      machine.resetSeries(stretchCycles);
      return late.take(machine, rows);
    },
    rest: () => late.rest(),
  };
}

const BEGIN_COLUMN = 0;
const END_COLUMN = 1;

/** The core tells of a burst when it ends. Of one that is under way when rows are read, the part before is not in them; it
 * is what the counter of the device has beyond the rows that come next, and lies right before those. So rows are handed on
 * when the next ones have come. */
function lateDma(tracksOf: () => readonly TrackReadings[]) {
  let held: Cell[][] = [];
  const counted = new Map<number, number>();

  /** Places of the columns, with the device of each. */
  const dmaColumns = () => {
    let place = END_COLUMN;
    return tracksOf().flatMap(({ track: { kind, a }, readings }) => {
      place += readings.length;
      return kind === "dma" ? [{ place, device: a }] : [];
    });
  };

  function take(machine: Machine, rows: readonly Row[]): readonly Row[] {
    const done = held;
    held = rows.map((row) => [...row]);
    for (const { place, device } of dmaColumns()) {
      const all = dmaCycles(machine, device);
      const told = rows.reduce((sum, row) => sum + Number(row[place]), 0);
      addBefore(done, place, all - (counted.get(device) ?? 0) - told);
      counted.set(device, all);
    }
    return done;
  }

  return { take, rest: (): readonly Row[] => held };
}

/** Cycles right before the end of the rows, in each row as many as fit. */
function addBefore(rows: readonly Cell[][], place: number, cycles: number): void {
  let left = cycles;
  for (let at = rows.length - 1; at >= 0 && left > 0; at--) {
    const row = rows[at] ?? [];
    const here = Math.min(left, Number(row[END_COLUMN]) - Number(row[BEGIN_COLUMN]));
    row[place] = Number(row[place]) + here;
    left -= here;
  }
}

function dmaCycles(machine: Machine, device: number): number {
  const { nics, disks } = machine.counters();
  const of = device < SIM_NIC_LIMIT ? nics[device] : disks[device - SIM_NIC_LIMIT];
  return Number(of?.dma_cycles ?? 0);
}

const LEVEL_NAMES = {
  "rx-fill": "rx_frames",
  "tx-fill": "tx_frames",
  "queue-fill": "queue_packets",
} as const;

/** What the sum of each other kind is called. */
const SUM_NAMES: Readonly<Record<Exclude<SimTrackKind, keyof typeof LEVEL_NAMES>, string>> = {
  "context-layer": "layer_cycles",
  "context-stall": "stall_cycles",
  "context-ready": "ready_cycles",
  offered: "offered_frames",
  delivered: "delivered_frames",
  dropped: "rx_dropped_frames",
  "tx-dropped": "tx_dropped_frames",
  "queue-dropped": "queue_dropped_frames",
  "software-dropped": "software_dropped_frames",
  asserted: "raised",
  entered: "entered",
  dma: "dma_cycles",
  bus: "bus_cycles",
  instructions: "instructions",
  detailed: "detailed_cycles",
  misses: "misses",
  pressed: "presses",
};

function readingsOf(scenario: Scenario, track: Track): readonly Reading[] {
  const place = placeOf(scenario, track);
  const { kind } = track;
  if (kind === "rx-fill" || kind === "tx-fill" || kind === "queue-fill") {
    const name = LEVEL_NAMES[kind];
    return [
      {
        column: real(`${name}_mean[${place}]`),
        cell: ({ sum, cycles }, index) => sureDigits((sum[index] ?? 0) / (cycles[index] || 1)),
      },
      { column: whole(`${name}_min[${place}]`), cell: ({ minimum }, index) => minimum[index] ?? 0 },
      { column: whole(`${name}_max[${place}]`), cell: ({ maximum }, index) => maximum[index] ?? 0 },
    ];
  }
  const name = SUM_NAMES[kind];
  const column = whole(kind === "bus" ? name : `${name}[${place}]`);
  return [{ column, cell: ({ sum }, index) => sum[index] ?? 0 }];
}

function placeOf({ machine, software }: Scenario, { kind, a, b }: Track): string {
  const own = String(a + 1);
  const card = machine.nics[a]?.name ?? own;
  const queue = software.queues[a]?.name ?? own;
  const isDisk = kind === "dma" && a >= SIM_NIC_LIMIT;
  const isOverrun = a >= SIM_BUTTON_LIMIT;
  const places: Partial<Record<SimTrackKind, () => string>> = {
    "context-layer": () => `${own}:${sim_layer_names[b]}`,
    "context-stall": () => own,
    "context-ready": () => own,
    instructions: () => own,
    detailed: () => own,
    misses: () => `${(a % SIM_CORE_LIMIT) + 1}:${CACHES[Math.floor(a / SIM_CORE_LIMIT)]}`,
    "queue-fill": () => queue,
    "queue-dropped": () => queue,
    asserted: () => linesOf(machine)[a]?.name ?? own,
    entered: () => linesOf(machine)[a]?.name ?? own,
    pressed: () => `${machine.buttons[a % SIM_BUTTON_LIMIT]?.name}${isOverrun ? ":overrun" : ""}`,
    dma: () => (isDisk ? (machine.disks[a - SIM_NIC_LIMIT]?.name ?? own) : card),
  };
  return places[kind]?.() ?? card;
}

/** As many as a double is sure of. */
const sureDigits = (value: number): number => Number(value.toPrecision(15));
