/** Time from Enter in the field "cycle" to the frame that shows the machine there, and to the frame with the timeline's
 * data for the range there, at random cycles of a run of 200 M. */
import type { Browser, Page } from "@playwright/test";
import {
  type BenchOptions,
  type BenchResult,
  createSequence,
  openLongRun,
  quantile,
  RUN_CYCLES,
  round,
} from "./run.ts";

const PLACES = 90;
const AIM_MS = 150;
const DEMOS = ["ring-overflow", "ring-overflow-three-contexts"];
/** Cycles in the visible range: single instructions, spans, shares. */
const VIEWS = [200, 40_000, 10_000_000];

interface Painted {
  readonly machineMs: number;
  readonly timelineMs: number;
}

export async function measureSeek(browser: Browser, { url }: BenchOptions): Promise<BenchResult> {
  const details = [];
  const all: Painted[] = [];
  for (const demo of DEMOS) {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await openLongRun(page, url, demo);
    const random = createSequence();
    for (const cycles of VIEWS) {
      await zoomTo(page, cycles);
      const painted: Painted[] = [];
      for (let place = 0; place < PLACES / VIEWS.length; place++)
        painted.push(await seek(page, 10_000 + Math.floor(random() * (RUN_CYCLES - 20_000))));
      all.push(...painted);
      details.push({ demo, viewCycles: cycles, ...summary(painted) });
    }
    await page.close();
  }
  const machine = quantile(
    all.map(({ machineMs }) => machineMs),
    0.95,
  );
  return {
    figures: [{ name: "a seek paints the machine, p95", value: round(machine), unit: "ms", below: AIM_MS }],
    details,
  };
}

function summary(painted: readonly Painted[]) {
  const of = (pick: (one: Painted) => number) => {
    const values = painted.map(pick);
    return [0.5, 0.95, 1].map((share) => round(quantile(values, share)));
  };
  return {
    machineP50P95MaxMs: of(({ machineMs }) => machineMs),
    timelineP50P95MaxMs: of(({ timelineMs }) => timelineMs),
  };
}

/** The factor by which the keys W and S zoom. */
const KEY_ZOOM = 1.5;

async function zoomTo(page: Page, cycles: number): Promise<void> {
  await page.keyboard.press("0");
  const presses = Math.ceil(Math.log(RUN_CYCLES / cycles) / Math.log(KEY_ZOOM));
  for (let press = 0; press < presses; press++) await page.keyboard.press("w");
}

/** Measured in the page: from the key to the end of the first frame that shows the result. */
async function seek(page: Page, cycle: number): Promise<Painted> {
  await page.keyboard.press("g");
  await page.getByLabel("cycle", { exact: true }).fill(String(cycle));
  await page.evaluate((target) => {
    const painted = new Promise<Painted>((done, fail) => {
      setTimeout(() => fail(new Error(`cycle ${target} was not painted`)), 20_000);
      let beginMs = Number.NaN;
      let machineMs = Number.NaN;
      addEventListener("keydown", ({ timeStamp }) => (beginMs = timeStamp), { capture: true, once: true });
      const look = () => {
        // A message arrives after the frame of this callback.
        const { port1, port2 } = new MessageChannel();
        const stage = document.querySelector<HTMLElement>(".stage")?.dataset.cycle;
        const drawn = document.querySelector<HTMLElement>(".timeline__body")?.dataset.drawn;
        const isThere = stage === String(target);
        const isDrawn = isThere && drawn === String(target);
        port1.onmessage = () => {
          const nowMs = performance.now() - beginMs;
          if (isThere && Number.isNaN(machineMs)) machineMs = nowMs;
          if (isDrawn) done({ machineMs, timelineMs: nowMs });
          else requestAnimationFrame(look);
        };
        port2.postMessage(undefined);
      };
      requestAnimationFrame(look);
    });
    Object.assign(globalThis, { painted });
  }, cycle);
  await page.keyboard.press("Enter");
  const result = await page.evaluate(() => (globalThis as unknown as { painted: Promise<Painted> }).painted);
  await page.waitForTimeout(60);
  return result;
}
