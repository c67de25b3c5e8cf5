/** The events of a capture as the machine gets them: resampled in blocks, scaled in time, in cycles. */

import { fromBase64 } from "../base/base64.ts";
import { NANOSECONDS_PER_SECOND } from "../base/cycles.ts";
import type { Traffic } from "./traffic.ts";

/** The counter-based generator of the core (core-wasm/src/base/rng.h), for draws during compiling. */

const WORD = (1n << 64n) - 1n;
const STEP = 0x9e3779b97f4a7c15n;

/** The finaliser of SplitMix64. */
function mix(x: bigint): bigint {
  let word = ((x ^ (x >> 30n)) * 0xbf58476d1ce4e5b9n) & WORD;
  word = ((word ^ (word >> 27n)) * 0x94d049bb133111ebn) & WORD;
  return word ^ (word >> 31n);
}

export function streamKey(seed: bigint, stream: number): bigint {
  return mix(mix((seed + STEP) & WORD) ^ ((BigInt(stream) * 0xd1342543de82ef95n) & WORD));
}

export function draw(key: bigint, k: number): bigint {
  return mix((key + BigInt(k + 1) * STEP) & WORD);
}

/** Uniform in 0 .. bound-1; `bound` is below 2^32. */
export function drawBelow(key: bigint, k: number, bound: number): number {
  return Number(((draw(key, k) >> 32n) * BigInt(bound)) >> 32n);
}

export type Recording = Extract<Traffic, { readonly kind: "trace" }>;

/** Stream of the generator. The core's own streams have smaller numbers. */
const RESAMPLE_STREAM = 0x1000;
const PERMILLE = 1000n;

interface Arrival {
  /** Index in the columns of the capture. */
  readonly event: number;
  /** Open: the cycle in which it is due. Closed: its think time. */
  readonly cycles: bigint;
}

export function recordedNanoseconds({ loop, events }: Recording): readonly number[] {
  return loop === "open" ? events.timesNanoseconds : events.thinkNanoseconds;
}

/** Indices of the events in order: those of the capture, or blocks of them that start at drawn places. */
export function orderOfEvents(
  count: number,
  blockEvents: number | undefined,
  key: bigint,
): readonly number[] {
  if (blockEvents === undefined) return Array.from({ length: count }, (_, index) => index);
  const places = count - blockEvents + 1;
  const order: number[] = [];
  for (let block = 0; order.length < count; block++) {
    const first = drawBelow(key, block, places);
    for (let index = 0; index < blockEvents && order.length < count; index++) order.push(first + index);
  }
  return order;
}

/** `index` is that of the traffic in its scenario. docs/model.md, M-197. */
export function* arrivalsOf(
  traffic: Recording,
  { seed, index, clockHertz }: { readonly seed: number; readonly index: number; readonly clockHertz: number },
): Generator<Arrival> {
  const recorded = recordedNanoseconds(traffic);
  const order = orderOfEvents(
    recorded.length,
    traffic.resample?.blockEvents,
    streamKey(BigInt(seed), RESAMPLE_STREAM + index),
  );
  const numerator = BigInt(clockHertz) * BigInt(traffic.timeScalePermille);
  const denominator = NANOSECONDS_PER_SECOND * PERMILLE;
  const isOpen = traffic.loop === "open";
  let time = 0n;
  let remainder = 0n;
  for (const event of order) {
    const own = BigInt(recorded[event] ?? 0);
    if (isOpen) {
      time += own - BigInt(recorded[event - 1] ?? 0);
      yield { event, cycles: (time * numerator) / denominator };
    } else {
      const total = own * numerator + remainder;
      remainder = total % denominator;
      yield { event, cycles: total / denominator };
    }
  }
}

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

/** Contents of recorded frames, as far as the capture has them (docs/model.md, M-228). */
export const hasRecordedBytes = ({ traffic }: { readonly traffic: readonly Traffic[] }): boolean =>
  traffic.some((one) => one.kind === "trace" && one.events.bytes !== undefined);

/** The same for JSON that contains scenarios: a study, a lab. A text that quotes the field has a backslash there. */
export const tellsRecordedBytes = (json: string): boolean => json.includes('"lengthsBytes":');

/** How many there are, without a look at them. */
export function recordedByteCount(traffic: Traffic): number {
  if (traffic.kind !== "trace") return 0;
  return traffic.events.bytes?.lengthsBytes.reduce((sum, count) => sum + count, 0) ?? 0;
}
