/** Encodes pictures on a canvas into a video file: by WebCodecs as fast as possible, or by recording the canvas in real
 * time. */
import { PICTURE_MS, PICTURES_PER_SECOND } from "./stretch.ts";
import { type EncodedPicture, type WebmColour, webmFile } from "./webm.ts";

interface PictureEncoder {
  /** Adds the present contents of the canvas as the next picture. */
  readonly add: () => Promise<void>;
  readonly finish: () => Promise<Blob>;
  readonly close: () => void;
}

export interface VideoFormat {
  readonly id: "vp9" | "vp8" | "recorded";
  readonly open: (canvas: HTMLCanvasElement, title: string) => PictureEncoder;
}

/** Upper bound of the bit rate. The pictures are mostly flat colours that do not move, and seldom need this much. */
const BITS_PER_SECOND = 4_000_000;
/** Interval of key pictures, from which a player can start. */
const KEY_EVERY = 2 * PICTURES_PER_SECOND;
/** Most pictures that wait to be encoded, because they take memory. */
const QUEUE_LIMIT = 4;

const CODECS = [
  { id: "vp9", codec: "vp09.00.31.08", name: "V_VP9", latencyMode: "quality" },
  // In the mode "quality" this encoder takes ten times as long.
  { id: "vp8", codec: "vp8", name: "V_VP8", latencyMode: "realtime" },
] as const;

/** The best format first. Empty if the browser encodes no video. */
export async function videoFormats(size: VideoSize): Promise<readonly VideoFormat[]> {
  const formats: VideoFormat[] = [];
  for (const { id, codec, name, latencyMode } of CODECS) {
    const config = { ...configOf(codec, size), latencyMode };
    if (await isEncoded(config))
      formats.push({ id, open: (canvas, title) => codecEncoder(canvas, config, name, title) });
  }
  const mimeType = recordedType();
  if (mimeType !== undefined) formats.push({ id: "recorded", open: (canvas) => recorder(canvas, mimeType) });
  return formats;
}

interface VideoSize {
  readonly width: number;
  readonly height: number;
}

function configOf(codec: string, { width, height }: VideoSize): VideoEncoderConfig {
  return { codec, width, height, bitrate: BITS_PER_SECOND, framerate: PICTURES_PER_SECOND };
}

async function isEncoded(config: VideoEncoderConfig): Promise<boolean> {
  if (typeof VideoEncoder !== "function") return false;
  try {
    return (await VideoEncoder.isConfigSupported(config)).supported === true;
  } catch {
    // A browser that does not know the codec's name throws an exception.
    return false;
  }
}

function codecEncoder(
  canvas: HTMLCanvasElement,
  config: VideoEncoderConfig,
  codec: "V_VP9" | "V_VP8",
  title: string,
): PictureEncoder {
  const pictures: EncodedPicture[] = [];
  let fault: Error | undefined;
  let colour: WebmColour | undefined;
  let count = 0;
  const encoder = new VideoEncoder({
    output: (chunk, metadata) => {
      colour ??= colourOf(metadata?.decoderConfig?.colorSpace);
      const bytes = new Uint8Array(chunk.byteLength);
      chunk.copyTo(bytes);
      pictures.push({ timeMs: chunk.timestamp / 1000, isKey: chunk.type === "key", bytes });
    },
    error: (error) => {
      fault = error;
    },
  });
  encoder.configure(config);
  const check = () => {
    if (fault !== undefined) throw fault;
  };
  return {
    add: async () => {
      check();
      const duration = Math.round(PICTURE_MS * 1000);
      const frame = new VideoFrame(canvas, { timestamp: Math.round(count * PICTURE_MS * 1000), duration });
      encoder.encode(frame, { keyFrame: count % KEY_EVERY === 0 });
      frame.close();
      count += 1;
      while (fault === undefined && encoder.encodeQueueSize > QUEUE_LIMIT)
        await new Promise((resolve) => encoder.addEventListener("dequeue", resolve, { once: true }));
      check();
    },
    finish: async () => {
      await encoder.flush();
      check();
      const { width, height } = config;
      const durationMs = count * PICTURE_MS;
      return webmFile({ codec, width, height, durationMs, pictureMs: PICTURE_MS, title, colour, pictures });
    },
    close: () => {
      if (encoder.state !== "closed") encoder.close();
    },
  };
}

/** Numbers of ITU-T H.273. */
const MATRICES: Readonly<Record<string, number>> = { rgb: 0, bt709: 1, bt470bg: 5, smpte170m: 6 };
const TRANSFERS: Readonly<Record<string, number>> = { bt709: 1, smpte170m: 6, "iec61966-2-1": 13 };
const PRIMARIES: Readonly<Record<string, number>> = { bt709: 1, bt470bg: 5, smpte170m: 6 };
const NOT_SAID = 2;

function colourOf(space: VideoColorSpaceInit | undefined): WebmColour | undefined {
  if (space === undefined) return undefined;
  const { fullRange, matrix, transfer, primaries } = space;
  return {
    isFull: fullRange === true,
    matrix: MATRICES[matrix ?? ""] ?? NOT_SAID,
    transfer: TRANSFERS[transfer ?? ""] ?? NOT_SAID,
    primaries: PRIMARIES[primaries ?? ""] ?? NOT_SAID,
  };
}

const RECORDED_TYPES = ["video/webm;codecs=vp9", "video/webm;codecs=vp8", "video/webm", "video/mp4"];

function recordedType(): string | undefined {
  if (typeof MediaRecorder !== "function" || !("captureStream" in HTMLCanvasElement.prototype))
    return undefined;
  return RECORDED_TYPES.find((type) => MediaRecorder.isTypeSupported(type));
}

function recorder(canvas: HTMLCanvasElement, mimeType: string): PictureEncoder {
  const stream = canvas.captureStream(PICTURES_PER_SECOND);
  const media = new MediaRecorder(stream, { mimeType, videoBitsPerSecond: BITS_PER_SECOND });
  const parts: Blob[] = [];
  media.addEventListener("dataavailable", ({ data }) => parts.push(data));
  // A recorder that fails stops by itself.
  let hasFailed = false;
  media.addEventListener("error", () => {
    hasFailed = true;
  });
  const stopped = new Promise((resolve) => media.addEventListener("stop", resolve, { once: true }));
  const check = () => {
    if (hasFailed) throw new Error("the recorder of the browser gave up");
  };
  let count = 0;
  let beganMs = 0;
  const stop = () => {
    if (media.state !== "inactive") media.stop();
    for (const track of stream.getTracks()) track.stop();
  };
  return {
    // The recorder takes the canvas in real time, so each picture stays for its duration.
    add: async () => {
      check();
      if (count === 0) {
        media.start();
        beganMs = performance.now();
      }
      count += 1;
      const waitMs = beganMs + count * PICTURE_MS - performance.now();
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, waitMs)));
    },
    finish: async () => {
      check();
      stop();
      await stopped;
      check();
      return new Blob(parts, { type: mimeType.split(";")[0] ?? mimeType });
    },
    close: stop,
  };
}
