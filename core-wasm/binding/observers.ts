/** Records of the core in addition to its state: logs of events and latencies as columns, and series. Sequence numbers
 * of a log count from 0. A reader that comes too late learns how many entries it lost. */
import {
  SIM_PART_LIMIT,
  type SimTrackKind,
  sim_column,
  sim_event,
  sim_latency,
  sim_track,
  sim_track_kind_names,
} from "./layout.gen.ts";
import type { CoreInstance } from "./module.ts";
import { decode, readU64 } from "./record.ts";

interface LogRange {
  /** Sequence number of the first entry in the columns. */
  readonly first: number;
  /** Sequence number at which the next read continues. */
  readonly next: number;
  /** Number of requested entries that the ring has overwritten. */
  readonly lost: number;
}

export interface EventColumns extends LogRange {
  readonly cycle: Float64Array;
  /** sim_event_kind */
  readonly kind: Uint8Array;
  /** SIM_NONE_8 = none */
  readonly context: Uint8Array;
  readonly subject: Uint32Array;
  readonly value: Uint32Array;
}

export interface LatencyColumns extends LogRange {
  readonly beginCycle: Float64Array;
  readonly endCycle: Float64Array;
  /** SIM_PART_LIMIT entries per record: the parts of record i start at i * SIM_PART_LIMIT. Their sum is its length. */
  readonly parts: Float64Array;
  /** Number of the packet or interrupt. */
  readonly number: Uint32Array;
  readonly isPacket: Uint8Array;
  /** sim_direction, of packets */
  readonly direction: Uint8Array;
  readonly nic: Uint8Array;
}

function range(fromSequence: number, firstHeld: number, next: number, limit: number): LogRange {
  const first = Math.min(Math.max(fromSequence, firstHeld), next);
  return { first, next: Math.min(next, first + limit), lost: Math.max(0, firstHeld - fromSequence) };
}

const TWO_TO_32 = 4294967296;

export function readEvents(
  { core, view }: CoreInstance,
  capacity: number,
  fromSequence: number,
  limit: number,
): EventColumns {
  const { first, next, lost } = range(
    fromSequence,
    Number(core.core_event_first()),
    Number(core.core_event_next()),
    limit,
  );
  const count = next - first;
  const columns: EventColumns = {
    first,
    next,
    lost,
    cycle: new Float64Array(count),
    kind: new Uint8Array(count),
    context: new Uint8Array(count),
    subject: new Uint32Array(count),
    value: new Uint32Array(count),
  };
  const base = core.core_event_log();
  const { fields, size } = sim_event;
  for (let i = 0; i < count; i++) {
    const at = base + ((first + i) % capacity) * size;
    const high = view.getUint16(at + fields.cycle_high.offset, true);
    columns.cycle[i] = high * TWO_TO_32 + view.getUint32(at + fields.cycle_low.offset, true);
    columns.kind[i] = view.getUint8(at + fields.kind.offset);
    columns.context[i] = view.getUint8(at + fields.context.offset);
    columns.subject[i] = view.getUint32(at + fields.subject.offset, true);
    columns.value[i] = view.getUint32(at + fields.value.offset, true);
  }
  return columns;
}

export function readLatencies(
  { core, view }: CoreInstance,
  capacity: number,
  fromSequence: number,
  limit: number,
): LatencyColumns {
  const { first, next, lost } = range(
    fromSequence,
    Number(core.core_latency_first()),
    Number(core.core_latency_next()),
    limit,
  );
  const count = next - first;
  const columns: LatencyColumns = {
    first,
    next,
    lost,
    beginCycle: new Float64Array(count),
    endCycle: new Float64Array(count),
    parts: new Float64Array(count * SIM_PART_LIMIT),
    number: new Uint32Array(count),
    isPacket: new Uint8Array(count),
    direction: new Uint8Array(count),
    nic: new Uint8Array(count),
  };
  const base = core.core_latency_log();
  const { fields, size } = sim_latency;
  for (let i = 0; i < count; i++) {
    const at = base + ((first + i) % capacity) * size;
    columns.beginCycle[i] = readU64(view, at + fields.begin_cycle.offset);
    columns.endCycle[i] = readU64(view, at + fields.end_cycle.offset);
    for (let part = 0; part < SIM_PART_LIMIT; part++)
      columns.parts[i * SIM_PART_LIMIT + part] = readU64(view, at + fields.parts.offset + 8 * part);
    columns.number[i] = view.getUint32(at + fields.number.offset, true);
    columns.isPacket[i] = view.getUint8(at + fields.is_packet.offset);
    columns.direction[i] = view.getUint8(at + fields.direction.offset);
    columns.nic[i] = view.getUint8(at + fields.nic.offset);
  }
  return columns;
}

export interface Track {
  readonly id: number;
  readonly kind: SimTrackKind;
  /** Context, NIC, line or queue, by kind. */
  readonly a: number;
  /** The layer if `kind` is "context-layer", otherwise 0. */
  readonly b: number;
}

/** One entry for each column, rounded outwards to whole bins; see sim_column. */
export interface SeriesColumns {
  readonly sum: Float64Array;
  /** Number of cycles that the column covers. The mean of a fill is sum / cycles. 0 if there are no data. */
  readonly cycles: Float64Array;
  readonly minimum: Uint32Array;
  readonly maximum: Uint32Array;
  /** Bits of sim_event_kind. */
  readonly kindMask: Uint32Array;
}

export function readTracks({ core, view }: CoreInstance): readonly Track[] {
  const base = core.core_tracks();
  return Array.from({ length: core.core_track_count() }, (_, id) => {
    const { kind, a, b } = decode(sim_track, view, base + id * sim_track.size);
    const name = sim_track_kind_names[kind];
    if (name === undefined) throw new RangeError(`track ${id} has unknown kind ${kind}`);
    return { id, kind: name, a, b };
  });
}

export function readColumns(view: DataView, base: number, count: number): SeriesColumns {
  const columns: SeriesColumns = {
    sum: new Float64Array(count),
    cycles: new Float64Array(count),
    minimum: new Uint32Array(count),
    maximum: new Uint32Array(count),
    kindMask: new Uint32Array(count),
  };
  const { fields, size } = sim_column;
  for (let i = 0; i < count; i++) {
    const at = base + i * size;
    columns.sum[i] = readU64(view, at + fields.sum.offset);
    columns.cycles[i] = readU64(view, at + fields.cycles.offset);
    columns.minimum[i] = view.getUint32(at + fields.minimum.offset, true);
    columns.maximum[i] = view.getUint32(at + fields.maximum.offset, true);
    columns.kindMask[i] = view.getUint32(at + fields.kind_mask.offset, true);
  }
  return columns;
}
