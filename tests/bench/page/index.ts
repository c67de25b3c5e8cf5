/** The figures that the page has to meet, each measured on the built page in Chromium. */
import { loadavg } from "node:os";
import { chromium } from "@playwright/test";
import { CHROMIUM_ARGS, findChromium } from "../../../tools/chromium.mjs";
import { measureFirst } from "./first.ts";
import { measureFrames } from "./frames.ts";
import { measureInput } from "./input.ts";
import { measureMarking } from "./marking.ts";
import { measureMemory } from "./memory.ts";
import type { Bench, BenchOptions } from "./run.ts";
import { measureSeek } from "./seek.ts";
import { measureWeight } from "./weight.ts";

export const BENCHES: Readonly<Record<string, Bench>> = {
  seek: measureSeek,
  frames: measureFrames,
  input: measureInput,
  first: measureFirst,
  weight: measureWeight,
  marking: measureMarking,
  memory: measureMemory,
};

/** `met`: every figure is within its aim. Other programs share caches and cores, so a busy machine (load average over
 * the number of cores) makes every time longer. */
export async function measure(name: string, options: BenchOptions) {
  const bench = BENCHES[name];
  if (bench === undefined) throw new Error(`no measurement named ${name}`);
  const executablePath = findChromium();
  const browser = await chromium.launch({
    args: CHROMIUM_ARGS,
    ...(executablePath === undefined ? {} : { executablePath }),
  });
  const loadBefore = loadavg()[0];
  try {
    const { figures, ...rest } = await bench(browser, options);
    const aims = figures.map((figure) => ({ ...figure, met: figure.value < figure.below }));
    return {
      measured: name,
      met: aims.every(({ met }) => met),
      figures: aims,
      ...rest,
      browser: browser.version(),
      loadAverage: [loadBefore, loadavg()[0]],
    };
  } finally {
    await browser.close();
  }
}
