/** Drags and zooms the timeline of a run of 20 M cycles with at least 16 tracks. Measures the main thread's work from
 * one frame to the next, and the dropped frames. */
import type { Browser, CDPSession, Page } from "@playwright/test";
import { frameWork, summary, traceWhile } from "./frameTrace.ts";
import { type BenchOptions, type BenchResult, openLongRun } from "./run.ts";
import { withSixteenCards } from "./sixteenCards.ts";

/** Sixteen contexts on eight cores, sixteen cards, the bus and the other tracks. */
const DEMO = "eight-cores";
const DEMO_CYCLES = 20_000_000;
const LEAST_TRACKS = 16;
const FRAME_MS = 1000 / 60;
const WORK_AIM_MS = 8;
const MISSED_AIM_PERCENT = 1;

interface Plot {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Gesture {
  readonly name: string;
  /** The aim is for a drag or a zoom. The other figures are printed beside it. */
  readonly isMeasured: boolean;
  readonly run: (page: Page, plot: Plot) => Promise<void>;
}

/** One input for each frame, as from a 60 Hz mouse. */
async function everyFrame(frames: number, move: (frame: number) => Promise<void>): Promise<void> {
  let due = performance.now();
  for (let frame = 0; frame < frames; frame++) {
    due += FRAME_MS;
    await move(frame);
    const wait = due - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
  }
}

const middle = (plot: Plot) => ({ x: plot.x + plot.width * 0.55, y: plot.y + plot.height * 0.45 });

async function drag(page: Page, plot: Plot, frames: number, reachPx: number): Promise<void> {
  const { x, y } = middle(plot);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await everyFrame(frames, (frame) =>
    page.mouse.move(x + reachPx * Math.sin((frame / frames) * 4 * Math.PI), y),
  );
  await page.mouse.up();
}

async function wheel(page: Page, plot: Plot, frames: number, deltaY: number): Promise<void> {
  const { x, y } = middle(plot);
  await page.mouse.move(x, y);
  await everyFrame(frames, () => page.mouse.wheel(0, deltaY));
}

const GESTURES: readonly Gesture[] = [
  {
    name: "zoom from the run to single spans",
    isMeasured: true,
    run: (page, plot) => wheel(page, plot, 90, -60),
  },
  { name: "drag over spans", isMeasured: true, run: (page, plot) => drag(page, plot, 240, plot.width * 0.4) },
  { name: "zoom out half way", isMeasured: true, run: (page, plot) => wheel(page, plot, 40, 60) },
  {
    name: "drag over shares",
    isMeasured: true,
    run: (page, plot) => drag(page, plot, 240, plot.width * 0.4),
  },
  {
    name: "drag the brush across the run",
    isMeasured: true,
    run: async (page, plot) => {
      const y = plot.y + 15;
      await page.mouse.move(plot.x + plot.width * 0.3, y);
      await page.mouse.down();
      await everyFrame(180, (frame) => page.mouse.move(plot.x + plot.width * (0.3 + (0.5 * frame) / 180), y));
      await page.mouse.up();
    },
  },
  {
    name: "hover over the tracks",
    isMeasured: false,
    run: (page, plot) =>
      everyFrame(120, (frame) =>
        page.mouse.move(
          plot.x + (plot.width * frame) / 120,
          plot.y + plot.height * (0.25 + (0.6 * frame) / 120),
        ),
      ),
  },
];

/** Packet speed, the default: the moving packets, and the timeline that follows. */
const PLAY: Gesture = {
  name: "play at packet speed",
  isMeasured: false,
  run: async (page) => {
    await page.keyboard.press("Space");
    await page.waitForTimeout(PLAY_MS);
    await page.keyboard.press("Space");
  },
};
const PLAY_MS = 6000;
const PLAY_AIM_MS = 12;
const PLAY_LONGEST_MS = 50;

/** Counts in the page the frames between start and stop. */
async function countFrames(
  page: Page,
  action: () => Promise<void>,
): Promise<{ frames: number; missed: number }> {
  await page.evaluate(() => {
    const times: number[] = [];
    const record = (now: number) => {
      times.push(now);
      Object.assign(globalThis, { frameHandle: requestAnimationFrame(record) });
    };
    Object.assign(globalThis, { frameTimes: times });
    record(performance.now());
  });
  await action();
  return page.evaluate((frameMs) => {
    const { frameTimes, frameHandle } = globalThis as unknown as {
      frameTimes: number[];
      frameHandle: number;
    };
    cancelAnimationFrame(frameHandle);
    const times = frameTimes.slice(1);
    const missed = times
      .slice(1)
      .reduce((sum, now, i) => sum + Math.max(0, Math.round((now - (times[i] ?? now)) / frameMs) - 1), 0);
    return { frames: times.length, missed };
  }, FRAME_MS);
}

async function measure(page: Page, cdp: CDPSession, gesture: Gesture, plot: Plot) {
  let counted = { frames: 0, missed: 0 };
  const events = await traceWhile(cdp, async () => {
    counted = await countFrames(page, () => gesture.run(page, plot));
  });
  const { workMs, drawMs } = frameWork(events);
  return {
    gesture: gesture.name,
    isMeasured: gesture.isMeasured,
    ...counted,
    work: summary(workMs),
    draw: summary(drawMs),
    workMs,
  };
}

export async function measureFrames(browser: Browser, { url }: BenchOptions): Promise<BenchResult> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await openLongRun(page, url, DEMO, DEMO_CYCLES, withSixteenCards);
  const tracks = await countTracks(page);
  const box = await page.locator(".timeline__body").boundingBox();
  if (box === null || tracks < LEAST_TRACKS) throw new Error(`the page shows ${tracks} tracks`);
  const gutterPx = 148;
  const plot = { x: box.x + gutterPx, y: box.y, width: box.width - gutterPx - 20, height: box.height };
  const cdp = await page.context().newCDPSession(page);
  const parts = [];
  for (const gesture of GESTURES) parts.push(await measure(page, cdp, gesture, plot));
  const played = await measure(page, cdp, PLAY, plot);
  await page.close();
  const moved = parts.filter((part) => part.isMeasured);
  const work = summary(moved.flatMap((part) => part.workMs));
  const frames = moved.reduce((sum, part) => sum + part.frames, 0);
  const missed = moved.reduce((sum, part) => sum + part.missed, 0);
  const missedPercent = Math.round((missed / Math.max(1, frames + missed)) * 10_000) / 100;
  return {
    figures: [
      { name: "drag and zoom, work per frame, p95", value: work.p95, unit: "ms", below: WORK_AIM_MS },
      { name: "packet speed, work per frame, p95", value: played.work.p95, unit: "ms", below: PLAY_AIM_MS },
      { name: "packet speed, longest frame", value: played.work.max, unit: "ms", below: PLAY_LONGEST_MS },
      { name: "missed frames", value: missedPercent, unit: "%", below: MISSED_AIM_PERCENT },
    ],
    tracks,
    work,
    frames,
    missed,
    gestures: [...parts, played].map(({ workMs: _, ...part }) => part),
  };
}

async function countTracks(page: Page): Promise<number> {
  await page.keyboard.press("l");
  const items = page.getByRole("dialog", { name: "Tracks" }).getByRole("listitem");
  await items.first().waitFor();
  const count = await items.count();
  await page.keyboard.press("Escape");
  return count;
}
