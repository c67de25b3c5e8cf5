/** Blocks of a pcapng file, little-endian (draft-ietf-opsawg-pcapng-03), with times in nanoseconds. */
import { joined } from "../file.ts";

const SECTION_HEADER = 0x0a0d0d0a;
const INTERFACE_DESCRIPTION = 1;
const INTERFACE_STATISTICS = 5;
const ENHANCED_PACKET = 6;
const BYTE_ORDER_MAGIC = 0x1a2b3c4d;
const UNKNOWN_LENGTH = 0xffffffffffffffffn;
const ETHERNET = 1;
/** Resolution of times: 10^-9 s. */
const RESOLUTION = 9;
const COMMENT = 1;
const SECTION_APPLICATION = 4;
const INTERFACE_NAME = 2;
const INTERFACE_SPEED = 8;
const INTERFACE_RESOLUTION = 9;
const PACKET_FLAGS = 2;
const PACKET_ID = 5;
const STATISTICS_RECEIVED = 4;
const STATISTICS_DROPPED = 5;
const STATISTICS_DROPPED_BY_SOFTWARE = 7;
const STATISTICS_DELIVERED = 8;
const UTF8 = new TextEncoder();
/** An option has 16 bits for its length. */
const TEXT_BYTE_LIMIT = 65_535;

interface InterfaceFacts {
  readonly name: string;
  /** Undefined if a frame takes no time on the link. */
  readonly bitPerSecond: number | undefined;
}

interface PacketFacts {
  readonly interfaceNumber: number;
  readonly nanoseconds: number;
  /** The bytes of the frame that exist. */
  readonly bytes: Uint8Array;
  /** Bytes on the link without the check sequence. */
  readonly originalBytes: number;
  readonly direction: "receive" | "send" | undefined;
  readonly number?: number;
  readonly comment?: string;
}

interface StatisticsFacts {
  readonly interfaceNumber: number;
  readonly nanoseconds: number;
  readonly received: number;
  readonly droppedByCard: number;
  readonly droppedBySoftware: number;
  readonly delivered: number;
  readonly comment: string;
}

export function sectionHeader(application: string, comments: readonly string[]): Uint8Array {
  return block(SECTION_HEADER, [
    u32(BYTE_ORDER_MAGIC),
    u16(1),
    u16(0),
    u64(UNKNOWN_LENGTH),
    ...options([
      ...comments.map((comment) => [COMMENT, text(comment)] as const),
      [SECTION_APPLICATION, text(application)],
    ]),
  ]);
}

export function interfaceDescription({ name, bitPerSecond }: InterfaceFacts): Uint8Array {
  return block(INTERFACE_DESCRIPTION, [
    u16(ETHERNET),
    u16(0),
    u32(0), // no limit
    ...options([
      [INTERFACE_NAME, text(name)],
      ...(bitPerSecond === undefined ? [] : [[INTERFACE_SPEED, u64(BigInt(bitPerSecond))] as const]),
      [INTERFACE_RESOLUTION, Uint8Array.of(RESOLUTION)],
    ]),
  ]);
}

export function packetBlock(packet: PacketFacts): Uint8Array {
  const { bytes, direction, number, comment } = packet;
  const flags = direction === undefined ? 0 : direction === "receive" ? 1 : 2;
  return block(ENHANCED_PACKET, [
    u32(packet.interfaceNumber),
    ...time(packet.nanoseconds),
    u32(bytes.length),
    u32(packet.originalBytes),
    padded(bytes),
    ...options([
      ...(comment === undefined ? [] : [[COMMENT, text(comment)] as const]),
      [PACKET_FLAGS, u32(flags)],
      ...(number === undefined ? [] : [[PACKET_ID, u64(BigInt(number))] as const]),
    ]),
  ]);
}

export function statisticsBlock(facts: StatisticsFacts): Uint8Array {
  return block(INTERFACE_STATISTICS, [
    u32(facts.interfaceNumber),
    ...time(facts.nanoseconds),
    ...options([
      [COMMENT, text(facts.comment)],
      [STATISTICS_RECEIVED, u64(BigInt(facts.received))],
      [STATISTICS_DROPPED, u64(BigInt(facts.droppedByCard))],
      [STATISTICS_DROPPED_BY_SOFTWARE, u64(BigInt(facts.droppedBySoftware))],
      [STATISTICS_DELIVERED, u64(BigInt(facts.delivered))],
    ]),
  ]);
}

function block(type: number, body: readonly Uint8Array[]): Uint8Array {
  const length = u32(12 + body.reduce((sum, { length }) => sum + length, 0));
  return joined([u32(type), length, ...body, length]);
}

function options(all: readonly (readonly [number, Uint8Array])[]): readonly Uint8Array[] {
  return [
    ...all.flatMap(([code, value]) => [u16(code), u16(value.length), padded(value)]),
    u32(0), // end of options
  ];
}

function padded(bytes: Uint8Array): Uint8Array {
  return joined([bytes, new Uint8Array((4 - (bytes.length % 4)) % 4)]);
}

/** The upper half first. */
function time(nanoseconds: number): readonly Uint8Array[] {
  return [u32(Math.floor(nanoseconds / 2 ** 32)), u32(nanoseconds % 2 ** 32)];
}

const text = (value: string): Uint8Array => UTF8.encode(value).subarray(0, TEXT_BYTE_LIMIT);
const u16 = (value: number): Uint8Array => Uint8Array.of(value & 0xff, value >> 8);

function u32(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value, true);
  return bytes;
}

function u64(value: bigint): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, value, true);
  return bytes;
}
