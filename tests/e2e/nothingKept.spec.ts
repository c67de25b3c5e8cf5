/** Labs with blocked storage, as in a third party's frame, or with full storage: the page loses nothing without a
 * message. */
import { readFileSync } from "node:fs";
import { expect, type Page, test } from "@playwright/test";
import { long } from "./long.ts";

const BLOCKED = () =>
  Object.defineProperty(window, "localStorage", {
    get() {
      throw new DOMException("storage is blocked", "SecurityError");
    },
  });
const FULL = () => {
  Storage.prototype.setItem = () => {
    throw new DOMException("full", "QuotaExceededError");
  };
};

const noticeOf = (page: Page) => page.getByRole("alert").filter({ hasText: "does not store your answers" });

async function answerFirst(page: Page): Promise<void> {
  const entry = page.getByRole("region", { name: /six steps of the entry/ });
  await entry.getByRole("textbox").fill("6");
  await entry.getByRole("button", { name: "Check" }).click();
  await expect(entry.getByText("Right.")).toBeVisible({ timeout: 30_000 });
}

for (const [name, spoil, details] of [
  ["blocked", BLOCKED, {}],
  [
    "full",
    FULL,
    long(
      "It adds storage that is full, which the page takes as it takes one that is blocked: the same test has that in the short list.",
    ),
  ],
] as const)
  test(
    `with storage ${name}, lab, report and list state it, offer the file, and keep the answers for the visit`,
    details,
    async ({ page }) => {
      await page.addInitScript(spoil);
      await page.goto("./#labs");
      await expect(page.getByText("This browser stores nothing here")).toBeVisible();
      await page.goto("./#lab=interrupt-cost");
      await expect(noticeOf(page)).toBeVisible({ timeout: 30_000 });
      await answerFirst(page);
      const saved = page.waitForEvent("download");
      await noticeOf(page).getByRole("button", { name: "Save progress" }).click();
      const file = await (await saved).path();
      expect(readFileSync(file, "utf8")).toContain('"entry"');
      await page.getByRole("link", { name: "Report" }).click();
      await expect(noticeOf(page)).toBeVisible();
      await page.goto("./#labs");
      await page.goto("./#lab=interrupt-cost");
      await expect(page.getByText("Right.")).toBeVisible();
      await page.reload();
      await expect(noticeOf(page)).toBeVisible({ timeout: 30_000 });
      await expect(page.getByText("Right.")).toHaveCount(0);
      await noticeOf(page)
        .getByLabel("Open saved progress")
        .setInputFiles({ name: "progress.json", mimeType: "application/json", buffer: readFileSync(file) });
      await expect(page.getByText("Right.")).toBeVisible();
    },
  );

test(
  "storage that fills up in the middle of a lab is reported at the next answer",
  long(
    "It adds storage that is full in the middle of a lab, which tests/labs/twoTabs.test.ts has without a browser.",
  ),
  async ({ page }) => {
    await page.goto("./#lab=interrupt-cost");
    await expect(page.getByRole("region", { name: /six steps of the entry/ })).toBeVisible({
      timeout: 30_000,
    });
    await expect(noticeOf(page)).toHaveCount(0);
    await page.evaluate(FULL);
    await answerFirst(page);
    await expect(noticeOf(page)).toBeVisible();
  },
);

test(
  "the page asks the browser for persistent storage once a lab has begun to store",
  long(
    "It adds one question to the browser, and opens a lab for it, which takes some 3 s of processor time.",
  ),
  async ({ page }) => {
    await page.addInitScript(() => {
      navigator.storage.persist = async () => {
        Reflect.set(window, "asked", (Number(Reflect.get(window, "asked")) || 0) + 1);
        return true;
      };
    });
    const asked = () => page.evaluate(() => Reflect.get(window, "asked"));
    await page.goto("./#lab=interrupt-cost");
    await expect(page.getByRole("region", { name: /six steps of the entry/ })).toBeVisible({
      timeout: 30_000,
    });
    expect(await asked()).toBeUndefined();
    await answerFirst(page);
    expect(await asked()).toBe(1);
  },
);
