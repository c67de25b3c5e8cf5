/** Plays again and again at full speed while the timeline is viewed and zoomed. The memory of the page and its worker
 * after each collection must not rise. */
import type { Browser, CDPSession, Page } from "@playwright/test";
import { type BenchOptions, type BenchResult, openLongRun, play, quantile, round } from "./run.ts";

const SAMPLES = 20;
/** Growth of the used memory from the second to the last fifth of the time. The first fifth fills caches. */
const GROWTH_AIM_PERCENT = 5;

interface Sample {
  readonly minute: number;
  readonly pageMegabytes: number;
  readonly workerMegabytes: number;
  readonly domNodes: number;
}

export async function measureMemory(browser: Browser, { url, minutes }: BenchOptions): Promise<BenchResult> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const cdp = await page.context().newCDPSession(page);
  const worker = await attachWorker(cdp);
  await openLongRun(page, url, "ring-overflow");
  await page.getByRole("slider", { name: /Speed/ }).press("End");
  const samples: Sample[] = [];
  const beginMs = performance.now();
  const stepMs = (minutes * 60_000) / SAMPLES;
  let runs = 0;
  for (let sample = 1; sample <= SAMPLES; sample++) {
    while (performance.now() - beginMs < sample * stepMs) {
      runs += await use(page);
      await page.waitForTimeout(Math.min(1000, stepMs));
    }
    samples.push(await look(cdp, worker, (performance.now() - beginMs) / 60_000));
  }
  await page.close();
  const fifth = SAMPLES / 5;
  const middle = (from: number, pick: (one: Sample) => number) =>
    quantile(samples.slice(from, from + fifth).map(pick), 0.5);
  const growth = (pick: (one: Sample) => number) => {
    const early = middle(fifth, pick);
    return round((100 * (middle(SAMPLES - fifth, pick) - early)) / early, 2);
  };
  const figure = (name: string, pick: (one: Sample) => number) => ({
    name: `${name}, growth from the second to the last fifth`,
    value: growth(pick),
    unit: "%",
    below: GROWTH_AIM_PERCENT,
  });
  return {
    figures: [
      figure("heap of the page", ({ pageMegabytes }) => pageMegabytes),
      figure("heap and buffers of the worker", ({ workerMegabytes }) => workerMegabytes),
      figure("DOM nodes", ({ domNodes }) => domNodes),
    ],
    minutes,
    runsPlayed: runs,
    samples,
  };
}

/** Plays again at the end of the run, and changes tabs and zoom. Returns 1 if it started a run. */
async function use(page: Page): Promise<number> {
  const isOver = await play(page);
  for (const key of ["2", "w", "w", "1", "s", "s"]) await page.keyboard.press(key);
  return isOver ? 1 : 0;
}

interface WorkerSession {
  readonly send: (method: string) => Promise<{ usedSize?: number; backingStorageSize?: number }>;
}

/** The engine's worker has its own heap. Flat sessions are not available here, so messages go through the page's
 * session. */
async function attachWorker(cdp: CDPSession): Promise<WorkerSession> {
  let next = 1;
  let session: string | undefined;
  const waiting = new Map<number, (result: object) => void>();
  cdp.on("Target.attachedToTarget", ({ sessionId, targetInfo }) => {
    if (targetInfo.type === "worker") session ??= sessionId;
  });
  cdp.on("Target.receivedMessageFromTarget", ({ message }) => {
    const { id, result } = JSON.parse(message);
    waiting.get(id)?.(result ?? {});
    waiting.delete(id);
  });
  await cdp.send("Target.setAutoAttach", { autoAttach: true, waitForDebuggerOnStart: false, flatten: false });
  return {
    send: (method) => {
      if (session === undefined) throw new Error("the page has no worker");
      const id = next++;
      const answer = new Promise<object>((done) => waiting.set(id, done));
      void cdp.send("Target.sendMessageToTarget", {
        sessionId: session,
        message: JSON.stringify({ id, method }),
      });
      return answer;
    },
  };
}

async function look(cdp: CDPSession, worker: WorkerSession, minute: number): Promise<Sample> {
  await cdp.send("HeapProfiler.collectGarbage");
  await worker.send("HeapProfiler.collectGarbage");
  const page = await cdp.send("Runtime.getHeapUsage");
  const { nodes } = await cdp.send("Memory.getDOMCounters");
  const held = await worker.send("Runtime.getHeapUsage");
  return {
    minute: round(minute, 2),
    pageMegabytes: round(page.usedSize / 1e6, 2),
    workerMegabytes: round(((held.usedSize ?? 0) + (held.backingStorageSize ?? 0)) / 1e6, 2),
    domNodes: nodes,
  };
}
