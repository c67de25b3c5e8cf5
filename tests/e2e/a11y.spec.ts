import { expect, type Page, test } from "@playwright/test";
import { expectFits, expectNoViolations, PHONE, TABLET } from "./axe.ts";
import { long } from "./long.ts";
import { cycle, framesPass, goToPart, open } from "./support.ts";

/** The test measures the whole page several times, and each measurement takes some seconds. */
test.describe.configure({ timeout: 180_000 });

async function goToInterrupt(page: Page): Promise<void> {
  await page.keyboard.press("i");
  await expect.poll(() => cycle(page)).toBeGreaterThan(0);
  for (let step = 0; step < 4; step++) await page.keyboard.press("ArrowRight");
}

for (const hash of ["#ring-overflow", "#ring-overflow-three-contexts"]) {
  test(
    `a page has no violations and no sideways overflow in any size and theme: ${hash}`,
    long(
      "It adds three sizes of two machines in both themes for 6 s of processor time each. Other tests of the short list measure this page at 1440 px and on a phone.",
    ),
    async ({ page }) => {
      await open(page, { hash });
      await goToInterrupt(page);
      await expectFits(page);
    },
  );
}

/** 720 x 450: a window of 1440 x 900 at 200 %; 320 x 256: WCAG 1.4.10; the rest are edges of the style
 * sheets: a phone's last width, the header's links, a lab's text beside its machine. */
const ZOOMED = [
  { width: 320, height: 256 },
  { width: 639, height: 360 },
  { width: 640, height: 360 },
  { width: 720, height: 450 },
  { width: 820, height: 700 },
  { width: 860, height: 700 },
  { width: 980, height: 700 },
  { width: 1000, height: 700 },
];

const SHOWN = ["#simulate", "#compare", "#papers", "#labs", "#lab=interrupt-cost", "#lab-grade"] as const;

test(
  "a zoomed page has no sideways scrolling",
  long(
    "It adds eight widths of six pages for 12 s of processor time. The short list measures a phone with axe.",
  ),
  async ({ page }) => {
    await goToPart(page, "#simulate", "?theme=light");
    await page.setViewportSize({ width: 720, height: 450 });
    await test.step("the stage is complete, the page scrolls to it, and the transport stays", async () => {
      await page.locator(".stage").hover();
      await page.mouse.wheel(0, 300);
      await expect(page.getByRole("list", { name: /^Pipeline/ })).toBeInViewport({ ratio: 1 });
      await expect(page.getByRole("button", { name: "Play", exact: true })).toBeInViewport({ ratio: 1 });
    });
    for (const part of SHOWN) {
      await goToPart(page, part, "?theme=light");
      // Its cards come after its heading.
      if (part === "#papers") await expect.poll(() => page.getByRole("article").count()).toBeGreaterThan(40);
      for (const size of ZOOMED) {
        await page.setViewportSize(size);
        await framesPass(page);
        expect(await sticksOut(page), `${part}, ${size.width} px`).toEqual([]);
      }
    }
  },
);

test(
  "the header shows a full name in German too",
  long(
    "It adds thirteen widths of the header in German, and opens a page for it, which takes some 3 s of processor time. language.spec.ts of the short list shows the page in German at one width.",
  ),
  async ({ page }) => {
    await page.goto("./?lang=de");
    await expect(page.locator("main:not([aria-busy])")).toBeVisible();
    for (const width of [320, 360, 390, 640, 680, 720, 860, 980, 999, 1000, 1199, 1200]) {
      await page.setViewportSize({ width, height: 700 });
      await framesPass(page);
      expect(await sticksOut(page), `${width} px`).toEqual([]);
      const isCut = await page
        .locator(".picker__name")
        .evaluate((name) => name.scrollWidth > name.clientWidth);
      expect(isCut, `name of the scenario, ${width} px`).toBe(false);
      const [logo, picker] = await Promise.all(
        [".header .logo", ".header .picker"].map((one) => page.locator(one).boundingBox()),
      );
      const room = (picker?.x ?? 0) - (logo?.x ?? 0) - (logo?.width ?? 0);
      expect(room, `between logo and scenario, ${width} px`).toBeGreaterThan(6);
    }
  },
);

/** Elements that begin in the window and end right of it, also within scrolling parts. */
async function sticksOut(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const scrolls = (element: Element) =>
      element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).overflowX !== "visible";
    const views = [document.documentElement, ...document.querySelectorAll("main, main > *, .stage")];
    const bars = document.querySelectorAll(".header > *, .transport > *");
    return [
      ...views.filter((view) => scrolls(view)).map((view) => view.className),
      ...Array.from(bars)
        .filter((part) => part.getBoundingClientRect().right > window.innerWidth + 1)
        .map((part) => part.className),
    ];
  });
}

test(
  "popups have no violations",
  long(
    "It adds five popups for 11 s of processor time. The short list measures the gallery in library.spec.ts, the palette in commands.spec.ts and Why? in why.spec.ts.",
  ),
  async ({ page }) => {
    await open(page);
    await goToInterrupt(page);
    await page.getByRole("button", { name: "Share" }).click();
    await expect(page.getByRole("textbox", { name: "Link" })).toBeVisible();
    await expectNoViolations(page);
    await page.keyboard.press("Escape");
    await page.locator(".picker__trigger").click();
    await expect(page.getByRole("dialog", { name: "Scenarios" })).toBeVisible();
    await expectNoViolations(page);
    await page.keyboard.press("Escape");
    await page.keyboard.press("g");
    await expect(page.getByRole("dialog", { name: "Run to" })).toBeVisible();
    await expectNoViolations(page);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog", { name: "Keyboard" })).toBeVisible();
    await expectNoViolations(page);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await test.step("the drawer over a narrow page has no violations", async () => {
      await page.setViewportSize(TABLET);
      await page.getByRole("button", { name: "Results" }).click();
      await expect(page.getByRole("dialog", { name: "Results and settings" })).toBeVisible();
      await expectNoViolations(page);
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toHaveCount(0);
    });
  },
);

test("a phone shows every panel without violations, with targets large enough for a finger", async ({
  browser,
}) => {
  const context = await browser.newContext({ viewport: PHONE, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  await open(page);
  await goToInterrupt(page);
  for (const name of ["Timeline", "Results", "Settings", "Machine"]) {
    await page.getByRole("tab", { name }).click();
    await expectNoViolations(page);
  }
  const small = await page.locator("button:visible, [role=tab]:visible").evaluateAll((all) =>
    all
      .map((one) => ({
        name: one.getAttribute("aria-label") ?? one.textContent,
        box: one.getBoundingClientRect(),
      }))
      .filter(({ box }) => box.height < 43.5)
      .map(({ name, box }) => `${name} ${Math.round(box.width)}×${Math.round(box.height)}`),
  );
  expect(small).toEqual([]);
  // The strip below the machine must be large enough for a finger too.
  const strip = await page.locator(".timeline__body").boundingBox();
  const stood = await cycle(page);
  await page.touchscreen.tap((strip?.width ?? 0) - 40, (strip?.y ?? 0) + (strip?.height ?? 0) / 2);
  await expect.poll(() => cycle(page)).not.toBe(stood);
  // All tools of the timeline are within reach.
  await page.getByRole("tab", { name: "Timeline" }).click();
  const zoomIn = await page.getByRole("button", { name: /^Zoom in/ }).boundingBox();
  expect((zoomIn?.x ?? PHONE.width) + (zoomIn?.width ?? 0)).toBeLessThanOrEqual(PHONE.width);
  await context.close();
});
