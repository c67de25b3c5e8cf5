/** Data of the timeline in pixel columns: the grid, columns that grow, levels over time, and the series of a machine. */
import {
  type Machine,
  type SeriesColumns,
  SIM_CORE_LIMIT,
  type SimTrackKind,
  sim_layer,
} from "../../core-wasm/binding/index.ts";
import {
  COLUMN_LIMIT,
  ENTRY_LAYER,
  type FillData,
  LAYER_COUNT,
  type LaneShares,
  type LossData,
  type LossesData,
  type MarkData,
  type MissData,
  type ReadByName,
  type SeriesData,
} from "./protocol.ts";

/** A grid of pixel columns, each a whole number of cycles wide. */
export interface ColumnGrid {
  readonly from: number;
  readonly to: number;
  readonly columns: number;
  readonly columnCycles: number;
}

/** A grid that covers [from, to) in at most `columns` columns, each a multiple of `unit` cycles wide. `from`
 * is rounded down to a multiple of the unit counted from `origin`. */
export function columnGrid(from: number, to: number, columns: number, unit = 1, origin = 0): ColumnGrid {
  const start = origin + Math.floor((from - origin) / unit) * unit;
  const span = Math.max(to - start, 1);
  const most = Math.min(Math.max(Math.floor(columns), 1), COLUMN_LIMIT);
  const columnCycles = Math.ceil(span / most / unit) * unit;
  const count = Math.ceil(span / columnCycles);
  return { from: start, to: start + count * columnCycles, columns: count, columnCycles };
}

/** Growable typed-array column for data whose length is known only at the end. */
type NumericArray = Float64Array | Uint8Array | Uint32Array;

interface Column<A extends NumericArray> {
  readonly push: (value: number) => void;
  /** A copy of exactly the pushed values, with a buffer of its own (transferable). */
  readonly take: () => A;
}

const FIRST_CAPACITY = 64;

function createColumn<A extends NumericArray>(make: (length: number) => A): Column<A> {
  let items = make(FIRST_CAPACITY);
  let length = 0;
  return {
    push: (value) => {
      if (length === items.length) {
        const larger = make(items.length * 2);
        larger.set(items);
        items = larger;
      }
      items[length] = value;
      length += 1;
    },
    take: () => {
      const exact = make(length);
      exact.set(items.subarray(0, length));
      return exact;
    },
  };
}

export const float64Column = (): Column<Float64Array<ArrayBuffer>> =>
  createColumn((length) => new Float64Array(length));
export const uint8Column = (): Column<Uint8Array<ArrayBuffer>> =>
  createColumn((length) => new Uint8Array(length));
export const uint32Column = (): Column<Uint32Array<ArrayBuffer>> =>
  createColumn((length) => new Uint32Array(length));

/** A level that holds until it changes, as minimum, maximum and mean per column. */
interface FillColumns {
  /** Sets the level from `cycle` onwards. Cycles never decrease. */
  readonly level: (cycle: number, value: number) => void;
  /** Extends the last level to `knownTo` and returns the columns. Later columns are 0. */
  readonly finish: (knownTo: number) => FillData;
}

export function createFillColumns(grid: ColumnGrid, capacity: number, initial: number): FillColumns {
  const { from, columns, columnCycles } = grid;
  const minimum = new Float32Array(columns).fill(Number.POSITIVE_INFINITY);
  const maximum = new Float32Array(columns);
  const sum = new Float64Array(columns);
  let value = initial;
  let heldTo = from;

  function touch(column: number): void {
    minimum[column] = Math.min(minimum[column] ?? value, value);
    maximum[column] = Math.max(maximum[column] ?? value, value);
  }

  function hold(to: number): void {
    const end = Math.min(to, grid.to);
    while (heldTo < end) {
      const column = Math.floor((heldTo - from) / columnCycles);
      const until = Math.min(end, from + (column + 1) * columnCycles);
      sum[column] = (sum[column] ?? 0) + (until - heldTo) * value;
      touch(column);
      heldTo = until;
    }
  }

  return {
    level: (cycle, next) => {
      hold(cycle);
      value = next;
      if (cycle < grid.to) touch(Math.max(0, Math.floor((cycle - from) / columnCycles)));
    },
    finish: (knownTo) => {
      hold(knownTo);
      const mean = new Float32Array(columns);
      for (let column = 0; column < columns; column += 1) {
        const start = from + column * columnCycles;
        const cycles = Math.min(start + columnCycles, knownTo) - start;
        if (cycles > 0) mean[column] = (sum[column] ?? 0) / cycles;
        if (minimum[column] === Number.POSITIVE_INFINITY) minimum[column] = 0;
      }
      return { capacity, minimum, maximum, mean };
    },
  };
}

