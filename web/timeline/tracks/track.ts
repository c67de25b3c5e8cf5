/** What a kind of track is: one entry, in a file of its own in this folder. Layout, drawing, gutter, hits and facts loop over
 * the table of entries (index.ts); docs/howto/track.md tells how to add one. */
import type { TrackSettingKind } from "../../../scenarios/link/tracks.ts";
import type { LossData, TimelineWindow } from "../../engine/protocol.ts";
import type { DrawTools, PlacedTrack, PlotTools } from "../draw/tools.ts";
import type { Track } from "../layout.ts";
import type { Facts } from "../spans.ts";
import type { MachineLabels, StaticSpec, TimelineSpec } from "../spec.ts";
import type { StripItem, StripSource } from "../strips.ts";

/** A track that a machine has. */
export interface TrackPlace {
  /** Context, NIC or queue number; 0 where there is only one. */
  readonly index: number;
  /** Heights in px. */
  readonly least: number;
  readonly natural: number;
  readonly most: number;
  /** There to be chosen, not shown before. */
  readonly isExtra?: boolean;
  /** Below the tracks that a machine has where two are compared, and not there. */
  readonly isShared?: boolean;
}

/** What is under a point of a track. */
export interface TrackHit {
  readonly kind: string;
  readonly cycle: number;
}

/** Air above and below what is drawn, in px. */
export type Air = readonly [above: number, below: number];

export interface TrackType<K extends string, H extends TrackHit> {
  readonly kind: K;
  /** In links and in the list of tracks; undefined: the track cannot be chosen. */
  readonly linkName: TrackSettingKind | undefined;
  /** In the order in which they stand; [] where the machine has none, or the layout places them by itself. */
  readonly places: (machine: MachineLabels) => readonly TrackPlace[];
  readonly air: Air;
  readonly name: (machine: MachineLabels, index: number) => string;
  /** On a phone's strip, where the name does not fit. */
  readonly shortName?: (machine: MachineLabels, index: number) => string | undefined;
  /** On a phone's strip: whose busy share stands below the name; the context, or undefined for all. */
  readonly busyContext?: (index: number) => number | undefined;
  /** In the gutter, where it tells more than the name. */
  readonly gutterName?: (spec: StaticSpec) => string;
  /** Its name stands out, as those of lanes do. */
  readonly hasStrongName?: true;
  /** Its losses stand beside the name: there is nothing else to tell. */
  readonly hasLossesOnly?: true;
  /** In all of the window its value is the same, and nothing was lost; undefined: there is always something to see. */
  readonly isFlat?: (window: TimelineWindow, index: number, spec: StaticSpec) => boolean;
  /** Drawn with every change of data, zoom or size; clipped to the track. */
  readonly draw: (tools: PlotTools, track: PlacedTrack) => void;
  /** Words over the data that stay in view. */
  readonly drawLabels?: (tools: DrawTools, track: PlacedTrack) => void;
  /** Its series as pictures, where columns are narrow; [] where all is drawn. */
  readonly raster: (
    spec: StaticSpec,
    window: TimelineWindow,
    track: Track,
    strips: StripSource,
  ) => readonly StripItem[];
  /** The value that needs most room; "" where there is no value. */
  readonly widest: (spec: StaticSpec, index: number) => string;
  /** What does not change with the playhead. */
  readonly staticValue?: (machine: MachineLabels, index: number) => string;
  /** At the playhead; "" where nothing is known. undefined: it has none. */
  readonly value: ((spec: TimelineSpec, index: number) => string) | undefined;
  /** Lost there. */
  readonly losses?: (window: TimelineWindow, index: number) => LossData | undefined;
  /** undefined: nothing is there. */
  readonly hit: (spec: TimelineSpec, window: TimelineWindow, track: Track, cycle: number) => H | undefined;
  /** In words, by kind of hit. */
  readonly facts: {
    readonly [N in H["kind"]]: (hit: Extract<H, { readonly kind: N }>, machine: MachineLabels) => Facts;
  };
}

/** A track too low for its air goes without. */
const LEAST_DRAWN_PX = 4;

/** Where inside its track a series is drawn: `airPx` below the top, `heightPx` high. */
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
