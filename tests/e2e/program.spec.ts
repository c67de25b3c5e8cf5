/** The panel of programs: from a mistake in the source to a machine that runs another one. */
import { expect, type Page, test } from "@playwright/test";
import { DESKTOP, expectFits, expectNoViolations, PHONE, TABLET } from "./axe.ts";
import { open, pickScenario } from "./support.ts";

const DEMO = "#checksum-program";

async function openProgram(page: Page): Promise<void> {
  await open(page, { hash: DEMO, at: "opening" });
  await page.getByRole("tab", { name: "Program", exact: true }).click();
  await expect(source(page)).toBeVisible({ timeout: 20_000 });
}

const source = (page: Page) => page.getByRole("textbox", { name: /^Source of / });
const applyButton = (page: Page) => page.getByRole("button", { name: "Apply", exact: true });
const outcome = (page: Page) => page.locator(".program__outcome");

test("a source is changed: completion, mistakes in place, applied, undone", async ({ page }) => {
  await page.setViewportSize(DESKTOP);
  await openProgram(page);
  await expect(outcome(page)).toHaveText("17 words of code, 4 bytes of data");
  await expect(applyButton(page)).toBeDisabled();

  // ---- completion with a line on each ----
  await source(page).press("Control+End");
  await source(page).pressSequentially("\n        .text\n        csrr");
  const options = page.getByRole("listbox");
  await expect(options).toContainText("csrrsi");
  await source(page).press("Escape");
  await source(page).pressSequentially(" a0, mcyc");
  await expect(page.getByRole("option", { name: /^mcycle\b/ })).toBeVisible();
  await expect(page.locator(".cm-completionInfo")).toContainText("Cycles so far");
  // The editor takes no key for a list that has just come.
  await page.waitForTimeout(200);
  await source(page).press("Enter");
  await expect(source(page)).toContainText("csrr a0, mcycle");

  // ---- a mistake has its place, and keeps from applying ----
  await source(page).pressSequentially("\n        addi a0, q9, 1");
  await expect(page.locator(".cm-lint-marker-error")).toBeVisible();
  await expect(outcome(page)).toContainText('1 error, line 23: is no register: "q9"');
  await expect(page.locator(".cm-lintRange-error")).toHaveText("q9");
  await applyButton(page).click();
  await expect(page.locator(".cm-lint-marker-error")).toBeVisible();
  await expect(source(page)).toBeFocused();
  await expectNoViolations(page);

  // ---- what is right is applied, at the same cycle ----
  for (let key = 0; key < 2; key++) await source(page).press("Delete");
  await source(page).pressSequentially("a0");
  await expect(outcome(page)).toHaveText("Not applied yet · 19 words of code, 4 bytes of data");
  await source(page).press("Control+Enter");
  await expect(outcome(page)).toHaveText("19 words of code, 4 bytes of data");
  await expect(applyButton(page)).toBeDisabled();

  // ---- what is written stays while other panels are looked at; the settings lead back ----
  await page.getByRole("combobox", { name: "Routine" }).selectOption("checksum");
  await source(page).press("Control+End");
  await source(page).pressSequentially("# later");
  await page.getByRole("tab", { name: "Settings", exact: true }).click();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("tab", { name: "Program", exact: true }).click();
  await expect(source(page)).toContainText("# later");
  await page.getByRole("button", { name: "Revert" }).click();
  await expect(source(page)).not.toContainText("# later");
  await page.getByRole("combobox", { name: "Routine" }).selectOption("count steps");
  await expect(outcome(page)).toHaveText("17 words of code, 4 bytes of data");
});

test("it is there on every screen, in German, and only where there is a program", async ({ page }) => {
  await page.setViewportSize(DESKTOP);
  await openProgram(page);
  await expectFits(page, [DESKTOP]);
  await page.setViewportSize(TABLET);
  await page.getByRole("button", { name: "Program", exact: true }).click();
  await expect(page.getByRole("dialog").locator(".cm-content")).toBeVisible();
  await expectFits(page, [TABLET]);
  await page.setViewportSize(PHONE);
  await page.getByRole("tab", { name: "Program", exact: true }).click();
  await expect(source(page)).toBeVisible();
  await expectFits(page, [PHONE]);
  await page.goto("./?lang=de#checksum-program");
  await page.getByRole("tab", { name: "Programm", exact: true }).click();
  await expect(page.getByRole("textbox", { name: "Quelltext von count steps" })).toBeVisible();
  await expectFits(page, [PHONE, { width: 360, height: 740 }]);
  await page.setViewportSize(DESKTOP);
  await page.goto("./?lang=en");
  await pickScenario(page, "Two cores, a lock each", { at: "opening" });
  await expect(page.getByRole("tab", { name: "Settings", exact: true })).toBeVisible();
  await expect(page.getByRole("tab", { name: "Program", exact: true })).toHaveCount(0);
});