const LOSSES = ["dropped", "tx-dropped", "queue-dropped", "software-dropped"] as const;

/**
 * Series that one of the readers below uses by name. The others are completely described by their share of
 * each cycle.
 */
const READ_BY_NAME: Readonly<Record<ReadByName, true>> = {
  "context-layer": true,
  "context-stall": true,
  "context-ready": true,
  "context-entry": true,
  "rx-fill": true,
  "tx-fill": true,
  "queue-fill": true,
  offered: true,
  delivered: true,
  dropped: true,
  "tx-dropped": true,
  "queue-dropped": true,
  "software-dropped": true,
  asserted: true,
  entered: true,
  instructions: true,
  detailed: true,
  misses: true,
  bus: true,
};
const isReadByName = (kind: SimTrackKind): kind is ReadByName => kind in READ_BY_NAME;

type CountedKind = "offered" | "delivered" | "asserted" | "entered";

/** Reads the series of a machine in the columns of a grid. */
export interface SeriesReader {
  readonly fill: (kind: "rx-fill" | "tx-fill" | "queue-fill", index: number, capacity: number) => FillData;
  /** `layersUsed` are the layers that can run there. All others are 0. */
  readonly lane: (context: number, layersUsed: ReadonlySet<number>) => LaneShares;
  readonly stall: (context: number) => Float32Array;
  /** Columns in which something was counted, over all devices. */
  readonly marks: (kind: CountedKind) => MarkData;
  readonly losses: (nics: number, queues: number) => LossesData;
  /** Columns in which frames were lost, at any place. */
  readonly lost: () => MarkData;
  /** Columns in which a line was asserted. */
  readonly raised: (line: number) => MarkData;
  /** All series that are not read by name. A new series needs no code here. */
  readonly others: () => SeriesData;
  /** `dma` is the bus use of the devices. */
  readonly coreBus: (dma: readonly Float32Array[]) => Float32Array;
  readonly misses: (cores: number) => readonly MissData[];
  readonly ipc: () => Float32Array;
}

