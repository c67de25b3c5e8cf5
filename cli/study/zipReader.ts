/** Parts of a ZIP file from elsewhere, inflated one after the other while they are read (APPNOTE 6.3.10): whatever the file
 * says of sizes, no more is inflated than its reader takes. */
import { Readable } from "node:stream";
import { createInflateRaw } from "node:zlib";

/** `reason`: what is wrong with the file. */
export class ZipError extends Error {
  override readonly name = "ZipError";
}

export interface ZipPart {
  readonly name: string;
  readonly isDeflated: boolean;
  /** As they stand in the file. */
  readonly packed: Uint8Array;
}

const END_SIGNATURE = 0x06054b50;
const END_BYTES = 22;
const COMMENT_BYTES = 0xffff;
const ENTRY_SIGNATURE = 0x02014b50;
const ENTRY_BYTES = 46;
const LOCAL_SIGNATURE = 0x04034b50;
const LOCAL_BYTES = 30;
const STORED = 0;
const DEFLATED = 8;
const FLAG_ENCRYPTED = 1;

/** By name, those of `wanted`; of others nothing is looked at but their names. Throws ZipError. */
export function zipParts(bytes: Uint8Array, wanted: ReadonlySet<string>): ReadonlyMap<string, ZipPart> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = endOf(view);
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  const parts = new Map<string, ZipPart>();
  for (let entry = 0; entry < count; entry++) {
    if (at + ENTRY_BYTES > end || view.getUint32(at, true) !== ENTRY_SIGNATURE) throw damaged();
    const nameBytes = view.getUint16(at + 28, true);
    const name = nameAt(bytes, at + ENTRY_BYTES, nameBytes);
    if (wanted.has(name)) {
      // Programs differ in which of both they unpack.
      if (parts.has(name)) throw new ZipError(`has ${name} twice`);
      parts.set(name, partAt(view, bytes, at, name));
    }
    at += ENTRY_BYTES + nameBytes + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return parts;
}

const damaged = (): ZipError => new ZipError("is not a ZIP file, or a damaged one");

/** Nothing but its comment stands behind it. */
function endOf(view: DataView): number {
  const last = view.byteLength - END_BYTES;
  for (let at = last; at >= Math.max(0, last - COMMENT_BYTES); at--)
    if (view.getUint32(at, true) === END_SIGNATURE && at + view.getUint16(at + 20, true) === last) return at;
  throw damaged();
}

const decoder = new TextDecoder();
const nameAt = (bytes: Uint8Array, at: number, length: number): string =>
  decoder.decode(bytes.subarray(at, at + length));

/** `entry`: its place in the table at the end of the file. */
function partAt(view: DataView, bytes: Uint8Array, entry: number, name: string): ZipPart {
  const method = view.getUint16(entry + 10, true);
  if ((view.getUint16(entry + 8, true) & FLAG_ENCRYPTED) !== 0) throw new ZipError(`has ${name} encrypted`);
  if (method !== STORED && method !== DEFLATED)
    throw new ZipError(`has ${name} packed by method ${method}, known are ${STORED} and ${DEFLATED}`);
  const size = view.getUint32(entry + 20, true);
  const local = view.getUint32(entry + 42, true);
  if (local + LOCAL_BYTES > bytes.length || view.getUint32(local, true) !== LOCAL_SIGNATURE) throw damaged();
  const nameBytes = view.getUint16(local + 26, true);
  if (nameAt(bytes, local + LOCAL_BYTES, nameBytes) !== name) throw damaged();
  const from = local + LOCAL_BYTES + nameBytes + view.getUint16(local + 28, true);
  if (from + size > bytes.length) throw damaged();
  return { name, isDeflated: method === DEFLATED, packed: bytes.subarray(from, from + size) };
}

/** Its bytes as they come; throws ZipError where they are more than `limit` or cannot be inflated. */
export async function* bytesOfPart(
  { name, isDeflated, packed }: ZipPart,
  limit: number,
): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of isDeflated ? inflated(name, packed) : [packed]) {
    size += chunk.length;
    if (size > limit) throw new ZipError(`has ${name} with more than ${limit} bytes`);
    yield chunk;
  }
}

async function* inflated(name: string, packed: Uint8Array): AsyncGenerator<Uint8Array> {
  const inflate = createInflateRaw();
  const source = Readable.from([packed]);
  source.pipe(inflate);
  try {
    for await (const chunk of inflate) yield chunk as Uint8Array;
  } catch {
    throw new ZipError(`has ${name} damaged`);
  } finally {
    source.destroy();
    inflate.destroy();
  }
}
