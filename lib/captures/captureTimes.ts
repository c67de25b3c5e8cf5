/** Exact times of a capture whose packets may lie years apart. */
import type { Capture } from "./capture.ts";

const SECOND = 1e9;

/** A time since the second of the earliest packet. */
export interface CaptureTime {
  readonly seconds: number;
  readonly nanoseconds: number;
}

export const timeOfRow = ({ seconds, nanoseconds }: Capture, row: number): CaptureTime => ({
  seconds: seconds[row] ?? 0,
  nanoseconds: nanoseconds[row] ?? 0,
});

/** So many nanoseconds after the earliest packet. */
export function timeAfterFirst(capture: Capture, nanoseconds: number): CaptureTime {
  const seconds = Math.floor(nanoseconds / SECOND);
  return { seconds, nanoseconds: nanoseconds - seconds * SECOND + (capture.nanoseconds[0] ?? 0) };
}

/** Since the earliest packet; exact below 104 days. */
export const nanosecondsOfRow = (capture: Capture, row: number): number =>
  nanosecondsSince(timeOfRow(capture, 0), capture, row);

/** From `time` to a packet; exact where the two are less than 104 days apart. */
export function nanosecondsSince(time: CaptureTime, capture: Capture, row: number): number {
  const { seconds, nanoseconds } = timeOfRow(capture, row);
  return (seconds - time.seconds) * SECOND + (nanoseconds - time.nanoseconds);
}