export function createSeriesReader(machine: Machine, grid: ColumnGrid): SeriesReader {
  const { columns } = grid;

  function query(kind: SimTrackKind, a = 0, b = 0): SeriesColumns | undefined {
    const track = machine.findTrack(kind, a, b);
    return track && machine.querySeries(track, grid.from, grid.to, columns);
  }

  /** The sum of all tracks of a kind. */
  function total(kind: SimTrackKind): Float64Array {
    const sum = new Float64Array(columns);
    for (const track of machine.tracks()) {
      if (track.kind !== kind) continue;
      const one = machine.querySeries(track, grid.from, grid.to, columns);
      for (let column = 0; column < columns; column += 1) {
        sum[column] = (sum[column] ?? 0) + (one.sum[column] ?? 0);
      }
    }
    return sum;
  }

  function marked(counts: ArrayLike<number>): MarkData {
    const columnsWithAny = Array.from({ length: counts.length }, (_, column) => column).filter(
      (column) => (counts[column] ?? 0) > 0,
    );
    return {
      at: Float64Array.from(columnsWithAny, (column) => column * grid.columnCycles),
      count: Uint32Array.from(columnsWithAny, (column) => counts[column] ?? 0),
    };
  }

  function lossesOf(tracks: readonly (SeriesColumns | undefined)[]): LossData {
    const counts = new Float64Array(columns);
    const masks = new Uint8Array(columns);
    for (const track of tracks)
      for (let column = 0; column < columns; column += 1) {
        counts[column] = (counts[column] ?? 0) + (track?.sum[column] ?? 0);
        masks[column] = (masks[column] ?? 0) | (track?.kindMask[column] ?? 0);
      }
    const marks = marked(counts);
    return { ...marks, causes: masks.filter((_, column) => (counts[column] ?? 0) > 0) };
  }

  return {
    losses: (nics, queues) => {
      const each = (kind: SimTrackKind, count: number) =>
        Array.from({ length: count }, (_, index) => query(kind, index));
      const apart = (kind: SimTrackKind, count: number) => each(kind, count).map((one) => lossesOf([one]));
      return {
        rx: apart("dropped", nics),
        tx: apart("tx-dropped", nics),
        queue: apart("queue-dropped", queues),
        software: lossesOf(each("software-dropped", nics)),
      };
    },
    fill: (kind, index, capacity) => {
      const series = query(kind, index);
      return {
        capacity,
        minimum: Float32Array.from(series?.minimum ?? new Uint32Array(columns)),
        maximum: Float32Array.from(series?.maximum ?? new Uint32Array(columns)),
        mean: shareOf(series, columns),
      };
    },
    lane: (context, layersUsed) => {
      const layers = new Float32Array(columns * LAYER_COUNT);
      for (const layer of layersUsed) {
        const share = shareOf(query("context-layer", context, layer), columns);
        for (let column = 0; column < columns; column += 1) {
          layers[column * LAYER_COUNT + layer] = share[column] ?? 0;
        }
      }
      setEntryApart(layers, shareOf(query("context-entry", context), columns));
      return {
        layers,
        ready: shareOf(query("context-ready", context), columns),
      };
    },
    stall: (context) => shareOf(query("context-stall", context), columns),
    marks: (kind) => marked(total(kind)),
    lost: () =>
      marked(LOSSES.map(total).reduce((sum, one) => sum.map((count, at) => count + (one[at] ?? 0)))),
    raised: (line) => marked(query("asserted", line)?.sum ?? []),
    others: () => {
      const found: { -readonly [K in keyof SeriesData]: Record<number, Float32Array> } = {};
      for (const track of machine.tracks()) {
        const { kind, a } = track;
        if (isReadByName(kind)) continue;
        const series = machine.querySeries(track, grid.from, grid.to, columns);
        found[kind] = { ...found[kind], [a]: shareOf(series, columns) };
      }
      return found;
    },
    // A transaction may be booked beyond the known cycles. So the result is at most the share that DMA has left.
    coreBus: (dma) =>
      shareOf(query("bus"), columns).map((share, column) => {
        const taken = dma.reduce((sum, shares) => sum + (shares[column] ?? 0), 0);
        return Math.min(Math.max(0, 1 - taken), share);
      }),
    misses: (cores) => {
      const rate = (level: number, core: number) => {
        const series = query("misses", level * SIM_CORE_LIMIT + core);
        return series && shareOf(series, columns);
      };
      return Array.from({ length: cores }, (_, core) => ({
        l1i: rate(0, core),
        l1d: rate(1, core),
        l2: rate(2, core),
      }));
    },
    ipc: () => {
      const instructions = total("instructions");
      const detailed = total("detailed");
      return Float32Array.from(detailed, (cycles, column) =>
        cycles > 0 ? (instructions[column] ?? 0) / cycles : Number.NaN,
      );
    },
  };
}

/** Subtracts the entry from save-restore, because the core counts both together. */
function setEntryApart(layers: Float32Array, entry: Float32Array): void {
  for (const [column, share] of entry.entries()) {
    const both = column * LAYER_COUNT + sim_layer["save-restore"];
    layers[both] = (layers[both] ?? 0) - share;
    layers[column * LAYER_COUNT + ENTRY_LAYER] = share;
  }
}

function shareOf(series: SeriesColumns | undefined, columns: number): Float32Array {
  return Float32Array.from({ length: columns }, (_, column) => {
    const cycles = series?.cycles[column] ?? 0;
    return cycles > 0 ? (series?.sum[column] ?? 0) / cycles : 0;
  });
}

/** Number of events in [0, to), over all devices. The series must start at cycle 0. */
export function countedBefore(machine: Machine, kind: CountedKind, to: number): number {
  if (to <= 0) return 0;
  return machine
    .tracks()
    .filter((track) => track.kind === kind)
    .reduce((total, track) => total + (machine.querySeries(track, 0, to, 1).sum[0] ?? 0), 0);
}
