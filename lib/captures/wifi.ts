/** Frames of IEEE 802.11, after the headers of cards in monitor mode: radiotap (radiotap.org), Prism and AVS
 * (capturefrm.txt of linux-wlan). A data frame is a packet; its payload begins with LLC (IEEE 802.2). */
import { ETHERNET_HEADER_BYTES, FCS_BYTES, type WifiNoPacket } from "./capture.ts";

/** A frame whose payload equals the payload of an Ethernet frame. */
export interface WifiData {
  readonly kind: "data";
  /** Offset in the packet of the payload after LLC/SNAP. */
  readonly payloadAt: number;
  /** Bytes after the payload in the packet: check sequences. */
  readonly trailerBytes: number;
  /** Undefined if the frame is encrypted or a later fragment. */
  readonly ethertype: number | undefined;
  readonly destinationAt: number;
  readonly sourceAt: number;
  readonly isEncrypted: boolean;
}

export type WifiFrame = WifiData | { readonly kind: WifiNoPacket };

const LINK_TYPE_80211 = 105;
const LINK_TYPE_PRISM = 119;
const LINK_TYPE_RADIOTAP = 127;
const LINK_TYPE_AVS = 163;

export const isWifi = (linkType: number): boolean =>
  [LINK_TYPE_80211, LINK_TYPE_PRISM, LINK_TYPE_RADIOTAP, LINK_TYPE_AVS].includes(linkType);

const u8 = (bytes: Uint8Array, at: number) => bytes[at] ?? 0;
const little16 = (bytes: Uint8Array, at: number) => u8(bytes, at) | (u8(bytes, at + 1) << 8);
const big16 = (bytes: Uint8Array, at: number) => (u8(bytes, at) << 8) | u8(bytes, at + 1);
const little32 = (bytes: Uint8Array, at: number) =>
  (little16(bytes, at) | (little16(bytes, at + 2) << 16)) >>> 0;
const big32 = (bytes: Uint8Array, at: number) => ((big16(bytes, at) << 16) | big16(bytes, at + 2)) >>> 0;

/** The header before the 802.11 header. */
interface RadioHeader {
  readonly bytes: number;
  readonly fcsBytes: number;
  /** The 802.11 header is padded to a multiple of 4. */
  readonly isPadded: boolean;
  readonly isBroken: boolean;
}

const NO_RADIO_HEADER: RadioHeader = { bytes: 0, fcsBytes: 0, isPadded: false, isBroken: false };

function radioHeader(linkType: number, packet: Uint8Array): RadioHeader | undefined {
  switch (linkType) {
    case LINK_TYPE_RADIOTAP:
      return radiotap(packet);
    case LINK_TYPE_AVS:
      return avs(packet);
    case LINK_TYPE_PRISM:
      return isAvs(packet) ? avs(packet) : prism(packet);
    default:
      return NO_RADIO_HEADER;
  }
}

const RADIOTAP_BYTES = 8;
const TSFT_PRESENT = 0x1;
const FLAGS_PRESENT = 0x2;
const MORE_PRESENT = 0x8000_0000;
const FLAG_FCS = 0x10;
const FLAG_PADDED = 0x20;
const FLAG_BAD_FCS = 0x40;

/** Little-endian: version, pad, length (2), presence words (4 each), then the fields, each aligned to its size: first 8
 * bytes of TSFT, then one byte of flags. */
function radiotap(packet: Uint8Array): RadioHeader | undefined {
  const bytes = little16(packet, 2);
  if (packet.length < RADIOTAP_BYTES || bytes < RADIOTAP_BYTES || bytes > packet.length) return undefined;
  const present = little32(packet, 4);
  let at = RADIOTAP_BYTES;
  for (let word = present; (word & MORE_PRESENT) !== 0 && at + 4 <= bytes; at += 4)
    word = little32(packet, at);
  if ((present & TSFT_PRESENT) !== 0) at = Math.ceil(at / 8) * 8 + 8;
  const flags = (present & FLAGS_PRESENT) !== 0 && at < bytes ? u8(packet, at) : 0;
  return {
    bytes,
    fcsBytes: (flags & FLAG_FCS) === 0 ? 0 : FCS_BYTES,
    isPadded: (flags & FLAG_PADDED) !== 0,
    isBroken: (flags & FLAG_BAD_FCS) !== 0,
  };
}

/** AVS versions 1 and 2, big-endian. Older captures have them under the link type of Prism. */
const isAvs = (packet: Uint8Array) => [0x8021_1001, 0x8021_1002].includes(big32(packet, 0));

function avs(packet: Uint8Array): RadioHeader | undefined {
  const bytes = big32(packet, 4);
  return bytes < 8 || bytes > packet.length ? undefined : { ...NO_RADIO_HEADER, bytes };
}

const PRISM_BYTES = 144;

/** Code and length of a message, in the byte order of the capturing machine. */
function prism(packet: Uint8Array): RadioHeader | undefined {
  const said = [little32(packet, 4), big32(packet, 4)].find((bytes) => bytes >= 8 && bytes <= 4096);
  const bytes = said ?? PRISM_BYTES;
  return bytes > packet.length ? undefined : { ...NO_RADIO_HEADER, bytes };
}

