/** A row for each period: fill of rings and queues, layers of the contexts, and frames that arrived, were delivered and
 * were lost. The rows come from the machine's series, so no event log is needed. */
import {
  type Machine,
  type SeriesColumns,
  SIM_CORE_LIMIT,
  type SimTrackKind,
  sim_layer_names,
  type Track,
} from "../../core-wasm/binding/index.ts";
import type { DeviceSeries } from "../../scenarios/devices/device.ts";
import { type DeviceTrackKind, exportedKinds } from "../../scenarios/devices/kinds.ts";
import { linesOf } from "../../scenarios/devices/lines.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { type Cell, type Column, type Row, type RowSource, real, whole } from "./rows.ts";
import type { Window } from "./walk.ts";

/** Number of ranges read at once. The core gives at most 8192. */
const STRETCHES_AT_ONCE = 4096;
/** Number of rows if the length of a range is not given. */
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

/** The cycles at which the machine stops, and the length of the ranges that it records from there. The machine stops
 * after each group of ranges and at the end of the whole ranges, so that no range crosses the start or the end of
 * the window. */
function stopsOf({ from, to }: Window, stretchCycles: number) {
  const wholeTo = to - ((to - from) % stretchCycles);
  const firstCycles = from % stretchCycles || stretchCycles;
  return {
    binCyclesAt: (cycle: number): number => {
      if (cycle === 0 && from > 0) return firstCycles;
      return cycle < wholeTo ? stretchCycles : Math.max(1, to - cycle);
    },
    nextStop: (cycle: number): number => {
      if (cycle === 0 && from > 0) return firstCycles;
      const next = cycle + STRETCHES_AT_ONCE * stretchCycles;
      if (cycle < from) return next;
      return cycle < wholeTo ? Math.min(next, wholeTo) : to;
    },
  };
}

/** `stretchCycles` counts from the start of the window. The last range ends with the window. */
export function seriesRows(scenario: Scenario, window: Window, stretchCycles: number): RowSource {
  let tracks: readonly TrackReadings[] = [];
  let columns: readonly Column[] = [];
  let readTo = window.from;
  const { binCyclesAt, nextStop } = stopsOf(window, stretchCycles);
  const early = earlyBus(() => tracks);
  const late = lateDma(() => tracks);

  function rowsUntil(machine: Machine, end: number): Cell[][] {
    const cycles = binCyclesAt(readTo);
    const from = readTo;
    const count = (end - from) / cycles;
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
    pace: { observers: { binCapacity: 2 * STRETCHES_AT_ONCE, binCycles: binCyclesAt(0) }, nextStop },
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
    take: ({ machine, isWithin, fromCycle, toCycle }) => {
      const rows = isWithin ? rowsUntil(machine, toCycle) : [];
      if (isWithin) readTo = toCycle;
      early.take(machine, rows, binCyclesAt(fromCycle));
      machine.resetSeries(binCyclesAt(toCycle));
      return late.take(machine, rows);
    },
    rest: () => late.rest(),
  };
}

const BEGIN_COLUMN = 0;
const END_COLUMN = 1;

/** Positions of the columns of a kind with one column for each track, and the tracks. */
function columnsOfKind(tracks: readonly TrackReadings[], kind: SimTrackKind) {
  let place = END_COLUMN;
  return tracks.flatMap(({ track, readings }) => {
    place += readings.length;
    return track.kind === kind ? [{ place, track }] : [];
  });
}

/** Bus or DMA cycles, starting at `from`, that belong to later rows. */
interface Ahead {
  readonly from: number;
  readonly cycles: number;
}

/** The core reports a bus transaction when it is requested. Cycles of the transaction after the point where rows are
 * read are also read there, before the series restarts, and added to the next rows. */
function earlyBus(tracksOf: () => readonly TrackReadings[]) {
  let ahead: readonly Ahead[] = [];

  function take(machine: Machine, rows: readonly Cell[][], binCycles: number): void {
    for (const { place, track } of columnsOfKind(tracksOf(), "bus")) {
      const left = ahead
        .map((one) => addFrom(rows, machine.cycle, place, one))
        .filter(({ cycles }) => cycles > 0);
      ahead = [...left, ...aheadIn(machine, track, binCycles)];
    }
  }

  return { take };
}

/** One entry for each range from the machine's current cycle onwards. */
function aheadIn(machine: Machine, track: Track, binCycles: number): readonly Ahead[] {
  const { cycle } = machine;
  const sumTo = (to: number) => machine.querySeries(track, cycle - 1, to, 1).sum[0] ?? 0;
  const all = sumTo(cycle + STRETCHES_AT_ONCE * binCycles);
  const found: Ahead[] = [];
  let sum = sumTo(cycle);
  for (let from = cycle; sum < all; from += binCycles) {
    const next = sumTo(from + binCycles);
    found.push({ from, cycles: next - sum });
    sum = next;
  }
  return found;
}

/** Adds cycles from `from` onwards, as many to each row as fit. Returns the cycles after the rows, which end at `end`.
 * Without rows, drops the cycles before `end`. */
function addFrom(rows: readonly Cell[][], end: number, place: number, { from, cycles }: Ahead): Ahead {
  if (rows.length === 0) return { from: Math.max(from, end), cycles: cycles - Math.max(0, end - from) };
  let left = cycles;
  for (const row of rows) {
    const [begin, until, own] = [Number(row[BEGIN_COLUMN]), Number(row[END_COLUMN]), Number(row[place])];
    const here = Math.max(0, Math.min(left, until - Math.max(begin, from), until - begin - own));
    row[place] = own + here;
    left -= here;
  }
  return { from: Math.max(from, end), cycles: left };
}

