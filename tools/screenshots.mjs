// Pictures of the page as it is built (npm run build comes first).
// node tools/screenshots.mjs [--out FOLDER]   three sizes, light and dark; default build/screenshots
// node tools/screenshots.mjs --readme         docs/images/simulate.png alone
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { chromium } from "@playwright/test";
import { CHROMIUM_ARGS, findChromium } from "./chromium.mjs";
import { ROOT } from "./process.mjs";
import { serveDist } from "./serveDist.mjs";

const SIZES = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
];
const THEMES = /** @type {const} */ (["light", "dark"]);
/** Zooms from the whole run, 20 M cycles, to about ten interrupts. */
const ZOOM_PRESSES = 15;
const MOVE_MS = 20_000;
const POLL_MS = 50;
const SETTLE_MS = 1500; // run-ahead, timeline and metrics of the place that was run to

const { values } = parseArgs({
  options: { out: { type: "string", default: join(ROOT, "build/screenshots") }, readme: { type: "boolean" } },
});
const executablePath = findChromium();
if (executablePath === undefined) fail("chromium is missing; CHROMIUM_PATH may name it");
if (!existsSync(join(ROOT, "dist/index.html"))) fail("dist/ is missing: npm run build");

const server = await serveDist({ port: 0, base: "/irqscope/" });
const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGS });
try {
  if (values.readme) {
    mkdirSync(join(ROOT, "docs/images"), { recursive: true });
    await picture(SIZES[0], "light", join(ROOT, "docs/images/simulate.png"));
  } else {
    mkdirSync(values.out, { recursive: true });
    for (const size of SIZES) {
      for (const theme of THEMES) {
        await picture(size, theme, join(values.out, `simulate-${theme}-${size.width}x${size.height}.png`));
      }
    }
  }
} finally {
  await browser.close();
  server.close();
}

/**
 * The default scenario in the middle of an interrupt's entry, after the first drop.
 * @param {{ width: number, height: number }} viewport
 * @param {"light" | "dark"} theme
 * @param {string} file
 */
async function picture(viewport, theme, file) {
  const page = await browser.newPage({ viewport, reducedMotion: "reduce" });
  const faults = /** @type {string[]} */ ([]);
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("requestfailed", (request) => faults.push(`${request.url()}: ${request.failure()?.errorText}`));
  await page.goto(`${server.url}?theme=${theme}`);
  await page.getByRole("region", { name: "Machine" }).waitFor();
  for (const key of ["d", "i", "ArrowRight", "ArrowRight", "ArrowRight"]) await pressAndMove(page, key);
  await page.keyboard.press("0");
  for (let press = 0; press < ZOOM_PRESSES; press++) await page.keyboard.press("w");
  await page.waitForTimeout(SETTLE_MS);
  await page.screenshot({ path: file });
  await page.close();
  if (faults.length > 0) fail(`${file}: ${faults.join("; ")}`);
  console.log(file);
}

/** Presses a key and waits until the page stands at another cycle. @param {import("@playwright/test").Page} page @param {string} key */
async function pressAndMove(page, key) {
  const counter = page.locator(".counter__cycle");
  const before = await counter.textContent();
  await page.keyboard.press(key);
  for (let waited = 0; waited < MOVE_MS && (await counter.textContent()) === before; waited += POLL_MS) {
    await page.waitForTimeout(POLL_MS);
  }
}

/** @param {string} reason @returns {never} */
function fail(reason) {
  console.error(`screenshots: ${reason}`);
  process.exit(1);
}