const TYPE_MANAGEMENT = 0;
const TYPE_DATA = 2;
const SUBTYPE_NO_DATA = 0x4;
const SUBTYPE_QOS = 0x8;
const TO_DS = 0x01;
const FROM_DS = 0x02;
const PROTECTED = 0x40;
const HT_CONTROL = 0x80;
const QOS_AGGREGATE = 0x80;
const ADDRESSES = { first: 4, second: 10, third: 16, fourth: 24 } as const;
/** Bytes before and after the payload under CCMP (802.11-2016, 12.5.3). WEP has 8 in total, TKIP 20. */
const CCMP_HEADER_BYTES = 8;
const CCMP_CHECK_BYTES = 8;
const LLC_SNAP_BYTES = 8;
const LLC_SNAP = [0xaa, 0xaa, 0x03, 0, 0];
/** OUI 00-00-00 belongs to RFC 1042, 00-00-F8 to 802.1H. */
const SNAP_OUI_ENDS = [0x00, 0xf8];

export function wifiFrame(linkType: number, packet: Uint8Array): WifiFrame {
  const radio = radioHeader(linkType, packet);
  if (radio === undefined || packet.length < radio.bytes + 2) return { kind: "wifi-cut" };
  if (radio.isBroken) return { kind: "wifi-broken" };
  const control = u8(packet, radio.bytes);
  const type = (control >> 2) & 3;
  const subtype = control >> 4;
  if (type === TYPE_MANAGEMENT) return { kind: "wifi-management" };
  if (type !== TYPE_DATA) return { kind: "wifi-control" };
  if ((subtype & SUBTYPE_NO_DATA) !== 0) return { kind: "wifi-no-data" };
  return dataFrame(packet, radio, subtype);
}

function dataFrame(packet: Uint8Array, radio: RadioHeader, subtype: number): WifiFrame {
  const at = radio.bytes;
  const flags = u8(packet, at + 1);
  const hasFour = (flags & TO_DS) !== 0 && (flags & FROM_DS) !== 0;
  const isQos = (subtype & SUBTYPE_QOS) !== 0;
  const qosAt = at + (hasFour ? 30 : 24);
  if (isQos && (u8(packet, qosAt) & QOS_AGGREGATE) !== 0) return { kind: "wifi-aggregate" };
  const headerBytes = qosAt - at + (isQos ? 2 : 0) + (isQos && (flags & HT_CONTROL) !== 0 ? 4 : 0);
  const bodyAt = at + (radio.isPadded ? Math.ceil(headerBytes / 4) * 4 : headerBytes);
  const isEncrypted = (flags & PROTECTED) !== 0;
  const isLaterFragment = (u8(packet, at + 22) & 0x0f) !== 0;
  const stations = {
    destinationAt: at + ((flags & TO_DS) === 0 ? ADDRESSES.first : ADDRESSES.third),
    sourceAt:
      at + (hasFour ? ADDRESSES.fourth : (flags & FROM_DS) === 0 ? ADDRESSES.second : ADDRESSES.third),
  };
  if (isEncrypted)
    return {
      ...{ kind: "data", ...stations, isEncrypted, ethertype: undefined },
      payloadAt: bodyAt + CCMP_HEADER_BYTES + LLC_SNAP_BYTES,
      trailerBytes: radio.fcsBytes + CCMP_CHECK_BYTES,
    };
  const hasSnap = !isLaterFragment && isSnap(packet, bodyAt);
  return {
    ...{ kind: "data", ...stations, isEncrypted, trailerBytes: radio.fcsBytes },
    payloadAt: hasSnap ? bodyAt + LLC_SNAP_BYTES : bodyAt,
    ethertype: hasSnap ? big16(packet, bodyAt + 6) : undefined,
  };
}

function isSnap(packet: Uint8Array, at: number): boolean {
  return (
    packet.length >= at + LLC_SNAP_BYTES &&
    LLC_SNAP.every((byte, index) => packet[at + index] === byte) &&
    SNAP_OUI_ENDS.includes(u8(packet, at + 5))
  );
}

/** Size as an Ethernet frame without check sequence. `originalBytes` is the size of the packet in the file. */
export function wifiFrameBytes({ payloadAt, trailerBytes }: WifiData, originalBytes: number): number {
  return Math.max(0, originalBytes - payloadAt - trailerBytes) + ETHERNET_HEADER_BYTES;
}

/** The Ethernet frame of the captured bytes. If the type is not known, the type field holds the length (IEEE 802.3). */
export function wifiAsEthernet(data: WifiData, packet: Uint8Array, frameBytes: number): Uint8Array {
  const end = ETHERNET_HEADER_BYTES + Math.max(0, packet.length - data.payloadAt);
  const frame = new Uint8Array(Math.min(end, Math.max(frameBytes, ETHERNET_HEADER_BYTES)));
  frame.set(packet.subarray(data.destinationAt, data.destinationAt + 6));
  frame.set(packet.subarray(data.sourceAt, data.sourceAt + 6), 6);
  const type = data.ethertype ?? Math.min(frameBytes - ETHERNET_HEADER_BYTES, 1500);
  frame.set([type >> 8, type & 0xff], 12);
  frame.set(
    packet.subarray(data.payloadAt, data.payloadAt + frame.length - ETHERNET_HEADER_BYTES),
    ETHERNET_HEADER_BYTES,
  );
  return frame;
}