/** The core reports a burst when it ends. If a burst is open when rows are read, these rows lack its first part. The
 * counter of the device then exceeds the sum of the next rows by that part, which lies right before them. So rows are
 * passed on after the next ones have been read. */
function lateDma(tracksOf: () => readonly TrackReadings[]) {
  let held: Cell[][] = [];
  const counted = new Map<number, number>();

  function take(machine: Machine, rows: readonly Row[]): readonly Row[] {
    const done = held;
    held = rows.map((row) => [...row]);
    for (const { place, track } of columnsOfKind(tracksOf(), "dma")) {
      const device = track.a;
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
  const found = deviceSeriesOf({ kind: "dma", a: device });
  const counted: object | undefined = found && machine.counters()[found.list][found.index];
  return counted !== undefined && "dma_cycles" in counted ? Number(counted.dma_cycles) : 0;
}

/** Series that do not belong to a device. */
type OwnTrackKind = Exclude<SimTrackKind, DeviceTrackKind | (typeof CARD_SERIES)[number]["track"]>;

/** Names of the columns. */
const OWN_COLUMNS: Readonly<Record<OwnTrackKind, string>> = {
  "context-layer": "layer_cycles",
  "context-stall": "stall_cycles",
  "context-ready": "ready_cycles",
  "context-entry": "entry_cycles",
  "queue-fill": "queue_packets",
  "queue-dropped": "queue_dropped_frames",
  asserted: "raised",
  entered: "entered",
  bus: "bus_cycles",
  instructions: "instructions",
  detailed: "detailed_cycles",
  misses: "misses",
};

interface Told {
  readonly column: string;
  /** The part to which the column belongs. Undefined for the machine. */
  readonly place: string | undefined;
  readonly isLevel: boolean;
}

function readingsOf(scenario: Scenario, track: Track): readonly Reading[] {
  const { column, place, isLevel } = toldOf(scenario, track);
  const named = (name: string) => (place === undefined ? name : `${name}[${place}]`);
  if (!isLevel) return [{ column: whole(named(column)), cell: ({ sum }, index) => sum[index] ?? 0 }];
  return [
    {
      column: real(named(`${column}_mean`)),
      cell: ({ sum, cycles }, index) => sureDigits((sum[index] ?? 0) / (cycles[index] || 1)),
    },
    { column: whole(named(`${column}_min`)), cell: ({ minimum }, index) => minimum[index] ?? 0 },
    { column: whole(named(`${column}_max`)), cell: ({ maximum }, index) => maximum[index] ?? 0 },
  ];
}

function toldOf(scenario: Scenario, track: Track): Told {
  const found = deviceSeriesOf(track);
  if (found === undefined) return ownTold(scenario, track);
  const { column, isLevel = false, suffix = "" } = found.series;
  const name = scenario.machine[found.list][found.index]?.name ?? String(track.a + 1);
  return { column, place: `${name}${suffix}`, isLevel };
}

function ownTold({ machine, software }: Scenario, { kind, a, b }: Track): Told {
  const own = String(a + 1);
  const queue = () => software.queues[a]?.name ?? own;
  const line = () => linesOf(machine)[a]?.name ?? own;
  const places: Readonly<Record<OwnTrackKind, () => string | undefined>> = {
    "context-layer": () => `${own}:${sim_layer_names[b]}`,
    "context-stall": () => own,
    "context-ready": () => own,
    "context-entry": () => own,
    instructions: () => own,
    detailed: () => own,
    misses: () => `${(a % SIM_CORE_LIMIT) + 1}:${CACHES[Math.floor(a / SIM_CORE_LIMIT)]}`,
    "queue-fill": queue,
    "queue-dropped": queue,
    asserted: line,
    entered: line,
    bus: () => undefined,
  };
  if (!isOwn(kind)) throw new Error(`no table of a device kind has the series ${kind}`);
  return { column: OWN_COLUMNS[kind], place: places[kind](), isLevel: kind === "queue-fill" };
}

const isOwn = (kind: SimTrackKind): kind is OwnTrackKind => kind in OWN_COLUMNS;

/** The series of cards. */
const CARD_SERIES = [
  { track: "rx-fill", column: "rx_frames", isLevel: true },
  { track: "tx-fill", column: "tx_frames", isLevel: true },
  { track: "offered", column: "offered_frames" },
  { track: "delivered", column: "delivered_frames" },
  { track: "dropped", column: "rx_dropped_frames" },
  { track: "tx-dropped", column: "tx_dropped_frames" },
  { track: "software-dropped", column: "software_dropped_frames" },
  { track: "dma", column: "dma_cycles" },
] as const satisfies readonly DeviceSeries[];

/** The series of all devices, devices with high numbers first. */
const DEVICE_SERIES = [{ list: "nics" as const, series: CARD_SERIES }, ...exportedKinds()]
  .flatMap(({ list, series }) =>
    series.map((one: DeviceSeries) => ({ list, series: one, first: one.first ?? 0 })),
  )
  .toSorted((one, other) => other.first - one.first);

function deviceSeriesOf({ kind, a }: Pick<Track, "kind" | "a">) {
  const found = DEVICE_SERIES.find(({ series, first }) => series.track === kind && a >= first);
  return found && { ...found, index: a - found.first };
}

/** Rounds to the digits that a double represents exactly. */
const sureDigits = (value: number): number => Number(value.toPrecision(15));
