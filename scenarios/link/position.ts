/** The place in a run that an address names: `c=<cycle>&z=<from>-<to>&p=<page>&b=<breakpoints>&m=<bookmarks>&t=<tracks>&
 * r=<from>-<to>&w=<warm-up>&e=<measures>&f=<p or i><cycle>&y=<story step>&d=1` (Details are on), of a second machine also `a=<offset>&ob=<breakpoints>&om=<bookmarks>`. Untrusted. */
import { RUN_CYCLE_LIMIT } from "../base/limits.ts";
import { pack, unpack } from "./codec.ts";
import {
  type Bookmark,
  type Breakpoint,
  readBookmarks,
  readBreakpoints,
  writeBookmarks,
  writeBreakpoints,
} from "./marks.ts";
import { readMeasures, writeMeasures } from "./measures.ts";
import {
  type Followed,
  hasPairMarks,
  type PairMarks,
  readFollowed,
  readOffset,
  writeFollowed,
} from "./pair.ts";
import { readTracks, type TrackSetting, writeTracks } from "./tracks.ts";

/** A cycle in an address. */
/** Undefined if the text is not a cycle that fits a run. */
export function readCycle(text: string): number | undefined {
  const cycle = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(cycle) && cycle <= RUN_CYCLE_LIMIT ? cycle : undefined;
}

/** The place that the reader of a link gets. */
export interface LinkPosition {
  readonly cycle?: number;
  /** Cycles that the timeline shows. */
  readonly zoom?: { readonly from: number; readonly to: number };
  readonly page?: string;
  readonly breakpoints?: readonly Breakpoint[];
  readonly bookmarks?: readonly Bookmark[];
  /** Tracks of the timeline, if they differ from the default. */
  readonly tracks?: readonly TrackSetting[];
  /** The range chosen for separate statistics. */
  readonly range?: { readonly from: number; readonly to: number };
  /** Cycles that are not counted. */
  readonly warmUpCycles?: number;
  /** The user's own, in the language of docs/expressions.md. */
  readonly measures?: readonly string[];
  readonly follow?: Followed;
  /** The story is open at this step, from 1 onwards. */
  readonly story?: number;
  /** Details are on. */
  readonly details?: boolean;
  /** Marks of the second machine. */
  readonly pair?: PairMarks;
}

/** Parts of an address, such as "c=5". */
export function writePosition(position: LinkPosition): readonly string[] {
  const parts: string[] = [];
  if (position.cycle !== undefined) parts.push(`c=${position.cycle}`);
  if (position.zoom !== undefined) parts.push(`z=${position.zoom.from}-${position.zoom.to}`);
  if (position.page !== undefined) parts.push(`p=${encodeURIComponent(position.page)}`);
  const { breakpoints = [], bookmarks = [], tracks = [], warmUpCycles = 0, measures = [] } = position;
  if (breakpoints.length > 0) parts.push(`b=${pack(writeBreakpoints(breakpoints))}`);
  if (bookmarks.length > 0) parts.push(`m=${pack(writeBookmarks(bookmarks))}`);
  if (tracks.length > 0) parts.push(`t=${writeTracks(tracks)}`);
  if (position.range !== undefined) parts.push(`r=${position.range.from}-${position.range.to}`);
  if (warmUpCycles > 0) parts.push(`w=${warmUpCycles}`);
  if (measures.length > 0) parts.push(`e=${pack(writeMeasures(measures))}`);
  if (position.follow !== undefined) parts.push(`f=${writeFollowed(position.follow)}`);
  if (position.story !== undefined) parts.push(`y=${position.story}`);
  if (position.details === true) parts.push("d=1");
  return parts;
}

export function writePair(pair: PairMarks | undefined): readonly string[] {
  if (pair === undefined || !hasPairMarks(pair)) return [];
  const { offsetCycles, breakpoints, bookmarks } = pair;
  return [
    ...(offsetCycles === 0 ? [] : [`a=${offsetCycles}`]),
    ...(breakpoints.length === 0 ? [] : [`ob=${pack(writeBreakpoints(breakpoints))}`]),
    ...(bookmarks.length === 0 ? [] : [`om=${pack(writeBookmarks(bookmarks))}`]),
  ];
}

