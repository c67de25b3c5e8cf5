import { expect, type Page, test } from "@playwright/test";
import { expectNoViolations } from "./axe.ts";
import { long } from "./long.ts";
import { framesPass, open } from "./support.ts";
import { GUTTER_PX } from "./timelineSupport.ts";

/** A height inside the first track. */
const TRACK_Y_PX = 70;

const panel = (page: Page) => page.getByRole("dialog", { name: "Tracks" });

async function order(page: Page): Promise<string[]> {
  return (await panel(page).getByRole("listitem").locator("label").allTextContents()).map((text) =>
    text.trim(),
  );
}

test(
  `tracks are hidden, ordered, pinned, resized, shared by link and reset by keyboard`,
  long(
    "It adds the order and size of tracks for 8 s of processor time. tests/web/timeline/tracks.test.ts and tracksTable.test.ts have both without a browser.",
  ),
  async ({ page, context }) => {
    await open(page, { at: "opening" });
    const canvas = page.locator(".timeline__body canvas").first();
    const before = await canvas.screenshot();
    await page.keyboard.press("l");
    await expect(panel(page).getByRole("checkbox", { name: "interrupts" })).toBeFocused();
    const usual = await order(page);
    await page.keyboard.press("Space");
    await expect(panel(page).getByRole("checkbox", { name: "interrupts" })).not.toBeChecked();
    await panel(page).getByRole("button", { name: "rx ring: up" }).press("Enter");
    expect(await order(page)).toEqual([usual[0], usual[2], usual[1], ...usual.slice(3)]);
    await panel(page)
      .getByRole("button", { name: /^IPC: pinned/ })
      .press("Enter");
    expect((await order(page))[0]).toBe("IPC");
    await panel(page).getByRole("button", { name: "IPC: higher" }).press("Enter");
    await expect(panel(page).getByRole("listitem").first()).toContainText("60 px");
    await expectNoViolations(page);
    const changed = await order(page);
    await page.keyboard.press("Escape");
    await framesPass(page);
    expect(await canvas.screenshot()).not.toEqual(before);

    await page.getByRole("button", { name: "Share" }).click();
    const link = await page.getByRole("textbox", { name: "Link" }).inputValue();
    expect(link).toContain("?t=ipc0ph60,~interrupts0,rx0,");
    const other = await context.newPage();
    await other.goto(link);
    await other.getByRole("button", { name: "Tracks (L)" }).click();
    await expect(panel(other).getByRole("listitem").first()).toContainText("IPC");
    expect(await order(other)).toEqual(changed);
    await panel(other).getByRole("button", { name: "Reset" }).click();
    expect(await order(other)).toEqual(usual);
  },
);

test(
  "a track is resized by its lower edge beside the name",
  long(
    "It adds a drag of a track's edge. tests/web/timeline/tracks.test.ts bounds the heights without a browser.",
  ),
  async ({ page }) => {
    await open(page, { at: "opening" });
    const body = await page.locator(".timeline__body").boundingBox();
    if (body === null) throw new Error("no timeline");
    const x = body.x + 60;
    // The first edge below the ruler that can be dragged is that of the interrupts.
    const cursorAt = async (y: number) => {
      await page.mouse.move(x, y);
      return page.locator(".timeline__body").evaluate((element) => (element as HTMLElement).style.cursor);
    };
    let edge = body.y + 70;
    while ((await cursorAt(edge)) !== "ns-resize" && edge < body.y + body.height) edge += 2;
    await page.mouse.down();
    await page.mouse.move(x, edge + 40, { steps: 3 });
    await page.mouse.up();
    await page.keyboard.press("l");
    await expect(panel(page).getByRole("listitem").first()).toContainText(/[5-6]\d px/);
  },
);

test(
  "an interrupt line has its own track, which shows when it is high and travels in the link",
  long(
    "It adds the track of an interrupt line, which tests/web/timeline/lines.test.ts draws without a browser.",
  ),
  async ({ page }) => {
    await open(page, { at: "opening" });
    await page.keyboard.press("l");
    const line = panel(page).getByRole("checkbox", { name: "line eth0" });
    await expect(line).not.toBeChecked();
    await line.check();
    await panel(page)
      .getByRole("button", { name: /^line eth0: pinned/ })
      .press("Enter");
    await expectNoViolations(page);
    await page.keyboard.press("Escape");
    const tip = page.locator(".timeline__tip");
    await expect(async () => {
      const body = await page.locator(".timeline__body").boundingBox();
      if (body === null) throw new Error("no timeline");
      await page.mouse.move(body.x + body.width * 0.55, body.y + 75);
      await page.mouse.move(body.x + body.width * 0.56, body.y + 72);
      await expect(tip).toContainText(/line eth0/, { timeout: 1000 });
    }).toPass({ timeout: 30_000 });
    await expect(tip).toContainText(/raised|clear/);
    await page.getByRole("button", { name: "Share" }).click();
    expect(await page.getByRole("textbox", { name: "Link" }).inputValue()).toContain("?t=line0p,");
  },
);

test(
  "a lost press is a cross on its button's track, and a click explains the loss",
  long(
    "It adds the track of a button and its Why?. tests/web/timeline/press.test.ts finds and names presses without a browser.",
  ),
  async ({ page }) => {
    await open(page, { at: "opening", hash: "#button-overrun@860000" });
    const tip = page.locator(".timeline__tip");
    await expect(async () => {
      const body = await page.locator(".timeline__body").boundingBox();
      if (body === null) throw new Error("no timeline");
      const tells = async () => (await tip.allTextContents()).some((text) => text.includes("presses lost"));
      for (let x = body.x + GUTTER_PX; x < body.x + body.width && !(await tells()); x += 4) {
        await page.mouse.move(x, body.y + TRACK_Y_PX);
        await framesPass(page);
      }
      await expect(tip).toContainText("button select", { timeout: 100 });
      expect(await tells()).toBe(true);
    }).toPass({ timeout: 60_000 });
    await page.mouse.down();
    await page.mouse.up();
    await expect(page.getByRole("dialog", { name: "Why?" })).toContainText(
      /A press of select was lost in cycle 790\s?000/,
    );
  },
);
