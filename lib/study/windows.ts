/** Cuts a long capture into windows of equal length. Each window is a run of its own, with traffic that really
 * occurred, while resampling draws from one capture. */
import type { Scenario } from "../../scenarios/format/schema.ts";
import type { StudyAxis } from "../../scenarios/study/study.ts";

export type WindowsAxis = Extract<StudyAxis, { readonly kind: "windows" }>;

type Traffic = Scenario["traffic"][number];
type OpenCapture = Traffic & { readonly kind: "trace"; readonly loop: "open" };

const NANOSECONDS_PER_MILLISECOND = 1e6;
/** The last window counts even if it lacks this share, because a capture of eight seconds ends with its last frame. */
const MISSING_SHARE = 0.01;

const isOpenCapture = (one: Traffic): one is OpenCapture => one.kind === "trace" && one.loop === "open";

/** Number of whole windows in the captures of the scenario. Returns a text if there are none. */
export function windowCount({ traffic }: Scenario, { milliseconds }: WindowsAxis): number | string {
  const captures = traffic.filter(isOpenCapture);
  if (captures.length === 0) return "needs traffic of kind trace, with loop open: a capture";
  const last = Math.max(...captures.map(({ events }) => events.timesNanoseconds.at(-1) ?? 0));
  const count = Math.floor(last / (milliseconds * NANOSECONDS_PER_MILLISECOND) + MISSING_SHARE);
  if (count >= 2) return count;
  const seconds = Number((last / 1e9).toPrecision(3));
  return `of ${milliseconds} ms: the capture lasts ${seconds} s, and two windows are the least`;
}

const cut = new WeakMap<Scenario, Map<string, Scenario>>();

/** The scenario with only the traffic of the window, starting at its beginning. Windows count from 1. Returns the same
 * object each time. */
export function withWindow(scenario: Scenario, milliseconds: number, window: number): Scenario {
  const key = `${milliseconds} ${window}`;
  const known = cut.get(scenario) ?? new Map<string, Scenario>();
  cut.set(scenario, known);
  const before = known.get(key);
  if (before !== undefined) return before;
  const length = milliseconds * NANOSECONDS_PER_MILLISECOND;
  const made = {
    ...scenario,
    traffic: scenario.traffic.map((one) =>
      isOpenCapture(one)
        ? windowOf(one, Math.round((window - 1) * length), Math.round(window * length))
        : one,
    ),
  };
  known.set(key, made);
  return made;
}

/** Cycles of the window, plus the time for which its first frame was already on the wire. */
export function windowCycles({ machine, traffic }: Scenario, milliseconds: number): number {
  const [scale = 1000] = traffic.filter(isOpenCapture).map(({ timeScalePermille }) => timeScalePermille);
  const seconds = (milliseconds / 1000) * (scale / 1000);
  const start = Math.max(0, ...traffic.filter(isOpenCapture).map(({ startCycle }) => startCycle));
  return start + Math.ceil(seconds * machine.clockHertz);
}

function windowOf(capture: OpenCapture, from: number, to: number): OpenCapture {
  const { timesNanoseconds, sizesBytes, directions, flows, bytes } = capture.events;
  const begin = firstFrom(timesNanoseconds, from);
  const end = firstFrom(timesNanoseconds, to);
  return {
    ...capture,
    events: {
      timesNanoseconds: timesNanoseconds.slice(begin, end).map((time) => time - from),
      sizesBytes: sizesBytes.slice(begin, end),
      directions: directions.slice(begin, end),
      ...(flows === undefined ? {} : { flows: flows.slice(begin, end) }),
      ...(bytes === undefined ? {} : { bytes: bytesOf(bytes, begin, end) }),
    },
  };
}

/** Index of the first event at or after this time. Times never decrease. */
function firstFrom(times: readonly number[], time: number): number {
  let [from, to] = [0, times.length];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if ((times[middle] ?? 0) < time) from = middle + 1;
    else to = middle;
  }
  return from;
}

type Bytes = NonNullable<OpenCapture["events"]["bytes"]>;

interface ReadBytes {
  readonly text: string;
  /** Offsets of each event's bytes, and their end. */
  readonly begins: readonly number[];
}

/** Bytes of captures that are divided, so that each capture is decoded once and not once for each window. */
const readBytes = new WeakMap<Bytes, ReadBytes>();

function bytesOf(of: Bytes, begin: number, end: number): Bytes {
  const { text, begins } = readBytes.get(of) ?? readWhole(of);
  const part = text.slice(begins[begin], begins[end]);
  return { lengthsBytes: of.lengthsBytes.slice(begin, end), base64: btoa(part) };
}

function readWhole(of: Bytes): ReadBytes {
  const begins = [0];
  for (const length of of.lengthsBytes) begins.push((begins.at(-1) ?? 0) + length);
  const read = { text: atob(of.base64), begins };
  readBytes.set(of, read);
  return read;
}
