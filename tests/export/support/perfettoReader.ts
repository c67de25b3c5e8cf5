/** Reads a Perfetto trace from its bytes: the wire format of protobuf, and the part of the schema that the tests need. */

type Value = number | Uint8Array;
type Message = ReadonlyMap<number, readonly Value[]>;

export interface ReadTrack {
  readonly name: string;
  readonly parent: number | null;
  readonly unit: string | null;
}

export interface ReadHappening {
  readonly track: number;
  readonly at: number;
  readonly type: string;
  readonly name: string | null;
  readonly category: string | null;
  readonly notes: Readonly<Record<string, string | number>>;
  readonly value: number | null;
  readonly flows: readonly number[];
  readonly ends: readonly number[];
}

export interface ReadTrace {
  readonly tracks: Readonly<Record<string, ReadTrack>>;
  readonly happenings: readonly ReadHappening[];
  readonly sequences: readonly number[];
}

const TYPES = ["unspecified", "slice_begin", "slice_end", "instant", "counter"];

function decode(bytes: Uint8Array): Message {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const fields = new Map<number, Value[]>();
  let at = 0;
  const varint = (): number => {
    let [value, factor] = [0, 1];
    for (;;) {
      const byte = bytes[at];
      if (byte === undefined) throw new Error(`the message ends within a number, at byte ${at}`);
      at += 1;
      value += (byte & 0x7f) * factor;
      factor *= 128;
      if (byte < 128) return value;
    }
  };
  const next = (wireType: number): Value => {
    if (wireType === 0) return varint();
    if (wireType === 1) {
      at += 8;
      return Number(view.getBigUint64(at - 8, true));
    }
    if (wireType !== 2) throw new Error(`wire type ${wireType} at byte ${at}`);
    const length = varint();
    at += length;
    if (at > bytes.length) throw new Error(`the message ends within a field, at byte ${bytes.length}`);
    return bytes.subarray(at - length, at);
  };
  while (at < bytes.length) {
    const key = varint();
    const field = Math.floor(key / 8);
    const values = fields.get(field) ?? [];
    values.push(next(key % 8));
    fields.set(field, values);
  }
  return fields;
}

const messages = (message: Message | undefined, field: number): readonly Message[] =>
  (message?.get(field) ?? []).flatMap((value) => (typeof value === "number" ? [] : [decode(value)]));
const numbers = (message: Message, field: number): readonly number[] =>
  (message.get(field) ?? []).filter((value) => typeof value === "number");
const number = (message: Message, field: number): number | null => numbers(message, field)[0] ?? null;
function text(message: Message, field: number): string | null {
  const value = message.get(field)?.[0];
  return value instanceof Uint8Array ? new TextDecoder("utf-8", { fatal: true }).decode(value) : null;
}

export function readTrace(bytes: Uint8Array): ReadTrace {
  const tracks: Record<string, ReadTrack> = {};
  const happenings: ReadHappening[] = [];
  const sequences = new Set<number>();
  const interned = new Map<string, string>();
  for (const packet of messages(decode(bytes), 1)) {
    sequences.add(number(packet, 10) ?? 0);
    for (const data of messages(packet, 12))
      for (const table of [1, 2, 3])
        for (const entry of messages(data, table))
          interned.set(`${table}:${number(entry, 1)}`, text(entry, 2) ?? "");
    for (const descriptor of messages(packet, 60)) {
      const [counter] = messages(descriptor, 8);
      const unit = counter === undefined ? null : text(counter, 6);
      tracks[String(number(descriptor, 1))] = {
        name: text(descriptor, 2) ?? "",
        parent: number(descriptor, 5),
        unit,
      };
    }
    for (const event of messages(packet, 11)) happenings.push(happening(packet, event, interned));
  }
  return { tracks, happenings, sequences: [...sequences].sort((a, b) => a - b) };
}

function happening(packet: Message, event: Message, interned: ReadonlyMap<string, string>): ReadHappening {
  const named = (table: number, iid: number | null) =>
    iid === null ? null : (interned.get(`${table}:${iid}`) ?? "not there");
  return {
    track: number(event, 11) ?? 0,
    at: number(packet, 8) ?? 0,
    type: TYPES[number(event, 9) ?? 0] ?? "unknown",
    name: text(event, 23) ?? named(2, number(event, 10)),
    category: named(1, number(event, 3)),
    notes: Object.fromEntries(
      messages(event, 4).map((note) => [named(3, number(note, 1)), text(note, 6) ?? number(note, 4)]),
    ),
    value: number(event, 30),
    flows: numbers(event, 47),
    ends: numbers(event, 48),
  };
}

export interface ReadSlice {
  readonly track: number;
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly depth: number;
  readonly notes: ReadHappening["notes"];
}

/** Orders slices as Perfetto does: by time, and by the order of the file at equal times. Throws if slices are not
 * nested. */
export function slicesOf({ happenings }: ReadTrace): readonly ReadSlice[] {
  const open = new Map<number, ReadHappening[]>();
  const slices: ReadSlice[] = [];
  for (const one of [...happenings].sort((a, b) => a.at - b.at)) {
    const stack = open.get(one.track) ?? [];
    open.set(one.track, stack);
    if (one.type === "slice_begin") stack.push(one);
    if (one.type !== "slice_end") continue;
    const begun = stack.pop();
    if (begun === undefined)
      throw new Error(`a slice of track ${one.track} ends at ${one.at} without a begin`);
    const { track, name, at, notes } = begun;
    slices.push({ track, name: name ?? "", from: at, to: one.at, depth: stack.length, notes });
  }
  for (const [track, stack] of open)
    if (stack.length > 0) throw new Error(`a slice of track ${track} does not end: ${stack[0]?.name}`);
  return slices;
}
