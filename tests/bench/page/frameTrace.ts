/** Reads from a Chromium trace the main-thread work of each frame, and the dropped frames. */
import type { CDPSession } from "@playwright/test";

export interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds. */
  readonly ts: number;
  readonly dur?: number;
  /** Microseconds in which the thread was on a processor. Other programs on the machine do not count. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** Callbacks closer than this belong to one frame. */
const SAME_FRAME_US = 4000;

const CATEGORIES = ["toplevel", "devtools.timeline", "blink.user_timing"];

export async function traceWhile(
  cdp: CDPSession,
  action: () => Promise<void>,
): Promise<readonly TraceEvent[]> {
  const events: TraceEvent[] = [];
  cdp.on("Tracing.dataCollected", ({ value }) => {
    for (const event of value) events.push(event as unknown as TraceEvent);
  });
  const done = new Promise<void>((resolve) => cdp.once("Tracing.tracingComplete", () => resolve()));
  await cdp.send("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig: { includedCategories: CATEGORIES, recordMode: "recordAsMuchAsPossible" },
  });
  await action();
  await cdp.send("Tracing.end");
  await done;
  return events;
}

interface Thread {
  readonly pid: number;
  readonly tid: number;
}

/** The main thread of the page: the renderer thread with the most animation frames. */
export function mainThread(events: readonly TraceEvent[]): Thread | undefined {
  const counts = new Map<string, { pid: number; tid: number; count: number }>();
  for (const { name, pid, tid } of events) {
    if (name !== "FireAnimationFrame") continue;
    const entry = counts.get(`${pid} ${tid}`) ?? { pid, tid, count: 0 };
    entry.count += 1;
    counts.set(`${pid} ${tid}`, entry);
  }
  return [...counts.values()].sort((a, b) => b.count - a.count)[0];
}

export interface FrameWork {
  /** All tasks of the main thread from one frame to the next, in milliseconds: input, script, style, paint, replies. */
  readonly workMs: readonly number[];
  /** Callbacks of requestAnimationFrame only: reading the state and drawing. */
  readonly drawMs: readonly number[];
}

export function frameWork(events: readonly TraceEvent[]): FrameWork {
  const main = mainThread(events);
  if (main === undefined) return { workMs: [], drawMs: [] };
  const own = events.filter((event) => event.pid === main.pid && event.tid === main.tid);
  const begins = own
    .filter((event) => event.name === "FireAnimationFrame")
    .map((event) => event.ts)
    .sort((a, b) => a - b)
    .filter((ts, i, all) => i === 0 || ts - (all[i - 1] ?? 0) > SAME_FRAME_US);
  const workMs = new Array<number>(begins.length).fill(0);
  const drawMs = new Array<number>(begins.length).fill(0);
  for (const event of own) {
    const frame = frameOf(begins, event.ts);
    const spent = event.tdur ?? event.dur;
    if (frame === undefined || spent === undefined) continue;
    const ms = spent / 1000;
    if (isTask(event)) workMs[frame] = (workMs[frame] ?? 0) + ms;
    if (event.name === "FireAnimationFrame") drawMs[frame] = (drawMs[frame] ?? 0) + ms;
  }
  return { workMs, drawMs };
}

/** Milliseconds of each task of a thread. */
export function taskMs(events: readonly TraceEvent[], { pid, tid }: Thread): readonly number[] {
  return events
    .filter((event) => event.pid === pid && event.tid === tid && isTask(event))
    .map(({ tdur, dur = 0 }) => (tdur ?? dur) / 1000);
}

function isTask(event: TraceEvent): boolean {
  return event.name === "ThreadControllerImpl::RunTask" || event.name === "RunTask";
}

/** A frame runs from its begin to the next one. A task belongs to the frame in which it starts. The task that fires the
 * callbacks starts just before them. */
function frameOf(begins: readonly number[], ts: number): number | undefined {
  let low = 0;
  let high = begins.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((begins[middle] ?? 0) <= ts) low = middle + 1;
    else high = middle;
  }
  const frame = low < begins.length ? low : begins.length - 1;
  return frame < 0 ? undefined : frame;
}

export interface Summary {
  readonly frames: number;
  readonly p50: number;
  readonly p95: number;
  readonly max: number;
}

export function summary(values: readonly number[]): Summary {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number) =>
    Math.round((sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0) * 100) / 100;
  return { frames: sorted.length, p50: at(0.5), p95: at(0.95), max: at(1) };
}
