import { type SimTrackKind, sim_column, sim_track, sim_track_kind_names } from "./layout.gen.ts";
import type { CoreInstance } from "./module.ts";
import { decode, readU64 } from "./record.ts";

export interface Track {
  readonly id: number;
  readonly kind: SimTrackKind;
  /** Context, NIC, line or queue, by kind. */
  readonly a: number;
  /** Layer of "context-layer", else 0. */
  readonly b: number;
}

/** One entry a column, rounded outwards to whole bins; see sim_column. */
export interface SeriesColumns {
  readonly sum: Float64Array;
  /** Cycles that the column really covers; the mean of a fill is sum / cycles. 0 = nothing known. */
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
