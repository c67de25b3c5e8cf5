/** What is kept of a capture: columns, one row for each packet, in the order of time; its limits, and why one is refused. */
import type { Address } from "./addressTable.ts";

/** Why a capture was refused. `offset` is the byte in the file, where there is one; `wholeBytes`, of a file that ends too
 * early, those before the packet or block that is not whole. */
export class CaptureError extends Error {
  readonly offset: number | undefined;
  readonly reason: string;
  readonly wholeBytes: number | undefined;
  /** What another choice may help with; undefined: the file is what is wrong. */
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

/** Before anything is read: a file larger than this is refused. */
export const CAPTURE_BYTE_LIMIT = 1 << 30;
/** The largest packet that tcpdump and Wireshark write (their MAXIMUM_SNAPLEN). */
export const PACKET_BYTE_LIMIT = 262_144;

export const ETHERNET_HEADER_BYTES = 14;
/** A frame check sequence follows every frame on the wire; captures leave it out. */
export const FCS_BYTES = 4;
/** Shorter frames are padded on the wire (IEEE 802.3), FCS included. */
export const MINIMUM_FRAME_BYTES = 64;
/** With FCS and one VLAN tag; longer ones were merged or not yet cut by an offload. */
export const MAXIMUM_FRAME_BYTES = 1522;

/** What is kept in memory of a capture, whatever its size: files that unpack to a gigabyte may have hundreds of millions of
 * each. */
export const PACKET_LIMIT = 25_000_000;
export const ADDRESS_LIMIT = 1 << 21;
/** Of a section. */
export const INTERFACE_LIMIT = 1 << 16;
/** Kinds that are not read and are named each. */
export const NAMED_LINK_TYPES = 16;

export const PROTOCOLS = ["tcp", "udp", "icmp", "arp", "other"] as const;
export type Protocol = (typeof PROTOCOLS)[number];

/** What the capturing machine noted about a packet, where the format can hold it. */
export const RECORDED_UNKNOWN = 0;
export const RECORDED_RECEIVED = 1;
export const RECORDED_SENT = 2;
/** Neither sent nor received by the capturing machine: seen in promiscuous mode. */
export const RECORDED_OTHERS = 3;

export interface Capture {
  readonly format: "pcap" | "pcapng";
  readonly packetCount: number;
  /** Time of the earliest packet, nanoseconds since 1970. */
  readonly startNanoseconds: bigint;
  /** Times, never falling: whole seconds since the second of the earliest packet, and nanoseconds of them; see captureTimes.ts. */
  readonly seconds: Float64Array;
  readonly nanoseconds: Uint32Array;
  /** Size as an Ethernet frame without frame check sequence; other links get an Ethernet header. */
  readonly frameBytes: Uint32Array;
  /** Index into `addresses`, or NO_ADDRESS. */
  readonly sourceAddress: Uint32Array;
  readonly destinationAddress: Uint32Array;
  readonly sourceStation: Uint32Array;
  readonly destinationStation: Uint32Array;
  /** 0 where the protocol has none. */
  readonly sourcePort: Uint16Array;
  readonly destinationPort: Uint16Array;
  /** Index into PROTOCOLS. */
  readonly protocol: Uint8Array;
  /** Of what was captured of it, in the file. */
  readonly dataOffset: Uint32Array;
  readonly capturedBytes: Uint32Array;
  readonly linkType: Uint16Array;
  /** RECORDED_*. */
  readonly recordedDirection: Uint8Array;
  readonly addresses: readonly Address[];
  /** Packets whose time was before that of their predecessor in the file; they were sorted in. */
  readonly reorderedCount: number;
  /** Packets without a time of their own (pcapng simple packets); they have their predecessor's. */
  readonly untimedCount: number;
  /** What no capturing program should have written, and what is not read; each with how many packets it was. */
  readonly oddities: readonly Oddity[];
}

export interface Oddity {
  readonly kind: OddityKind;
  readonly packets: number;
  /** Of "link-type": what the interface is called. */
  readonly linkType?: string;
}

/** Left out: of length zero, with a length that no link has, with a time that is none, of a link type that is not read,
 * what 802.11 sends beside packets. Read all the same: longer than the snapshot length, more captured than there was, a
 * fraction beyond a second, encrypted by 802.11. */
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

/** Why a frame is no packet. */
export type WifiNoPacket =
  | "wifi-management"
  | "wifi-control"
  | "wifi-no-data"
  | "wifi-aggregate"
  | "wifi-broken"
  | "wifi-cut";
