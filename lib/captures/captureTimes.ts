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

/** The time this many nanoseconds after the earliest packet. */
export function timeAfterFirst(capture: Capture, nanoseconds: number): CaptureTime {
  const seconds = Math.floor(nanoseconds / SECOND);
  return { seconds, nanoseconds: nanoseconds - seconds * SECOND + (capture.nanoseconds[0] ?? 0) };
}

/** Nanoseconds since the earliest packet. Exact below 104 days. */
export const nanosecondsOfRow = (capture: Capture, row: number): number =>
  nanosecondsSince(timeOfRow(capture, 0), capture, row);

/** Nanoseconds from `time` to a packet. Exact if they are less than 104 days apart. */
export function nanosecondsSince(time: CaptureTime, capture: Capture, row: number): number {
  const { seconds, nanoseconds } = timeOfRow(capture, row);
  return (seconds - time.seconds) * SECOND + (nanoseconds - time.nanoseconds);
}