/** If a name occurs twice, the first one counts, because other software appends its parameters. */
export function partsOf(fragment: string): ReadonlyMap<string, string> {
  const parts = new Map<string, string>();
  for (const part of fragment.split("&")) {
    const equals = part.indexOf("=");
    const name = equals < 0 ? part : part.slice(0, equals);
    if (!parts.has(name)) parts.set(name, equals < 0 ? "" : part.slice(equals + 1));
  }
  return parts;
}

/** Parts that cannot be read are left out, each with a word. */
export function readPosition(
  parts: ReadonlyMap<string, string>,
  fault: (message: string) => void,
): LinkPosition {
  const read = <T>(name: string, reader: (text: string) => T | undefined, message: string): T | undefined => {
    const text = parts.get(name);
    const value = text === undefined ? undefined : reader(text);
    if (text !== undefined && value === undefined) fault(message);
    return value;
  };
  const packed = <T>(name: string, reader: (text: string) => readonly T[] | undefined, message: string) =>
    read(name, (text) => readPacked(text, reader), message) ?? [];
  const cycle = read("c", readCycle, "the link's cycle (c) is not a whole number");
  const zoom = read("z", readStretch, "the link's zoom (z) is not a pair of rising cycles");
  const range = read("r", readStretch, "the link's range (r) is not a pair of rising cycles");
  const warmUpCycles = read("w", readCycle, "the link's warm-up (w) is not a whole number");
  const measures = packed("e", readMeasures, "the link's measures (e) cannot be read");
  const follow = read("f", readFollowed, "what the link follows (f) is not a packet or interrupt");
  const story = read("y", readStep, "the link's step of the story (y) is not a step");
  const details = read("d", (text) => (text === "1" ? true : undefined), "the link's details (d) must be 1");
  const page = read("p", readPage, "the link's page (p) is not a page name");
  const breakpoints = packed("b", readBreakpoints, "the link's breakpoints (b) cannot be read");
  const bookmarks = packed("m", readBookmarks, "the link's bookmarks (m) cannot be read");
  const tracks = read("t", readTracks, "the link's tracks (t) cannot be read");
  const pair: PairMarks = {
    offsetCycles:
      read("a", readOffset, "the shift of the link's second machine (a) is not a whole number") ?? 0,
    breakpoints: packed(
      "ob",
      readBreakpoints,
      "the breakpoints of the link's second machine (ob) cannot be read",
    ),
    bookmarks: packed("om", readBookmarks, "the bookmarks of the link's second machine (om) cannot be read"),
  };
  return {
    ...(cycle === undefined ? {} : { cycle }),
    ...(zoom === undefined ? {} : { zoom }),
    ...(range === undefined ? {} : { range }),
    ...(warmUpCycles === undefined ? {} : { warmUpCycles }),
    ...(measures.length === 0 ? {} : { measures }),
    ...(follow === undefined ? {} : { follow }),
    ...(story === undefined ? {} : { story }),
    ...(details === undefined ? {} : { details }),
    ...(page === undefined ? {} : { page }),
    ...(breakpoints.length === 0 ? {} : { breakpoints }),
    ...(bookmarks.length === 0 ? {} : { bookmarks }),
    ...(tracks === undefined ? {} : { tracks }),
    ...(hasPairMarks(pair) ? { pair } : {}),
  };
}

function readStep(text: string): number | undefined {
  return /^\d{1,2}$/.test(text) && Number(text) > 0 ? Number(text) : undefined;
}

function readPage(text: string): string | undefined {
  return /^[a-z0-9-]{1,32}$/.test(text) ? text : undefined;
}

/** Undefined if the text is not a pair of rising cycles. */
function readStretch(text: string): { readonly from: number; readonly to: number } | undefined {
  const [from, to, ...rest] = text.split("-").map(readCycle);
  if (from === undefined || to === undefined || rest.length > 0 || from >= to) return undefined;
  return { from, to };
}

/** Undefined if it is damaged. */
function readPacked<T>(
  packed: string,
  read: (text: string) => readonly T[] | undefined,
): readonly T[] | undefined {
  const unpacked = unpack(packed);
  return unpacked.ok ? read(unpacked.text) : undefined;
}
