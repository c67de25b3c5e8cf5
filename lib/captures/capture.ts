/** The stored contents of a capture: columns with one row for each packet, in the order of time. Also its limits and
 * the error for a refused capture. */
import type { Address } from "./addressTable.ts";

/** The reason why a capture was refused. `offset` is the byte in the file, if there is one. `wholeBytes`, for a
 * truncated file, is the size of the file up to the incomplete packet or block. */
export class CaptureError extends Error {
  readonly offset: number | undefined;
  readonly reason: string;
  readonly wholeBytes: number | undefined;
  /** The user's option that may help. Undefined if the file itself is wrong. */
  readonly choice: "window" | "host" | undefined;

  constructor(reason: string, offset?: number, wholeBytes?: number, choice?: "window" | "host") {
    super(offset === undefined ? reason : `at byte ${offset}: ${reason}`);
    this.name = "CaptureError";
    this.offset = offset;
    this.reason = reason;
    this.wholeBytes = wholeBytes;
    this.choice = choice;
  }
}

/** Files larger than this are refused before they are read. */
export const CAPTURE_BYTE_LIMIT = 1 << 30;
/** The largest packet that tcpdump and Wireshark write (their MAXIMUM_SNAPLEN). */
export const PACKET_BYTE_LIMIT = 262_144;

export const ETHERNET_HEADER_BYTES = 14;
/** Every frame on the wire ends with a frame check sequence, which captures omit. */
export const FCS_BYTES = 4;
/** Shorter frames are padded on the wire (IEEE 802.3), FCS included. */
export const MINIMUM_FRAME_BYTES = 64;
/** Includes FCS and one VLAN tag. A longer frame was merged by an offload, or not segmented yet. */
export const MAXIMUM_FRAME_BYTES = 1522;

/** Limits for the stored part of a capture of any size. A file that unpacks to a gigabyte may have hundreds of
 * millions of packets and addresses. */
export const PACKET_LIMIT = 25_000_000;
export const ADDRESS_LIMIT = 1 << 21;
/** Limit for one section. */
export const INTERFACE_LIMIT = 1 << 16;
/** Number of unsupported link types that messages name one by one. */
export const NAMED_LINK_TYPES = 16;

export const PROTOCOLS = ["tcp", "udp", "icmp", "arp", "other"] as const;
export type Protocol = (typeof PROTOCOLS)[number];

/** The direction that the capturing machine recorded for a packet, if the format has it. */
export const RECORDED_UNKNOWN = 0;
export const RECORDED_RECEIVED = 1;
export const RECORDED_SENT = 2;
/** Neither sent nor received by the capturing machine, but seen in promiscuous mode. */
export const RECORDED_OTHERS = 3;

export interface Capture {
  readonly format: "pcap" | "pcapng";
  readonly packetCount: number;
  /** Time of the earliest packet, nanoseconds since 1970. */
  readonly startNanoseconds: bigint;
  /** Times, never decreasing: whole seconds since the second of the earliest packet, plus nanoseconds. See
   * captureTimes.ts. */
  readonly seconds: Float64Array;
  readonly nanoseconds: Uint32Array;
  /** Size as an Ethernet frame without frame check sequence. Packets of other links get an Ethernet header. */
  readonly frameBytes: Uint32Array;
  /** Index into `addresses`, or NO_ADDRESS. */
  readonly sourceAddress: Uint32Array;
  readonly destinationAddress: Uint32Array;
  readonly sourceStation: Uint32Array;
  readonly destinationStation: Uint32Array;
  /** 0 if the protocol has no ports. */
  readonly sourcePort: Uint16Array;
  readonly destinationPort: Uint16Array;
  /** Index into PROTOCOLS. */
  readonly protocol: Uint8Array;
  /** Offset in the file of the captured bytes. */
  readonly dataOffset: Uint32Array;
  readonly capturedBytes: Uint32Array;
  readonly linkType: Uint16Array;
  /** RECORDED_*. */
  readonly recordedDirection: Uint8Array;
  readonly addresses: readonly Address[];
  /** Packets in the wrong order in the file. They are sorted by time. */
  readonly reorderedCount: number;
  /** Packets without a time of their own (pcapng simple packets). They get the time of the previous packet. */
  readonly untimedCount: number;
  /** Faults of the file and ignored parts of it, each with the number of packets. */
  readonly oddities: readonly Oddity[];
}

export interface Oddity {
  readonly kind: OddityKind;
  readonly packets: number;
  /** Only for "link-type": the name of the link type. */
  readonly linkType?: string;
}

/** Omitted packets: of length zero, with a length that no link has, with an impossible time, of an unsupported link
 * type, and 802.11 frames that are not packets. The others are accepted: longer than the snapshot length, more
 * captured than on the wire, with a fraction beyond a second, encrypted by 802.11. */
export type OddityKind =
  | WifiNoPacket
  | "wifi-encrypted"
  | "empty"
  | "too-long"
  | "no-time"
  | "link-type"
  | "beyond-snapshot"
  | "more-captured"
  | "fraction";

/** The reason why a frame is not a packet. */
export type WifiNoPacket =
  | "wifi-management"
  | "wifi-control"
  | "wifi-no-data"
  | "wifi-aggregate"
  | "wifi-broken"
  | "wifi-cut";

/** Reads whole numbers from a capture. Refuses a read beyond the end and names the offset. */
export interface ByteReader {
  readonly bytes: Uint8Array;
  readonly length: number;
  readonly littleEndian: boolean;
  u8(offset: number): number;
  u16(offset: number): number;
  u32(offset: number): number;
  i64(offset: number): bigint;
  /** Refuses if fewer than `count` bytes follow `offset`. `begin` is the start of the part that needs them. */
  need(offset: number, count: number, what: string, begin?: number): void;
}

export function byteReader(bytes: Uint8Array, littleEndian: boolean): ByteReader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return {
    bytes,
    length: bytes.length,
    littleEndian,
    u8: (offset) => view.getUint8(offset),
    u16: (offset) => view.getUint16(offset, littleEndian),
    u32: (offset) => view.getUint32(offset, littleEndian),
    i64: (offset) => view.getBigInt64(offset, littleEndian),
    need(offset, count, what, begin = offset) {
      const left = bytes.length - offset;
      if (count > left) {
        const reason = `the file ends inside ${what}: ${count} bytes needed, ${left} left`;
        throw new CaptureError(reason, offset, begin);
      }
    },
  };
}
