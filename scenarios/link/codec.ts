/** Text <-> the payload of a link: checksum, length, deflate with the version's dictionary. Bounded both ways. */
import { deflateSync, inflateSync } from "fflate";
import { DICTIONARY_1, DICTIONARY_2 } from "./dictionaries.ts";

/** Base64 with the URL alphabet and no padding. */
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const VALUE_OF: ReadonlyMap<string, number> = new Map(
  Array.from(ALPHABET, (letter, value) => [letter, value]),
);

export function toBase64Url(bytes: Uint8Array): string {
  let text = "";
  for (let index = 0; index < bytes.length; index += 3) {
    const [a = 0, b = 0, c = 0] = bytes.subarray(index, index + 3);
    const bits = (a << 16) | (b << 8) | c;
    const letters = Math.min(4, bytes.length - index + 1);
    for (let letter = 0; letter < letters; letter++)
      text += ALPHABET.charAt((bits >> (18 - 6 * letter)) & 63);
  }
  return text;
}

/** Undefined if there is a character that is not allowed. Bits that do not fill a byte are ignored. */
function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | undefined {
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  let bits = 0;
  let bitCount = 0;
  let length = 0;
  for (const letter of text) {
    const value = VALUE_OF.get(letter);
    if (value === undefined) return undefined;
    bits = ((bits << 6) | value) & 0xffff;
    bitCount += 6;
    if (bitCount >= 8) {
      bitCount -= 8;
      bytes[length++] = (bits >> bitCount) & 0xff;
    }
  }
  return bytes;
}

/** All versions up to this one can be read. Scenarios with assembly use it. Others use version 1, which older pages can
 * read too. */
const LINK_VERSION = 2;
const DICTIONARIES: Readonly<Record<number, string>> = { 1: DICTIONARY_1, 2: DICTIONARY_2 };
const ASSEMBLY = '"program":{"source"';

const versionFor = (text: string): number => (text.includes(ASSEMBLY) ? 2 : 1);
/** Greatest size of an inflated link. */
export const LINK_INFLATE_BYTE_LIMIT = 1024 * 1024;
/** Browsers and chats cut far below this. */
const LINK_CHARACTER_LIMIT = 1 << 17;

const CHECKSUM_BYTES = 4;
const LENGTH_BYTES = 3;
const HEADER_BYTES = CHECKSUM_BYTES + LENGTH_BYTES;

export type LinkFault = "cut" | "damaged" | "too-large" | "newer" | "not-a-link";

type UnpackResult =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly fault: LinkFault; readonly message: string };

/** Undefined if the text is too long for a link. `known` is a text that the reader will have. Parts that both texts
 * share cost almost nothing. */
export function pack(text: string, known = ""): string | undefined {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length > LINK_INFLATE_BYTE_LIMIT) return undefined;
  const version = versionFor(text);
  const body = deflateSync(bytes, { level: 9, mem: 12, dictionary: dictionary(version, known) });
  const payload = new Uint8Array(HEADER_BYTES + body.length);
  const view = new DataView(payload.buffer);
  view.setUint32(0, checksum(bytes), true);
  view.setUint16(CHECKSUM_BYTES, body.length & 0xffff, true);
  view.setUint8(CHECKSUM_BYTES + 2, body.length >> 16);
  payload.set(body, HEADER_BYTES);
  const packed = `${version}.${toBase64Url(payload)}`;
  return packed.length > LINK_CHARACTER_LIMIT ? undefined : packed;
}

/** `known` is the same text as in `pack`. */
export function unpack(packed: string, known = ""): UnpackResult {
  if (packed.length > LINK_CHARACTER_LIMIT) return failed("too-large", "the link is too long");
  const [, versionText, body = ""] = /^(\d{1,6})\.(.*)$/s.exec(packed) ?? [];
  if (versionText === undefined) return failed("not-a-link", "the link does not begin with a version");
  const version = Number(versionText);
  if (version > LINK_VERSION) return failed("newer", "the link was made by a newer irqscope");
  if (version < 1) return failed("not-a-link", "the link has no version 0");
  const payload = fromBase64Url(body);
  if (payload === undefined) {
    return failed("damaged", "the link is damaged: it holds a character that does not belong there");
  }
  return unpackBytes(payload, dictionary(version, known));
}

function unpackBytes(payload: Uint8Array, preset: Uint8Array): UnpackResult {
  if (payload.length < HEADER_BYTES) return failed("cut", "the link is cut off: its end is missing");
  const view = new DataView(payload.buffer, payload.byteOffset);
  const expected = view.getUint32(0, true);
  const length = view.getUint16(CHECKSUM_BYTES, true) | (view.getUint8(CHECKSUM_BYTES + 2) << 16);
  const body = payload.subarray(HEADER_BYTES);
  if (body.length < length) return failed("cut", "the link is cut off: its end is missing");
  if (body.length > length) return failed("damaged", "the link is damaged: something was added to its end");
  const bytes = inflateBounded(body, preset);
  if (bytes === undefined) return failed("damaged", "the link is damaged: it cannot be unpacked");
  if (bytes.length > LINK_INFLATE_BYTE_LIMIT) {
    return failed("too-large", `the link unpacks to more than ${LINK_INFLATE_BYTE_LIMIT} bytes`);
  }
  if (checksum(bytes) !== expected) return failed("damaged", "the link is damaged: its checksum is wrong");
  try {
    return { ok: true, text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch {
    return failed("damaged", "the link is damaged: it holds no text");
  }
}

/** Inflates at most one byte more than the limit, whatever the input claims. Undefined if it is not a deflate stream.
 */
function inflateBounded(body: Uint8Array, preset: Uint8Array): Uint8Array | undefined {
  try {
    const out = new Uint8Array(LINK_INFLATE_BYTE_LIMIT + 1);
    return inflateSync(body, { out, dictionary: preset });
  } catch {
    return undefined;
  }
}

function failed(fault: LinkFault, message: string): UnpackResult {
  return { ok: false, fault, message };
}

/** Greatest distance in a deflate stream. Of a longer dictionary, only the end counts. */
const DICTIONARY_BYTE_LIMIT = 32_768;

function dictionary(version: number, known: string): Uint8Array {
  return new TextEncoder().encode((DICTIONARIES[version] ?? "") + known).slice(-DICTIONARY_BYTE_LIMIT);
}

const POLYNOMIAL = 0xedb88320;

/** CRC-32. */
export function checksum(bytes: Uint8Array): number {
  let crc = 0xffff_ffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? POLYNOMIAL : 0);
  }
  return ~crc >>> 0;
}
