/** Shared by the measurements: the form of a result, and a long run on the page. */
import type { Browser, Page } from "@playwright/test";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import { dropFile } from "../../e2e/support.ts";
import { writtenScenario } from "../../support/writtenScenario.ts";

export interface BenchOptions {
  readonly url: string;
  /** Duration of play, for memory. */
  readonly minutes: number;
}

export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** The limit that the figures have to meet. */
  readonly below: number;
}

export interface BenchResult {
  readonly figures: readonly Figure[];
  /** Figures that are printed without a limit. */
  readonly [detail: string]: unknown;
}

export type Bench = (browser: Browser, options: BenchOptions) => Promise<BenchResult>;

export const RUN_CYCLES = 200_000_000;
const RUN_TIMEOUT_MS = 600_000;

/** Opens a demo with a longer run as a file, and waits until all of it is simulated. */
export async function openLongRun(
  page: Page,
  url: string,
  demo: string,
  runCycles = RUN_CYCLES,
  change: (scenario: Scenario) => Scenario = (scenario) => scenario,
): Promise<void> {
  const scenario = change({ ...(writtenScenario(demo) as Scenario), runCycles });
  // With details: the largest picture, and the words that are looked for.
  await page.goto(`${url}#ring-overflow?d=1`);
  await page.locator(".stage[data-cycle]").waitFor();
  await dropFile(page, `${demo}-long.json`, new TextEncoder().encode(JSON.stringify(scenario)));
  const whole = new RegExp(String(runCycles).replace(/\B(?=(\d{3})+$)/g, "."));
  await page.locator(".timeline__span", { hasText: whole }).waitFor();
  await page.locator('.timeline[data-simulated="all"]').waitFor({ timeout: RUN_TIMEOUT_MS });
}

/** Plays, from the start if the run has ended. False: it is already playing. Uses a click, because the focused element
 * may take a key for itself: Space on a slider does not play. Finds the button by name in one query, since the test
 * driver's queries take the page's thread as long as the measured work. */
export async function play(page: Page): Promise<boolean> {
  const at = await placeOf(page, 'button[aria-label^="Play"]');
  if (at === undefined) return false;
  await page.mouse.click(at.x, at.y);
  if ((await placeOf(page, 'button[aria-label^="Pause"]')) === undefined)
    throw new Error("the machine does not play");
  return true;
}

/** Middle of the element. */
export function placeOf(
  page: Page,
  selector: string,
): Promise<{ readonly x: number; readonly y: number } | undefined> {
  return page.evaluate((wanted) => {
    const box = document.querySelector(wanted)?.getBoundingClientRect();
    return box && { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }, selector);
}

/** The value that the given share of the values does not exceed. NaN without values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

export function round(value: number, digits = 1): number {
  return Number(value.toFixed(digits));
}

/** A random number in [0, 1) from the same sequence in every run, for places and the like. */
export function createSequence(seed = 12_345): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state / 2 ** 31;
  };
}
