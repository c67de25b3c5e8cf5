/** Contents of the frames of a capture, as far as the file has them, for traffic that programs read (docs/model.md,
 * M-228). */
import { SIM_TRACE_BYTE_LIMIT } from "../../core-wasm/binding/layout.gen.ts";
import { toBase64 } from "../../scenarios/base/base64.ts";
import { type Capture, CaptureError, FCS_BYTES, MINIMUM_FRAME_BYTES } from "./capture.ts";
import { asEthernet } from "./linkLayer.ts";

/** Bytes to keep of each frame. "fitting": whole frames, or as many bytes of each as fit into a scenario. */
export type BytesKept = number | "fitting";

export interface KeptBytes {
  /** Kept bytes of each row. */
  readonly lengthsBytes: number[];
  readonly base64: string;
  /** Undefined if all captured bytes are kept. */
  readonly most: number | undefined;
}

/** The packet as an Ethernet frame without check sequence. A short frame that was captured completely is padded as on
 * the wire. */
export function capturedFrame(file: Uint8Array, capture: Capture, row: number): Uint8Array {
  const [offset = 0, captured = 0, whole = 0] = [
    capture.dataOffset[row],
    capture.capturedBytes[row],
    capture.frameBytes[row],
  ];
  const packet = file.subarray(offset, offset + captured);
  const frame = asEthernet(capture.linkType[row] ?? 0, packet, whole);
  if (frame.length < whole) return frame;
  const padded = new Uint8Array(Math.max(whole, MINIMUM_FRAME_BYTES - FCS_BYTES));
  padded.set(frame.subarray(0, whole));
  return padded;
}

/** Bytes of the selected rows. */
export function keptBytes(
  file: Uint8Array,
  capture: Capture,
  rows: Uint32Array,
  isWanted: (place: number) => boolean,
  kept: BytesKept,
): KeptBytes {
  const lengthOf = (row: number, place: number) =>
    isWanted(place) ? capturedFrame(file, capture, row).length : 0;
  const all = Array.from(rows, lengthOf);
  const most = kept === "fitting" ? fitting(all) : kept;
  const lengthsBytes = all.map((length) => Math.min(length, most));
  const total = lengthsBytes.reduce((sum, length) => sum + length, 0);
  if (total > SIM_TRACE_BYTE_LIMIT) throw new CaptureError(tooManyReason(total, mostThatFits(all)));
  const bytes = new Uint8Array(total);
  let at = 0;
  lengthsBytes.forEach((length, place) => {
    if (length > 0) bytes.set(capturedFrame(file, capture, rows[place] ?? 0).subarray(0, length), at);
    at += length;
  });
  return {
    lengthsBytes,
    base64: toBase64(bytes),
    most: all.some((length) => length > most) ? most : undefined,
  };
}

/**
 * Known bytes are not followed by generated headers. A program that finds less than the headers would read
 * nonsense.
 */
const HEADERS_BYTES = 42; // Ethernet, IPv4 and UDP

function fitting(lengths: readonly number[]): number {
  const most = mostThatFits(lengths);
  return most < HEADERS_BYTES && lengths.some((length) => length > most) ? 0 : most;
}

/** Greatest number of bytes per frame that fits. */
function mostThatFits(lengths: readonly number[]): number {
  let [fits, least] = [0, SIM_TRACE_BYTE_LIMIT + 1];
  while (least - fits > 1) {
    const tried = (fits + least) >> 1;
    const total = lengths.reduce((sum, length) => sum + Math.min(length, tried), 0);
    if (total <= SIM_TRACE_BYTE_LIMIT) fits = tried;
    else least = tried;
  }
  return fits;
}

function tooManyReason(total: number, fitting: number): string {
  const number = (value: number) => value.toLocaleString("en-US");
  return `the received frames have ${number(total)} bytes in total, but a scenario holds at most ${number(SIM_TRACE_BYTE_LIMIT)}: keep at most ${number(fitting)} of each, or choose a shorter window`;
}
