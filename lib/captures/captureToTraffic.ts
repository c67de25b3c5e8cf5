/** Turns a capture into the events of a trace: what our network card receives and sends, and when. */

import { SIM_TRACE_LIMIT } from "../../core-wasm/binding/layout.gen.ts";
import { FRAME_BYTE_LIMIT } from "../../scenarios/base/limits.ts";
import { NO_ADDRESS } from "./addressTable.ts";
import {
  type Capture,
  CaptureError,
  FCS_BYTES,
  MAXIMUM_FRAME_BYTES,
  MINIMUM_FRAME_BYTES,
  type Oddity,
  type OddityKind,
  PROTOCOLS,
  type Protocol,
} from "./capture.ts";
import {
  type CaptureTime,
  nanosecondsOfRow,
  nanosecondsSince,
  timeAfterFirst,
  timeOfRow,
} from "./captureTimes.ts";
import { type BytesKept, type KeptBytes, keptBytes } from "./frameBytes.ts";
import { chooseHost, type Direction, type EVERYTHING, type HostChoice } from "./host.ts";

/** Sentences about odd or omitted packets in a capture and in the chosen part. */
/** "3 packets of length zero: left out" */
const packetsText = (count: number, what: string): string =>
  count === 1 ? `1 packet ${what}` : `${count.toLocaleString("en-US")} packets ${what}`;

const SENTENCES: Readonly<Record<OddityKind, string>> = {
  "wifi-management": "that manage an 802.11 network (beacons and others): left out",
  "wifi-control": "that control an 802.11 link (acknowledgements and others): left out",
  "wifi-no-data": "of 802.11 without data: left out",
  "wifi-aggregate": "of 802.11 that hold several frames (A-MSDU): left out",
  "wifi-broken": "of 802.11 that came with a wrong check sequence: left out",
  "wifi-cut": "of 802.11 that end before their kind: left out",
  "wifi-encrypted": "encrypted by 802.11: used, with stations but no addresses",
  empty: "of length zero: left out",
  "too-long": "longer than 262,144 bytes: left out",
  "no-time": "with an invalid time: left out",
  "link-type": "of a link type that is not read: left out",
  "beyond-snapshot": "longer than the snapshot length that the file names: taken as they are",
  "more-captured": "with more bytes captured than their length says: taken with the captured length",
  fraction: "with a fraction above one second: taken as later by the excess",
};

export const oddityNotes = (oddities: readonly Oddity[]): readonly string[] =>
  oddities.map(({ kind, packets, linkType }) =>
    packetsText(
      packets,
      linkType === undefined ? SENTENCES[kind] : `of link type ${linkType}, which is not read: left out`,
    ),
  );

/** Packets of the capture that the trace omits, and why. */
export function leftOutNotes({ leftOut }: TrafficReport): readonly string[] {
  const counted: readonly (readonly [number, string])[] = [
    [leftOut.ofOtherHosts, "between other hosts: left out"],
    [leftOut.outsideWindow, "outside the window: left out"],
    [leftOut.withoutPath, "of a direction that the machine has no path for: left out"],
    [leftOut.tooLong, "longer than a frame may be, 262,144 bytes: left out"],
  ];
  return counted.flatMap(([count, what]) => (count === 0 ? [] : [packetsText(count, what)]));
}

/** Finds the connection of each packet: protocol, addresses and ports, the same for both directions. */
/** Limits of the numbers in a trace entry. */
const FLOW_LIMIT = 65_536;

export interface Flows {
  /** Connection of each row, numbered in the order of their first packets. Numbers restart at 0 after FLOW_LIMIT. */
  readonly flows: number[];
  readonly flowCount: number;
}

/** Packets without an IP address are distinguished by their stations. Later fragments have no ports. */
function flowsOf(capture: Capture, rows: Uint32Array): Flows {
  const numbers = new Map<string, number>();
  const flows: number[] = [];
  for (const row of rows) {
    const key = keyOf(capture, row);
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    flows.push(number % FLOW_LIMIT);
  }
  return { flows, flowCount: numbers.size };
}

