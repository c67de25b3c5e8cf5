/** Finds addresses, protocol and ports in the captured bytes of a packet. Fields beyond the captured bytes (a small
 * snapshot length) stay unknown. This code never refuses a packet. */
import { type AddressTable, NO_ADDRESS } from "./addressTable.ts";
import {
  ETHERNET_HEADER_BYTES,
  type Protocol,
  RECORDED_OTHERS,
  RECORDED_RECEIVED,
  RECORDED_SENT,
  RECORDED_UNKNOWN,
} from "./capture.ts";
import { isWifi, type WifiData, type WifiFrame, wifiAsEthernet, wifiFrame, wifiFrameBytes } from "./wifi.ts";

interface DecodedPacket {
  frameBytes: number;
  sourceAddress: number;
  destinationAddress: number;
  sourceStation: number;
  destinationStation: number;
  sourcePort: number;
  destinationPort: number;
  protocol: Protocol;
  recordedDirection: number;
}

interface LinkType {
  readonly name: string;
  readonly headerBytes: number;
  /** Type of the payload after the header, encoded as in an Ethernet header. */
  ethertype(packet: Uint8Array): number;
  decode(packet: Uint8Array, addresses: AddressTable, into: DecodedPacket): void;
}

const ETHERTYPE_IPV4 = 0x0800;
const ETHERTYPE_ARP = 0x0806;
const ETHERTYPE_IPV6 = 0x86dd;
const VLAN_ETHERTYPES: readonly number[] = [0x8100, 0x88a8, 0x9100];
/** More stacked tags than any network uses. */
const VLAN_TAG_LIMIT = 4;
const EXTENSION_HEADER_LIMIT = 8;

const LINK_TYPE_ETHERNET = 1;

const u8 = (bytes: Uint8Array, at: number) => bytes[at] ?? 0;
const u16 = (bytes: Uint8Array, at: number) => (u8(bytes, at) << 8) | u8(bytes, at + 1);

const rawType = (packet: Uint8Array): number => (u8(packet, 0) >> 4 === 6 ? ETHERTYPE_IPV6 : ETHERTYPE_IPV4);
const familyType = (packet: Uint8Array): number => rawType(packet.subarray(4));

const at =
  (offset: number) =>
  (packet: Uint8Array): number =>
    u16(packet, offset);

/** Numbers of https://www.tcpdump.org/linktypes.html; the raw IP ones differ between systems. */
const LINK_TYPES: ReadonlyMap<number, LinkType> = new Map<number, LinkType>([
  [0, { name: "BSD loopback", headerBytes: 4, ethertype: familyType, decode: decodeFamily }],
  [1, { name: "Ethernet", headerBytes: ETHERNET_HEADER_BYTES, ethertype: at(12), decode: decodeEthernet }],
  [12, { name: "raw IP", headerBytes: 0, ethertype: rawType, decode: decodeRawIp }],
  [14, { name: "raw IP", headerBytes: 0, ethertype: rawType, decode: decodeRawIp }],
  [101, { name: "raw IP", headerBytes: 0, ethertype: rawType, decode: decodeRawIp }],
  [108, { name: "OpenBSD loopback", headerBytes: 4, ethertype: familyType, decode: decodeFamily }],
  [113, { name: "Linux cooked (SLL)", headerBytes: 16, ethertype: at(14), decode: decodeCooked }],
  [228, { name: "raw IPv4", headerBytes: 0, ethertype: rawType, decode: decodeRawIp }],
  [229, { name: "raw IPv6", headerBytes: 0, ethertype: rawType, decode: decodeRawIp }],
  [276, { name: "Linux cooked (SLL2)", headerBytes: 20, ethertype: at(0), decode: decodeCooked2 }],
]);

const READ_LINK_TYPES =
  "Ethernet (1), Linux cooked (113, 276), raw IP (101), loopback (0, 108), 802.11 (105, 119, 127, 163)";

export function isReadableLinkType(linkType: number): boolean {
  return LINK_TYPES.has(linkType) || isWifi(linkType);
}

/** Addresses that are locally administered, as in generated frames (M-218). */
const MADE_STATIONS = [2, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 2];

/** The packet as an Ethernet frame. If the link has no Ethernet header, one is made. `frameBytes` is the greatest
 * length. */
export function asEthernet(linkType: number, packet: Uint8Array, frameBytes: number): Uint8Array {
  const wifi = dataOf(linkType, packet);
  if (wifi !== undefined) return wifiAsEthernet(wifi, packet, frameBytes);
  const link = LINK_TYPES.get(linkType);
  if (link === undefined || linkType === LINK_TYPE_ETHERNET) return packet;
  const payload = packet.subarray(link.headerBytes);
  const ethertype = link.ethertype(packet);
  const frame = new Uint8Array(ETHERNET_HEADER_BYTES + payload.length);
  frame.set([...MADE_STATIONS, ethertype >> 8, ethertype & 0xff]);
  frame.set(payload, ETHERNET_HEADER_BYTES);
  return frame;
}

