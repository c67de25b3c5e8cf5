/** A row for each stretch of time: how full rings and queues were, which layers had the contexts, how much came, was
 * delivered and was lost. It comes from the series of the machine, so that no event is needed. */
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

/** Where the machine stands, and how long the stretches are that it records from there on: at each end of stretches that
 * are read at once, and where whole stretches end, so that none of them lies across the begin or the end of the window. */
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

/** `stretchCycles`: from the begin of the window on; the last stretch ends where the window does. */
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

/** Places of the columns of a kind that has one each, with its tracks. */
function columnsOfKind(tracks: readonly TrackReadings[], kind: SimTrackKind) {
  let place = END_COLUMN;
  return tracks.flatMap(({ track, readings }) => {
    place += readings.length;
    return track.kind === kind ? [{ place, track }] : [];
  });
}

/** So many cycles, from this one on. */
interface Ahead {
  readonly from: number;
  readonly cycles: number;
}

/** The core tells of a transaction of the bus when it is asked for. Its cycles behind the place where rows are read are
 * read there, too, before the series begins anew, and added to the rows that come next. */
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

/** By stretches from the machine's cycle on. */
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

/** Cycles from `from` on, in each row as many as fit. Returns what lies behind the rows, which end at `end`; where there are
 * no rows, cycles before `end` are left out. */
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

/** The core tells of a burst when it ends. Of one that is under way when rows are read, the part before is not in them; it
 * is what the counter of the device has beyond the rows that come next, and lies right before those. So rows are handed on
 * when the next ones have come. */
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

/** Series that are of no device. */
type OwnTrackKind = Exclude<SimTrackKind, DeviceTrackKind | (typeof CARD_SERIES)[number]["track"]>;

/** What their columns are called. */
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
  /** Of what it is; undefined: of the machine. */
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

/** The series of all devices, those with high numbers first. */
const DEVICE_SERIES = [{ list: "nics" as const, series: CARD_SERIES }, ...exportedKinds()]
  .flatMap(({ list, series }) =>
    series.map((one: DeviceSeries) => ({ list, series: one, first: one.first ?? 0 })),
  )
  .toSorted((one, other) => other.first - one.first);

function deviceSeriesOf({ kind, a }: Pick<Track, "kind" | "a">) {
  const found = DEVICE_SERIES.find(({ series, first }) => series.track === kind && a >= first);
  return found && { ...found, index: a - found.first };
}

/** As many as a double is sure of. */
const sureDigits = (value: number): number => Number(value.toPrecision(15));
