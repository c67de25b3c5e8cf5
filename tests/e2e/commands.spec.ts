import { expect, type Page, test } from "@playwright/test";
import { expectNoViolations, PHONE } from "./axe.ts";
import { long } from "./long.ts";
import { cycle, expectCycle, machineIsShown, open } from "./support.ts";

const palette = (page: Page) => page.getByRole("dialog", { name: "Commands" });
const sheet = (page: Page) => page.getByRole("dialog", { name: "Keyboard" });

async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press("Control+k");
  await expect(palette(page).getByRole("combobox", { name: "Find a command" })).toBeFocused();
}

test("the palette shows commands with keys, scenarios and settings, by keyboard alone", async ({ page }) => {
  await open(page);
  await page.keyboard.press("Control+k");
  const input = palette(page).getByRole("combobox", { name: "Find a command" });
  await expect(input).toBeFocused();
  await expectNoViolations(page);
  await page.keyboard.type("next loss");
  const first = palette(page).getByRole("option").first();
  await expect(first).toHaveText(/Next loss.*D$/);
  await expect(first).toHaveAttribute("data-highlighted", "");
  await page.keyboard.press("Enter");
  await expect(palette(page)).toHaveCount(0);
  await expect.poll(() => cycle(page)).toBeGreaterThan(0);

  await openPalette(page);
  await page.keyboard.type("receive ring");
  await palette(page)
    .getByRole("option", { name: /^Receive ring.*NICs/ })
    .click();
  await expect(page.getByRole("spinbutton", { name: "Receive ring", exact: true })).toBeFocused();

  await openPalette(page);
  await page.keyboard.type("share");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: "Link" })).toBeVisible();
  await page.keyboard.press("Escape");

  await openPalette(page);
  await page.keyboard.type("no such words");
  await expect(palette(page).getByText(/No command, scenario or setting/)).toBeVisible();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("livelock");
  await page.keyboard.press("Enter");
  await expect(page.locator(".picker__name")).toHaveText("Receive livelock");
  // The focus returns to the field, where keys are text.
  await page.getByRole("tab", { name: "Results" }).click();
  await page.locator("body").click({ position: { x: 2, y: 2 } });
  await page.keyboard.press("o");
  await expect(page.getByRole("dialog", { name: "Scenarios" })).toBeVisible();
  await page.keyboard.press("Escape");

  await page.setViewportSize(PHONE);
  await page.getByRole("button", { name: "All commands" }).click();
  await expect(input).toBeFocused();
  await expectNoViolations(page);
});

test(
  "keys can be recorded, conflict with a message, be disabled, stored and reset",
  long(
    "It adds keys that a user has chosen himself, and loads the page twice. tests/web/app/keyboard.test.ts records and keeps them without a browser.",
  ),
  async ({ page }) => {
    await open(page);
    await page.keyboard.press("?");
    await sheet(page)
      .getByRole("button", { name: /^Faster: \./ })
      .click();
    await page.keyboard.press("Tab");
    await sheet(page)
      .getByRole("button", { name: /^Play or pause: Space/ })
      .click();
    await page.keyboard.press("i");
    await expect(sheet(page).getByRole("status")).toHaveText(
      "I is now “Play or pause”; “Next interrupt” no longer has a key.",
    );
    await sheet(page)
      .getByRole("button", { name: /^Light or dark theme: T/ })
      .click();
    await page.keyboard.press("Control+j");
    await expect(sheet(page).getByRole("status")).toContainText("belong to the browser");
    await page.keyboard.press("Backspace");
    await expect(sheet(page).getByRole("status")).toHaveText("“Light or dark theme” no longer has a key.");
    await expectNoViolations(page);
    await page.keyboard.press("Escape");
    await expect(sheet(page)).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Play", exact: true })).toHaveAttribute(
      "title",
      "Play (I)",
    );

    await page.reload();
    await machineIsShown(page);
    await page.keyboard.press("i");
    await expect(page.getByRole("button", { name: "Pause" })).toBeVisible();
    await page.keyboard.press("i");
    await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible();
    await page.keyboard.press("?");
    await sheet(page)
      .getByRole("checkbox", { name: /Single-key shortcuts/ })
      .uncheck();
    await page.keyboard.press("Escape");
    await expect(sheet(page)).toHaveCount(0);
    const before = await cycle(page);
    await page.keyboard.press("i");
    await page.keyboard.press("?");
    await page.keyboard.press("c");
    await page.keyboard.press("ArrowRight");
    await expectCycle(page, before + 1);
    await expect(sheet(page)).toHaveCount(0);
    await page.getByRole("button", { name: "Keyboard shortcuts" }).click();
    await sheet(page).getByRole("button", { name: "Reset all keys" }).click();
    await expect(sheet(page).getByRole("button", { name: /^Play or pause: Space/ })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(sheet(page)).toHaveCount(0);
    await page.keyboard.press("Space");
    await expect(page.getByRole("button", { name: "Pause" })).toBeVisible();
  },
);

