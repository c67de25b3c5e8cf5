/** Machines with caches, many cores, disks and timers, and the way back to the previous scenario. */
import { expect, type Page, test } from "@playwright/test";
import { expectNoViolations } from "./axe.ts";
import { long } from "./long.ts";
import { cycle, dropFile, expectCycle, fixture, follow, goToCycle, open, pickScenario } from "./support.ts";

const PINNED = "Pinned ways: a warm handler and a cold one";
const DEVICES = "Timer, network and disk";

test(
  "Back and Forward go through the opened scenarios, to their last positions",
  long(
    "It adds Forward and two more scenarios for 8 s of processor time. links.spec.ts of the short list goes back once.",
  ),
  async ({ page }) => {
    await open(page);
    await pickScenario(page, PINNED);
    await goToCycle(page, 4321);
    await pickScenario(page, DEVICES);
    await page.goBack();
    await expect(page.locator(".picker__name")).toHaveText(PINNED);
    await expectCycle(page, 4321);
    await page.goForward();
    await expect(page.locator(".picker__name")).toHaveText(DEVICES);
  },
);

test(
  "the stage shows caches and many cores",
  long(
    "It adds details of parts and four machines with axe. tests/web/simulate/stage/memory.test.ts and details.test.ts have what is told without a browser.",
  ),
  async ({ page }) => {
    await open(page, { hash: "#pinned-handler" });
    const stage = page.getByRole("region", { name: "Machine" });
    await test.step("a pinned way is named", async () => {
      await expect(stage).toContainText("L1 data cache, 4 ways, 4 KiB, way 3 pinned");
    });
    await test.step("details are shown on request by keyboard alone", async () => {
      await page.getByRole("button", { name: /details of the memory bus$/ }).focus();
      await page.keyboard.press("Enter");
      const details = page.getByRole("dialog", { name: "the memory bus" });
      await expect(details).toContainText("device registers");
      await page.keyboard.press("Escape");
      await expect(details).toHaveCount(0);
      await page.getByRole("button", { name: /details of eth0$/ }).focus();
      await page.keyboard.press("Enter");
      const card = page.getByRole("dialog", { name: "eth0" });
      await expect(card).toContainText("store and forward");
      await expectNoViolations(page);
      await page.keyboard.press("Escape");
      await expect(card).toHaveCount(0);
    });
    await test.step("a machine with pinned ways has no violations and no scrolling", () => standsWhole(page));
    await follow(page, "#timer-network-disk@0");
    await test.step("a machine with devices has no violations and no scrolling", () => standsWhole(page));
    await follow(page, "#eight-cores@0");
    await test.step("a machine with many cores has no violations and no scrolling", () => standsWhole(page));
    await test.step("one core of many opens by keyboard", async () => {
      const stood = await cycle(page);
      const fifth = stage.getByRole("button", { name: /^core 5/ });
      await fifth.focus();
      await page.keyboard.press("Enter");
      await expect(fifth).toHaveAttribute("aria-expanded", "true");
      await expect(stage.getByRole("list", { name: "Pipeline of core 5" })).toBeVisible();
      expect(await cycle(page)).toBe(stood);
    });
  },
);

async function standsWhole(page: Page): Promise<void> {
  await page.keyboard.press("]");
  await expect.poll(() => cycle(page)).toBeGreaterThan(0);
  await expect(page.locator(".stage-frame")).not.toHaveAttribute("data-dimmed", "true");
  await expectNoViolations(page);
  const [needed, there] = await page
    .locator(".stage")
    .evaluate((one) => [one.scrollHeight, one.clientHeight]);
  expect(needed).toBeLessThanOrEqual((there ?? 0) + 1);
}

test(
  "the details of a core and a cache are grouped, on a phone too",
  long(
    "It adds details of a cache, also on a phone. tests/web/simulate/stage/details.test.ts has what is told without a browser.",
  ),
  async ({ page }) => {
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
  },
);
