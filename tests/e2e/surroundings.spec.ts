/** The page works in forced colours, at a zoom of 200 %, and from right to left. */
import { expect, type Locator, type Page, test } from "@playwright/test";
import { long } from "./long.ts";
import { cycle, goToCycle, open } from "./support.ts";

/** Colours painted in the middle of elements, from the browser's picture. */
async function painted(page: Page, places: Locator): Promise<readonly string[]> {
  const boxes = await places.evaluateAll((found) =>
    found.map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return { x: Math.round(x + width / 2), y: Math.round(y + height / 2) };
    }),
  );
  const shot = (await page.screenshot()).toString("base64");
  return page.evaluate(
    async ([png, points]) => {
      const image = new Image();
      image.src = `data:image/png;base64,${png}`;
      await image.decode();
      const canvas = document.createElement("canvas");
      canvas.width = image.width;
      canvas.height = image.height;
      const surface = canvas.getContext("2d");
      surface?.drawImage(image, 0, 0);
      return points.map(({ x, y }) => [...(surface?.getImageData(x, y, 1, 1).data ?? [])].join(" "));
    },
    [shot, boxes] as const,
  );
}

async function nothingSticksOut(page: Page): Promise<void> {
  const [needed, there] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.clientWidth,
  ]);
  expect(needed).toBeLessThanOrEqual(there ?? 0);
}

for (const theme of ["light", "dark"] as const)
  test(
    `forced colours, ${theme}, keep the fill of slots and swatches`,
    long(
      "It adds forced colours in both themes, and opens a page for each, which takes some 3 s of processor time. No other test has them.",
    ),
    async ({ page }) => {
      await page.emulateMedia({ forcedColors: "active", colorScheme: theme });
      await open(page, { theme, at: "opening" });
      await expect(page.locator('.timeline[data-simulated="all"]')).toBeVisible({ timeout: 30_000 });
      await page.keyboard.press("d");
      await expect.poll(() => cycle(page)).toBeGreaterThan(1_128_381);
      const full = page.locator(".slots__cells i[data-on=true]");
      const empty = page.locator(".slots__cells i[data-on=false]");
      await expect(full.first()).toBeVisible();
      const [fullColour] = await painted(page, full);
      const [emptyColour] = await painted(page, empty);
      expect(fullColour).not.toBe(emptyColour);
      const legend = page.locator(".timeline__legend .swatch:not([data-layer=idle])");
      const swatches = await painted(page, legend);
      expect(new Set(swatches.slice(0, 4)).size).toBe(4);
      // The legend has the colours of the lanes, which are those of the tokens.
      const tokens = await page.evaluate(() => {
        const style = getComputedStyle(document.documentElement);
        return ["--app", "--isr", "--proto", "--save", "--entry"].map((name) => {
          const hex = Number.parseInt(style.getPropertyValue(name).trim().slice(1), 16);
          return `${hex >> 16} ${(hex >> 8) & 255} ${hex & 255} 255`;
        });
      });
      expect(tokens).toEqual(expect.arrayContaining(swatches.slice(0, 4) as string[]));
    },
  );

test(
  "the page at 200 % on a laptop loses nothing, and the machine runs",
  long(
    "It adds a window of half the size on four pages, which is layout, and opens each. labEditor.spec.ts of the short list has two other sizes.",
  ),
  async ({ page }) => {
    await page.setViewportSize({ width: 720, height: 450 });
    await open(page);
    for (const hash of ["#compare", "#papers", "#labs", "#simulate"]) {
      await page.evaluate((to) => {
        window.location.hash = to;
      }, hash);
      await page.waitForTimeout(500);
      await nothingSticksOut(page);
    }
    await goToCycle(page, 1_000_000);
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => cycle(page)).toBe(1_000_001);
  },
);

test(
  "the page is usable from right to left, and time runs from left to right",
  long(
    "It adds a direction from right to left on four pages, which no language of the page has, and opens each.",
  ),
  async ({ page }) => {
    await open(page);
    await page.evaluate(() => {
      document.documentElement.dir = "rtl";
    });
    await expect(page.locator('.timeline[data-simulated="all"]')).toBeVisible({ timeout: 30_000 });
    await nothingSticksOut(page);
    const box = await page.locator(".timeline__body").boundingBox();
    if (box === null) throw new Error("no timeline");
    await page.mouse.click(box.x + 300, box.y + 115);
    await expect.poll(() => cycle(page)).toBeGreaterThan(0);
    const early = await cycle(page);
    await page.mouse.click(box.x + 700, box.y + 115);
    await expect.poll(() => cycle(page)).toBeGreaterThan(early);
    const slider = page.getByRole("slider", { name: /^Speed/ });
    // From packet speed, which depends on the place in the run, to a constant speed.
    await page.keyboard.press(".");
    const before = Number(await slider.inputValue());
    await page.keyboard.press(".");
    expect(Number(await slider.inputValue())).toBeGreaterThan(before);
    for (const name of ["Compare", "Published experiments", "Labs"]) {
      await page.getByRole("link", { name, exact: true }).click();
      await page.waitForTimeout(500);
      await nothingSticksOut(page);
    }
  },
);
