/** The user's order of tracks, applied to the tracks of the machine. */
import {
  LEAST_TRACK_HEIGHT_PX,
  MOST_TRACK_HEIGHT_PX,
  type TrackSetting,
  type TrackSettingKind,
} from "../../scenarios/link/tracks.ts";

/** Of the machine, with nothing said about it. */
export interface PlannedTrack {
  readonly kind: TrackSettingKind;
  readonly index: number;
  /** It is there to be chosen; undefined: it is shown. */
  readonly shown?: boolean | undefined;
}

type Place = Pick<PlannedTrack, "kind" | "index">;
const isSame = (a: Place, b: Place) => a.kind === b.kind && a.index === b.index;

/** A setting for each track of the machine: tracks with a setting in their order, then the rest; pinned
 * ones first. What the machine does not have is left out. */
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
