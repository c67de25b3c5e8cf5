/** The WebM muxer: the test parses the written file element by element. */
import { describe, expect, it } from "vitest";
import { type EncodedPicture, WEBM_ID, type WebmVideo, webmFile } from "../../../web/app/video/webm.ts";

interface Element {
  readonly id: number;
  /** Offset of its content in the file. */
  readonly from: number;
  readonly bytes: Uint8Array;
  readonly inside: readonly Element[];
}

const MASTERS: ReadonlySet<number> = new Set([
  WEBM_ID.header,
  WEBM_ID.segment,
  WEBM_ID.info,
  WEBM_ID.tracks,
  WEBM_ID.track,
  WEBM_ID.video,
  WEBM_ID.colour,
  WEBM_ID.cues,
  WEBM_ID.cue,
  WEBM_ID.cuePlaces,
  WEBM_ID.cluster,
]);

/** Strict: each element ends where its size says, and the last one at the end of its parent. */
function parse(bytes: Uint8Array, from = 0): readonly Element[] {
  const elements: Element[] = [];
  let at = 0;
  while (at < bytes.length) {
    const idLength = Math.clz32(bytes[at] ?? 0) - 23;
    let id = 0;
    for (let byte = 0; byte < idLength; byte++) id = id * 256 + (bytes[at + byte] ?? 0);
    at += idLength;
    const sizeLength = Math.clz32(bytes[at] ?? 0) - 23;
    let size = (bytes[at] ?? 0) - (1 << (8 - sizeLength));
    for (let byte = 1; byte < sizeLength; byte++) size = size * 256 + (bytes[at + byte] ?? 0);
    at += sizeLength;
    if (at + size > bytes.length) throw new Error(`element ${id.toString(16)} ends behind its parent`);
    const content = bytes.subarray(at, at + size);
    elements.push({
      id,
      from: from + at,
      bytes: content,
      inside: MASTERS.has(id) ? parse(content, from + at) : [],
    });
    at += size;
  }
  return elements;
}

const all = (elements: readonly Element[], id: number): readonly Element[] =>
  elements.flatMap((one) => [...(one.id === id ? [one] : []), ...all(one.inside, id)]);

function only(elements: readonly Element[], id: number): Element {
  const [one, ...more] = all(elements, id);
  if (one === undefined || more.length > 0) throw new Error(`not one ${id.toString(16)}`);
  return one;
}

const whole = ({ bytes }: Element) => bytes.reduce((sum, byte) => sum * 256 + byte, 0);
const text = ({ bytes }: Element) => new TextDecoder().decode(bytes);
const double = ({ bytes }: Element) => new DataView(bytes.slice().buffer).getFloat64(0);

const PICTURE_MS = 1000 / 30;

function pictures(count: number, keyEvery: number, bytes: (at: number) => number): readonly EncodedPicture[] {
  return Array.from({ length: count }, (_, at) => ({
    timeMs: at * PICTURE_MS,
    isKey: at % keyEvery === 0,
    bytes: new Uint8Array(bytes(at)).fill(at % 256),
  }));
}

async function written(change: Partial<WebmVideo>) {
  const video: WebmVideo = {
    codec: "V_VP9",
    width: 1280,
    height: 720,
    durationMs: 100 * PICTURE_MS,
    pictureMs: PICTURE_MS,
    title: "Ring overflow, one – context",
    pictures: pictures(100, 60, (at) => 50 + at),
    ...change,
  };
  const blob = webmFile(video);
  return { blob, elements: parse(new Uint8Array(await blob.arrayBuffer())), video };
}

describe("a WebM file", () => {
  it("states its format, duration, size and codec", async () => {
    const { blob, elements } = await written({});
    expect(blob.type).toBe("video/webm");
    expect(elements.map(({ id }) => id)).toEqual([WEBM_ID.header, WEBM_ID.segment]);
    expect(text(only(elements, WEBM_ID.docType))).toBe("webm");
    expect(text(only(elements, WEBM_ID.codec))).toBe("V_VP9");
    expect(text(only(elements, WEBM_ID.title))).toBe("Ring overflow, one – context");
    expect(whole(only(elements, WEBM_ID.timestampScale))).toBe(1_000_000);
    expect(double(only(elements, WEBM_ID.duration))).toBeCloseTo(3333.33, 1);
    expect(whole(only(elements, WEBM_ID.pictureNanoseconds))).toBe(33_333_333);
    expect([whole(only(elements, WEBM_ID.width)), whole(only(elements, WEBM_ID.height))]).toEqual([
      1280, 720,
    ]);
  });

  it("states the colour space if it is known", async () => {
    const colour = { isFull: true, matrix: 1, transfer: 13, primaries: 1 };
    const { elements } = await written({ colour });
    expect(
      [WEBM_ID.range, WEBM_ID.matrix, WEBM_ID.transfer, WEBM_ID.primaries].map((id) =>
        whole(only(elements, id)),
      ),
    ).toEqual([2, 1, 13, 1]);
    expect(all((await written({})).elements, WEBM_ID.colour)).toEqual([]);
  });

  it("has each picture once, in order, at its time, with a cluster for each key picture", async () => {
    const { elements, video } = await written({});
    const clusters = all(elements, WEBM_ID.cluster);
    expect(clusters).toHaveLength(2);
    const blocks = clusters.flatMap((cluster) => {
      const base = whole(only([cluster], WEBM_ID.clusterTime));
      return all(cluster.inside, WEBM_ID.block).map(({ bytes }) => ({
        track: bytes[0],
        timeMs: base + new DataView(bytes.slice().buffer).getInt16(1),
        isKey: bytes[3] === 0x80,
        bytes: bytes.subarray(4),
      }));
    });
    expect(blocks.map(({ isKey, bytes }) => ({ isKey, bytes: [...bytes] }))).toEqual(
      video.pictures.map(({ isKey, bytes }) => ({ isKey, bytes: [...bytes] })),
    );
    blocks.forEach(({ timeMs, track }, at) => {
      expect(track).toBe(0x81);
      expect(Math.abs(timeMs - at * PICTURE_MS)).toBeLessThanOrEqual(1);
    });
  });

  it("has an index of the clusters, those after 16 MB included", async () => {
    const { elements } = await written({ pictures: pictures(9, 1, (at) => 3_000_000 + at), codec: "V_VP8" });
    const segment = only(elements, WEBM_ID.segment);
    const clusters = all(elements, WEBM_ID.cluster);
    const cues = all(elements, WEBM_ID.cue);
    expect(cues).toHaveLength(9);
    cues.forEach((cue, at) => {
      const place = segment.from + whole(only([cue], WEBM_ID.cueCluster));
      const cluster = clusters[at];
      // An identifier of four bytes and the size come before the content.
      expect((cluster?.from ?? 0) - place).toBeGreaterThan(4);
      expect((cluster?.from ?? 0) - place).toBeLessThanOrEqual(12);
      expect(whole(only([cue], WEBM_ID.cueTime))).toBe(Math.round(at * PICTURE_MS));
    });
  });

  it("writes sizes at the limits of their lengths", async () => {
    for (const size of [122, 123, 124, 16_378, 16_379, 16_380]) {
      const { elements } = await written({ pictures: pictures(1, 1, () => size) });
      expect(only(elements, WEBM_ID.block).bytes).toHaveLength(size + 4);
    }
  });
});
