import { defineConfig } from "@playwright/test";
import { CHROMIUM_ARGS, findChromium, findHeadlessShell } from "./tools/chromium.mjs";

const port = Number(process.env.IRQSCOPE_E2E_PORT ?? 4319);
/** Deeper than the root on purpose: dist/ must run from any path. */
const url = `http://localhost:${port}/courses/os/irqscope/`;
const executablePath = findHeadlessShell() ?? findChromium();

export default defineConfig({
  testDir: "tests/e2e",
  outputDir: "test-results",
  workers: 3, // a test waits for a third of its time, so two leave a processor of two idle
  fullyParallel: true,
  timeout: 150_000, // the longest without a limit of its own took 66 s beside two others
  expect: { timeout: 15_000 }, // beside two others on two processors
  forbidOnly: true,
  // On a shared machine a test may be tried twice; tools/test.mjs names and counts tests that needed the second try.
  retries: process.env.CI ? 1 : 0,
  reporter: [["list"]],
  use: {
    baseURL: url,
    browserName: "chromium",
    locale: "en-US", // tests look for English texts; language.spec.ts speaks German
    serviceWorkers: "block", // a test sees what the server serves; offline, serviceWorker and labPlatform allow them
    viewport: { width: 1440, height: 900 },
    // Not the first visit, on which a story opens by itself: story.spec.ts has that.
    storageState: {
      cookies: [],
      origins: [
        {
          origin: new URL(url).origin,
          localStorage: [
            { name: "irqscope.tour", value: "settled" },
            { name: "irqscope.details", value: "on" }, // quiet.spec.ts has the screen without them
          ],
        },
      ],
    },
    launchOptions: { args: CHROMIUM_ARGS, ...(executablePath === undefined ? {} : { executablePath }) },
    trace: "on-first-retry", // recording doubled the time of every test; by hand: --trace on
  },
  webServer: {
    command: `node tools/serveDist.mjs --port ${port} --path /courses/os/irqscope/`,
    url,
    reuseExistingServer: false,
    timeout: 20_000,
  },
});
