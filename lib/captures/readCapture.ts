/** Reads a capture of any kind, also if it is compressed. Every refusal is a CaptureError with the offset. */
import { byteReader, CAPTURE_BYTE_LIMIT, type Capture, CaptureError } from "./capture.ts";
import { PCAP_MAGIC_MICROSECONDS, PCAP_MAGIC_NANOSECONDS, readPcap } from "./pcap.ts";
import { readPcapng, SECTION_HEADER } from "./pcapng.ts";

const KUZNETZOV = "pcap as patched by Kuznetzov is not read: convert it with editcap";

/** Formats of other programs that users try to open, by their first bytes. */
const OTHER_FORMATS: ReadonlyMap<number, string> = new Map([
  [0xa1b2cd34, KUZNETZOV],
  [0x34cdb2a1, KUZNETZOV],
  [0x736e6f6f, "snoop captures are not read: convert it with editcap -F pcap"],
]);

const MAGIC_BYTES = 4;

export const UNPACKED_TOO_LARGE = "the file unpacks to more than 1,024 MiB: cut it with editcap";
export const UNPACKED_BROKEN = "the file begins like a gzip file and cannot be unpacked";

/** Chooses the reader by the magic number, which `bytes` must hold completely. Undefined if the format is not
 * supported. */
function readerOf(bytes: Uint8Array): ((bytes: Uint8Array) => Capture) | undefined {
  for (const littleEndian of [false, true]) {
    const magic = byteReader(bytes, littleEndian).u32(0);
    if (magic === SECTION_HEADER) return readPcapng;
    if (magic === PCAP_MAGIC_MICROSECONDS || magic === PCAP_MAGIC_NANOSECONDS)
      return (whole) => readPcap(whole, littleEndian);
  }
  return undefined;
}

/** True if the bytes start like a capture, which may be damaged. */
export const beginsAsCapture = (bytes: Uint8Array): boolean =>
  bytes.length >= MAGIC_BYTES && readerOf(bytes) !== undefined;

export function readCapture(bytes: Uint8Array): Capture {
  checkCaptureSize(bytes.length);
  const reader = byteReader(bytes, false);
  reader.need(0, MAGIC_BYTES, "the magic number of the format");
  const read = readerOf(bytes);
  if (read !== undefined) return read(bytes);
  throw new CaptureError(noCaptureReason(bytes, reader.u32(0)), 0);
}

function noCaptureReason(bytes: Uint8Array, magic: number): string {
  const packing = packingOf(bytes);
  if (packing !== undefined) return `the file is compressed with ${packing}: unpack it first`;
  const shown = magic.toString(16).padStart(8, "0");
  return OTHER_FORMATS.get(magic) ?? `not a capture: it begins with ${shown}, neither pcap nor pcapng`;
}

export interface CutCapture {
  readonly capture: Capture;
  /** Bytes after the last whole packet. */
  readonly leftOutBytes: number;
}

/** Reads a truncated file up to its last whole packet. */
export function readCutCapture(bytes: Uint8Array): CutCapture {
  try {
    return { capture: readCapture(bytes), leftOutBytes: 0 };
  } catch (error) {
    if (!(error instanceof CaptureError) || !error.wholeBytes) throw error;
    const whole = bytes.subarray(0, error.wholeBytes);
    return { capture: readCapture(whole), leftOutBytes: bytes.length - whole.length };
  }
}

/** Checks the size before a file is read into memory. */
export function checkCaptureSize(fileBytes: number): void {
  if (fileBytes === 0) throw new CaptureError("the file is empty", 0);
  if (fileBytes > CAPTURE_BYTE_LIMIT) {
    const mebibytes = (value: number) => Math.ceil(value / 2 ** 20).toLocaleString("en-US");
    throw new CaptureError(
      `the file has ${mebibytes(fileBytes)} MiB, the limit is ${mebibytes(CAPTURE_BYTE_LIMIT)}: cut it with editcap`,
    );
  }
}

/** Compressed files, by their first bytes. */
const PACKINGS = [
  { name: "gzip", begins: [0x1f, 0x8b] },
  { name: "zstd", begins: [0x28, 0xb5, 0x2f, 0xfd] },
  { name: "xz", begins: [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0] },
  { name: "bzip2", begins: [0x42, 0x5a, 0x68] },
  { name: "lz4", begins: [0x04, 0x22, 0x4d, 0x18] },
  { name: "zip", begins: [0x50, 0x4b, 0x03, 0x04] },
] as const;

export type Packing = (typeof PACKINGS)[number]["name"];

/** Undefined if the bytes are not compressed. */
export const packingOf = (bytes: Uint8Array): Packing | undefined =>
  PACKINGS.find(({ begins }) => begins.every((byte, at) => bytes[at] === byte))?.name;

/** Unpacks gzip and returns other bytes unchanged. Keeps at most `limit` bytes. */
export async function unpackedCapture(bytes: Uint8Array, limit = CAPTURE_BYTE_LIMIT): Promise<Uint8Array> {
  if (packingOf(bytes) !== "gzip") return bytes;
  const reader = new Blob([bytes as BlobPart])
    .stream()
    .pipeThrough(new DecompressionStream("gzip"))
    .getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw new CaptureError(UNPACKED_BROKEN);
    });
    if (done) break;
    size += value.length;
    if (size > limit) {
      await reader.cancel().catch(() => undefined);
      throw new CaptureError(UNPACKED_TOO_LARGE);
    }
    chunks.push(value);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
