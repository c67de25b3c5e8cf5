/** What is kept of a capture: columns, one row a packet, in the order of time. */
import type { Address } from "./addressTable.ts";
import type { WifiNoPacket } from "./wifi.ts";

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
