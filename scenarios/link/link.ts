/** Share links: `#s=<version>.<scenario>&v=<model>.<check>&c=<cycle>&z=<from>-<to>&p=<page>&b=<breakpoints>&m=<bookmarks>&
 * t=<tracks>&r=<from>-<to>&f=<p or i><cycle>&o=<version>.<scenario>&a=<offset>&ob=<breakpoints>&om=<bookmarks>`; `r`
 * is a chosen range, `f` what is followed, `a` how far the other machine is shifted. They carry the scenarios themselves, so they open for ever. `o` is the other machine of a
 * comparison, packed with the text of the first at hand. Everything in a link is untrusted. */

import { RUN_CYCLE_LIMIT } from "../base/limits.ts";
import { minimalScenario } from "../format/format.ts";
import type { Scenario } from "../format/schema.ts";
import { parseScenario, type ScenarioError } from "../read/parse.ts";
import { type LinkFault, pack, unpack } from "./codec.ts";
import { plainFragment, strayFragment } from "./fragment.ts";
import { readMade, writeMade } from "./made.ts";
import {
  type Bookmark,
  type Breakpoint,
  readBookmarks,
  readBreakpoints,
  writeBookmarks,
  writeBreakpoints,
} from "./marks.ts";
import {
  type Followed,
  hasPairMarks,
  type PairMarks,
  readFollowed,
  readOffset,
  writeFollowed,
} from "./pair.ts";
import { readTracks, type TrackSetting, writeTracks } from "./tracks.ts";

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
      /** Of the model that the link was made with (sim_version); older links do not tell. */
      readonly modelVersion?: string;
      /** What stands behind the scenarios and cannot be read, or is not as it was written: left out of `position`
       * where it cannot be read. */
      readonly faults?: readonly string[];
    }
  | {
      readonly ok: false;
      readonly reason: LinkFault | "bad-scenario";
      readonly message: string;
      /** With "bad-scenario". */
      readonly errors: readonly ScenarioError[];
      /** Of all; `errors` may hold fewer. */
      readonly errorCount: number;
    };

/** The hash, with its `#`. undefined when the scenarios are more than any link may hold: offer a file.
 * `modelVersion`: sim_version of the program that makes it; with it the link also tells when its end is cut or changed. */
export function encodeLink(
  scenario: Scenario,
  position: LinkPosition = {},
  other?: Scenario,
  modelVersion?: string,
): string | undefined {
  const text = JSON.stringify(minimalScenario(scenario));
  const packed = pack(text);
  const packedOther = other && pack(JSON.stringify(minimalScenario(other)), text);
  if (packed === undefined || (other !== undefined && packedOther === undefined)) return undefined;
  const parts: string[] = [];
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
  const made = modelVersion === undefined ? [] : [writeMade(modelVersion, parts)];
  return `#${[`s=${packed}`, ...made, ...parts].join("&")}`;
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

/** `link`: a hash, or a whole address with one, also as other software has changed it. What is damaged behind the
 * scenarios does not keep them from opening. */
export function decodeLink(link: string): DecodedLink {
  const parts = partsOf(fragmentOf(link));
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
  const { modelVersion, isWhole } = readMade(parts);
  const faults: string[] = isWhole ? [] : ["what stands behind the scenario was cut off or changed"];
  const position = readPosition(parts, (fault) => faults.push(fault));
  return {
    ok: true,
    scenario: read.scenario,
    position,
    ...(readOther === undefined ? {} : { other: readOther.scenario }),
    ...(modelVersion === undefined ? {} : { modelVersion }),
    ...(faults.length === 0 ? {} : { faults }),
  };
}

function fragmentOf(link: string): string {
  const hash = link.indexOf("#");
  const behind = plainFragment(link.slice(hash + 1));
  if (hash >= 0 && /(^|&)s=/.test(behind)) return behind;
  const stray = strayFragment(link);
  return stray === undefined ? behind : plainFragment(stray);
}

/** Of two of one name the first counts: others are put behind a link, not into it. */
function partsOf(fragment: string): ReadonlyMap<string, string> {
  const parts = new Map<string, string>();
  for (const part of fragment.split("&")) {
    const equals = part.indexOf("=");
    const name = equals < 0 ? part : part.slice(0, equals);
    if (!parts.has(name)) parts.set(name, equals < 0 ? "" : part.slice(equals + 1));
  }
  return parts;
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

function failed(reason: LinkFault, message: string): DecodedLink {
  return { ok: false, reason, message, errors: [], errorCount: 0 };
}

/** Parts that cannot be read are left out, each with a word. */
function readPosition(parts: ReadonlyMap<string, string>, fault: (message: string) => void): LinkPosition {
  const read = <T>(name: string, reader: (text: string) => T | undefined, message: string): T | undefined => {
    const text = parts.get(name);
    const value = text === undefined ? undefined : reader(text);
    if (text !== undefined && value === undefined) fault(message);
    return value;
  };
  const packed = <T>(name: string, reader: (text: string) => readonly T[] | undefined, message: string) =>
    read(name, (text) => readPacked(text, reader), message) ?? [];
  const cycle = read("c", readCycle, "the link's cycle (c) is no whole number");
  const zoom = read("z", readStretch, "the link's zoom (z) is no pair of rising cycles");
  const range = read("r", readStretch, "the link's range (r) is no pair of rising cycles");
  const follow = read("f", readFollowed, "what the link follows (f) is no packet or interrupt");
  const page = read("p", readPage, "the link's page (p) is no page name");
  const breakpoints = packed("b", readBreakpoints, "the link's breakpoints (b) cannot be read");
  const bookmarks = packed("m", readBookmarks, "the link's bookmarks (m) cannot be read");
  const tracks = read("t", readTracks, "the link's tracks (t) cannot be read");
  const pair: PairMarks = {
    offsetCycles: read("a", readOffset, "the shift of the link's second machine (a) is no whole number") ?? 0,
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
    ...(follow === undefined ? {} : { follow }),
    ...(page === undefined ? {} : { page }),
    ...(breakpoints.length === 0 ? {} : { breakpoints }),
    ...(bookmarks.length === 0 ? {} : { bookmarks }),
    ...(tracks === undefined ? {} : { tracks }),
    ...(hasPairMarks(pair) ? { pair } : {}),
  };
}

function readPage(text: string): string | undefined {
  return /^[a-z0-9-]{1,32}$/.test(text) ? text : undefined;
}

/** Undefined: this is no pair of rising cycles. */
function readStretch(text: string): { readonly from: number; readonly to: number } | undefined {
  const [from, to, ...rest] = text.split("-").map(readCycle);
  if (from === undefined || to === undefined || rest.length > 0 || from >= to) return undefined;
  return { from, to };
}

/** Undefined: it is damaged. */
function readPacked<T>(
  packed: string,
  read: (text: string) => readonly T[] | undefined,
): readonly T[] | undefined {
  const unpacked = unpack(packed);
  return unpacked.ok ? read(unpacked.text) : undefined;
}

function readCycle(text: string): number | undefined {
  const cycle = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(cycle) && cycle <= RUN_CYCLE_LIMIT ? cycle : undefined;
}
