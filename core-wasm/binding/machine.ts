import type { ObserverOptions } from "./configRecord.ts";
import {
  type BucketScale,
  type Distribution,
  readBucketScale,
  readDistribution,
  readSummary,
  readTally,
  type Summary,
} from "./distribution.ts";
import {
  SIM_CAUSE_LIMIT,
  SIM_LAYER_LIMIT,
  type SimDirection,
  type SimHeldPlace,
  type SimInterruptPart,
  type SimPacketPart,
  type SimTallyKind,
  type SimTrackKind,
  sim_console_text,
  sim_counters,
  sim_direction,
  sim_held_place,
  sim_interrupt_part_names,
  sim_marks,
  sim_packet_part_names,
  sim_status,
  sim_status_names,
  sim_tally_kind,
  sim_view,
  sim_view_cache,
  sim_view_held,
  sim_window_row,
} from "./layout.gen.ts";
import {
  CoreFaultError,
  type CoreInstance,
  type CoreModule,
  CoreRefusedError,
  guarded,
  hashText,
} from "./module.ts";
import {
  type EventColumns,
  type LatencyColumns,
  readColumns,
  readEvents,
  readLatencies,
  readTracks,
  type SeriesColumns,
  type Track,
} from "./observers.ts";
import { type Decoded, decode, readU64, type StandingMemory, standing } from "./record.ts";

export type Counters = Decoded<typeof sim_counters>;
/** The greatest fill of each place since `from_cycle`. */
export type Marks = Decoded<typeof sim_marks>;
/** The machine after its last finished cycle. Infinity means never or unknown. */
export type View = Decoded<typeof sim_view>;
export type WindowRow = Decoded<typeof sim_window_row>;

/** A machine between two cycles. Numbers are read on access and describe the current cycle. */
export interface StandingMachine {
  readonly counters: Counters;
  readonly view: View;
  /** The same numbers as `cyclesBy`, without the other accounts. */
  readonly cyclesBy: (context: number, layer: number, cause: number) => number;
}

export interface PartSummary<Part extends string> {
  readonly part: Part;
  readonly summary: Summary;
}

export type CacheLevel = (typeof CACHE_LEVELS)[number];
export const CACHE_LEVELS = ["l1i", "l1d", "l2"] as const;
const NO_CELL = 0xffff;
/** Read once from the first machine. */
let bucketScale: BucketScale | undefined;

export interface CachePicture {
  /** Lines in the cache, by the layer that loaded them. */
  readonly lines: readonly number[];
  /** Groups of neighbouring sets. */
  readonly columns: number;
  /** Cell of a line that is being loaded. */
  readonly filling: number | undefined;
  /** [way * columns + column]: the layer that loaded most of its lines | its fill in fifteenths << 4. */
  readonly cells: Uint8Array<ArrayBuffer>;
  /** Lines that a pinned access has marked (pinnedLines). */
  readonly marked: number;
  /** One bit for each cell, lowest bit first: set if at least half of the cell's lines are marked. */
  readonly marks: readonly number[];
}

export interface ConsoleText {
  /** Number of all characters that it has sent. Only the last ones are kept. */
  readonly sent: number;
  readonly characters: readonly {
    /** Cycle in which its last bit was sent. */
    readonly cycle: number;
    readonly character: number;
  }[];
}

export interface HeldPacket {
  readonly number: number;
  /** Cycle of the packet's event frame-offered. */
  readonly offeredCycle: number;
}

const accountOf = (context: number, layer: number, cause: number): number =>
  (context * SIM_LAYER_LIMIT + layer) * SIM_CAUSE_LIMIT + cause;

/** Accounted cycles of one context, layer and cause out of `counters.cycles_by`. */
export const cyclesBy = (counters: Counters, context: number, layer: number, cause: number): number =>
  counters.cycles_by[accountOf(context, layer, cause)] ?? 0;

/** Events hold 48 bits of their cycle: 16 days of a 200 MHz machine. */
const CYCLE_LIMIT = 2 ** 48;

function cycleArgument(value: number): bigint {
  if (!Number.isInteger(value) || value < 0 || value >= CYCLE_LIMIT)
    throw new RangeError(`${value} is no cycle: a whole number from 0 to below 2^48 is needed`);
  return BigInt(value);
}

