/** A part of the stage under the pointer, with the focus, or pressed says what it is, and its track is highlighted. */
import { expect, type Page, test } from "@playwright/test";
import { expectNoViolations } from "./axe.ts";
import { long } from "./long.ts";
import { cycle, open } from "./support.ts";

const ring = (page: Page) => page.locator('[data-part="ring:eth0"]').first();
const pointedTrack = (page: Page) => page.locator(".timeline__pointed");

/** The parts' answers are loaded at the user's first input. */
async function arrive(page: Page): Promise<void> {
  await open(page, { at: "opening" });
  await page.mouse.move(600, 20);
  await expect(page.getByRole("toolbar", { name: "Parts of the machine" })).toBeAttached();
}

test(
  "a part under the pointer shows name, purpose and value, and highlights its track, and the reverse",
  long(
    "It adds what the pointer shows on stage and timeline. Another test of parts.spec.ts goes over the parts by keyboard in the short list.",
  ),
  async ({ page }) => {
    await arrive(page);
    await ring(page).hover();
    const tip = page.getByRole("tooltip");
    await expect(tip).toContainText("receive ring of eth0");
    await expect(tip).toContainText("8 of 8 frames");
    await expect(tip).toContainText("A frame that finds it full is lost.");
    await expect(pointedTrack(page)).toBeVisible();
    await page.mouse.move(600, 20);
    await expect(tip).toHaveCount(0);
    await expect(pointedTrack(page)).toBeHidden();
    const body = await page.locator(".timeline__body").boundingBox();
    const lane = await page.locator(".timeline__scroller").boundingBox();
    if (body === null || lane === null) throw new Error("no timeline");
    await expect(async () => {
      await page.mouse.move(body.x + 400, lane.y + 60 + Math.random() * 4);
      await expect(page.locator('[data-part="context:1"]').first()).toHaveAttribute("data-pointed", {
        timeout: 300,
      });
    }).toPass();
  },
);

test(
  "a press on a part shows what it can do, and the machine runs to a full backlog",
  long(
    "It adds what can be done with a part that is pressed. tests/web/simulate/partWords.test.ts checks words, fields and conditions of parts without a browser.",
  ),
  async ({ page }) => {
    await arrive(page);
    await page.locator('[data-part="queue:backlog"]').click();
    const card = page.getByRole("dialog", { name: "queue backlog" });
    await expect(card).toBeFocused();
    await expectNoViolations(page);
    await page.keyboard.press("Escape");
    await expect(card).toHaveCount(0);
    await ring(page).click({ position: { x: 30, y: 8 } });
    const before = await cycle(page);
    await page.getByRole("button", { name: "Run to: receive ring of eth0 is full" }).click();
    await expect.poll(() => cycle(page)).toBeGreaterThan(before);
    await expect(ring(page)).toHaveAttribute("data-full", "true");
    await ring(page).click({ position: { x: 30, y: 8 } });
    await page.getByRole("button", { name: "Change…" }).click();
    await expect(page.getByRole("spinbutton", { name: "Receive ring" })).toBeVisible();
  },
);

test(
  "a press on a slot follows its packet, and the key follows the oldest one in the machine",
  long("It adds a press on a packet's slot. story.spec.ts of the short list follows a packet."),
  async ({ page }) => {
    await arrive(page);
    const slots = ring(page).locator("[data-packet]");
    await expect(slots).toHaveCount(8);
    await expect(slots.first()).toHaveText("40");
    await slots.nth(2).click();
    await expect(page.getByText(/^packet 1\s242$/).first()).toBeVisible();
    await expect(slots.nth(2)).toHaveAttribute("data-followed", "true");
    await expect(ring(page).locator('[data-followed="true"]')).toHaveCount(1);
    await page.keyboard.press("j");
    await expect(slots.first()).toHaveAttribute("data-followed", "true");
    await expect(ring(page).locator('[data-followed="true"]')).toHaveCount(1);
  },
);

test("parts are one Tab stop, with arrows between them and Enter to open, and the step keys work elsewhere", async ({
  page,
}) => {
  await arrive(page);
  const parts = page.getByRole("toolbar", { name: "Parts of the machine" });
  await parts.getByRole("button").first().focus();
  await expect(page.getByRole("tooltip")).toBeVisible();
  const before = await cycle(page);
  for (let step = 0; step < 2; step++) await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("tooltip")).toContainText("receive ring of eth0");
  expect(await cycle(page)).toBe(before);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "receive ring of eth0" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.locator("body").click({ position: { x: 600, y: 20 } });
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => cycle(page)).toBe(before + 1);
});
