/** Share links: `#s=<version>.<scenario>&c=<cycle>&z=<from>-<to>&p=<page>&b=<breakpoints>&m=<bookmarks>&
 * t=<tracks>&r=<from>-<to>&f=<p or i><cycle>&o=<version>.<scenario>&a=<offset>&ob=<breakpoints>&om=<bookmarks>`; `r`
 * is a chosen range, `f` what is followed, `a` how far the other machine is shifted. They carry the scenarios themselves, so they open for ever. `o` is the other machine of a
 * comparison, packed with the text of the first at hand. Everything in a link is untrusted. */

import { minimalScenario } from "./format.ts";
import { RUN_CYCLE_LIMIT } from "./limits.ts";
import { type LinkFault, pack, unpack } from "./link/codec.ts";
import {
  type Bookmark,
  type Breakpoint,
  readBookmarks,
  readBreakpoints,
  writeBookmarks,
  writeBreakpoints,
} from "./link/marks.ts";
import {
  type Followed,
  hasPairMarks,
  type PairMarks,
  readFollowed,
  readOffset,
  writeFollowed,
} from "./link/pair.ts";
import { readTracks, type TrackSetting, writeTracks } from "./link/tracks.ts";
import { parseScenario, type ScenarioError } from "./parse.ts";
import type { Scenario } from "./schema.ts";

/** Aim: chats and mails keep links of this length whole. */
export const LINK_SHORT_CHARACTERS = 2000;
/** Above this the caller offers a file instead. */
export const LINK_FILE_CHARACTERS = 8000;

/** Where the reader shall find herself. */
export interface LinkPosition {
  readonly cycle?: number;
  /** Cycles that the timeline shows. */
  readonly zoom?: { readonly from: number; readonly to: number };
  readonly page?: string;
  readonly breakpoints?: readonly Breakpoint[];
  readonly bookmarks?: readonly Bookmark[];
  /** Those of the timeline, where they are not as usual. */
  readonly tracks?: readonly TrackSetting[];
  /** Chosen for statistics of its own. */
  readonly range?: { readonly from: number; readonly to: number };
  readonly follow?: Followed;
  /** Of the other machine. */
  readonly pair?: PairMarks;
}

export type DecodedLink =
  | {
      readonly ok: true;
      readonly scenario: Scenario;
      readonly position: LinkPosition;
      /** The second machine of a comparison. */
      readonly other?: Scenario;
    }
  | {
      readonly ok: false;
      readonly reason: LinkFault | "bad-scenario" | "bad-position";
      readonly message: string;
      /** With "bad-scenario". */
      readonly errors: readonly ScenarioError[];
      /** Of all; `errors` may hold fewer. */
      readonly errorCount: number;
    };

/** The hash, with its `#`. undefined when the scenarios are more than any link may hold: offer a file. */
export function encodeLink(
  scenario: Scenario,
  position: LinkPosition = {},
  other?: Scenario,
): string | undefined {
  const text = JSON.stringify(minimalScenario(scenario));
  const packed = pack(text);
  const packedOther = other && pack(JSON.stringify(minimalScenario(other)), text);
  if (packed === undefined || (other !== undefined && packedOther === undefined)) return undefined;
  const parts = [`s=${packed}`];
  if (position.cycle !== undefined) parts.push(`c=${position.cycle}`);
  if (position.zoom !== undefined) parts.push(`z=${position.zoom.from}-${position.zoom.to}`);
  if (position.page !== undefined) parts.push(`p=${encodeURIComponent(position.page)}`);
  const { breakpoints = [], bookmarks = [], tracks = [] } = position;
  if (breakpoints.length > 0) parts.push(`b=${pack(writeBreakpoints(breakpoints))}`);
  if (bookmarks.length > 0) parts.push(`m=${pack(writeBookmarks(bookmarks))}`);
  if (tracks.length > 0) parts.push(`t=${writeTracks(tracks)}`);
  if (position.range !== undefined) parts.push(`r=${position.range.from}-${position.range.to}`);
  if (position.follow !== undefined) parts.push(`f=${writeFollowed(position.follow)}`);
  if (packedOther !== undefined) parts.push(`o=${packedOther}`, ...pairParts(position.pair));
  return `#${parts.join("&")}`;
}

function pairParts(pair: PairMarks | undefined): readonly string[] {
  if (pair === undefined || !hasPairMarks(pair)) return [];
  const { offsetCycles, breakpoints, bookmarks } = pair;
  return [
    ...(offsetCycles === 0 ? [] : [`a=${offsetCycles}`]),
    ...(breakpoints.length === 0 ? [] : [`ob=${pack(writeBreakpoints(breakpoints))}`]),
    ...(bookmarks.length === 0 ? [] : [`om=${pack(writeBookmarks(bookmarks))}`]),
  ];
}