test(
  "terms are explained on focus and under the pointer, and link to the documentation",
  long(
    "It adds explanations of words and a page of the documentation, with three checks of accessibility. tests/web/text/terms.test.ts checks the texts and where they lead without a browser.",
  ),
  async ({ page, context }) => {
    await open(page, { at: "opening" });
    const term = page.getByRole("button", { name: "p99", exact: true });
    // The explanations of terms are loaded at the user's first input.
    await expect(async () => {
      await page.getByRole("button", { name: "p50", exact: true }).focus();
      await page.keyboard.press("Tab");
      await expect(page.getByRole("dialog", { name: "p50" }).getByRole("link")).toBeFocused({ timeout: 500 });
    }).toPass();
    await page.keyboard.press("Tab");
    const words = page.getByRole("dialog", { name: "p99" });
    await expect(words).toContainText("Ninety-nine");
    await expect(term).toBeFocused();
    await expectNoViolations(page);
    await page.keyboard.press("Escape");
    await expect(words).toHaveCount(0);
    await page.getByRole("button", { name: "Entry sequence", exact: true }).hover();
    const entry = page.getByRole("dialog", { name: "entry sequence" });
    await expect(entry).toBeVisible();
    const opening = context.waitForEvent("page");
    await entry.getByRole("link", { name: "More: Entry" }).click();
    const docs = await opening;
    await expect(docs.locator("h2:target")).toHaveText("Entry");
    await expectNoViolations(docs);
    await docs.close();
  },
);

test(
  "the tour works by keyboard and can be left at any time",
  long("It adds the tour, which the player of stories tells as it tells a story, and opens a page for it."),
  async ({ page }) => {
    await open(page, { at: "opening" });
    await openPalette(page);
    await page.keyboard.type("tour");
    await page.keyboard.press("Enter");
    const tour = page.getByRole("region", { name: "Story: Tour of the page" });
    await expect(tour).toContainText("1 of 6");
    await expectNoViolations(page);
    for (const [step, part] of ["transport", "timeline", "metrics", "scenarios", "share"].entries()) {
      await tour.getByRole("button", { name: "Next", exact: true }).focus();
      await page.keyboard.press("Enter");
      await expect(tour).toContainText(`${step + 2} of 6`);
      await expect(page.locator(`[data-part="${part}"]`).first()).toHaveAttribute("data-lit", "");
    }
    await tour.getByRole("button", { name: "Back", exact: true }).click();
    await expect(tour).toContainText("5 of 6");
    await tour.getByRole("button", { name: "Leave the story" }).click();
    await expect(tour).toHaveCount(0);
    // The scenario has a different story of its own.
    await page.getByRole("button", { name: "Show the story" }).click();
    await expect(page.getByRole("region", { name: "Story: Why are packets lost?" })).toContainText("1 of 9");
  },
);