function keyOf(capture: Capture, row: number): string {
  const hasAddress = capture.sourceAddress[row] !== NO_ADDRESS;
  const [from, to] = hasAddress
    ? [capture.sourceAddress, capture.destinationAddress]
    : [capture.sourceStation, capture.destinationStation];
  const ends = [`${from[row]}:${capture.sourcePort[row]}`, `${to[row]}:${capture.destinationPort[row]}`];
  return `${hasAddress ? capture.protocol[row] : "station"} ${ends.sort().join(" ")}`;
}

/** The chosen part of the capture. Times count from its earliest packet. */
export type CaptureWindow =
  | { readonly kind: "all" }
  | {
      readonly kind: "span";
      readonly fromNanoseconds: number;
      /** Undefined: to the end of the capture. */
      readonly durationNanoseconds: number | undefined;
    }
  /** The window of this length with the most bytes. It starts with a packet. */
  | { readonly kind: "busiest"; readonly durationNanoseconds: number };

export interface TrafficOptions {
  /** Addresses of our host. If empty, it is chosen as HostChoice describes. */
  readonly hosts: readonly string[] | typeof EVERYTHING;
  readonly window: CaptureWindow;
  /** Directions for which the machine has a path. Packets of another direction are omitted and counted. */
  readonly directions: readonly Direction[];
  /** Also keeps the contents of received frames. */
  readonly bytes?: { readonly file: Uint8Array; readonly kept: BytesKept } | undefined;
}

export const DEFAULT_TRAFFIC_OPTIONS: TrafficOptions = {
  hosts: [],
  window: { kind: "all" },
  directions: ["receive", "send"],
};

interface TraceEvents {
  /** Times from the start of the window, never decreasing. */
  readonly timesNanoseconds: number[];
  /** Sizes on the wire: with frame check sequence and padding, without preamble and gap. */
  readonly sizesBytes: number[];
  /** One letter for each event: r = receive, s = send. */
  readonly directions: string;
  /** Connection of each event, see flows.ts. Omitted if all belong to one connection. */
  readonly flows?: number[];
  /** Contents of received frames. Omitted if no contents are kept. */
  readonly bytes?: { readonly lengthsBytes: number[]; readonly base64: string };
}

export interface DirectionCount {
  readonly frames: number;
  readonly bytes: number;
}

export interface TrafficReport {
  readonly format: Capture["format"];
  readonly packetCount: number;
  readonly captureNanoseconds: number;
  readonly host: Omit<HostChoice, "directionOf">;
  readonly windowStartNanoseconds: number;
  /** Time from the start of the window to its last event. */
  readonly windowNanoseconds: number;
  readonly receive: DirectionCount;
  readonly send: DirectionCount;
  readonly leftOut: {
    readonly ofOtherHosts: number;
    readonly outsideWindow: number;
    /** Packets of a direction for which the machine has no path. */
    readonly withoutPath: number;
    /** Packets that are longer, including the frame check sequence, than the model allows. */
    readonly tooLong: number;
  };
  readonly protocols: Readonly<Record<Protocol, number>>;
  /** Connections that the events belong to. */
  readonly flowCount: number;
  /** Shorter than 64 bytes in the capture. */
  readonly paddedFrames: number;
  /** Sentences about unexpected packets. */
  readonly notes: readonly string[];
}

export interface CaptureTraffic {
  readonly events: TraceEvents;
  readonly report: TrafficReport;
}

const DIRECTIONS: readonly Direction[] = ["receive", "send"];

interface OurPackets {
  readonly rows: Uint32Array;
  /** For each of `rows`, an index into DIRECTIONS. */
  readonly directions: Uint8Array;
  readonly withoutPath: number;
  readonly tooLong: number;
}

interface RowRange {
  /** Times are relative to this time. */
  readonly start: CaptureTime;
  readonly first: number;
  readonly end: number;
}

