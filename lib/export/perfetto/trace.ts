/** Writes packets of a Perfetto trace (protos/perfetto/trace/trace_packet.proto): tracks, slices, instants and counters
 * of TrackEvent. A name is written once; later packets refer to its number. */
import { ProtobufWriter } from "./protobuf.ts";

/** Slices of one kind that may overlap. Each goes to a track on which no slice is open. The tracks share one name, so
 * Perfetto shows them as one. */
export interface Slots {
  /** A track without an open slice between the two cycles. */
  readonly take: (fromCycle: number, toCycle: number) => Track;
}

export function slots(trace: Trace, name: string, parent: Track): Slots {
  const busyUntil: { readonly track: Track; cycle: number }[] = [];
  return {
    take: (fromCycle, toCycle) => {
      const free = busyUntil.find(({ cycle }) => cycle <= fromCycle);
      const slot = free ?? { track: trace.track(name, { parent }), cycle: 0 };
      if (free === undefined) busyUntil.push(slot);
      slot.cycle = toCycle;
      return slot.track;
    },
  };
}

/** Numbers of fields and values in the schema. */
const TRACE = { packet: 1 } as const;
const PACKET = {
  timestamp: 8,
  sequenceId: 10,
  trackEvent: 11,
  internedData: 12,
  sequenceFlags: 13,
  trackDescriptor: 60,
} as const;
const DESCRIPTOR = { uuid: 1, name: 2, parentUuid: 5, counter: 8, childOrdering: 11, rank: 12 } as const;
const COUNTER = { unitName: 6 } as const;
const EVENT = {
  categoryIids: 3,
  annotations: 4,
  type: 9,
  nameIid: 10,
  trackUuid: 11,
  name: 23,
  counterValue: 30,
  flowIds: 47,
  terminatingFlowIds: 48,
} as const;
const ANNOTATION = { nameIid: 1, int: 4, string: 6 } as const;
const INTERNED = { categories: 1, eventNames: 2, annotationNames: 3 } as const;
const NAME = { iid: 1, name: 2 } as const;
const TYPE = { begin: 1, end: 2, instant: 3, counter: 4 } as const;
const EXPLICIT_ORDER = 3;
const STATE_CLEARED = 1;
const NEEDS_STATE = 2;
/** All packets come from one writer. */
const SEQUENCE = 1;

export interface Track {
  readonly uuid: number;
}

export interface Happening {
  readonly track: Track;
  readonly nanoseconds: number;
  /** A name from a small set. `number` is appended to make the slice unique. */
  readonly name: string;
  readonly number?: number | undefined;
  readonly category: string;
  readonly notes?: Readonly<Record<string, string | number>>;
  /** Number of the arrow through the slice. */
  readonly flow?: number;
  /** True if the arrow ends at this slice. */
  readonly isFlowEnd?: boolean;
}

type Table = keyof typeof INTERNED;

export class Trace {
  readonly #writer = new ProtobufWriter();
  #uuid = 0;
  #isFirst = true;
  readonly #names: Readonly<Record<Table, Map<string, number>>> = {
    categories: new Map(),
    eventNames: new Map(),
    annotationNames: new Map(),
  };
  /** Not written yet. */
  #fresh: { readonly table: Table; readonly iid: number; readonly name: string }[] = [];

  /** Perfetto shows its children in the order in which they are created. `unit` makes the track a counter. */
  track(name: string, { parent, unit }: { readonly parent?: Track; readonly unit?: string } = {}): Track {
    this.#uuid += 1;
    const uuid = this.#uuid;
    const writer = this.#writer;
    this.#packet(() =>
      writer.message(PACKET.trackDescriptor, () => {
        writer.number(DESCRIPTOR.uuid, uuid);
        writer.text(DESCRIPTOR.name, name);
        if (parent !== undefined) writer.number(DESCRIPTOR.parentUuid, parent.uuid);
        if (unit !== undefined) writer.message(DESCRIPTOR.counter, () => writer.text(COUNTER.unitName, unit));
        writer.number(DESCRIPTOR.childOrdering, EXPLICIT_ORDER);
        writer.number(DESCRIPTOR.rank, uuid);
      }),
    );
    return { uuid };
  }

  begin(slice: Happening): void {
    this.#happening(TYPE.begin, slice);
  }

  end(track: Track, nanoseconds: number): void {
    this.#event(track, nanoseconds, TYPE.end);
  }

  instant(happening: Happening): void {
    this.#happening(TYPE.instant, happening);
  }

  count(track: Track, nanoseconds: number, value: number): void {
    this.#event(track, nanoseconds, TYPE.counter, () => this.#writer.number(EVENT.counterValue, value));
  }

  /** Bytes written since the previous call. */
  take(): Uint8Array {
    return this.#writer.take();
  }

  #happening(type: number, told: Happening): void {
    const writer = this.#writer;
    const category = this.#iid("categories", told.category);
    const iid = told.number === undefined ? this.#iid("eventNames", told.name) : undefined;
    const notes = Object.entries(told.notes ?? {}).map(
      ([name, note]) => [this.#iid("annotationNames", name), note] as const,
    );
    this.#event(told.track, told.nanoseconds, type, () => {
      writer.number(EVENT.categoryIids, category);
      if (iid === undefined) writer.text(EVENT.name, `${told.name} ${told.number}`);
      else writer.number(EVENT.nameIid, iid);
      for (const [nameIid, note] of notes)
        writer.message(EVENT.annotations, () => {
          writer.number(ANNOTATION.nameIid, nameIid);
          if (typeof note === "string") writer.text(ANNOTATION.string, note);
          else writer.number(ANNOTATION.int, note);
        });
      if (told.flow !== undefined)
        writer.fixed64(told.isFlowEnd === true ? EVENT.terminatingFlowIds : EVENT.flowIds, told.flow);
    });
  }

  #event(track: Track, nanoseconds: number, type: number, more?: () => void): void {
    const writer = this.#writer;
    this.#packet(() => {
      writer.number(PACKET.timestamp, nanoseconds);
      writer.message(PACKET.trackEvent, () => {
        writer.number(EVENT.type, type);
        writer.number(EVENT.trackUuid, track.uuid);
        more?.();
      });
    });
  }

  #packet(write: () => void): void {
    const writer = this.#writer;
    const fresh = this.#fresh;
    this.#fresh = [];
    const flags = this.#isFirst ? STATE_CLEARED | NEEDS_STATE : NEEDS_STATE;
    this.#isFirst = false;
    writer.message(TRACE.packet, () => {
      writer.number(PACKET.sequenceId, SEQUENCE);
      writer.number(PACKET.sequenceFlags, flags);
      if (fresh.length > 0)
        writer.message(PACKET.internedData, () => {
          for (const { table, iid, name } of fresh)
            writer.message(INTERNED[table], () => {
              writer.number(NAME.iid, iid);
              writer.text(NAME.name, name);
            });
        });
      write();
    });
  }

  #iid(table: Table, name: string): number {
    const known = this.#names[table].get(name);
    if (known !== undefined) return known;
    const iid = this.#names[table].size + 1;
    this.#names[table].set(name, iid);
    this.#fresh.push({ table, iid, name });
    return iid;
  }
}
