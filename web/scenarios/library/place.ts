/** The place of a stored scenario: its cycle and view, and the marks in its run. */

import { isObject } from "../../../scenarios/base/values.ts";
import {
  readBookmarks,
  readBreakpoints,
  writeBookmarks,
  writeBreakpoints,
} from "../../../scenarios/link/marks.ts";
import { readFollowed, writeFollowed } from "../../../scenarios/link/pair.ts";
import { readTracks, writeTracks } from "../../../scenarios/link/tracks.ts";
import type { Position } from "../../state/store.ts";

export type Place = Pick<
  Position,
  "cycle" | "startCycle" | "visibleCycles" | "breakpoints" | "bookmarks" | "tracks" | "follow"
>;

/** The stored form. Marks are stored as in links. */
export interface StoredPlace {
  readonly cycle: number;
  readonly startCycle: number;
  readonly visibleCycles: number;
  readonly breakpoints?: string;
  readonly bookmarks?: string;
  readonly tracks?: string;
  readonly followed?: string;
}

export function placeOf({ cycle, startCycle, visibleCycles, ...marks }: Position): Place {
  const { breakpoints = [], bookmarks = [], tracks = [], follow } = marks;
  return {
    cycle,
    startCycle: Math.max(0, startCycle),
    visibleCycles,
    ...(breakpoints.length === 0 ? {} : { breakpoints }),
    ...(bookmarks.length === 0 ? {} : { bookmarks }),
    ...(tracks.length === 0 ? {} : { tracks }),
    ...(follow === undefined ? {} : { follow }),
  };
}

export function storedPlace(place: Place): StoredPlace {
  const { cycle, startCycle, visibleCycles, breakpoints, bookmarks, tracks, follow } = place;
  return {
    cycle,
    startCycle,
    visibleCycles,
    ...(breakpoints === undefined ? {} : { breakpoints: writeBreakpoints(breakpoints) }),
    ...(bookmarks === undefined ? {} : { bookmarks: writeBookmarks(bookmarks) }),
    ...(tracks === undefined ? {} : { tracks: writeTracks(tracks) }),
    ...(follow === undefined ? {} : { followed: writeFollowed(follow) }),
  };
}

/** Untrusted. Marks that cannot be read are omitted. */
export function readPlace(value: unknown): Place | undefined {
  if (!isObject(value)) return undefined;
  const { cycle, startCycle, visibleCycles } = value;
  if (!isCount(cycle) || !isCount(startCycle) || !isCount(visibleCycles) || visibleCycles === 0)
    return undefined;
  const breakpoints = readWith(readBreakpoints, value.breakpoints);
  const bookmarks = readWith(readBookmarks, value.bookmarks);
  const tracks = readWith(readTracks, value.tracks);
  const follow = readWith(readFollowed, value.followed);
  return {
    cycle: Math.floor(cycle),
    startCycle,
    visibleCycles,
    ...(breakpoints === undefined ? {} : { breakpoints }),
    ...(bookmarks === undefined ? {} : { bookmarks }),
    ...(tracks === undefined ? {} : { tracks }),
    ...(follow === undefined ? {} : { follow }),
  };
}

function readWith<T>(read: (text: string) => T | undefined, text: unknown): T | undefined {
  return typeof text === "string" ? read(text) : undefined;
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}
