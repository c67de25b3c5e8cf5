/** Machines with caches, many cores, disks and timers; the way back to what was open before. */
import { expect, test } from "@playwright/test";
import { expectNoViolations } from "./axe.ts";
import { cycle, dropFile, expectCycle, fixture, goToCycle, open, pickScenario } from "./support.ts";

const PINNED = "Pinned ways: a warm handler and a cold one";
const EIGHT_CORES = "Eight cores, eight rings";
const DEVICES = "Timer, network and disk";

test("Back and Forward go through the scenarios that were opened, to where they were looked at", async ({
  page,
}) => {
  await open(page);
  await pickScenario(page, PINNED);
  await goToCycle(page, 4321);
  await pickScenario(page, DEVICES);
  await page.goBack();
  await expect(page.locator(".picker__name")).toHaveText(PINNED);
  await expectCycle(page, 4321);
  await page.goForward();
  await expect(page.locator(".picker__name")).toHaveText(DEVICES);
});

test("a pinned way is named, and a core of many opens by keyboard", async ({ page }) => {
  await open(page);
  await pickScenario(page, PINNED);
  const stage = page.getByRole("region", { name: "Machine" });
  await expect(stage).toContainText("L1 data cache, 4 ways, 4 KiB, way 3 pinned");
  await pickScenario(page, EIGHT_CORES);
  const fifth = stage.getByRole("button", { name: /^core 5/ });
  await fifth.focus();
  await page.keyboard.press("Enter");
  await expect(fifth).toHaveAttribute("aria-expanded", "true");
  await expect(stage.getByRole("list", { name: "Pipeline of core 5" })).toBeVisible();
  expect(await cycle(page)).toBe(0);
});

test("no violations and no scrolling", async ({ page }) => {
  test.setTimeout(120_000);
  await open(page);
  for (const name of [PINNED, EIGHT_CORES, DEVICES]) {
    await pickScenario(page, name);
    await page.keyboard.press("]");
    await expect(page.locator(".stage-frame")).not.toHaveAttribute("data-dimmed", "true");
    await expectNoViolations(page);
    const stage = page.locator(".stage");
    const [needed, there] = await stage.evaluate((one) => [one.scrollHeight, one.clientHeight]);
    expect(needed, name).toBeLessThanOrEqual((there ?? 0) + 1);
  }
});

test("what no figure says is said where it is asked for, by keyboard alone", async ({ page }) => {
  await open(page);
  await pickScenario(page, PINNED);
  await page.getByRole("button", { name: /details of the memory bus$/ }).focus();
  await page.keyboard.press("Enter");
  const details = page.getByRole("dialog", { name: "the memory bus" });
  await expect(details).toContainText("device registers");
  await page.keyboard.press("Escape");
  await expect(details).toHaveCount(0);
  await page.getByRole("button", { name: /details of eth0$/ }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "eth0" })).toContainText("store and forward");
  await expectNoViolations(page);
});

test("what a core and a cache are made of is said in groups, on a phone too", async ({ page }) => {
  await open(page);
  await dropFile(page, "everything.json", fixture("scenarios/everything.json"));
  await expect(page.locator(".picker__name")).toHaveText("Everything at once");
  await page.getByRole("button", { name: /details of the cores$/ }).click();
  const details = page.getByRole("dialog", { name: "the cores" });
  await expect(details).toContainText("4 KiB, 4 ways, lines of 16 B, random, write-through");
  await expectNoViolations(page);
  await page.keyboard.press("Escape");
  await page.setViewportSize({ width: 320, height: 700 });
  await page.getByRole("button", { name: /details of the cores$/ }).click();
  await expect(details).toContainText("claim of a line");
  const box = await details.boundingBox();
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(320);
  const [needed, there] = await details
    .locator(".details__body")
    .evaluate((one) => [one.scrollWidth, one.clientWidth]);
  expect(needed).toBeLessThanOrEqual(there ?? 0);
});
