/** The page around machine and timeline: none on stage, a thin bar in another page. */
import { expect, type Page, test } from "@playwright/test";
import { expectNoViolations } from "./axe.ts";
import { expectCycle, goToCycle, machineIsShown, open, pickScenario } from "./support.ts";

const main = (page: Page) => page.getByRole("main").boundingBox();

test(`on stage: machine and timeline alone`, async ({ page }) => {
  await open(page);
  const type = () => page.locator(".stage").evaluate((stage) => getComputedStyle(stage).fontSize);
  const before = await type();
  await page.getByRole("button", { name: "Presenter mode" }).click();
  await expect(page.getByRole("navigation", { name: "Main" })).toHaveCount(0);
  await expect(page.getByRole("complementary")).toHaveCount(0);
  expect(await main(page)).toMatchObject({ x: 0, y: 0, width: 1440, height: 900 });
  expect(Number.parseFloat(await type())).toBeGreaterThan(Number.parseFloat(before));
  await expectNoViolations(page);
  await page.keyboard.press("Space");
  await expect(page.getByRole("button", { name: "Pause" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
});

test("embedded: a thin bar with the way to the whole simulator at the same cycle", async ({
  page,
  context,
}) => {
  await open(page);
  await pickScenario(page, "Ring overflow, three contexts");
  await goToCycle(page, 5000);
  await page.getByRole("button", { name: "Share" }).click();
  await expect(page.getByRole("button", { name: "QR code of the link" })).toBeVisible();
  const html = await page.getByRole("textbox", { name: "To embed" }).inputValue();
  await page.setContent(`<main><h1>Course</h1>${html}</main>`);
  const frame = page.frameLocator("iframe");
  await expect(frame.getByRole("banner")).toContainText("Ring overflow, three contexts");
  await expect(frame.getByRole("navigation", { name: "Main" })).toHaveCount(0);
  await expect(frame.getByRole("button", { name: "Play" })).toBeVisible();
  await frame.getByRole("button", { name: "Forward one cycle" }).click();
  const [whole] = await Promise.all([
    context.waitForEvent("page"),
    frame.getByRole("link", { name: "Open in irqscope" }).click(),
  ]);
  await machineIsShown(whole);
  await expectCycle(whole, 5001);
  await expect(whole.getByRole("navigation", { name: "Main" })).toBeVisible();
});

test("embedded: nothing is in the way of assistive technology", async ({ page }) => {
  await page.goto("./?embed=1&theme=light");
  await machineIsShown(page);
  await expectNoViolations(page);
});
