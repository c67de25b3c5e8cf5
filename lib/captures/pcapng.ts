/** The newer capture file: https://www.ietf.org/archive/id/draft-ietf-opsawg-pcapng-03.html */
import {
  type ByteReader,
  byteReader,
  type Capture,
  CaptureError,
  INTERFACE_LIMIT,
  RECORDED_RECEIVED,
  RECORDED_SENT,
  RECORDED_UNKNOWN,
} from "./capture.ts";
import {
  type CaptureBuilder,
  captureBuilder,
  checkCapturedBytes,
  type PacketTime,
} from "./captureBuilder.ts";

/** The number is the same in both byte orders. */
export const SECTION_HEADER = 0x0a0d0d0a;

const INTERFACE_DESCRIPTION = 1;
const OBSOLETE_PACKET = 2;
const SIMPLE_PACKET = 3;
const ENHANCED_PACKET = 6;

const BYTE_ORDER_MAGIC = 0x1a2b3c4d;
const FRAME_BYTES = 12; // type, length, length again
const BODY_OFFSET = 8;

const OPTION_END = 0;
const OPTION_PACKET_FLAGS = 2;
const OPTION_TIME_RESOLUTION = 9;
const OPTION_FCS_LENGTH = 13;
const OPTION_TIME_OFFSET = 14;

const NANOSECONDS_PER_SECOND = 1_000_000_000n;
const DEFAULT_UNITS_PER_SECOND = 1_000_000n;

interface Interface {
  readonly linkType: number;
  readonly snapshotBytes: number;
  readonly unitsPerSecond: bigint;
  readonly offsetSeconds: bigint;
  readonly fcsBytes: number;
}

/** A block whose limits have been checked: it lies within the file and both lengths agree. */
interface Block {
  readonly type: number;
  readonly offset: number;
  readonly bodyOffset: number;
  /** End of the body. */
  readonly end: number;
}

export function readPcapng(bytes: Uint8Array): Capture {
  const builder = captureBuilder();
  let reader = byteReader(bytes, true);
  let interfaces: Interface[] = [];
  let offset = 0;
  while (offset < bytes.length) {
    reader.need(offset, FRAME_BYTES, "a block header");
    if (reader.u32(offset) === SECTION_HEADER) {
      reader = byteReader(bytes, sectionIsLittleEndian(reader, offset));
      interfaces = [];
    }
    const block = readBlock(reader, offset);
    if (block.type === SECTION_HEADER) checkSection(reader, block);
    else if (block.type === INTERFACE_DESCRIPTION) {
      if (interfaces.length === INTERFACE_LIMIT)
        throw new CaptureError(`the section describes more than ${INTERFACE_LIMIT} interfaces`, offset);
      interfaces.push(readInterface(reader, block));
    } else if (block.type === SIMPLE_PACKET) addSimple(reader, block, interfaces, builder);
    else if (block.type === ENHANCED_PACKET || block.type === OBSOLETE_PACKET) {
      addTimed(reader, block, interfaces, builder);
    }
    offset = block.end + 4;
  }
  return builder.finish("pcapng", offset);
}

function sectionIsLittleEndian(reader: ByteReader, offset: number): boolean {
  const magic = reader.u32(offset + BODY_OFFSET);
  if (magic === BYTE_ORDER_MAGIC) return reader.littleEndian;
  const swapped = 0x4d3c2b1a;
  if (magic === swapped) return !reader.littleEndian;
  throw new CaptureError("the section's byte-order magic is neither order of 1A2B3C4D", offset + BODY_OFFSET);
}

function readBlock(reader: ByteReader, offset: number): Block {
  const length = reader.u32(offset + 4);
  if (length < FRAME_BYTES || length % 4 !== 0) {
    throw new CaptureError(`the block's length is ${length}: below 12, or not a multiple of 4`, offset + 4);
  }
  reader.need(offset, length, "a block");
  const end = offset + length - 4;
  const repeated = reader.u32(end);
  if (repeated !== length) {
    throw new CaptureError(`the block begins with a length of ${length} and ends with ${repeated}`, end);
  }
  return { type: reader.u32(offset), offset, bodyOffset: offset + BODY_OFFSET, end };
}

/** Refuses a block whose body is shorter than its fixed fields. */
function needBody(block: Block, count: number, what: string): void {
  const left = block.end - block.bodyOffset;
  if (left < count) throw new CaptureError(`${what} needs ${count} bytes and has ${left}`, block.offset);
}

function checkSection(reader: ByteReader, block: Block): void {
  needBody(block, 16, "a section header");
  const [major, minor] = [reader.u16(block.bodyOffset + 4), reader.u16(block.bodyOffset + 6)];
  // Some programs write 1.2 for version 1.0.
  if (major !== 1 || (minor !== 0 && minor !== 2)) {
    throw new CaptureError(`pcapng version ${major}.${minor} is not read, only 1.0`, block.bodyOffset + 4);
  }
}

