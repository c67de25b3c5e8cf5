/** Contents of recorded frames, as far as the capture has them (docs/model.md, M-228). */
import { fromBase64 } from "../base/base64.ts";
import type { Traffic } from "./traffic.ts";

/** Cards take it away. */
const CHECK_SEQUENCE_BYTES = 4;

/** Bytes of a frame that a card hands on: without its check sequence, if it is long enough to have one. */
export const bytesOfFrame = (sizeBytes: number): number =>
  sizeBytes > CHECK_SEQUENCE_BYTES ? sizeBytes - CHECK_SEQUENCE_BYTES : sizeBytes;

export interface RecordedBytes {
  readonly bytes: Uint8Array;
  /** Offset of each event's bytes in `bytes`. */
  readonly firsts: readonly number[];
  readonly counts: readonly number[];
}

/** Expects a scenario that was checked. Undefined if it has none. */
export function recordedBytesOf(traffic: Traffic): RecordedBytes | undefined {
  if (traffic.kind !== "trace" || traffic.events.bytes === undefined) return undefined;
  const { lengthsBytes: counts, base64 } = traffic.events.bytes;
  let next = 0;
  const firsts = counts.map((count) => {
    next += count;
    return next - count;
  });
  return { bytes: fromBase64(base64) ?? new Uint8Array(), firsts, counts };
}

export const hasRecordedBytes = ({ traffic }: { readonly traffic: readonly Traffic[] }): boolean =>
  traffic.some((one) => one.kind === "trace" && one.events.bytes !== undefined);

/** The same for JSON that contains scenarios: a study, a lab. A text that quotes the field has a backslash there. */
export const tellsRecordedBytes = (json: string): boolean => json.includes('"lengthsBytes":');

/** How many there are, without a look at them. */
export function recordedByteCount(traffic: Traffic): number {
  if (traffic.kind !== "trace") return 0;
  return traffic.events.bytes?.lengthsBytes.reduce((sum, count) => sum + count, 0) ?? 0;
}