/** Throws CaptureError if the options do not fit the capture or select no packet. */
export function captureToTraffic(capture: Capture, options: TrafficOptions): CaptureTraffic {
  const host = chooseHost(capture, options.hosts);
  const ours = packetsOf(capture, host, options.directions);
  const range = rangeOf(capture, ours.rows, options.window);
  const count = range.end - range.first;
  if (count > SIM_TRACE_LIMIT) {
    const reason = `${count.toLocaleString("en-US")} packets are more than a trace may have (${SIM_TRACE_LIMIT.toLocaleString("en-US")}); choose a shorter window`;
    throw new CaptureError(reason, undefined, undefined, "window");
  }
  const rows = ours.rows.subarray(range.first, range.end);
  const { flows, flowCount } = flowsOf(capture, rows);
  const columns = eventsOf(capture, ours, range);
  const made = flowCount === 1 ? columns : { ...columns, flows };
  const isReceived = (place: number) => columns.directions[place] === "r";
  const kept = options.bytes && keptBytes(options.bytes.file, capture, rows, isReceived, options.bytes.kept);
  const events = kept?.base64 ? { ...made, bytes: bytesOf(kept) } : made;
  const report = reportOf(capture, host, ours, range, events, flowCount);
  const note = kept && isAnyKnown(kept) ? keptNote(kept) : undefined;
  return { events, report: note === undefined ? report : { ...report, notes: [...report.notes, note] } };
}

const bytesOf = ({ lengthsBytes, base64 }: KeptBytes) => ({ lengthsBytes, base64 });

/** True if the contents of some frame are known. */
const isAnyKnown = ({ base64, most }: KeptBytes): boolean => base64 !== "" || most !== undefined;

function keptNote({ most, lengthsBytes }: KeptBytes): string {
  const number = (value: number) => value.toLocaleString("en-US");
  if (most === 0)
    return "The received frames have more bytes than a scenario holds, so a rule makes them all; choose a shorter window to keep them";
  if (most !== undefined)
    return `At most the first ${number(most)} bytes of each received frame are kept; a rule makes the bytes after them`;
  const total = lengthsBytes.reduce((sum, length) => sum + length, 0);
  return `The scenario contains the bytes of the received frames: ${number(total)} bytes`;
}

function wireBytes(frameBytes: number): number {
  return Math.max(MINIMUM_FRAME_BYTES, frameBytes + FCS_BYTES);
}

function packetsOf(capture: Capture, host: HostChoice, wanted: readonly Direction[]): OurPackets {
  const rows = new Uint32Array(capture.packetCount);
  const directions = new Uint8Array(capture.packetCount);
  let count = 0;
  let withoutPath = 0;
  let tooLong = 0;
  for (let row = 0; row < capture.packetCount; row++) {
    const direction = host.directionOf(row);
    if (direction === undefined) continue;
    if (!wanted.includes(direction)) {
      withoutPath++;
      continue;
    }
    if (wireBytes(capture.frameBytes[row] ?? 0) > FRAME_BYTE_LIMIT) {
      tooLong++;
      continue;
    }
    rows[count] = row;
    directions[count] = DIRECTIONS.indexOf(direction);
    count++;
  }
  if (count === 0) throw new CaptureError(noneLeft(withoutPath, tooLong), undefined, undefined, "host");
  return { rows: rows.subarray(0, count), directions: directions.subarray(0, count), withoutPath, tooLong };
}

function noneLeft(withoutPath: number, tooLong: number): string {
  if (tooLong > 0) return "our host's packets are all longer than a frame may be";
  return withoutPath === 0
    ? "none of the packets is to or from our host"
    : `our host's ${withoutPath.toLocaleString("en-US")} packets are of a direction that the machine has no path for`;
}

/** The events of the window as a range of indices in `rows`. */
function rangeOf(capture: Capture, rows: Uint32Array, window: CaptureWindow): RowRange {
  const start = timeOfRow(capture, rows[0] ?? 0);
  if (window.kind === "all") return { start, first: 0, end: rows.length };
  if (window.kind === "busiest") return busiestRange(capture, rows, window.durationNanoseconds);
  const from = timeAfterFirst(capture, window.fromNanoseconds);
  const sinceFrom = (place: number) => nanosecondsSince(from, capture, rows[place] ?? 0);
  const until = window.durationNanoseconds ?? Number.POSITIVE_INFINITY;
  let first = 0;
  while (first < rows.length && sinceFrom(first) < 0) first++;
  let end = first;
  while (end < rows.length && sinceFrom(end) < until) end++;
  if (end === first) {
    const last = nanosecondsOfRow(capture, rows[rows.length - 1] ?? 0);
    const reason = `no packet of our host lies in the window; the last one is at ${(last / 1e6).toLocaleString("en-US")} ms`;
    throw new CaptureError(reason, undefined, undefined, "window");
  }
  return { start: from, first, end };
}

