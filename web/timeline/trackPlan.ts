/** The user's order of tracks, applied to the tracks of the machine. */

import {
  LEAST_TRACK_HEIGHT_PX,
  MOST_TRACK_HEIGHT_PX,
  type TrackSetting,
  type TrackSettingKind,
} from "../../scenarios/link/tracks.ts";
import type { Track, WishedTrack } from "./layout.ts";
import { laneOrder, type MachineLabels, ownThread, type StaticSpec, type ThreadLabel } from "./spec.ts";
import { trackType } from "./tracks/index.ts";

/** A track of the machine, without any settings. */
export interface PlannedTrack {
  readonly kind: TrackSettingKind;
  readonly index: number;
  /** False if the track can be chosen but is not shown. Undefined if it is shown. */
  readonly shown?: boolean | undefined;
}

type Place = Pick<PlannedTrack, "kind" | "index">;
const isSame = (a: Place, b: Place) => a.kind === b.kind && a.index === b.index;

/** A setting for each track of the machine: tracks with a setting in their order, then the rest, with pinned ones
 * first. Tracks that the machine lacks are left out. */
export function planTracks(
  tracks: readonly PlannedTrack[],
  settings: readonly TrackSetting[],
): readonly TrackSetting[] {
  const known = settings.filter((setting) => tracks.some((track) => isSame(track, setting)));
  const rest = tracks
    .filter((track) => !known.some((setting) => isSame(track, setting)))
    .map(({ kind, index, shown = true }) => ({ kind, index, shown, pinned: false, heightPx: undefined }));
  const all = [...known, ...rest];
  return [...all.filter(({ pinned }) => pinned), ...all.filter(({ pinned }) => !pinned)];
}

/** One place up or down among tracks that are pinned alike. */
export function movedTrack(
  plan: readonly TrackSetting[],
  index: number,
  direction: 1 | -1,
): readonly TrackSetting[] {
  const [one, other] = [plan[index], plan[index + direction]];
  if (one === undefined || other === undefined || one.pinned !== other.pinned) return plan;
  return plan.with(index, other).with(index + direction, one);
}

export function withHeight(setting: TrackSetting, heightPx: number): TrackSetting {
  const whole = Math.round(heightPx);
  return { ...setting, heightPx: Math.min(MOST_TRACK_HEIGHT_PX, Math.max(LEAST_TRACK_HEIGHT_PX, whole)) };
}

// ---- lanes if there is room for only a few ----

const FEW_LANES = 4;
/** Permanent threads are the subject of such a scenario. Among its handlers, soft ones come first. */
const LANE_WEIGHT: Readonly<Record<ThreadLabel["start"], number>> = { always: 0, soft: 1, line: 2 };

/** Lanes for the subject of the scenario, at most four, the most urgent on top: lanes of threads that compete, or of
 * contexts that run at the same time, each with a thread of its own. Empty if one lane of all that run is enough. */
export function subjectLanes(machine: MachineLabels): readonly Place[] {
  const { threads, contexts, cpus, showsThreads } = machine;
  if (showsThreads)
    return [...threads.entries()]
      .sort(([, a], [, b]) => LANE_WEIGHT[a.start] - LANE_WEIGHT[b.start] || a.priority - b.priority)
      .slice(0, FEW_LANES)
      .sort(([, a], [, b]) => a.priority - b.priority)
      .map(([index]) => ({ kind: "thread", index }));
  const isOwn =
    cpus === contexts.length && contexts.every(({ context }) => ownThread(machine, context) !== undefined);
  if (!isOwn || contexts.length > FEW_LANES) return [];
  return laneOrder(contexts).map(({ context }) => ({ kind: "lane", index: context }));
}

// ---- content of a phone's strip: time of the processors, the ring, other parts that hold or lose frames, presses ----

/** More lanes leave no room for the ring: all cores are one track. */
const LANE_LIMIT = 2;

export function stripTracks(spec: StaticSpec): readonly WishedTrack[] {
  const { textScale } = spec.frame;
  return wishesAtSize(spec).map((wish) => ({
    ...wish,
    least: wish.least * textScale,
    natural: wish.natural * textScale,
    most: wish.most * textScale,
  }));
}

function wishesAtSize({ machine, window, frame }: StaticSpec): readonly WishedTrack[] {
  const { nics, queues, sends, letsGo, cpus, contexts } = machine;
  const subject = subjectLanes(machine);
  const cores: readonly WishedTrack[] =
    subject.length > 0
      ? subject.map((lane) => ({ ...lane, least: 13, natural: 22, most: 28 }))
      : cpus === 1
        ? [{ kind: "cpu", index: 0, least: 30, natural: 54, most: 72 }]
        : contexts.length > LANE_LIMIT
          ? [{ kind: "cores", index: 0, least: 30, natural: 54, most: 72 }]
          : laneOrder(contexts).map(({ context }) => ({
              kind: "lane",
              index: context,
              least: 28,
              natural: 28,
              most: 40,
            }));
  const rings = nics.map((_, index) => ({ kind: "rx", index }) as const);
  const others = [
    ...queues.map((_, index) => ({ kind: "queue", index }) as const),
    ...(sends ? nics.map((_, index) => ({ kind: "tx", index }) as const) : []),
    ...(letsGo ? [{ kind: "software", index: 0 } as const] : []),
  ];
  /** The track with the most losses, otherwise the first. */
  const worst = (of: readonly Pick<Track, "kind" | "index">[]) =>
    of.toSorted((a, b) => lossesIn(window, b) - lossesIn(window, a))[0];
  const [ring, other] = [worst(rings), worst(others)];
  const presses = trackType({ kind: "press" })?.places(machine) ?? [];
  const button = worst(presses.map(({ index }) => ({ kind: "press", index })));
  return [
    ...cores,
    ...(ring === undefined ? [] : [{ ...ring, least: 30, natural: 60, most: 90 }]),
    ...(other === undefined || frame.isPlain === true
      ? []
      : [{ ...other, least: 30, natural: 40, most: 60 }]),
    ...(button === undefined ? [] : [{ ...button, least: 18, natural: 18, most: 24 }]),
  ];
}

function lossesIn(window: StaticSpec["window"], track: Pick<Track, "kind" | "index">): number {
  const lost = window && trackType(track)?.losses?.(window, track.index);
  return lost?.count.reduce((sum, count) => sum + count, 0) ?? 0;
}
