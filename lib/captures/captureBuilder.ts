/** Collects packets as a reader finds them. Memory grows with the packets that were read, never with numbers in the
 * file.
 */
import { type AddressTable, addressTable } from "./addressTable.ts";
import {
  ADDRESS_LIMIT,
  type Capture,
  CaptureError,
  NAMED_LINK_TYPES,
  type Oddity,
  type OddityKind,
  PACKET_BYTE_LIMIT,
  PACKET_LIMIT,
  PROTOCOLS,
} from "./capture.ts";
import { decodePacket, isReadableLinkType, linkTypeName, unreadReason, wifiOf } from "./linkLayer.ts";

/** Time since 1970. Two numbers, because one would lose nanoseconds and a bigint is slow for every packet. */
export interface PacketTime {
  readonly seconds: number;
  readonly nanoseconds: number;
}

interface FoundPacket {
  readonly linkType: number;
  /** Undefined if the packet has no time. */
  readonly time: PacketTime | undefined;
  /** Length on the link according to the file. */
  readonly originalBytes: number;
  /** Bytes of a frame check sequence at the end of the packet. */
  readonly fcsBytes: number;
  readonly captured: Uint8Array;
  /** Offset of `captured` in the file. */
  readonly dataOffset: number;
  /** Snapshot length of the file or interface. 0 if it has none. */
  readonly snapshotBytes: number;
  /** RECORDED_* if the file format itself says so. Otherwise the link header decides. */
  readonly recordedDirection?: number;
}

export interface CaptureBuilder {
  /** Reads the packet, or omits and counts it. */
  add(packet: FoundPacket): void;
  note(kind: OddityKind): void;
  finish(format: Capture["format"], endOffset: number): Capture;
}

/** Refuses a length that is so large that the reader could not find the next packet. */
export function checkCapturedBytes(offset: number, capturedBytes: number): void {
  if (capturedBytes <= PACKET_BYTE_LIMIT) return;
  const number = (value: number) => value.toLocaleString("en-US");
  throw new CaptureError(
    `the packet claims ${number(capturedBytes)} bytes, the limit is ${number(PACKET_BYTE_LIMIT)}`,
    offset,
  );
}

function columnsOf(capacity: number) {
  return {
    seconds: new Float64Array(capacity),
    nanoseconds: new Uint32Array(capacity),
    frameBytes: new Uint32Array(capacity),
    sourceAddress: new Uint32Array(capacity),
    destinationAddress: new Uint32Array(capacity),
    sourceStation: new Uint32Array(capacity),
    destinationStation: new Uint32Array(capacity),
    sourcePort: new Uint16Array(capacity),
    destinationPort: new Uint16Array(capacity),
    dataOffset: new Uint32Array(capacity),
    capturedBytes: new Uint32Array(capacity),
    linkType: new Uint16Array(capacity),
    protocol: new Uint8Array(capacity),
    recordedDirection: new Uint8Array(capacity),
  };
}
type Columns = ReturnType<typeof columnsOf>;
const COLUMN_NAMES = Object.keys(columnsOf(0)) as (keyof Columns)[];
const FIRST_CAPACITY = 1024;
/** Memory holds the old and the new columns while they grow, so the factor is large. Unwritten rows take no memory. */
const GROWTH = 4;

const shown = (value: number): string => value.toLocaleString("en-US");

