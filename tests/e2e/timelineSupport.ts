/** Positions of the parts of the timeline, and its texts. */
import { expect, type Page } from "@playwright/test";
import { framesPass, type OpenOptions, open, settled } from "./support.ts";

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export const GUTTER_PX = 148;
/** A height inside the ring's track, whose tip always states the cycle. */
export const RING_Y_PX = 200;
export const LANE_Y_PX = 115;
export const RULER_Y_PX = 50;

export async function body(page: Page): Promise<Box> {
  const box = await page.locator(".timeline__body").boundingBox();
  if (box === null) throw new Error("no timeline");
  return box;
}

export async function openRun(page: Page, options: OpenOptions = {}): Promise<Box> {
  await open(page, options);
  await expect(page.locator('.timeline[data-simulated="all"]')).toBeVisible({ timeout: 30_000 });
  return body(page);
}

/** The range as in the title, which follows the view at a reading pace. */
export async function visibleCyclesNow(page: Page): Promise<number> {
  const text = (await page.locator(".timeline__span").textContent()) ?? "";
  return Number(text.split(/cycle/)[0]?.replace(/\D/g, ""));
}

export function visibleCycles(page: Page): Promise<number> {
  return settled(page, () => visibleCyclesNow(page));
}

/** First cycle of the column at this x, from the tip once the data for this range have arrived. */
export function cycleUnder(page: Page, box: Box, xPx: number): Promise<number> {
  return settled(page, () => cycleUnderNow(page, box, xPx));
}

export async function cycleUnderNow(page: Page, box: Box, xPx: number): Promise<number> {
  await page.mouse.move(box.x + xPx, box.y + RING_Y_PX - 1);
  await page.mouse.move(box.x + xPx, box.y + RING_Y_PX);
  await framesPass(page);
  const row = page.locator(".timeline__tip dl > div").filter({ hasText: /^(from|cycle)/ });
  return Number(((await row.locator("dd").first().textContent()) ?? "").replace(/\D/g, ""));
}

export async function wheel(page: Page, box: Box, xPx: number, deltaY: number, times: number): Promise<void> {
  await page.mouse.move(box.x + xPx, box.y + RING_Y_PX);
  for (let i = 0; i < times; i++) {
    await page.mouse.wheel(0, deltaY);
    await framesPass(page);
  }
}