function busiestRange(capture: Capture, rows: Uint32Array, durationNanoseconds: number): RowRange {
  const timeOf = (place: number) => timeOfRow(capture, rows[place] ?? 0);
  const bytesOf = (place: number) => wireBytes(capture.frameBytes[rows[place] ?? 0] ?? 0);
  let best = { first: 0, end: 0, bytes: -1 };
  let end = 0;
  let bytes = 0;
  for (let first = 0; first < rows.length; first++) {
    const from = timeOf(first);
    while (end < rows.length && nanosecondsSince(from, capture, rows[end] ?? 0) < durationNanoseconds)
      bytes += bytesOf(end++);
    if (bytes > best.bytes) best = { first, end, bytes };
    bytes -= bytesOf(first);
  }
  return { start: timeOf(best.first), first: best.first, end: best.end };
}

function eventsOf(capture: Capture, ours: OurPackets, range: RowRange): TraceEvents {
  const timesNanoseconds: number[] = [];
  const sizesBytes: number[] = [];
  for (const row of ours.rows.subarray(range.first, range.end)) {
    timesNanoseconds.push(nanosecondsSince(range.start, capture, row));
    sizesBytes.push(wireBytes(capture.frameBytes[row] ?? 0));
  }
  const letters = Array.from(
    ours.directions.subarray(range.first, range.end),
    (one) => DIRECTIONS[one]?.charAt(0) ?? "",
  );
  return { timesNanoseconds, sizesBytes, directions: letters.join("") };
}

function reportOf(
  capture: Capture,
  host: HostChoice,
  ours: OurPackets,
  range: RowRange,
  events: TraceEvents,
  flowCount: number,
): TrafficReport {
  const count = { receive: { frames: 0, bytes: 0 }, send: { frames: 0, bytes: 0 } };
  const protocols: Record<Protocol, number> = { tcp: 0, udp: 0, icmp: 0, arp: 0, other: 0 };
  let paddedFrames = 0;
  let longFrames = 0;
  events.sizesBytes.forEach((bytes, index) => {
    const one = count[events.directions[index] === "r" ? "receive" : "send"];
    one.frames++;
    one.bytes += bytes;
    const row = ours.rows[range.first + index] ?? 0;
    protocols[PROTOCOLS[capture.protocol[row] ?? 0] ?? "other"]++;
    if ((capture.frameBytes[row] ?? 0) + FCS_BYTES < MINIMUM_FRAME_BYTES) paddedFrames++;
    if (bytes > MAXIMUM_FRAME_BYTES) longFrames++;
  });
  return {
    format: capture.format,
    packetCount: capture.packetCount,
    captureNanoseconds: nanosecondsOfRow(capture, capture.packetCount - 1),
    host: { addresses: host.addresses, how: host.how },
    windowStartNanoseconds: 0 - nanosecondsSince(range.start, capture, 0), // not -0
    windowNanoseconds: events.timesNanoseconds.at(-1) ?? 0,
    ...count,
    leftOut: {
      ofOtherHosts: capture.packetCount - ours.rows.length - ours.withoutPath - ours.tooLong,
      outsideWindow: ours.rows.length - events.sizesBytes.length,
      withoutPath: ours.withoutPath,
      tooLong: ours.tooLong,
    },
    protocols,
    flowCount,
    paddedFrames,
    notes: [...oddityNotes(capture.oddities), ...notesOf(capture, longFrames, flowCount)],
  };
}

function notesOf(capture: Capture, longFrames: number, flowCount: number): string[] {
  const notes: string[] = [];
  if (capture.reorderedCount > 0) {
    notes.push(packetsText(capture.reorderedCount, "stood after later ones and were sorted by time"));
  }
  if (capture.untimedCount > 0) {
    notes.push(packetsText(capture.untimedCount, "had no time and took that of the previous packet"));
  }
  if (flowCount > FLOW_LIMIT) {
    const limit = FLOW_LIMIT.toLocaleString("en-US");
    notes.push(
      `${flowCount.toLocaleString("en-US")} connections: from the ${limit}th on they share the flows of the first`,
    );
  }
  if (longFrames > 0) {
    const reason = `longer than ${MAXIMUM_FRAME_BYTES} bytes: jumbo frames, or recorded with segmentation or receive offload on (then no wire carried them in this form)`;
    notes.push(packetsText(longFrames, reason));
  }
  return notes;
}
