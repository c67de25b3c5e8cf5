/** The page around machine and timeline: none on stage, and a thin bar in another page. */
import { expect, type Page, test } from "@playwright/test";
import { expectNoViolations } from "./axe.ts";
import { long } from "./long.ts";
import { expectCycle, machineIsShown, open } from "./support.ts";

const main = (page: Page) => page.getByRole("main").boundingBox();

test(`the on-stage view shows only machine and timeline`, async ({ page }) => {
  await open(page);
  const type = () => page.locator(".stage").evaluate((stage) => getComputedStyle(stage).fontSize);
  const before = await type();
  await page.getByRole("button", { name: "Presenter mode" }).click();
  await expect(page.getByRole("navigation", { name: "Main" })).toHaveCount(0);
  await expect(page.getByRole("complementary")).toHaveCount(0);
  // The bar of the lecture stands below.
  expect(await main(page)).toMatchObject({ x: 0, y: 0, width: 1440 });
  expect(Number.parseFloat(await type())).toBeGreaterThan(Number.parseFloat(before));
  await expectNoViolations(page);
  await page.keyboard.press("Space");
  await expect(page.getByRole("button", { name: "Pause" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
  await test.step("the on-stage view keeps its way out after a move to the papers", async () => {
    await page.keyboard.press("p");
    await page.evaluate(() => {
      window.location.hash = "papers";
    });
    await expect(page.getByRole("heading", { name: "Published experiments, run again" })).toBeVisible();
    await expect.poll(() => covered(page)).toEqual([]);
    await page.getByRole("button", { name: "Exit presenter mode" }).click();
    await expect(page.locator("html")).toHaveAttribute("data-frame", "full");
  });
});

/** Visible elements under or over a part of the button, except its parents and children. */
async function covered(page: Page): Promise<readonly string[]> {
  return page.getByRole("button", { name: /^(Exit presenter|Präsentation)/ }).evaluate((button) => {
    const place = button.getBoundingClientRect();
    const isApart = (one: Element) => !one.contains(button) && !button.contains(one);
    /** The part that no scrolling parent cuts off. */
    const shown = (one: Element) => {
      let { left, right, top, bottom } = one.getBoundingClientRect();
      for (let around = one.parentElement; around !== null; around = around.parentElement) {
        if (getComputedStyle(around).overflow === "visible") continue;
        const edge = around.getBoundingClientRect();
        [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)];
        [top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)];
      }
      return { left, right, top, bottom };
    };
    return [...document.querySelectorAll("body *")].filter(isApart).flatMap((one) => {
      const { left, right, top, bottom } = shown(one);
      const isSeen =
        right - left > 1 && bottom - top > 1 && one.checkVisibility({ visibilityProperty: true });
      const isMet =
        left < place.right - 1 && right > place.left + 1 && top < place.bottom - 1 && bottom > place.top + 1;
      return isSeen && isMet ? [`${one.tagName}.${one.getAttribute("class")}`] : [];
    });
  });
}

test(
  "the way out of the on-stage view covers nothing and stays inside the window",
  long(
    "It adds eight sizes of two pages in two languages for 12 s of processor time. The first test of frames.spec.ts checks one of them in the short list.",
  ),
  async ({ page }) => {
    await page.goto("./?lang=en");
    await machineIsShown(page);
    for (const language of ["en", "de"]) {
      if (language === "de") await page.getByRole("button", { name: "Deutsch" }).click();
      await expect(page.locator("html")).toHaveAttribute("lang", language);
      await page.keyboard.press("p");
      const way = page.getByRole("button", { name: /^(Exit presenter|Präsentation)/ });
      for (const to of ["simulate", "compare"]) {
        await page.setViewportSize({ width: 1440, height: 900 });
        await page.evaluate((hash) => {
          window.location.hash = hash;
        }, to);
        await expect(page.locator(to === "compare" ? ".band" : ".stage").first()).toBeVisible();
        for (const [width, height] of [
          [1920, 1080],
          [1440, 900],
          [1280, 720],
          [1200, 800],
          [1024, 768],
          [820, 1180],
          [640, 800],
          [390, 844],
        ] as const) {
          await page.setViewportSize({ width, height });
          await expect(way).toBeInViewport({ ratio: 1 });
          const size = `${language}, ${to}, ${width}`;
          await expect.poll(() => covered(page), size).toEqual([]);
          const room = await page
            .locator(".transport")
            .evaluate((bar) =>
              Math.max(...Array.from(bar.children, (one) => one.getBoundingClientRect().right)),
            );
          expect(room, size).toBeLessThanOrEqual(width);
        }
      }
      await page.setViewportSize({ width: 1440, height: 900 });
      await way.click();
      await expect(page.locator("html")).toHaveAttribute("data-frame", "full");
    }
  },
);

test("an embedded page has a thin bar that leads to the whole simulator at the same cycle", async ({
  page,
  context,
}) => {
  await open(page, { hash: "#ring-overflow-three-contexts@5000", at: "opening" });
  await expectCycle(page, 5000);
  await page.getByRole("button", { name: "Share" }).click();
  await expect(page.getByRole("button", { name: "QR code of the link" })).toBeVisible();
  const html = await page.getByRole("textbox", { name: "Embed code" }).inputValue();
  await page.setContent(`<main><h1>Course</h1>${html}</main>`);
  const frame = page.frameLocator("iframe");
  await expect(frame.getByRole("banner")).toContainText("Ring overflow, three contexts");
  await expect(frame.getByRole("navigation", { name: "Main" })).toHaveCount(0);
  await expect(frame.getByRole("button", { name: "Play", exact: true })).toBeVisible();
  await frame.getByRole("button", { name: "Forward one cycle" }).click();
  const [whole] = await Promise.all([
    context.waitForEvent("page"),
    frame.getByRole("link", { name: "Open in irqscope" }).click(),
  ]);
  await machineIsShown(whole);
  await expectCycle(whole, 5001);
  await expect(whole.getByRole("navigation", { name: "Main" })).toBeVisible();
});

test(
  "an embedded page has no accessibility violations",
  long("It adds axe on a thin bar, and the short list has axe on every page."),
  async ({ page }) => {
    await page.goto("./?embed=1&theme=light");
    await machineIsShown(page);
    await expectNoViolations(page);
  },
);