/** One machine in its own WebAssembly instance, made by `createMachine`. */
export class Machine {
  readonly module: CoreModule;
  readonly #instance: CoreInstance;
  readonly #eventCapacity: number;
  readonly #latencyCapacity: number;
  readonly #bucketScale: BucketScale;
  readonly #tracks: readonly Track[];
  #cycle = 0;
  #fault: CoreFaultError | undefined;

  constructor(module: CoreModule, instance: CoreInstance, observers: ObserverOptions) {
    this.module = module;
    this.#instance = instance;
    this.#eventCapacity = observers.eventCapacity ?? 0;
    this.#latencyCapacity = observers.latencyCapacity ?? 0;
    bucketScale ??= readBucketScale(instance);
    this.#bucketScale = bucketScale;
    this.#tracks = readTracks(instance);
  }

  /** Runs `action` on the core. A trap makes the machine unusable. */
  #call<T>(action: (instance: CoreInstance) => T): T {
    if (this.#fault) throw this.#fault;
    try {
      return guarded(this.#instance, this.#cycle, action);
    } catch (error) {
      if (error instanceof CoreFaultError) this.#fault = error;
      throw error;
    }
  }

  /** Cycles [0, cycle) are over. */
  get cycle(): number {
    return this.#cycle;
  }

  /** The reason why the machine is unusable, or undefined. */
  get fault(): CoreFaultError | undefined {
    return this.#fault;
  }

  /**
   * Returns the value that `action` reads from the core's records. The value must not refer to the core's
   * memory.
   */
  inspect<T>(action: (instance: CoreInstance) => T): T {
    return this.#call(action);
  }

  /** Bytes of memory of this machine's instance. */
  get memoryBytes(): number {
    return this.#instance.view.byteLength;
  }

  /** Size in bytes of the state that `save` returns. */
  get stateBytes(): number {
    return this.#call(({ core }) => core.core_save());
  }

  /** Runs until `cycle` is `untilCycle`. With a stop mask (bits of sim_event_kind) it stops right after the first cycle
   * with such an event. Returns the kinds that stopped it, or 0. */
  step(untilCycle: number, stopMask = 0): number {
    const until = cycleArgument(untilCycle);
    return this.#call(({ core }) => {
      const stopped = core.core_step(until, stopMask) >>> 0;
      this.#cycle = Number(core.core_cycle());
      return stopped;
    });
  }

  /** 16 hex digits: a hash of the counters and of everything that can influence the future. */
  stateHash(): string {
    return this.#call(({ core }) => hashText(core.core_state_hash()));
  }

  /** 0, or the number of the first broken invariant of docs/model.md. */
  checkInvariants(): number {
    return this.#call(({ core }) => core.core_check_invariants());
  }

  /** Reads some of many numbers: a field of counters and view is read when `action` accesses it. The record throws
   * after `action`, because the machine may have run on. `action` must return numbers that it has read. */
  read<T>(action: (now: StandingMachine) => T): T {
    return this.#call(({ core, view }) => {
      let isOver = false;
      const memory: StandingMemory = () => {
        if (isOver) throw new Error("read after the machine may have gone on");
        return view;
      };
      const countersAt = core.core_counters();
      const accountsAt = countersAt + sim_counters.fields.cycles_by.offset;
      try {
        return action({
          counters: standing(sim_counters, memory, countersAt),
          view: standing(sim_view, memory, core.core_view()),
          cyclesBy: (context, layer, cause) =>
            readU64(memory(), accountsAt + 8 * accountOf(context, layer, cause)),
        });
      } finally {
        isOver = true;
      }
    });
  }

  /** A copy of all counters. */
  counters(): Counters {
    return this.#call(({ core, view }) => decode(sim_counters, view, core.core_counters()));
  }

  marks(): Marks {
    return this.#call(({ core, view }) => decode(sim_marks, view, core.core_marks()));
  }

  /** Distributions by index: interrupt latencies of lines, packet latencies of cards (2 x index + direction) and of
   * traffic, response times of threads. */
  tallies(kind: SimTallyKind): readonly Distribution[] {
    return this.#call(({ core, view }) => {
      const found: Distribution[] = [];
      for (;;) {
        const base = core.core_tally(sim_tally_kind[kind], found.length);
        if (base === 0) return found;
        found.push(readTally(view, base, this.#bucketScale));
      }
    });
  }

  /** Resets tallies to zero and high-water marks to the current fill. Does not change the state hash. */
  measureAgain(): void {
    this.#call(({ core }) => core.core_measure_again());
  }

  /** A copy of the whole view. */
  view(): View {
    return this.#call(({ core, view }) => decode(sim_view, view, core.core_view()));
  }

  /** A view of a cache. Undefined if the machine does not have it. A shared L2 belongs to core 0. */
  cacheView(level: CacheLevel, ofCore: number): CachePicture | undefined {
    return this.#call(({ core, view }) => {
      const base = core.core_cache_view(CACHE_LEVELS.indexOf(level), ofCore);
      if (base === 0) return undefined;
      const { cells, ...rest } = sim_view_cache.fields;
      const { lines, columns, filling, marked, marks } = decode(
        { size: sim_view_cache.size, fields: rest },
        view,
        base,
      );
      return {
        lines,
        columns,
        marked,
        marks,
        filling: filling === NO_CELL ? undefined : filling,
        cells: new Uint8Array(view.buffer, base + cells.offset, cells.count).slice(),
      };
    });
  }

  /** Packets in one place, in their order, at most SIM_VIEW_HELD_LIMIT. Places: a receive ring (of: its NIC), a
   * queue between threads (of: the queue), or the machine, which holds the unfinished received packets, the
   * oldest first. */
  held(place: SimHeldPlace, of = 0, ring = 0): readonly HeldPacket[] {
    return this.#call(({ core, view }) => {
      const { count, number, offered_cycle } = decode(
        sim_view_held,
        view,
        core.core_held(sim_held_place[place], of, ring),
      );
      return number.slice(0, count).map((one, i) => ({ number: one, offeredCycle: offered_cycle[i] ?? 0 }));
    });
  }

  #distribution(find: (instance: CoreInstance) => number): Distribution {
    return this.#call((instance) => readDistribution(instance.view, find(instance), this.#bucketScale));
  }

  #summary(find: (instance: CoreInstance) => number): Summary {
    return this.#call((instance) => readSummary(instance.view, find(instance)));
  }

  packetHistogram(direction: SimDirection): Distribution {
    return this.#distribution(({ core }) => core.core_packet_histogram(sim_direction[direction]));
  }

  packetParts(direction: SimDirection): readonly PartSummary<SimPacketPart>[] {
    return sim_packet_part_names.map((part, index) => ({
      part,
      summary: this.#summary(({ core }) => core.core_packet_part_summary(sim_direction[direction], index)),
    }));
  }

  interruptHistogram(): Distribution {
    return this.#distribution(({ core }) => core.core_interrupt_histogram());
  }

  interruptParts(): readonly PartSummary<SimInterruptPart>[] {
    return sim_interrupt_part_names.map((part, index) => ({
      part,
      summary: this.#summary(({ core }) => core.core_interrupt_part_summary(index)),
    }));
  }

  // ---- programs ----

  /** `bytes` of the memory that programs share, from `offset` onwards. The caller must stay within it. */
  programMemory(offset: number, bytes: number): Uint8Array {
    return this.#call(({ core, view }) => {
      const at = core.core_program_memory();
      if (at === 0) return new Uint8Array();
      return new Uint8Array(view.buffer, at + offset, bytes).slice();
    });
  }

  /**
   * Characters that the console has sent, without older ones that were not kept. Undefined if there is no
   * such console.
   */
  consoleText(console: number): ConsoleText | undefined {
    return this.#call(({ core, view }) => {
      const at = core.core_console_text(console);
      if (at === 0) return undefined;
      const { sent, characters } = decode(sim_console_text, view, at);
      const first = Math.max(0, sent - characters.length);
      return {
        sent,
        characters: Array.from({ length: sent - first }, (_, index) => {
          const packed = characters[(first + index) % characters.length] ?? 0;
          return { cycle: Math.floor(packed / 256), character: packed % 256 };
        }),
      };
    });
  }

  // ---- time travel ----

  /** The state as a new array, without observers. */
  save(): Uint8Array {
    return this.#call(({ core, view }) => {
      const bytes = core.core_save();
      return new Uint8Array(view.buffer, core.core_transfer(), bytes).slice();
    });
  }

  /** Restores a saved state of the same configuration. Throws CoreRefusedError for any other bytes. The machine then
   * continues from its present state. */
  restore(bytes: Uint8Array): void {
    const status = this.#call(({ core, view }) => {
      if (bytes.byteLength > core.core_transfer_bytes()) return sim_status["bad-snapshot"];
      new Uint8Array(view.buffer, core.core_transfer(), bytes.byteLength).set(bytes);
      const answer = core.core_restore(bytes.byteLength);
      this.#cycle = Number(core.core_cycle());
      return answer;
    });
    if (status === sim_status.ok) return;
    const name = sim_status_names[status] ?? "bad-snapshot";
    const message = "the snapshot is of another scenario, or of another version of the core";
    throw new CoreRefusedError(name, undefined, bytes.byteLength, message);
  }

  // ---- observers ----

  /** Events from sequence number `fromSequence` onwards, at most `limit`. */
  readEvents(fromSequence: number, limit = Number.POSITIVE_INFINITY): EventColumns {
    return this.#call((instance) => readEvents(instance, this.#eventCapacity, fromSequence, limit));
  }

  readLatencies(fromSequence: number, limit = Number.POSITIVE_INFINITY): LatencyColumns {
    return this.#call((instance) => readLatencies(instance, this.#latencyCapacity, fromSequence, limit));
  }

  /** Sequence number that the next event will get. */
  get nextEvent(): number {
    return this.#call(({ core }) => Number(core.core_event_next()));
  }

  /** Records the pipeline's rows in [fromCycle, toCycle). Call it before those cycles run. */
  setWindow(fromCycle: number, toCycle: number): void {
    const [from, to] = [cycleArgument(fromCycle), cycleArgument(toCycle)];
    if (to < from) throw new RangeError(`window ends at ${toCycle}, before it begins at ${fromCycle}`);
    this.#call(({ core }) => core.core_window_set(from, to));
  }

  windowRows(): readonly WindowRow[] {
    return this.#call(({ core, view }) => {
      const base = core.core_window_rows();
      return Array.from({ length: core.core_window_row_count() }, (_, index) =>
        decode(sim_window_row, view, base + index * sim_window_row.size),
      );
    });
  }

  /** Whether rows were omitted because `rowCapacity` was reached. */
  get windowFull(): boolean {
    return this.#call(({ core }) => core.core_window_full() !== 0);
  }

  tracks(): readonly Track[] {
    return this.#tracks;
  }

  findTrack(kind: SimTrackKind, a = 0, b = 0): Track | undefined {
    return this.#tracks.find((track) => track.kind === kind && track.a === a && track.b === b);
  }

  /** Starts the series at the present cycle. Call it after a restore to a later cycle. */
  resetSeries(binCycles: number): void {
    if (!Number.isInteger(binCycles) || binCycles < 1 || binCycles > 0xffffffff)
      throw new RangeError(`bins of ${binCycles} cycles: a whole number from 1 to below 2^32 is needed`);
    this.#call(({ core }) => core.core_series_reset(binCycles));
  }

  get seriesBegin(): number {
    return this.#call(({ core }) => Number(core.core_series_begin()));
  }

  /** Present width of the finest bins. It doubles as the run grows. */
  get seriesBinCycles(): number {
    return this.#call(({ core }) => Number(core.core_series_bin_cycles()));
  }

  /** Columns i of [from + i * (to - from) / count, from + (i + 1) * (to - from) / count). */
  querySeries(track: Track, fromCycle: number, toCycle: number, count: number): SeriesColumns {
    const [from, to] = [cycleArgument(fromCycle), cycleArgument(toCycle)];
    if (to < from) throw new RangeError(`series ends at ${toCycle}, before it begins at ${fromCycle}`);
    if (this.#tracks[track.id] !== track) throw new RangeError("the track belongs to another machine");
    return this.#call(({ core, view }) => {
      const limit = core.core_column_limit();
      if (!Number.isInteger(count) || count < 0 || count > limit)
        throw new RangeError(`${count} columns: a whole number from 0 to ${limit} is needed`);
      core.core_series_query(track.id, from, to, count);
      return readColumns(view, core.core_transfer(), count);
    });
  }
}
