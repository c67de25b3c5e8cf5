import { expect, test } from "@playwright/test";
import { long } from "./long.ts";
import { cycle, open, settled } from "./support.ts";

test(
  "Run to stops at a full ring, at the start of a thread, at a handler",
  long(
    "It adds three more places to run to. stage.spec.ts of the short list runs to five, and tests/web/engine/search.test.ts finds every kind of place without a browser.",
  ),
  async ({ page }) => {
    await open(page);
    await page.keyboard.press("h");
    await expect.poll(() => cycle(page)).toBeGreaterThan(0);
    const handler = await settled(page, () => cycle(page));

    await page.getByRole("button", { name: "Run to" }).click();
    const menu = page.getByRole("dialog", { name: "Run to" });
    await menu.getByRole("button", { name: "next ring or queue full" }).click();
    await expect.poll(() => cycle(page)).toBeGreaterThan(handler);
    await settled(page, () => cycle(page));
    await expect(page.getByRole("region", { name: "Machine" })).toContainText(/8\s*\/\s*8 frames/);
    const full = await cycle(page);

    await page.getByRole("button", { name: "Run to" }).click();
    await menu.getByLabel("start of thread").selectOption({ label: "protocol" });
    await menu.getByRole("button", { name: "Run", exact: true }).click();
    await expect.poll(() => cycle(page)).toBeGreaterThan(full);

    await page.getByRole("button", { name: "Run to" }).click();
    await menu.getByRole("button", { name: "Previous ring or queue full" }).click();
    await expect.poll(() => cycle(page)).toBe(full);
    await page.getByRole("button", { name: "Run to" }).click();
    await menu.getByRole("button", { name: "Previous handler entry" }).click();
    await expect.poll(() => cycle(page)).toBeLessThan(full);
    expect(await settled(page, () => cycle(page))).toBeGreaterThan(handler);
  },
);

test(
  "steps by packet go forwards and backwards",
  long(
    "It adds steps by packet. stage.spec.ts of the short list steps by cycle, and tests/web/engine/search.test.ts finds the frames that are offered, both ways, without a browser.",
  ),
  async ({ page }) => {
    await open(page);
    await page.getByRole("button", { name: "Forward one packet" }).click();
    await expect.poll(() => cycle(page)).toBeGreaterThan(0);
    const first = await settled(page, () => cycle(page));
    await page.getByRole("button", { name: "Forward one packet" }).click();
    await expect.poll(() => cycle(page)).toBeGreaterThan(first);
    await page.getByRole("button", { name: "Back one packet" }).click();
    await expect.poll(() => cycle(page)).toBe(first);
  },
);
