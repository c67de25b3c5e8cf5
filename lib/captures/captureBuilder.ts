/** Collects packets as a reader finds them; grows with what was really read, never by what a file claims. */
import { type AddressTable, addressTable } from "./addressTable.ts";
import { type Capture, PROTOCOLS } from "./capture.ts";
import { CaptureError } from "./captureError.ts";
import { PACKET_BYTE_LIMIT } from "./limits.ts";
import { decodePacket } from "./linkLayer.ts";

/** Since 1970. Two numbers, as one would lose nanoseconds and a bigint costs much for every packet. */
export interface PacketTime {
  readonly seconds: number;
  readonly nanoseconds: number;
}

export interface FoundPacket {
  /** Byte in the file where its record begins, for messages. */
  readonly offset: number;
  readonly linkType: number;
  /** undefined: the packet carries none. */
  readonly time: PacketTime | undefined;
  /** Length on the link, without frame check sequence. */
  readonly originalBytes: number;
  readonly captured: Uint8Array;
  /** RECORDED_*, when the file format itself says; else what the link header says. */
  readonly recordedDirection?: number;
}

export interface CaptureBuilder {
  add(packet: FoundPacket): void;
  finish(format: Capture["format"], endOffset: number): Capture;
}

/** Refuses what no capturing program writes; the largest claim that passes is PACKET_BYTE_LIMIT. */
export function checkPacketLengths(
  offset: number,
  capturedBytes: number,
  originalBytes: number,
  snapshotBytes: number,
): void {
  const refuse = (reason: string): never => {
    throw new CaptureError(reason, offset);
  };
  const number = (value: number) => value.toLocaleString("en-US");
  if (originalBytes === 0) refuse("the packet has a length of zero");
  if (capturedBytes > PACKET_BYTE_LIMIT || originalBytes > PACKET_BYTE_LIMIT) {
    const claimed = number(Math.max(capturedBytes, originalBytes));
    refuse(`the packet claims ${claimed} bytes, the limit is ${number(PACKET_BYTE_LIMIT)}`);
  }
  if (snapshotBytes > 0 && capturedBytes > snapshotBytes) {
    refuse(
      `the packet claims ${number(capturedBytes)} captured bytes, the file's snapshot length is ${number(snapshotBytes)}`,
    );
  }
  if (capturedBytes > originalBytes) {
    refuse(`the packet claims ${number(capturedBytes)} captured bytes of ${number(originalBytes)}`);
  }
}

function columnsOf(capacity: number) {
  return {
    timesNanoseconds: new Float64Array(capacity),
    frameBytes: new Uint32Array(capacity),
    sourceAddress: new Uint32Array(capacity),
    destinationAddress: new Uint32Array(capacity),
    sourceStation: new Uint32Array(capacity),
    destinationStation: new Uint32Array(capacity),
    sourcePort: new Uint16Array(capacity),
    destinationPort: new Uint16Array(capacity),
    protocol: new Uint8Array(capacity),
    recordedDirection: new Uint8Array(capacity),
  };
}
type Columns = ReturnType<typeof columnsOf>;
const COLUMN_NAMES = Object.keys(columnsOf(0)) as (keyof Columns)[];
const FIRST_CAPACITY = 1024;

export function captureBuilder(): CaptureBuilder {
  const table: AddressTable = addressTable();
  let columns = columnsOf(FIRST_CAPACITY);
  let packetCount = 0;
  let reorderedCount = 0;
  let untimedCount = 0;
  let firstTime: PacketTime | undefined;

  /** Relative to the first packet of the file; may be negative until finish() sorts. */
  function relativeTime(packet: FoundPacket): number {
    const previous = packetCount === 0 ? 0 : (columns.timesNanoseconds[packetCount - 1] ?? 0);
    if (packet.time === undefined) {
      untimedCount++;
      return previous;
    }
    firstTime ??= packet.time;
    const { seconds, nanoseconds } = packet.time;
    const time = (seconds - firstTime.seconds) * 1e9 + (nanoseconds - firstTime.nanoseconds);
    if (!Number.isSafeInteger(2 * time)) {
      throw new CaptureError(
        "the packet's time is more than 52 days from that of the first packet",
        packet.offset,
      );
    }
    if (time < previous) reorderedCount++;
    return time;
  }

  return {
    add(packet) {
      const row = packetCount;
      if (row === columns.protocol.length) columns = resized(columns, 2 * row);
      const decoded = decodePacket(packet.linkType, packet.captured, packet.originalBytes, table);
      columns.timesNanoseconds[row] = relativeTime(packet);
      columns.frameBytes[row] = decoded.frameBytes;
      columns.sourceAddress[row] = decoded.sourceAddress;
      columns.destinationAddress[row] = decoded.destinationAddress;
      columns.sourceStation[row] = decoded.sourceStation;
      columns.destinationStation[row] = decoded.destinationStation;
      columns.sourcePort[row] = decoded.sourcePort;
      columns.destinationPort[row] = decoded.destinationPort;
      columns.protocol[row] = PROTOCOLS.indexOf(decoded.protocol);
      columns.recordedDirection[row] = packet.recordedDirection || decoded.recordedDirection;
      packetCount = row + 1;
    },

    finish(format, endOffset) {
      if (packetCount === 0) throw new CaptureError("the capture holds no packets", endOffset);
      const inFileOrder = resized(columns, packetCount);
      const sorted = reorderedCount === 0 ? inFileOrder : sortedByTime(inFileOrder);
      const earliest = sorted.timesNanoseconds[0] ?? 0;
      return {
        format,
        packetCount,
        startNanoseconds: nanosecondsOf(firstTime) + BigInt(earliest),
        ...sorted,
        timesNanoseconds: sorted.timesNanoseconds.map((time) => time - earliest),
        addresses: table.addresses,
        reorderedCount,
        untimedCount,
      };
    },
  };
}

function nanosecondsOf(time: PacketTime | undefined): bigint {
  return time === undefined ? 0n : BigInt(time.seconds) * 1_000_000_000n + BigInt(time.nanoseconds);
}

function resized(columns: Columns, capacity: number): Columns {
  const result = columnsOf(capacity);
  for (const name of COLUMN_NAMES) result[name].set(columns[name].subarray(0, capacity));
  return result;
}

/** Stable: packets of one time stay in the order of the file. */
function sortedByTime(columns: Columns): Columns {
  const times = columns.timesNanoseconds;
  const order = Uint32Array.from(times, (_, row) => row).sort(
    (a, b) => (times[a] ?? 0) - (times[b] ?? 0) || a - b,
  );
  const result = columnsOf(times.length);
  for (const name of COLUMN_NAMES) {
    const [from, to] = [columns[name], result[name]];
    order.forEach((row, place) => {
      to[place] = from[row] ?? 0;
    });
  }
  return result;
}
