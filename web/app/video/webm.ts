/** Writes encoded pictures as a WebM file: one video track, a cluster from each key picture onwards, and an index of
 * them, so that players can jump. https://www.webmproject.org/docs/container, https://www.rfc-editor.org/rfc/rfc8794 */
import { VERSION } from "../../../lib/origin.ts";

export interface EncodedPicture {
  readonly timeMs: number;
  /** True if decoding the picture needs no earlier picture. */
  readonly isKey: boolean;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The colour coding, which VP8 itself does not state. */
export interface WebmColour {
  /** True if values use the range 0 to 255 and not 16 to 235. */
  readonly isFull: boolean;
  /** Code of ITU-T H.273. 2: unspecified. */
  readonly matrix: number;
  readonly transfer: number;
  readonly primaries: number;
}

export interface WebmVideo {
  readonly codec: "V_VP8" | "V_VP9";
  readonly width: number;
  readonly height: number;
  /** Duration of the whole video. */
  readonly durationMs: number;
  readonly pictureMs: number;
  readonly title: string;
  readonly colour?: WebmColour | undefined;
  /** In order. The first one is a key picture. */
  readonly pictures: readonly EncodedPicture[];
}

export const WEBM_ID = {
  header: 0x1a45dfa3,
  version: 0x4286,
  readVersion: 0x42f7,
  idBytes: 0x42f2,
  sizeBytes: 0x42f3,
  docType: 0x4282,
  docTypeVersion: 0x4287,
  docTypeReadVersion: 0x4285,
  segment: 0x18538067,
  info: 0x1549a966,
  timestampScale: 0x2ad7b1,
  duration: 0x4489,
  title: 0x7ba9,
  muxer: 0x4d80,
  writer: 0x5741,
  tracks: 0x1654ae6b,
  track: 0xae,
  trackNumber: 0xd7,
  trackUid: 0x73c5,
  trackType: 0x83,
  lacing: 0x9c,
  codec: 0x86,
  pictureNanoseconds: 0x23e383,
  video: 0xe0,
  width: 0xb0,
  height: 0xba,
  colour: 0x55b0,
  matrix: 0x55b1,
  range: 0x55b9,
  transfer: 0x55ba,
  primaries: 0x55bb,
  cues: 0x1c53bb6b,
  cue: 0xbb,
  cueTime: 0xb3,
  cuePlaces: 0xb7,
  cueTrack: 0xf7,
  cueCluster: 0xf1,
  cluster: 0x1f43b675,
  clusterTime: 0xe7,
  block: 0xa3,
} as const;

type Bytes = Uint8Array<ArrayBuffer>;

const NANOSECONDS_A_MS = 1_000_000;
const TRACK = 1;
const VIDEO_TRACK = 1;
const KEY_FLAG = 0x80;
const BROADCAST_RANGE = 1;
const FULL_RANGE = 2;
/** Length of numbers whose size must not depend on their value. */
const FIXED_BYTES = 8;

export function webmFile(video: WebmVideo): Blob {
  const clusters = clustersOf(video.pictures);
  const info = element(WEBM_ID.info, [
    whole(WEBM_ID.timestampScale, NANOSECONDS_A_MS),
    float(WEBM_ID.duration, video.durationMs),
    text(WEBM_ID.title, video.title),
    text(WEBM_ID.muxer, "irqscope"),
    text(WEBM_ID.writer, `irqscope ${VERSION}`),
  ]);
  const tracks = element(WEBM_ID.tracks, [
    element(WEBM_ID.track, [
      whole(WEBM_ID.trackNumber, TRACK),
      whole(WEBM_ID.trackUid, TRACK),
      whole(WEBM_ID.trackType, VIDEO_TRACK),
      whole(WEBM_ID.lacing, 0),
      text(WEBM_ID.codec, video.codec),
      whole(WEBM_ID.pictureNanoseconds, Math.round(video.pictureMs * NANOSECONDS_A_MS)),
      element(WEBM_ID.video, [
        whole(WEBM_ID.width, video.width),
        whole(WEBM_ID.height, video.height),
        ...(video.colour === undefined ? [] : [colourOf(video.colour)]),
      ]),
    ]),
  ]);
  const head = [...info, ...tracks];
  // The index precedes the data to which it points. Its length is known, because its numbers have a fixed length.
  const before = length(head) + length(cuesOf(clusters, 0));
  const segment = element(WEBM_ID.segment, [
    head,
    cuesOf(clusters, before),
    clusters.flatMap(({ parts }) => parts),
  ]);
  return new Blob([...header(), ...segment], { type: "video/webm" });
}

function colourOf({ isFull, matrix, transfer, primaries }: WebmColour): readonly Bytes[] {
  return element(WEBM_ID.colour, [
    whole(WEBM_ID.matrix, matrix),
    whole(WEBM_ID.range, isFull ? FULL_RANGE : BROADCAST_RANGE),
    whole(WEBM_ID.transfer, transfer),
    whole(WEBM_ID.primaries, primaries),
  ]);
}

function header(): readonly Bytes[] {
  return element(WEBM_ID.header, [
    whole(WEBM_ID.version, 1),
    whole(WEBM_ID.readVersion, 1),
    whole(WEBM_ID.idBytes, 4),
    whole(WEBM_ID.sizeBytes, 8),
    text(WEBM_ID.docType, "webm"),
    whole(WEBM_ID.docTypeVersion, 4),
    whole(WEBM_ID.docTypeReadVersion, 2),
  ]);
}

interface Cluster {
  readonly timeMs: number;
  readonly parts: readonly Bytes[];
}

function clustersOf(pictures: readonly EncodedPicture[]): readonly Cluster[] {
  const groups: EncodedPicture[][] = [];
  for (const picture of pictures) {
    const last = groups.at(-1);
    if (last === undefined || picture.isKey) groups.push([picture]);
    else last.push(picture);
  }
  return groups.map((group) => {
    const timeMs = Math.round(group[0]?.timeMs ?? 0);
    const blocks = group.map(({ timeMs: at, isKey, bytes }) => {
      const offset = Math.round(at) - timeMs;
      const lead = Uint8Array.of(0x80 | TRACK, (offset >> 8) & 0xff, offset & 0xff, isKey ? KEY_FLAG : 0);
      return element(WEBM_ID.block, [[lead, bytes]]);
    });
    return { timeMs, parts: element(WEBM_ID.cluster, [whole(WEBM_ID.clusterTime, timeMs), ...blocks]) };
  });
}

/** `before` is the number of bytes in the segment before the first cluster. */
function cuesOf(clusters: readonly Cluster[], before: number): readonly Bytes[] {
  let at = before;
  const cues = clusters.map(({ timeMs, parts }) => {
    const cue = element(WEBM_ID.cue, [
      whole(WEBM_ID.cueTime, timeMs, FIXED_BYTES),
      element(WEBM_ID.cuePlaces, [
        whole(WEBM_ID.cueTrack, TRACK),
        whole(WEBM_ID.cueCluster, at, FIXED_BYTES),
      ]),
    ]);
    at += length(parts);
    return cue;
  });
  return element(WEBM_ID.cues, cues);
}

// ---- EBML ----

const length = (parts: readonly Bytes[]) => parts.reduce((sum, { byteLength }) => sum + byteLength, 0);

function element(id: number, contents: readonly (readonly Bytes[])[]): readonly Bytes[] {
  const content = contents.flat();
  return [bigEndian(id, bytesOf(id)), sizeOf(length(content)), ...content];
}

function whole(id: number, value: number, count = bytesOf(value)): readonly Bytes[] {
  return element(id, [[bigEndian(value, count)]]);
}

function float(id: number, value: number): readonly Bytes[] {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setFloat64(0, value);
  return element(id, [[bytes]]);
}

function text(id: number, value: string): readonly Bytes[] {
  return element(id, [[new TextEncoder().encode(value)]]);
}

function bytesOf(value: number): number {
  return Math.max(1, Math.ceil(Math.log2(value + 1) / 8));
}

function bigEndian(value: number, count: number): Bytes {
  return Uint8Array.from({ length: count }, (_, at) => Math.floor(value / 256 ** (count - 1 - at)) % 256);
}

/** The leading zeros of a size give its number of bytes. A size of only ones would mean that it is unknown. */
function sizeOf(size: number): Bytes {
  let count = 1;
  while (size >= 2 ** (7 * count) - 1) count += 1;
  const bytes = bigEndian(size, count);
  bytes[0] = (bytes[0] ?? 0) | (1 << (8 - count));
  return bytes;
}
