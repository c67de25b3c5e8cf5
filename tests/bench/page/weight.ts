/** Gzipped size of what a first visit loads until the default scenario is shown and the page is idle. */
import { gzipSync } from "node:zlib";
import type { Browser } from "@playwright/test";
import { type BenchOptions, type BenchResult, round } from "./run.ts";

const RESTS_MS = 1500;
const SCRIPT_AIM_KILOBYTES = 250;
const WASM_AIM_KILOBYTES = 80;

export async function measureWeight(browser: Browser, { url }: BenchOptions): Promise<BenchResult> {
  const page = await browser.newPage({ serviceWorkers: "block" });
  const bodies = new Map<string, Promise<Buffer>>();
  page.on("response", (response) => bodies.set(new URL(response.url()).pathname, response.body()));
  await page.goto(url);
  await page.locator(".stage[data-cycle]").waitFor();
  await page.waitForTimeout(RESTS_MS);
  const files = await Promise.all(
    Array.from(bodies, async ([path, body]) => ({
      name: path.split("/").at(-1) ?? "",
      kilobytes: gzipSync(await body, { level: 9 }).length / 1000,
    })),
  );
  await page.close();
  const sum = (wanted: (name: string) => boolean) =>
    round(
      files.filter(({ name }) => wanted(name)).reduce((total, { kilobytes }) => total + kilobytes, 0),
      2,
    );
  const isWorker = (name: string) => /^(worker|engine)-.*\.js$/.test(name);
  return {
    figures: [
      {
        name: "JavaScript of the first page",
        value: sum((name) => name.endsWith(".js") && !isWorker(name)),
        unit: "kB gzip",
        below: SCRIPT_AIM_KILOBYTES,
      },
      {
        name: "wasm",
        value: sum((name) => name.endsWith(".wasm")),
        unit: "kB gzip",
        below: WASM_AIM_KILOBYTES,
      },
    ],
    workerKilobytes: sum(isWorker),
    styleKilobytes: sum((name) => name.endsWith(".css")),
    fontKilobytes: sum((name) => name.endsWith(".woff2")),
    files: files.length,
  };
}
