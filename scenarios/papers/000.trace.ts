/** The busiest second of source 000, section 5.1: 1,080 packets and 1,652 system calls at 8.6 Mb/s. The recorded trace
 * is lost. The source prints only these three numbers. */

export const PACKETS = 1080;
export const CALLS = 1652;
/** 8.6 Mb. */
export const BYTES = 1_075_000;
const SECOND_NANOSECONDS = 1e9;
const CLOCK_HERTZ = 200_000_000;
/** "Microsecond accurate information" (5.1). */
const GRAIN_NANOSECONDS = 1000;

type EventKind = "packet" | "call";

export interface TraceEvent {
  readonly kind: EventKind;
  /** Time from the start of the second. */
  readonly nanoseconds: number;
}

/** Each event at a random time within the second; sorted. */
export function randomSecond(): TraceEvent[] {
  const draw = generator(0x000);
  const at = (kind: EventKind) => ({ kind, nanoseconds: Math.floor(draw() * SECOND_NANOSECONDS) });
  return [
    ...Array.from({ length: PACKETS }, () => at("packet")),
    ...Array.from({ length: CALLS }, () => at("call")),
  ].toSorted((a, b) => a.nanoseconds - b.nanoseconds);
}

/** The same numbers of events at equal distances. Calls are spread among the packets. */
export function evenSecond(): TraceEvent[] {
  const all = PACKETS + CALLS;
  return Array.from({ length: all }, (_, n): TraceEvent => {
    const isPacket = Math.floor(((n + 1) * PACKETS) / all) > Math.floor((n * PACKETS) / all);
    return {
      kind: isPacket ? "packet" : "call",
      nanoseconds: Math.floor(((n + 0.5) * SECOND_NANOSECONDS) / all),
    };
  });
}

/** The second over and over. */
export function repeated(second: readonly TraceEvent[], times: number): TraceEvent[] {
  return Array.from({ length: times }, (_, n) =>
    second.map(({ kind, nanoseconds }) => ({ kind, nanoseconds: nanoseconds + n * SECOND_NANOSECONDS })),
  ).flat();
}

/** Size of the n-th packet. All are equal, 8.6 Mb in a second. */
export function packetBytes(n: number): number {
  const upTo = (count: number) => Math.floor((count * BYTES) / PACKETS);
  return upTo(n + 1) - upTo(n);
}

/** Pauses of a closed loop (rules of the design): the rest of the gap after the work of the previous event has ended on
 * the reference machine. On that machine the events then come at their recorded times. */
export function thinkNanoseconds(
  events: readonly TraceEvent[],
  workCycles: Readonly<Record<EventKind, number>>,
): number[] {
  let free = 0;
  return events.map(({ kind, nanoseconds }) => {
    const grains = Math.max(0, Math.round((nanoseconds - free) / GRAIN_NANOSECONDS));
    const think = grains * GRAIN_NANOSECONDS;
    free += think + (workCycles[kind] * 1e9) / CLOCK_HERTZ;
    return think;
  });
}

/** Numbers in [0, 1): a multiplicative hash of their index (Knuth, TAOCP 6.4), mixed. */
function generator(seed: number): () => number {
  let place = seed;
  return () => {
    place += 1;
    let x = Math.imul(place, 0x9e3779b1);
    x = Math.imul(x ^ (x >>> 15), 0x85ebca77);
    x = Math.imul(x ^ (x >>> 13), 0xc2b2ae3d);
    return ((x ^ (x >>> 16)) >>> 0) / 2 ** 32;
  };
}