/** Tests pass other `bounds`. */
export function captureBuilder(bounds = { packets: PACKET_LIMIT, addresses: ADDRESS_LIMIT }): CaptureBuilder {
  const table: AddressTable = addressTable();
  const columns = columnsOf(FIRST_CAPACITY);
  let packetCount = 0;
  let reorderedCount = 0;
  let untimedCount = 0;
  let firstSeconds: number | undefined;
  const oddities = new Map<string, Oddity>();
  const linkTypes = new Set<string>();

  /** True for a link type beyond the number that messages name one by one. */
  const isOneOfMany = (key: string) => !oddities.has(key) && linkTypes.size >= NAMED_LINK_TYPES;

  function note(kind: OddityKind, wanted?: string): void {
    const linkType = wanted !== undefined && isOneOfMany(`${kind} ${wanted}`) ? undefined : wanted;
    if (linkType !== undefined) linkTypes.add(linkType);
    const key = `${kind} ${linkType}`;
    const packets = (oddities.get(key)?.packets ?? 0) + 1;
    oddities.set(key, linkType === undefined ? { kind, packets } : { kind, packets, linkType });
  }

  /** The reason for which the packet is omitted. */
  function reasonAgainst({ linkType, time, originalBytes, captured }: FoundPacket): OddityKind | undefined {
    if (!isReadableLinkType(linkType)) return "link-type";
    if (originalBytes <= 0) return "empty";
    if (originalBytes > PACKET_BYTE_LIMIT) return "too-long";
    if (time !== undefined && !Number.isSafeInteger(time.seconds)) return "no-time";
    const wifi = wifiOf(linkType, captured);
    if (wifi === undefined) return undefined;
    if (wifi.kind !== "data") return wifi.kind;
    if (wifi.isEncrypted) note("wifi-encrypted");
    return undefined;
  }

  /** Seconds relative to the first packet of the file. They may be negative until finish() sorts. */
  function relativeTime(time: PacketTime | undefined): PacketTime {
    const before = packetCount - 1;
    const previous = { seconds: columns.seconds[before] ?? 0, nanoseconds: columns.nanoseconds[before] ?? 0 };
    if (time === undefined) {
      untimedCount++;
      return previous;
    }
    firstSeconds ??= time.seconds;
    const relative = { seconds: time.seconds - firstSeconds, nanoseconds: time.nanoseconds };
    if (packetCount > 0 && compareTimes(relative, previous) < 0) reorderedCount++;
    return relative;
  }

  return {
    note,

    add(packet) {
      const reason = reasonAgainst(packet);
      if (reason !== undefined) {
        note(reason, reason === "link-type" ? linkTypeName(packet.linkType) : undefined);
        return;
      }
      const { captured, fcsBytes, snapshotBytes, originalBytes } = packet;
      if (snapshotBytes > 0 && captured.length > snapshotBytes) note("beyond-snapshot");
      if (captured.length > originalBytes) note("more-captured");
      const bytes = Math.max(1, Math.max(captured.length, originalBytes) - fcsBytes);
      const row = packetCount;
      if (row === bounds.packets)
        throw new CaptureError(
          `the capture holds more than ${shown(bounds.packets)} packets: cut it with editcap`,
          packet.dataOffset,
        );
      if (row === columns.protocol.length) enlarge(columns, GROWTH * row);
      const decoded = decodePacket(packet.linkType, captured, bytes, table);
      if (table.addresses.length > bounds.addresses)
        throw new CaptureError(
          `the capture holds more than ${shown(bounds.addresses)} addresses: cut it with editcap`,
          packet.dataOffset,
        );
      const { seconds, nanoseconds } = relativeTime(packet.time);
      columns.seconds[row] = seconds;
      columns.nanoseconds[row] = nanoseconds;
      columns.frameBytes[row] = decoded.frameBytes;
      columns.sourceAddress[row] = decoded.sourceAddress;
      columns.destinationAddress[row] = decoded.destinationAddress;
      columns.sourceStation[row] = decoded.sourceStation;
      columns.destinationStation[row] = decoded.destinationStation;
      columns.sourcePort[row] = decoded.sourcePort;
      columns.destinationPort[row] = decoded.destinationPort;
      columns.dataOffset[row] = packet.dataOffset;
      columns.capturedBytes[row] = captured.length;
      columns.linkType[row] = packet.linkType;
      columns.protocol[row] = PROTOCOLS.indexOf(decoded.protocol);
      columns.recordedDirection[row] = packet.recordedDirection || decoded.recordedDirection;
      packetCount = row + 1;
    },

    finish(format, endOffset) {
      const found = Array.from(oddities.values());
      if (packetCount === 0) throw new CaptureError(nothingReason(found), endOffset);
      const inFileOrder = trimmed(columns, packetCount);
      const sorted = reorderedCount === 0 ? inFileOrder : sortedByTime(inFileOrder);
      const [first = 0, nanoseconds = 0] = [sorted.seconds[0], sorted.nanoseconds[0]];
      const { seconds } = sorted;
      for (let row = 0; row < packetCount; row++) seconds[row] = (seconds[row] ?? 0) - first;
      return {
        format,
        packetCount,
        startNanoseconds: BigInt((firstSeconds ?? 0) + first) * 1_000_000_000n + BigInt(nanoseconds),
        ...sorted,
        addresses: table.addresses,
        reorderedCount,
        untimedCount,
        oddities: found,
      };
    },
  };
}

function nothingReason(oddities: readonly Oddity[]): string {
  const unread = oddities.find(({ kind }) => kind === "link-type");
  if (unread?.linkType !== undefined) return unreadReason(unread.linkType);
  if (oddities.length === 0) return "the capture holds no packets";
  return oddities.every(({ kind }) => kind.startsWith("wifi-"))
    ? "the capture contains no 802.11 data frame, and only those become packets"
    : "the capture holds no packet that can be read";
}

const compareTimes = (a: PacketTime, b: PacketTime): number =>
  a.seconds - b.seconds || a.nanoseconds - b.nanoseconds;

/** Enlarges the columns one after another, so that memory holds at most one of them twice. */
function enlarge(columns: Columns, capacity: number): void {
  const empty = columnsOf(capacity); // not resident until it is written
  const enlargeOne = <Name extends keyof Columns>(name: Name) => {
    empty[name].set(columns[name]);
    columns[name] = empty[name];
  };
  COLUMN_NAMES.forEach(enlargeOne);
}

/** Returns views. A copy would hold all columns twice, while unwritten rows take no memory. */
function trimmed(columns: Columns, rowCount: number): Columns {
  const result = { ...columns };
  const trimOne = <Name extends keyof Columns>(name: Name) => {
    result[name] = columns[name].subarray(0, rowCount) as Columns[Name];
  };
  COLUMN_NAMES.forEach(trimOne);
  return result;
}

/** The sort is stable: packets with equal times stay in the order of the file. */
function sortedByTime(columns: Columns): Columns {
  const { seconds, nanoseconds } = columns;
  const order = Uint32Array.from(seconds, (_, row) => row).sort(
    (a, b) => (seconds[a] ?? 0) - (seconds[b] ?? 0) || (nanoseconds[a] ?? 0) - (nanoseconds[b] ?? 0) || a - b,
  );
  const result = columnsOf(seconds.length);
  for (const name of COLUMN_NAMES) {
    const [from, to] = [columns[name], result[name]];
    order.forEach((row, place) => {
      to[place] = from[row] ?? 0;
    });
  }
  return result;
}