function readInterface(reader: ByteReader, block: Block): Interface {
  needBody(block, 8, "an interface description");
  const found = {
    linkType: reader.u16(block.bodyOffset),
    snapshotBytes: reader.u32(block.bodyOffset + 4),
    unitsPerSecond: DEFAULT_UNITS_PER_SECOND,
    offsetSeconds: 0n,
    fcsBytes: 0,
  };
  forEachOption(reader, block.bodyOffset + 8, block.end, (code, at, length) => {
    if (code === OPTION_TIME_RESOLUTION && length === 1) {
      const exponent = BigInt(reader.u8(at) & 0x7f);
      found.unitsPerSecond = (reader.u8(at) & 0x80) === 0 ? 10n ** exponent : 2n ** exponent;
    }
    if (code === OPTION_FCS_LENGTH && length === 1) found.fcsBytes = reader.u8(at);
    if (code === OPTION_TIME_OFFSET && length === 8) found.offsetSeconds = reader.i64(at);
  });
  return found;
}

function forEachOption(
  reader: ByteReader,
  from: number,
  end: number,
  visit: (code: number, valueOffset: number, length: number) => void,
): void {
  let at = from;
  while (at + 4 <= end) {
    const code = reader.u16(at);
    const length = reader.u16(at + 2);
    if (code === OPTION_END) return;
    if (at + 4 + length > end) {
      throw new CaptureError(`option ${code} claims ${length} bytes, beyond the end of its block`, at);
    }
    visit(code, at + 4, length);
    at += 4 + padded(length);
  }
}

const padded = (length: number) => Math.ceil(length / 4) * 4;

/** Interface, time (high word first), captured and original length, bytes, options. The obsolete block has a
 * 16-bit interface and a drop count in the first word. */
function addTimed(
  reader: ByteReader,
  block: Block,
  interfaces: readonly Interface[],
  builder: CaptureBuilder,
): void {
  needBody(block, 20, "a packet block");
  const at = block.bodyOffset;
  const of = interfaceOf(interfaces, block.type === OBSOLETE_PACKET ? reader.u16(at) : reader.u32(at), block);
  const ticks = (BigInt(reader.u32(at + 4)) << 32n) | BigInt(reader.u32(at + 8));
  const capturedBytes = reader.u32(at + 12);
  const originalBytes = reader.u32(at + 16);
  const captured = capturedOf(reader, block, at + 20, capturedBytes);
  let recordedDirection = RECORDED_UNKNOWN;
  forEachOption(reader, at + 20 + padded(capturedBytes), block.end, (code, valueOffset, length) => {
    if (code === OPTION_PACKET_FLAGS && length === 4) {
      const direction = reader.u32(valueOffset) & 3;
      if (direction === 1) recordedDirection = RECORDED_RECEIVED;
      if (direction === 2) recordedDirection = RECORDED_SENT;
    }
  });
  builder.add({
    linkType: of.linkType,
    time: timeOf(ticks, of),
    originalBytes,
    fcsBytes: of.fcsBytes,
    captured,
    dataOffset: at + 20,
    snapshotBytes: of.snapshotBytes,
    recordedDirection,
  });
}

/** Times whose seconds no number can represent exactly are invalid. */
function timeOf(ticks: bigint, of: Interface): PacketTime {
  const rest = (ticks % of.unitsPerSecond) * NANOSECONDS_PER_SECOND;
  return {
    seconds: Number(ticks / of.unitsPerSecond + of.offsetSeconds),
    nanoseconds: Number(rest / of.unitsPerSecond),
  };
}

/** Original length and bytes, on the first interface, without a time. */
function addSimple(
  reader: ByteReader,
  block: Block,
  interfaces: readonly Interface[],
  builder: CaptureBuilder,
): void {
  needBody(block, 4, "a simple packet");
  const of = interfaceOf(interfaces, 0, block);
  const originalBytes = reader.u32(block.bodyOffset);
  const capturedBytes = of.snapshotBytes === 0 ? originalBytes : Math.min(originalBytes, of.snapshotBytes);
  const captured = capturedOf(reader, block, block.bodyOffset + 4, capturedBytes);
  builder.add({
    linkType: of.linkType,
    time: undefined,
    originalBytes,
    fcsBytes: of.fcsBytes,
    captured,
    dataOffset: block.bodyOffset + 4,
    snapshotBytes: of.snapshotBytes,
  });
}

function interfaceOf(interfaces: readonly Interface[], index: number, block: Block): Interface {
  const found = interfaces[index];
  if (found === undefined) {
    throw new CaptureError(
      `the packet is of interface ${index}, the section has described ${interfaces.length}`,
      block.bodyOffset,
    );
  }
  return found;
}

function capturedOf(reader: ByteReader, block: Block, dataOffset: number, capturedBytes: number): Uint8Array {
  checkCapturedBytes(dataOffset - 8, capturedBytes);
  const left = block.end - dataOffset;
  if (capturedBytes > left) {
    throw new CaptureError(
      `the packet claims ${capturedBytes} captured bytes, its block holds ${left}`,
      block.offset,
    );
  }
  return reader.bytes.subarray(dataOffset, dataOffset + capturedBytes);
}
