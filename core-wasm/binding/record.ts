/** Reads records of the core by the generated layout. `decode` copies a whole record into a plain object. `standing`
 * reads each field of a record on access. */

export type ScalarType = "u8" | "u16" | "u32" | "u64";

export interface ScalarField {
  readonly offset: number;
  readonly count: number;
  readonly array: boolean;
  readonly type: ScalarType;
}
export interface RecordField {
  readonly offset: number;
  readonly count: number;
  readonly array: boolean;
  readonly type: "record";
  readonly record: RecordLayout;
}
export interface RecordLayout {
  readonly size: number;
  readonly fields: { readonly [name: string]: ScalarField | RecordField };
}

type FieldItem<F> = F extends { readonly record: infer R extends RecordLayout } ? Decoded<R> : number;
type FieldValue<F> = F extends { readonly array: true } ? readonly FieldItem<F>[] : FieldItem<F>;

/** A record as a plain object. Names are those of sim_layout.def. */
export type Decoded<R extends RecordLayout> = {
  readonly [K in keyof R["fields"]]: FieldValue<R["fields"][K]>;
};

const TWO_TO_32 = 4294967296;
const ALL_ONES = 0xffffffff;
const SCALAR_BYTES = { u8: 1, u16: 2, u32: 4, u64: 8 } as const;

/** UINT64_MAX ("never", "none") becomes Infinity. Any other value must fit into a number exactly. */
export function readU64(view: DataView, offset: number): number {
  const low = view.getUint32(offset, true);
  const high = view.getUint32(offset + 4, true);
  if (high < 0x200000) return high * TWO_TO_32 + low;
  if (high === ALL_ONES && low === ALL_ONES) return Number.POSITIVE_INFINITY;
  throw new RangeError(`a 64-bit value of the core is beyond 2^53: ${high}:${low}`);
}

export function readScalar(view: DataView, type: ScalarType, offset: number): number {
  switch (type) {
    case "u8":
      return view.getUint8(offset);
    case "u16":
      return view.getUint16(offset, true);
    case "u32":
      return view.getUint32(offset, true);
    case "u64":
      return readU64(view, offset);
  }
}

/** Bytes of one item of a field. */
export const itemBytes = (field: ScalarField | RecordField): number =>
  field.type === "record" ? field.record.size : SCALAR_BYTES[field.type];

/** `recordAt` reads a record inside the field. */
function readField(
  field: ScalarField | RecordField,
  view: DataView,
  base: number,
  recordAt: (record: RecordLayout, base: number) => unknown,
): unknown {
  const item = (offset: number): unknown =>
    field.type === "record" ? recordAt(field.record, offset) : readScalar(view, field.type, offset);
  const first = base + field.offset;
  if (!field.array) return item(first);
  const bytes = itemBytes(field);
  const items: unknown[] = [];
  for (let index = 0; index < field.count; index++) items.push(item(first + index * bytes));
  return items;
}

/** Copies the record at byte `base` out of the view. */
export function decode<R extends RecordLayout>(record: R, view: DataView, base: number): Decoded<R> {
  const result: Record<string, unknown> = {};
  const recordAt = (inner: RecordLayout, at: number) => decode(inner, view, at);
  for (const [name, field] of Object.entries(record.fields)) {
    if (name !== "reserved") result[name] = readField(field, view, base, recordAt);
  }
  return result as Decoded<R>;
}

/** Memory of a machine between two cycles. Throws once the machine may have run on. */
export type StandingMemory = () => DataView;

/** A record in such memory. Its fields are getters of its class, and its memory is a function, so that it cannot be
 * posted to another thread. Callers must return numbers that they have read. Names of C have no capitals. */
class StandingRecord {
  readonly standingMemory: StandingMemory;
  readonly firstByte: number;

  constructor(memory: StandingMemory, base: number) {
    this.standingMemory = memory;
    this.firstByte = base;
  }
}

const CLASSES = new WeakMap<RecordLayout, typeof StandingRecord>();

function classOf(record: RecordLayout): typeof StandingRecord {
  const known = CLASSES.get(record);
  if (known !== undefined) return known;
  const made = class extends StandingRecord {};
  for (const [name, field] of Object.entries(record.fields)) {
    if (name === "reserved") continue;
    Object.defineProperty(made.prototype, name, {
      get(this: StandingRecord) {
        const { standingMemory: memory, firstByte } = this;
        return readField(field, memory(), firstByte, (inner, at) => new (classOf(inner))(memory, at));
      },
    });
  }
  CLASSES.set(record, made);
  return made;
}

/** The record at byte `base`. Each access to a field reads it again. */
export function standing<R extends RecordLayout>(
  record: R,
  memory: StandingMemory,
  base: number,
): Decoded<R> {
  return new (classOf(record))(memory, base) as unknown as Decoded<R>;
}

/** Path of the field at byte `offset`, such as "threads[2].priority". Undefined outside the record. */
export function fieldPath(record: RecordLayout, offset: number): string | undefined {
  for (const [name, field] of Object.entries(record.fields)) {
    const within = offset - field.offset;
    const bytes = itemBytes(field);
    if (within < 0 || within >= bytes * field.count) continue;
    const index = Math.floor(within / bytes);
    const path = field.array ? `${name}[${index}]` : name;
    if (field.type !== "record") return path;
    const inner = fieldPath(field.record, within - index * bytes);
    return inner === undefined ? path : `${path}.${inner}`;
  }
  return undefined;
}