/** `link`: a hash, or a whole address with one. */
export function decodeLink(link: string): DecodedLink {
  const hash = link.slice(link.indexOf("#") + 1).trim();
  const parts = new Map(
    hash.split("&").map((part) => {
      const equals = part.indexOf("=");
      return equals < 0 ? [part, ""] : [part.slice(0, equals), part.slice(equals + 1)];
    }),
  );
  const packed = parts.get("s");
  if (packed === undefined) return failed("not-a-link", "the link holds no scenario (#s=...)");
  const read = readScenario(packed, "the link's scenario");
  if (!read.ok) return read.failure;
  const packedOther = parts.get("o");
  const readOther =
    packedOther === undefined
      ? undefined
      : readScenario(packedOther, "the link's second scenario", read.text);
  if (readOther?.ok === false) return readOther.failure;
  const position = readPosition(parts);
  if (typeof position === "string") return failed("bad-position", position);
  const other = readOther === undefined ? {} : { other: readOther.scenario };
  return { ok: true, scenario: read.scenario, position, ...other };
}

type ReadScenario =
  | { readonly ok: true; readonly scenario: Scenario; readonly text: string }
  | { readonly ok: false; readonly failure: DecodedLink };

function readScenario(packed: string, what: string, known = ""): ReadScenario {
  const unpacked = unpack(packed, known);
  if (!unpacked.ok) return { ok: false, failure: failed(unpacked.fault, unpacked.message) };
  const parsed = parseScenario(unpacked.text);
  if (parsed.ok) return { ok: true, scenario: parsed.scenario, text: unpacked.text };
  const { errors, errorCount } = parsed;
  const message = `${what}: ${errors[0]?.field} ${errors[0]?.message}`;
  return { ok: false, failure: { ok: false, reason: "bad-scenario", message, errors, errorCount } };
}

function failed(reason: LinkFault | "bad-position", message: string): DecodedLink {
  return { ok: false, reason, message, errors: [], errorCount: 0 };
}

/** A text tells what is wrong. */
function readPosition(parts: ReadonlyMap<string, string>): LinkPosition | string {
  const position: { -readonly [Part in keyof LinkPosition]: LinkPosition[Part] } = {};
  const cycleText = parts.get("c");
  if (cycleText !== undefined) {
    const cycle = readCycle(cycleText);
    if (cycle === undefined) return "the link's cycle (c) is no whole number";
    position.cycle = cycle;
  }
  const zoomText = parts.get("z");
  if (zoomText !== undefined) {
    const zoom = readStretch(zoomText);
    if (zoom === undefined) return "the link's zoom (z) is no pair of rising cycles";
    position.zoom = zoom;
  }
  const rangeText = parts.get("r");
  if (rangeText !== undefined) {
    const range = readStretch(rangeText);
    if (range === undefined) return "the link's range (r) is no pair of rising cycles";
    position.range = range;
  }
  const followText = parts.get("f");
  if (followText !== undefined) {
    const follow = readFollowed(followText);
    if (follow === undefined) return "what the link follows (f) is no packet or interrupt";
    position.follow = follow;
  }
  const page = parts.get("p");
  if (page !== undefined) {
    if (!/^[a-z0-9-]{1,32}$/.test(page)) return "the link's page (p) is no page name";
    position.page = page;
  }
  const breakpoints = readPacked(parts.get("b"), readBreakpoints);
  if (breakpoints === undefined) return "the link's breakpoints (b) cannot be read";
  if (breakpoints.length > 0) position.breakpoints = breakpoints;
  const bookmarks = readPacked(parts.get("m"), readBookmarks);
  if (bookmarks === undefined) return "the link's bookmarks (m) cannot be read";
  if (bookmarks.length > 0) position.bookmarks = bookmarks;
  const tracksText = parts.get("t");
  if (tracksText !== undefined) {
    const tracks = readTracks(tracksText);
    if (tracks === undefined) return "the link's tracks (t) cannot be read";
    position.tracks = tracks;
  }
  const pair = readPair(parts);
  if (typeof pair === "string") return pair;
  if (hasPairMarks(pair)) position.pair = pair;
  return position;
}

function readPair(parts: ReadonlyMap<string, string>): PairMarks | string {
  const offsetCycles = readOffset(parts.get("a") ?? "0");
  if (offsetCycles === undefined) return "the shift of the link's second machine (a) is no whole number";
  const breakpoints = readPacked(parts.get("ob"), readBreakpoints);
  if (breakpoints === undefined) return "the breakpoints of the link's second machine (ob) cannot be read";
  const bookmarks = readPacked(parts.get("om"), readBookmarks);
  if (bookmarks === undefined) return "the bookmarks of the link's second machine (om) cannot be read";
  return { offsetCycles, breakpoints, bookmarks };
}

/** Undefined: this is no pair of rising cycles. */
function readStretch(text: string): { readonly from: number; readonly to: number } | undefined {
  const [from, to, ...rest] = text.split("-").map(readCycle);
  if (from === undefined || to === undefined || rest.length > 0 || from >= to) return undefined;
  return { from, to };
}

/** Nothing there: an empty list. Undefined: it is damaged. */
function readPacked<T>(
  packed: string | undefined,
  read: (text: string) => readonly T[] | undefined,
): readonly T[] | undefined {
  if (packed === undefined) return [];
  const unpacked = unpack(packed);
  return unpacked.ok ? read(unpacked.text) : undefined;
}

function readCycle(text: string): number | undefined {
  const cycle = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(cycle) && cycle <= RUN_CYCLE_LIMIT ? cycle : undefined;
}
