/** How long keys and clicks wait for their frame while the machine plays at full speed. The browser measures it (Event
 * Timing: from the input to the next paint, in steps of 8 ms). */
import type { Browser, Page } from "@playwright/test";
import {
  type BenchOptions,
  type BenchResult,
  createSequence,
  openLongRun,
  placeOf,
  play,
  quantile,
  round,
} from "./run.ts";

const INPUTS = 80;
const AIM_MS = 50;
/** Milliseconds between two inputs: 80 to 240. */
const GAP_MS = 80;

export async function measureInput(browser: Browser, { url }: BenchOptions): Promise<BenchResult> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await openLongRun(page, url, "ring-overflow");
  await observe(page);
  await page.getByRole("slider", { name: /Speed/ }).press("End");
  const random = createSequence();
  let played = 0;
  for (let input = 0; input < INPUTS; input++) {
    if (await play(page)) played += 1;
    await act(page, input);
    await page.waitForTimeout(GAP_MS + random() * 2 * GAP_MS);
  }
  const waits = await page.evaluate(() => (globalThis as unknown as { waits: readonly number[] }).waits);
  await page.close();
  return {
    figures: [
      { name: "input to paint at full speed, p95", value: quantile(waits, 0.95), unit: "ms", below: AIM_MS },
    ],
    inputs: INPUTS,
    eventsTimed: waits.length,
    p50Ms: quantile(waits, 0.5),
    maxMs: round(Math.max(...waits)),
    runsPlayed: played,
  };
}

async function act(page: Page, input: number): Promise<void> {
  if (input % 4 === 0) await page.keyboard.press(input % 8 === 0 ? "2" : "1");
  else if (input % 4 === 1) await page.keyboard.press(input % 8 === 1 ? "w" : "s");
  else if (input % 4 === 2) await clickMetrics(page);
  else await page.mouse.click(700, 760);
}

async function clickMetrics(page: Page): Promise<void> {
  const at = await placeOf(page, ".side [role=tab]");
  if (at === undefined) throw new Error("the page has no panels");
  await page.mouse.click(at.x, at.y);
}

async function observe(page: Page): Promise<void> {
  await page.evaluate(() => {
    const waits: number[] = [];
    Object.assign(globalThis, { waits });
    const options = { type: "event", durationThreshold: 16 };
    const names = new Set(["keydown", "pointerdown", "pointerup", "click"]);
    new PerformanceObserver((list) => {
      for (const { name, duration } of list.getEntries()) if (names.has(name)) waits.push(duration);
    }).observe(options);
  });
}
