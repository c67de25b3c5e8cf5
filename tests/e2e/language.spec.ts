/** The page in German: by the browser's language, in the labs, there and back with nothing lost, in a link. */
import { expect, test } from "@playwright/test";
import { expectFits, PHONE } from "./axe.ts";
import { machineIsShown } from "./support.ts";

test.use({ locale: "de-DE" });

test("language: German for who asks for it, English at a press, and nothing is lost between", async ({
  page,
}) => {
  page.on("pageerror", (error) => {
    throw error;
  });
  await page.goto("./?theme=light");
  await machineIsShown(page);
  const root = page.locator("html");
  await expect(root).toHaveAttribute("lang", "de");
  await expect(page.getByRole("link", { name: "Übungen", exact: true })).toBeVisible();

  // ---- a lab, with an answer begun ----
  await page.getByRole("link", { name: "Übungen", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Übungen" })).toBeVisible();
  await expectFits(page, [PHONE]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page
    .getByRole("link", { name: /interrupt/i })
    .first()
    .click();
  const answer = page.getByRole("textbox").first();
  await answer.fill("41");
  await expect(page.getByRole("button", { name: "Prüfen" }).first()).toBeVisible();

  // ---- English, and German again ----
  await page.getByRole("button", { name: "English" }).click();
  await expect(root).toHaveAttribute("lang", "en");
  await expect(page.getByRole("button", { name: "Check" }).first()).toBeVisible();
  await expect(answer).toHaveValue("41");
  await page.reload();
  await expect(page.getByRole("link", { name: "Labs", exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Deutsch" }).click();
  await expect(page.getByRole("link", { name: "Übungen", exact: true })).toBeVisible();

  // ---- a link in the sender's language, against what was chosen here ----
  await page.goto("./?theme=light&lang=en");
  await expect(root).toHaveAttribute("lang", "en");
  await page.getByRole("button", { name: "Share" }).click();
  const link = page.getByRole("textbox", { name: "Link" });
  await expect(link).not.toHaveValue(/lang=/);
  await page.getByRole("checkbox", { name: "The link opens the page in English" }).check();
  await expect(link).toHaveValue(/[?&]lang=en/);
});