/** An 802.11 frame, or undefined for another link. */
export function wifiOf(linkType: number, packet: Uint8Array): WifiFrame | undefined {
  return isWifi(linkType) ? wifiFrame(linkType, packet) : undefined;
}

function dataOf(linkType: number, packet: Uint8Array): WifiData | undefined {
  const frame = wifiOf(linkType, packet);
  return frame?.kind === "data" ? frame : undefined;
}

/** `originalBytes`: length on the link, without frame check sequence. */
export function decodePacket(
  linkType: number,
  packet: Uint8Array,
  originalBytes: number,
  addresses: AddressTable,
): DecodedPacket {
  const wifi = dataOf(linkType, packet);
  const link = LINK_TYPES.get(linkType);
  if (wifi === undefined && link === undefined) throw new RangeError(`link type ${linkType} is not read`);
  const frameBytes = Math.max(0, originalBytes - (link?.headerBytes ?? 0)) + ETHERNET_HEADER_BYTES;
  const decoded: DecodedPacket = {
    frameBytes: wifi === undefined ? frameBytes : wifiFrameBytes(wifi, originalBytes),
    sourceAddress: NO_ADDRESS,
    destinationAddress: NO_ADDRESS,
    sourceStation: NO_ADDRESS,
    destinationStation: NO_ADDRESS,
    sourcePort: 0,
    destinationPort: 0,
    protocol: "other",
    recordedDirection: RECORDED_UNKNOWN,
  };
  if (wifi !== undefined) decodeWifi(wifi, packet, addresses, decoded);
  else link?.decode(packet, addresses, decoded);
  return decoded;
}

function decodeWifi(data: WifiData, packet: Uint8Array, addresses: AddressTable, into: DecodedPacket): void {
  if (packet.length < Math.max(data.destinationAt, data.sourceAt) + 6) return;
  into.destinationStation = addresses.station(packet, data.destinationAt);
  into.sourceStation = addresses.station(packet, data.sourceAt);
  if (data.ethertype !== undefined)
    decodeNetwork(data.ethertype, packet.subarray(data.payloadAt), addresses, into);
}

function decodeEthernet(packet: Uint8Array, addresses: AddressTable, into: DecodedPacket): void {
  if (packet.length < ETHERNET_HEADER_BYTES) return;
  into.destinationStation = addresses.station(packet, 0);
  into.sourceStation = addresses.station(packet, 6);
  let at = 12;
  for (let tags = 0; tags < VLAN_TAG_LIMIT && VLAN_ETHERTYPES.includes(u16(packet, at)); tags++) at += 4;
  decodeNetwork(u16(packet, at), packet.subarray(at + 2), addresses, into);
}

/** SLL: 2 B packet type, 2 B ARPHRD, 2 B address length, 8 B address of the sender, 2 B protocol. */
function decodeCooked(packet: Uint8Array, addresses: AddressTable, into: DecodedPacket): void {
  if (packet.length < 16) return;
  into.recordedDirection = cookedDirection(u16(packet, 0));
  if (u16(packet, 4) === 6) into.sourceStation = addresses.station(packet, 6);
  decodeNetwork(u16(packet, 14), packet.subarray(16), addresses, into);
}

/** SLL2: 2 B protocol, 2 B zero, 4 B interface, 2 B ARPHRD, 1 B packet type, 1 B address length, 8 B address. */
function decodeCooked2(packet: Uint8Array, addresses: AddressTable, into: DecodedPacket): void {
  if (packet.length < 20) return;
  into.recordedDirection = cookedDirection(u8(packet, 10));
  if (u8(packet, 11) === 6) into.sourceStation = addresses.station(packet, 12);
  decodeNetwork(u16(packet, 0), packet.subarray(20), addresses, into);
}

/** PACKET_HOST 0, _BROADCAST 1, _MULTICAST 2, _OTHERHOST 3, _OUTGOING 4. */
function cookedDirection(packetType: number): number {
  if (packetType <= 2) return RECORDED_RECEIVED;
  if (packetType === 3) return RECORDED_OTHERS;
  return packetType === 4 ? RECORDED_SENT : RECORDED_UNKNOWN;
}

/** The header is a 4-byte address family whose byte order and numbers depend on the system. The IP version is enough.
 */
function decodeFamily(packet: Uint8Array, addresses: AddressTable, into: DecodedPacket): void {
  decodeRawIp(packet.subarray(4), addresses, into);
}

function decodeRawIp(packet: Uint8Array, addresses: AddressTable, into: DecodedPacket): void {
  const version = u8(packet, 0) >> 4;
  if (version === 4) decodeIpv4(packet, addresses, into);
  if (version === 6) decodeIpv6(packet, addresses, into);
}

function decodeNetwork(
  ethertype: number,
  payload: Uint8Array,
  addresses: AddressTable,
  into: DecodedPacket,
): void {
  if (ethertype === ETHERTYPE_IPV4) decodeIpv4(payload, addresses, into);
  else if (ethertype === ETHERTYPE_IPV6) decodeIpv6(payload, addresses, into);
  else if (ethertype === ETHERTYPE_ARP) into.protocol = "arp";
}

