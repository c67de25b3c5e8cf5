import { expect, type Page, test } from "@playwright/test";
import { DESKTOP, expectFits, PHONE } from "./axe.ts";
import { long } from "./long.ts";
import { expectCycle, goToCycle, open } from "./support.ts";

async function bookmark(page: Page, at: number, note: string): Promise<void> {
  await goToCycle(page, at);
  await page.keyboard.press("m");
  const field = page.getByRole("dialog", { name: "Bookmarks" }).getByRole("textbox");
  await expect(field).toBeFocused();
  await page.keyboard.type(note);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toHaveCount(0);
}

test(
  "bookmarks work by keyboard alone: add two, go from one to the next, change and remove",
  long(
    "It adds notes by keyboard for 5 s of processor time. hosting.spec.ts of the short list opens a note from a link.",
  ),
  async ({ page }) => {
    await open(page);
    await bookmark(page, 5_000, "later");
    await bookmark(page, 1_000, "sooner");
    await goToCycle(page, 0);
    for (const expected of [1_000, 5_000]) {
      await page.keyboard.press("n");
      await expectCycle(page, expected);
    }
    await page.keyboard.press("Shift+N");
    await expectCycle(page, 1_000);
    await page.keyboard.press("m");
    const panel = page.getByRole("dialog", { name: "Bookmarks" });
    await expect(panel.getByRole("textbox")).toHaveValue("sooner");
    await panel.getByRole("textbox").fill("the line rises");
    await page.keyboard.press("Enter");
    await page.keyboard.press("m");
    await expect(panel.getByRole("listitem").first()).toContainText("the line rises");
    await panel
      .getByRole("listitem")
      .last()
      .getByRole("button", { name: /^Remove/ })
      .click();
    await expect(panel.getByRole("listitem")).toHaveCount(1);
  },
);

test(
  "notes of bookmarks are kept in links and over reloads",
  long(
    "It adds notes in links and the popup on a phone for 12 s of processor time. tests/scenarios/linkMarks.test.ts has such links without a browser.",
  ),
  async ({ page, context }) => {
    test.slow();
    await open(page, { at: "opening" });
    await test.step("notes travel in the link and survive a reload, and the flag shows its note", async () => {
      await page.keyboard.press("i");
      await page.keyboard.press("m");
      await expect(page.getByRole("dialog", { name: "Bookmarks" }).getByRole("textbox")).toBeFocused();
      await page.keyboard.type("Hier wird's eng <b>✕</b>");
      await page.keyboard.press("Enter");
      await page.getByRole("button", { name: "Share" }).click();
      const link = await page.getByRole("textbox", { name: "Link" }).inputValue();
      await page.keyboard.press("Escape");
      await page.reload();
      await expect(page.getByRole("button", { name: "Bookmarks, 1" })).toBeVisible();
      const other = await context.newPage();
      await other.goto(link);
      await other.getByRole("button", { name: "Bookmarks, 1" }).click();
      const item = other.getByRole("dialog", { name: "Bookmarks" }).getByRole("listitem");
      await expect(item).toContainText("Hier wird's eng <b>✕</b>");
      await other.close();
    });
    await test.step("notes have no violations, wide and narrow", async () => {
      await page.keyboard.press("ArrowRight");
      for (const note of ["one", "two"]) {
        await page.keyboard.press("m");
        await expect(page.getByRole("dialog", { name: "Bookmarks" }).getByRole("textbox")).toBeFocused();
        await page.keyboard.type(note);
        await page.keyboard.press("Enter");
        await expect(page.getByRole("dialog")).toHaveCount(0);
        await page.keyboard.press("ArrowRight");
      }
      for (const size of [DESKTOP, PHONE]) {
        await page.setViewportSize(size);
        await page.keyboard.press("m");
        await expect(page.getByRole("listitem").filter({ hasText: "two" })).toBeVisible();
        await expectFits(page, [size]);
        await page.keyboard.press("Escape");
      }
    });
  },
);

test(
  "a link to a bookmark opens with its note, N reads the next, and a message says if there is none",
  long(
    "It adds the note beside the playhead of a reader, and opens two pages for it. story.spec.ts of the short list leaves bookmarks and opens their link, hosting.spec.ts a note from a link.",
  ),
  async ({ page, context }) => {
    await open(page);
    const notes = ["the ring is empty", "here it is full"] as const;
    for (const [index, note] of notes.entries()) {
      await goToCycle(page, 1_000_000 * (index + 1));
      await page.keyboard.press("m");
      await page.getByPlaceholder("what to see here").fill(note);
      await page.keyboard.press("Enter");
    }
    await goToCycle(page, 1_000_000);
    await page.getByRole("button", { name: "Share" }).click();
    const link = await page.getByRole("textbox", { name: "Link" }).inputValue();

    const reader = await context.newPage();
    await reader.goto(link);
    const note = reader.locator(".note-here");
    await expect(note).toContainText(/the ring is empty.*1 of 2/);
    await reader.keyboard.press("n");
    await expect(note).toContainText(/here it is full.*2 of 2/);
    await reader.keyboard.press("n");
    await expect(reader.getByText("This is the last bookmark.")).toBeVisible();
    await expect(note).toContainText("here it is full");
    await reader.keyboard.press("ArrowRight");
    await expect(note).toHaveCount(0);
  },
);
