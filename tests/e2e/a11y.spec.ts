import { expect, type Page, test } from "@playwright/test";
import { expectNoViolations } from "./axe.ts";
import { cycle, open, pickScenario } from "./support.ts";

/** Several measurements of the whole page, each of some seconds. */
test.describe.configure({ timeout: 180_000 });

const SIZES = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
] as const;

async function goToInterrupt(page: Page): Promise<void> {
  await page.keyboard.press("i");
  await expect.poll(() => cycle(page)).toBeGreaterThan(0);
  for (let step = 0; step < 4; step++) await page.keyboard.press("ArrowRight");
}

for (const theme of ["light", "dark"] as const) {
  for (const size of SIZES) {
    test(`no violations, ${theme}, ${size.width} px`, async ({ page }) => {
      await page.setViewportSize(size);
      await open(page, { theme });
      await goToInterrupt(page);
      await expectNoViolations(page);
      await pickScenario(page, "Ring overflow, three contexts");
      await goToInterrupt(page);
      await expectNoViolations(page);
    });

    test(`nothing sticks out sideways, ${theme}, ${size.width} px`, async ({ page }) => {
      await page.setViewportSize(size);
      await open(page, { theme, at: "opening" });
      const widths = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
      expect(widths[0]).toBe(widths[1]);
    });
  }

  test(`popups have no violations, ${theme}`, async ({ page }) => {
    await open(page, { theme });
    await goToInterrupt(page);
    await page.getByRole("button", { name: "Share" }).click();
    await expect(page.getByRole("textbox", { name: "Link" })).toBeVisible();
    await expectNoViolations(page);
    await page.keyboard.press("Escape");
    await page.locator(".picker__trigger").click();
    await expect(page.getByRole("menu")).toBeVisible();
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
    await page.getByRole("tab", { name: "Settings" }).click();
    await expectNoViolations(page);
  });
}

test("phone tabs show every panel without violations", async ({ page }) => {
  await page.setViewportSize(SIZES[2]);
  await open(page);
  await goToInterrupt(page);
  for (const name of ["Timeline", "Metrics", "Settings", "Machine"]) {
    await page.getByRole("tab", { name }).click();
    await expectNoViolations(page);
  }
});

test("the drawer opens over a narrow page", async ({ page }) => {
  await page.setViewportSize(SIZES[1]);
  await open(page);
  await page.getByRole("button", { name: "Metrics" }).click();
  await expect(page.getByRole("dialog", { name: "Metrics and settings" })).toBeVisible();
  await expectNoViolations(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("everything on a phone is large enough for a finger", async ({ browser }) => {
  const context = await browser.newContext({ viewport: SIZES[2], hasTouch: true, isMobile: true });
  const page = await context.newPage();
  await open(page);
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
  await context.close();
});