function decodeIpv4(packet: Uint8Array, addresses: AddressTable, into: DecodedPacket): void {
  if (packet.length < 20) return;
  into.sourceAddress = addresses.ipv4(packet, 12);
  into.destinationAddress = addresses.ipv4(packet, 16);
  const headerBytes = (u8(packet, 0) & 0x0f) * 4;
  const laterFragment = (u16(packet, 6) & 0x1fff) !== 0;
  decodeTransport(u8(packet, 9), laterFragment ? new Uint8Array() : packet.subarray(headerBytes), into);
}

function decodeIpv6(packet: Uint8Array, addresses: AddressTable, into: DecodedPacket): void {
  if (packet.length < 40) return;
  into.sourceAddress = addresses.ipv6(packet, 8);
  into.destinationAddress = addresses.ipv6(packet, 24);
  let next = u8(packet, 6);
  let at = 40;
  for (let headers = 0; headers < EXTENSION_HEADER_LIMIT && at + 8 <= packet.length; headers++) {
    if (next === 44) {
      const laterFragment = (u16(packet, at + 2) & 0xfff8) !== 0;
      next = u8(packet, at);
      at = laterFragment ? packet.length : at + 8;
    } else if (next === 0 || next === 43 || next === 60) {
      next = u8(packet, at);
      at += 8 * (1 + u8(packet, at + 1));
    } else break;
  }
  decodeTransport(next, packet.subarray(at), into);
}

function decodeTransport(number: number, segment: Uint8Array, into: DecodedPacket): void {
  if (number === 6) into.protocol = "tcp";
  else if (number === 17) into.protocol = "udp";
  else if (number === 1 || number === 58) into.protocol = "icmp";
  const hasPorts = number === 6 || number === 17 || number === 132;
  if (hasPorts && segment.length >= 4) {
    into.sourcePort = u16(segment, 0);
    into.destinationPort = u16(segment, 2);
  }
}

/** Names of unsupported link types for messages, from https://www.tcpdump.org/linktypes.html. */
const NAMES: ReadonlyMap<number, string> = new Map([
  [3, "AX.25"],
  [6, "Token Ring"],
  [7, "ARCNET"],
  [8, "SLIP"],
  [9, "PPP"],
  [10, "FDDI"],
  [11, "ATM"],
  [50, "PPP HDLC"],
  [51, "PPPoE"],
  [100, "ATM LLC"],
  [104, "Cisco HDLC"],
  [107, "Frame Relay"],
  [109, "OpenBSD enc"],
  [114, "LocalTalk"],
  [117, "OpenBSD pflog"],
  [122, "IP Fibre Channel"],
  [123, "SunATM"],
  [129, "ARCNET Linux"],
  [139, "SS7 MTP2 PHDR"],
  [140, "SS7 MTP2"],
  [141, "SS7 MTP3"],
  [142, "SS7 SCCP"],
  [143, "DOCSIS"],
  [144, "Linux IrDA"],
  [147, "DLT_USER"],
  [162, "DLT_USER"],
  [165, "BACnet MS/TP"],
  [166, "PPP pppd"],
  [169, "GPRS LLC"],
  [177, "Linux LAPD"],
  [187, "Bluetooth HCI"],
  [189, "USB Linux"],
  [192, "802.11 PPI"],
  [195, "802.15.4"],
  [197, "Endace ERF"],
  [201, "Bluetooth HCI PHDR"],
  [203, "LAPD"],
  [204, "PPP DIR"],
  [209, "IPMB Linux"],
  [215, "802.15.4 NONASK PHY"],
  [220, "USB Linux"],
  [224, "Fibre Channel"],
  [225, "Fibre Channel FC-2 framed"],
  [226, "Solaris IPNET"],
  [227, "CAN SocketCAN"],
  [230, "802.15.4 NOFCS"],
  [235, "DVB CI"],
  [239, "Linux netfilter log"],
  [240, "netANALYZER"],
  [242, "MPEG-2 transport stream"],
  [245, "NFC LLCP"],
  [247, "InfiniBand"],
  [248, "SCTP"],
  [249, "USBPcap"],
  [251, "Bluetooth low energy"],
  [252, "Wireshark upper PDU"],
  [253, "Linux netlink"],
  [254, "Bluetooth Linux monitor"],
  [256, "Bluetooth low energy PHDR"],
  [265, "DOCSIS 3.1"],
  [266, "USB Darwin"],
  [272, "Nordic BLE sniffer"],
  [283, "802.15.4 TAP"],
  [288, "USB 2.0"],
]);

/** Unpublished types are named by their number. */
export const linkTypeName = (linkType: number): string => {
  const name = NAMES.get(linkType);
  return name === undefined ? String(linkType) : `${name} (${linkType})`;
};

/** `name` comes from linkTypeName(). */
export const unreadReason = (name: string): string =>
  `link type ${name} is not read, only ${READ_LINK_TYPES}`;
