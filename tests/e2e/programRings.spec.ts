/** Descriptor rings of cards that programs serve, in the panel. */
import { expect, test } from "@playwright/test";
import { DESKTOP, expectFits, expectNoViolations, PHONE } from "./axe.ts";
import { long } from "./long.ts";
import { goToCycle, open } from "./support.ts";

test(
  "a descriptor ring has a row for each slot, with owner, packet, head and tail, at the playhead",
  long(
    "It adds one more list of the panel of programs, in two sizes. No other test has the list: it opens a page of its own, which takes some 3 s of processor time.",
  ),
  async ({ page }) => {
    await page.setViewportSize(DESKTOP);
    await open(page, { hash: "#polling-driver@3", at: "opening" });
    await page.getByRole("tab", { name: "Program", exact: true }).click();
    await page.getByRole("button", { name: "Rings", exact: true }).click();
    await expect(page.getByText("card has no ring yet")).toBeVisible();
    await goToCycle(page, 6000);
    const ring = page.getByRole("table", { name: "card, receive ring" });
    await expect(ring.getByRole("row")).toHaveCount(17);
    await expect(ring.locator("caption")).toHaveText(/head \d+, tail \d+/);
    await expect(ring.getByRole("row", { name: /card.*head/ })).toHaveCount(1);
    await expect(ring.locator("tr[data-card=true]").first()).toContainText("card");
    await expectNoViolations(page);
    await expectFits(page, [DESKTOP, PHONE]);
  },
);
