/** The classic capture file: https://www.ietf.org/archive/id/draft-ietf-opsawg-pcap-06.html */
import { type ByteReader, byteReader, type Capture, CaptureError } from "./capture.ts";
import { captureBuilder, checkCapturedBytes } from "./captureBuilder.ts";
import { isReadableLinkType, linkTypeName, unreadReason } from "./linkLayer.ts";

export const PCAP_MAGIC_MICROSECONDS = 0xa1b2c3d4;
export const PCAP_MAGIC_NANOSECONDS = 0xa1b23c4d;

const FILE_HEADER_BYTES = 24;
const RECORD_HEADER_BYTES = 16;
const NANOSECONDS_PER_SECOND = 1_000_000_000;
/** Flag in the link-type word: its top four bits hold the FCS length in 16-bit units. */
const FCS_LENGTH_FLAG = 0x0400_0000;

interface FileHeader {
  readonly unitsPerSecond: number;
  readonly snapshotBytes: number;
  readonly linkType: number;
  readonly fcsBytes: number;
  readonly minorVersion: number;
}

export function readPcap(bytes: Uint8Array, littleEndian: boolean): Capture {
  const reader = byteReader(bytes, littleEndian);
  const header = readFileHeader(reader);
  const builder = captureBuilder();
  let offset = FILE_HEADER_BYTES;
  while (offset < reader.length) {
    reader.need(offset, RECORD_HEADER_BYTES, "a packet header");
    const fraction = reader.u32(offset + 4);
    const { capturedBytes, originalBytes } = lengthsOf(reader, offset + 8, header.minorVersion);
    checkCapturedBytes(offset + 8, capturedBytes);
    const dataOffset = offset + RECORD_HEADER_BYTES;
    reader.need(dataOffset, capturedBytes, "a packet", offset);
    // As in Wireshark, a fraction beyond a second carries over.
    const carried = Math.floor(fraction / header.unitsPerSecond);
    if (carried > 0) builder.note("fraction");
    builder.add({
      linkType: header.linkType,
      time: {
        seconds: reader.u32(offset) + carried,
        nanoseconds: (fraction % header.unitsPerSecond) * (NANOSECONDS_PER_SECOND / header.unitsPerSecond),
      },
      originalBytes,
      fcsBytes: header.fcsBytes,
      captured: bytes.subarray(dataOffset, dataOffset + capturedBytes),
      dataOffset,
      snapshotBytes: header.snapshotBytes,
    });
    offset = dataOffset + capturedBytes;
  }
  return builder.finish("pcap", offset);
}

/** Before version 2.3 the length on the link came first. Files of 2.3 have either order. */
function lengthsOf(reader: ByteReader, offset: number, minorVersion: number) {
  const [first, second] = [reader.u32(offset), reader.u32(offset + 4)];
  const isSwapped = minorVersion < 3 || (minorVersion === 3 && first > second);
  return isSwapped
    ? { capturedBytes: second, originalBytes: first }
    : { capturedBytes: first, originalBytes: second };
}

function readFileHeader(reader: ByteReader): FileHeader {
  reader.need(0, FILE_HEADER_BYTES, "the pcap file header");
  const [major, minor] = [reader.u16(4), reader.u16(6)];
  if (major !== 2 || minor > 4) {
    throw new CaptureError(`pcap version ${major}.${minor} is not read, only 2.0 to 2.4`, 4);
  }
  const linkWord = reader.u32(20);
  const linkType = linkWord & 0xffff;
  if (!isReadableLinkType(linkType)) {
    throw new CaptureError(unreadReason(linkTypeName(linkType)), 20);
  }
  return {
    unitsPerSecond: reader.u32(0) === PCAP_MAGIC_NANOSECONDS ? 1_000_000_000 : 1_000_000,
    snapshotBytes: reader.u32(16),
    linkType,
    minorVersion: minor,
    fcsBytes: (linkWord & FCS_LENGTH_FLAG) === 0 ? 0 : 2 * (linkWord >>> 28),
  };
}
