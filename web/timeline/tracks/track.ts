/** The interface of a kind of track. Each kind is one entry, in a file of its own in this folder. Layout, drawing,
 * gutter, hits and facts loop over the table of entries (index.ts). docs/howto/track.md explains how to add one. */
import type { TrackSettingKind } from "../../../scenarios/link/tracks.ts";
import type { LossData, TimelineWindow } from "../../engine/protocol.ts";
import type { DrawTools, PlacedTrack, PlotTools } from "../draw/tools.ts";
import type { Track } from "../layout.ts";
import type { Facts } from "../spans.ts";
import type { MachineLabels, StaticSpec, TimelineSpec } from "../spec.ts";
import type { StripItem, StripSource } from "../strips.ts";

/** A track that a machine has. */
export interface TrackPlace {
  /** Number of the context, NIC or queue. 0 if there is only one. */
  readonly index: number;
  /** Heights in px. */
  readonly least: number;
  readonly natural: number;
  readonly most: number;
  /** True if the user can choose the track but it is not shown at first. */
  readonly isExtra?: boolean;
  /** True if the track is below the other tracks of a machine, and is left out if two machines are compared. */
  readonly isShared?: boolean;
}

/** The object at a point of a track. */
export interface TrackHit {
  readonly kind: string;
  readonly cycle: number;
}

/** Margins above and below the drawing, in px. */
export type Air = readonly [above: number, below: number];

export interface TrackType<K extends string, H extends TrackHit> {
  readonly kind: K;
  /** Name in links and in the list of tracks. Undefined if the track cannot be chosen. */
  readonly linkName: TrackSettingKind | undefined;
  /** Places of the tracks, in order. Empty if the machine has none, or if the layout places them itself. */
  readonly places: (machine: MachineLabels) => readonly TrackPlace[];
  readonly air: Air;
  readonly name: (machine: MachineLabels, index: number) => string;
  /** Used on a phone's strip if the name does not fit. */
  readonly shortName?: (machine: MachineLabels, index: number) => string | undefined;
  /** On a phone's strip, the context whose busy share is below the name. Undefined for all contexts. */
  readonly busyContext?: (index: number) => number | undefined;
  /** Name in the gutter, if it says more than the usual name. */
  readonly gutterName?: (spec: StaticSpec) => string;
  /** Name in the gutter, if it says more than the usual name. */
  readonly hasStrongName?: true;
  /** Set if losses are beside the name, because there is no other value. */
  readonly hasLossesOnly?: true;
  /** True if its value is the same in the whole window and nothing was lost. If omitted, there is always something to
   * see. */
  readonly isFlat?: (window: TimelineWindow, index: number, spec: StaticSpec) => boolean;
  /** Called with every change of data, zoom or size. The drawing is clipped to the track. */
  readonly draw: (tools: PlotTools, track: PlacedTrack) => void;
  /** Words over the data that stay in view. */
  readonly drawLabels?: (tools: DrawTools, track: PlacedTrack) => void;
  /** The track's series as pictures for narrow columns. Empty if everything is drawn. */
  readonly raster: (
    spec: StaticSpec,
    window: TimelineWindow,
    track: Track,
    strips: StripSource,
  ) => readonly StripItem[];
  /** The value that needs most space. "" if there is no value. */
  readonly widest: (spec: StaticSpec, index: number) => string;
  /** Part that does not change with the playhead. */
  readonly staticValue?: (machine: MachineLabels, index: number) => string;
  /** Value at the playhead. "" if unknown. Undefined if the track has no value. */
  readonly value: ((spec: TimelineSpec, index: number) => string) | undefined;
  /** Lost there. */
  readonly losses?: (window: TimelineWindow, index: number) => LossData | undefined;
  /** Undefined if there is nothing. */
  readonly hit: (spec: TimelineSpec, window: TimelineWindow, track: Track, cycle: number) => H | undefined;
  /** Facts in words, by kind of hit. */
  readonly facts: {
    readonly [N in H["kind"]]: (hit: Extract<H, { readonly kind: N }>, machine: MachineLabels) => Facts;
  };
}

/** A lower track has no margin. */
const LEAST_DRAWN_PX = 4;

/** Place of a series inside its track: `airPx` below the top, `heightPx` high. */
export interface Box {
  readonly airPx: number;
  readonly heightPx: number;
}

export function boxOf({ heightPx }: Pick<Track, "heightPx">, air: Air): Box {
  const [above, below] = heightPx - air[0] - air[1] < LEAST_DRAWN_PX ? [1, 1] : air;
  return { airPx: above, heightPx: Math.max(1, heightPx - above - below) };
}

export function plainFacts(title: string, rows: Facts["rows"], isLoss = false): Facts {
  return { title, layer: undefined, isLoss, rows };
}
