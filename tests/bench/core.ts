/** Speed of the core in Chromium, in Node and natively, in one run. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chromium, type Page } from "@playwright/test";
import { build } from "vite";
import { type BenchReport, runBench } from "../../core-wasm/bench/bench.ts";
import type { openBench } from "../../core-wasm/bench/inPage.ts";
import type { Timing } from "../../core-wasm/bench/wasmRun.ts";
import { loadCore } from "../../core-wasm/binding/index.ts";
import { CHROMIUM_ARGS, findChromium } from "../../tools/chromium.mjs";

const ROOT = new URL("../../", import.meta.url);
const GLOBAL = "irqscopeBench";

interface CoreBenchOptions {
  readonly runs: number;
  readonly scale: number;
  /** File name of one of the two core builds. */
  readonly core: string;
}

export async function measureCore({ runs, scale, core }: CoreBenchOptions): Promise<BenchReport> {
  const wasm = readFileSync(new URL(`core-wasm/binding/${core}`, ROOT));
  const script = await bundled();
  const executablePath = findChromium();
  const browser = await chromium.launch({
    args: CHROMIUM_ARGS,
    ...(executablePath === undefined ? {} : { executablePath }),
  });
  try {
    const page = await browser.newPage();
    await page.addScriptTag({ content: script });
    await page.evaluate(openInPage, wasm.toString("base64"));
    return await runBench({
      module: await loadCore(wasm),
      core,
      repository: fileURLToPath(ROOT),
      runs,
      scale,
      browser: {
        description: `Chromium ${browser.version()}`,
        run: (index, cycles) => runInPage(page, index, cycles),
      },
      onProgress: (text) => process.stderr.write(`${text}\n`),
    });
  } finally {
    await browser.close();
  }
}

/** Bundles the code into one script that sets a global. */
async function bundled(): Promise<string> {
  const result = await build({
    configFile: false,
    root: fileURLToPath(ROOT),
    logLevel: "error",
    publicDir: false,
    build: {
      write: false,
      lib: {
        entry: fileURLToPath(new URL("core-wasm/bench/inPage.ts", ROOT)),
        formats: ["iife"],
        name: GLOBAL,
      },
    },
  });
  for (const { output } of [result].flat().filter((one) => "output" in one))
    for (const file of output) if (file.type === "chunk" && file.isEntry) return file.code;
  throw new Error("the bundle of the bench has no script");
}

interface PageGlobals {
  [GLOBAL]: { readonly openBench: typeof openBench };
  runWorkload: Awaited<ReturnType<typeof openBench>>;
}

async function openInPage(core: string): Promise<void> {
  const globals = globalThis as unknown as PageGlobals;
  globals.runWorkload = await globals.irqscopeBench.openBench(core);
}

function runInPage(page: Page, index: number, cycles: number): Promise<Timing> {
  return page.evaluate(
    ([index, cycles]) => (globalThis as unknown as PageGlobals).runWorkload(index, cycles),
    [index, cycles] as const,
  );
}
