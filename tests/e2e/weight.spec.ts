/** Bytes that a first visit loads, measured in the browser. */
import { gzipSync } from "node:zlib";
import { expect, test } from "@playwright/test";

test.use({ serviceWorkers: "block" });

const KILOBYTE = 1000;
/** Gzipped JavaScript in kB until the default scenario is shown and the page is idle without input. A first visit
 * includes its story. */
const PAGE_KILOBYTES = 250;
/** The engine in its worker, as tests/architecture/bundle.test.ts bounds it. */
const WORKER_KILOBYTES = 47;
/** Everything that loads without a request of the user arrives within this time. */
const RESTS_MS = 1500;

for (const visit of ["first", "second"] as const) {
  test.describe(`a ${visit} visit`, () => {
    // A newcomer sees no details, on the second visit neither.
    if (visit === "first") test.use({ storageState: { cookies: [], origins: [] } });
    else
      test.beforeEach(({ page }) =>
        page.addInitScript(() => localStorage.setItem("irqscope.details", "off")),
      );

    test("loads little, and no validator", async ({ page }) => {
      // Chromium may report a pointer that rests over the new page, which is no input of the user.
      await page.addInitScript(() =>
        window.addEventListener("pointermove", (event) => event.stopImmediatePropagation(), true),
      );
      const scripts = new Map<string, Promise<Buffer>>();
      const cores: string[] = [];
      page.on("response", (response) => {
        const { pathname } = new URL(response.url());
        if (pathname.endsWith(".wasm")) cores.push(pathname);
        if (pathname.endsWith(".js")) scripts.set(pathname.split("/").at(-1) ?? "", response.body());
      });
      await page.goto("./");
      await page.locator(".quiet__ground").waitFor();
      // The panels load late. After them, only what opens at a press loads.
      await page.locator(".tryone").waitFor();
      if (visit === "first") await expect(page.locator(".storybar__count")).toContainText("1 of 9");
      await page.waitForTimeout(RESTS_MS);
      // A script that comes later is not counted, and not read after the page has closed.
      page.removeAllListeners("response");

      const sizes = await Promise.all(
        Array.from(scripts, async ([name, body]) => ({
          name,
          kilobytes: gzipSync(await body, { level: 9 }).length / KILOBYTE,
        })),
      );
      const list = sizes
        .toSorted((a, b) => b.kilobytes - a.kilobytes)
        .map(({ name, kilobytes }) => `${kilobytes.toFixed(1)} ${name}`);
      const sum = (wanted: (name: string) => boolean) =>
        sizes.filter(({ name }) => wanted(name)).reduce((total, { kilobytes }) => total + kilobytes, 0);
      const isWorker = (name: string) => /^(worker|engine)-/.test(name);
      console.log(
        `page ${sum((name) => !isWorker(name)).toFixed(1)} kB, worker ${sum(isWorker).toFixed(1)} kB`,
      );

      expect(sizes.filter(({ name }) => isWorker(name))).toHaveLength(2);
      expect(sizes.length, list.join("\n")).toBeGreaterThan(3);
      expect(
        sum((name) => !isWorker(name)),
        list.join("\n"),
      ).toBeLessThan(PAGE_KILOBYTES);
      expect(sum(isWorker)).toBeLessThan(WORKER_KILOBYTES);
      expect(cores, "the core made for speed is for those who run many machines").toEqual([
        expect.stringMatching(/\/core-[^/]+\.wasm$/),
      ]);
      const sources = await Promise.all(
        Array.from(scripts.values(), async (body) => (await body).toString()),
      );
      expect(sources.filter((source) => source.includes("ZodType"))).toEqual([]);
    });
  });
}
